"""Notices: what somebody is told about cases and sanctions of theirs."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.application.disputes import notices, sanctions
from ginsite.accounts.models import User


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """One's notices, the newest first. Looking at them marks them as read."""
    assert isinstance(request.user, User)
    found = notices.newest(request.user)
    context = {
        "notices": [(notice, notices.say_notice(notice)) for notice in found],
        "sanctions": sanctions.in_force(request.user),
    }
    response = render(request, "games/disputes/notices.html", context)
    notices.read_all(request.user)
    return response


@require_POST
@login_required
def read_sanction(request: HttpRequest, number: int) -> HttpResponse:
    """Say that one has read a warning; the banner goes."""
    assert isinstance(request.user, User)
    sanctions.acknowledge(request.user, number)
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return redirect(back if safe else "games:notices")
