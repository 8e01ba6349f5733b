"""Whom somebody does not want to hear or meet: from the table by script, else by form.

A script asks for JSON and gets the new ``chat`` of ``docs/protocol.md`` or a sentence; a form is led back to a page.
"""

from __future__ import annotations

from collections.abc import Callable

from allauth.core.internal import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.application import company, sayings
from games.application.seats import seat_of
from games.application.talk import read_talk, talk_plain
from games.models import Match, Seat
from ginsite.accounts.models import User

DISTANCES: dict[str, Callable[[User, User], None]] = {
    "mute": lambda by, to: company.mute(by, to),
    "unmute": lambda by, to: company.mute(by, to, on=False),
    "block": lambda by, to: company.block(by, to),
    "unblock": lambda by, to: company.block(by, to, on=False),
}
"""What a page may ask for."""

DISTANCE_RATE_LIMITS = {"distance": "30/m/user"}
"""Each change is told to tables and lobbies."""


@require_POST
def distance(request: HttpRequest, code: str) -> HttpResponse:
    """Mute, unmute, block or unblock (``do``) whoever sits on ``seat`` at a table where one sits oneself."""
    match, own = _own_match(request, code)
    keep = DISTANCES.get(request.POST.get("do", ""))
    other = _other(match, own, request.POST.get("seat", "")) if own is not None else None
    if not ratelimit.consume(request, app="games", action="distance", config=DISTANCE_RATE_LIMITS, user=request.user):
        return _refused(request, match, "TOO_FAST", 429)
    if keep is None or other is None or other.user is None or not isinstance(request.user, User):
        return _refused(request, match, "NOT_SEATED" if own is None else "BAD_MESSAGE", 403 if own is None else 400)
    keep(request.user, other.user)
    if _wants_json(request):
        return JsonResponse({"chat": talk_plain(read_talk(match.pk), own)})
    return redirect(_page_of(match))


@require_safe
@never_cache
@login_required
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom one has blocked."""
    assert isinstance(request.user, User)
    return render(request, "games/blocked.html", {"people": company.blocked_by(request.user)})


@require_POST
@login_required
def unblock(request: HttpRequest) -> HttpResponse:
    """Take back that one has blocked ``person``; twice is well."""
    assert isinstance(request.user, User)
    person = request.POST.get("person", "")
    if person.isascii() and person.isdigit() and len(person) < 19:
        for other in company.blocked_by(request.user):
            if other.pk == int(person):
                company.block(request.user, other, on=False)
                messages.success(request, gettext("%(name)s is no longer blocked.") % {"name": other.public_name})
    return redirect("games:blocked")


def _own_match(request: HttpRequest, code: str) -> tuple[Match, int | None]:
    match = get_object_or_404(Match.objects.prefetch_related("seats__user"), code=code)
    return match, seat_of(match, request.user)


def _other(match: Match, own: int, seat: str) -> Seat | None:
    return next((chair for chair in match.seats.all() if str(chair.seat) == seat and chair.seat != own), None)


def _page_of(match: Match) -> str:
    finished = match.status == Match.Status.FINISHED
    return reverse("games:match", args=[match.code]) if finished else match.get_absolute_url()


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _refused(request: HttpRequest, match: Match, code: str, status: int) -> HttpResponse:
    said = sayings.say_error(code)
    if _wants_json(request):
        return JsonResponse({"code": code, "said": said}, status=status)
    if status == 403:
        raise PermissionDenied
    messages.error(request, said)
    return HttpResponseRedirect(_page_of(match))
