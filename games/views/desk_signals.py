"""Signals on the referee's desk: to look into, to make a case of, or to set aside."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.application import sayings
from games.application.disputes import following, looks
from games.application.disputes.refusals import Refused
from games.models import Look, Signal
from games.views.desk import referee_of
from ginsite.accounts.staff import staff_only


@require_safe
@never_cache
@staff_only
def show(request: HttpRequest) -> HttpResponse:
    """What nobody has looked into yet, the strongest first."""
    referee = referee_of(request)
    looks.look(referee, Look.What.SIGNALS)
    return render(request, "games/desk/signals.html", {"signals": following.waiting(referee)})


@require_POST
@never_cache
@staff_only
def act(request: HttpRequest, number: int) -> HttpResponse:
    """Make a case of a signal, or set it aside."""
    referee = referee_of(request)
    signal = get_object_or_404(Signal.objects.select_related("about", "other"), pk=number)
    try:
        if request.POST.get("do") == "open":
            return redirect("desk:case", following.open_case(referee, signal).code)
        following.dismiss(referee, signal)
        messages.success(request, gettext("It is set aside. Only what happens from now on can bring it back."))
    except Refused as refusal:
        messages.error(request, sayings.say_error(refusal.code, refusal.detail))
    return redirect("desk:signals")
