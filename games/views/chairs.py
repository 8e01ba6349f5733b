"""Sitting down and standing up: invitations, the chairs of a table that waits, and who takes those left free.

A guest is made only when a chair is really asked for, by a POST.
"""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.application import lobby as find
from games.application.chairs import LobbyRefusal
from games.application.seats import level_name, seat_names, seat_of
from games.bots.registry import BOTS
from games.domain.variants import get_variant
from games.models import Match
from games.views.lobby import refused, table_row
from ginsite.accounts.guests import ensure_guest

Context = dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invite(request: HttpRequest, token: str) -> HttpResponseBase:
    """An invite link: who invites, to what; a POST sits down."""
    try:
        if request.method == "POST":
            table = find.join_by_invite(ensure_guest(request), token, _chair(request))
            return redirect("games:table", table.code)
        table = find.invited(token, request.user)
    except LobbyRefusal as refusal:
        return refused(request, refusal)
    if seat_of(table, request.user) is not None:
        return redirect("games:table", table.code)
    context = table_row(table) | {
        "token": token,
        "open": table.status == Match.Status.OPEN,
        "places": chairs_context(table, request.user),
    }
    return render(request, "games/invite.html", context)


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down at a table of the lobby."""
    try:
        return redirect("games:table", find.join_table(ensure_guest(request), code, _chair(request)).code)
    except LobbyRefusal as refusal:
        return refused(request, refusal)


def _chair(request: HttpRequest) -> int | None:
    """The chair that was chosen, where it matters who sits where."""
    asked = request.POST.get("chair", "")
    return int(asked) if re.fullmatch("[0-5]", asked) else None


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Stand up from a table that has not begun: somebody else keeps it, or it is closed."""
    if not request.user.is_authenticated:
        return refused(request, LobbyRefusal("NOT_YOURS"))
    try:
        table = find.leave(request.user, code)
    except LobbyRefusal as refusal:
        return refused(request, refusal)
    if table.status == Match.Status.CLOSED:
        messages.info(request, gettext("Your table is closed."))
    else:
        keeper = table.owner.public_name if table.owner else ""
        messages.info(request, gettext("You stood up. The table is %(name)s's now.") % {"name": keeper})
    return redirect("games:lobby")


@require_POST
def fill(request: HttpRequest, code: str) -> HttpResponse:
    """Give the free chairs of one's own table to the computer, and begin."""
    if not request.user.is_authenticated:
        return refused(request, LobbyRefusal("OWNERS_ONLY"))
    try:
        find.fill_with_computers(request.user, code, request.POST.get("level") or find.COMPUTER)
    except LobbyRefusal as refusal:
        return refused(request, refusal)
    return redirect("games:table", code)


@require_GET
@never_cache
def chairs(request: HttpRequest, code: str) -> HttpResponse:
    """Who sits where by now, for the page of a waiting table; 204 when it shows that already."""
    table = get_object_or_404(Match.objects.prefetch_related("seats__user"), code=code)
    if table.status != Match.Status.OPEN:
        return HttpResponse(status=286)  # htmx: ask no more
    context = chairs_context(table, request.user)
    if context["mark"] == request.GET.get("seen"):
        return HttpResponse(status=204)
    return render(request, "games/table/_chairs.html", {"chairs": context, "table": table})


def chairs_context(table: Match, user: Any) -> Context:
    """The chairs of a waiting table, in teams where there are any, and what ``user`` may do there."""
    seat, names = seat_of(table, user), seat_names(table)
    sides = get_variant(table.variant).seating.sides(table.seat_count)
    teams = any(len(side) > 1 for side in sides)
    seats = list(table.seats.all())
    shown = [f"{chair.seat}.{chair.joined_at.timestamp():.0f}" for chair in seats]
    return {
        "groups": [
            [{"number": number, "name": names[number], "you": number == seat} for number in group]
            for group in (sides if teams else (tuple(range(table.seat_count)),))
        ],
        "teams": teams,
        "partners": [_first_free(side, names) for side in sides if teams and None in [names[seat] for seat in side]],
        "free": names.count(None),
        "seated": seat is not None,
        "mine": user.is_authenticated and table.owner_id == user.pk,
        "alone": len(seats) == 1,
        "levels": [(name, level_name(name), name == find.COMPUTER) for name in BOTS],
        "mark": "-".join([*shown, *(str(chair.seat) for chair in seats if chair.user_id == table.owner_id)]),
    }


def _first_free(side: tuple[int, ...], names: list[str | None]) -> Context:
    """A chair to be had in a team, and whose partner one is there; nobody's yet in a team without anybody."""
    return {
        "number": next(number for number in side if names[number] is None),
        "mate": next((name for number in side if (name := names[number])), None),
    }
