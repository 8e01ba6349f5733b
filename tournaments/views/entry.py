"""Entering, leaving, checking in, asking for a round off, coming to the table; and the calls to it on every page."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.application import events, notices, registration, rounds
from tournaments.application.refusals import NotAllowed
from tournaments.application.sayings import say_refusal
from tournaments.domain.errors import Refusal
from tournaments.models import Entry, Pairing, Tournament
from tournaments.views import own
from tournaments.views.public import found_for

Place = Tournament.Place


def _done(request: HttpRequest, tournament: Tournament, do: Callable[[], str]) -> HttpResponseBase:
    """Do it and say so, or say why not; back to the tournament's page."""
    try:
        messages.success(request, do())
    except NotAllowed as refusal:
        messages.error(request, say_refusal(refusal.code))
    except Refusal as refusal:
        messages.error(request, say_refusal(refusal.code, refusal.values))
    except events.Busy:
        messages.error(request, say_refusal("BUSY"))
    return redirect(tournament)


def _own_entry(request: HttpRequest, tournament: Tournament) -> Entry:
    entry = own.entry_of(tournament, request.user)
    if entry is None:
        raise Http404
    return entry


@require_POST
@login_required
def enter(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take a place, or one on the waiting list."""
    tournament = found_for(request, code)

    def do() -> str:
        entry = registration.enter(tournament, own.person(request), by_mail="by_mail" in request.POST)
        if entry.status == Entry.Status.WAITING:
            return _("All places are taken. You are on the waiting list, and move up as soon as a place is free.")
        return _("You are entered. Good luck.")

    return _done(request, tournament, do)


@require_POST
@login_required
def withdraw(request: HttpRequest, code: str) -> HttpResponseBase:
    """Leave: at once, or after this round."""
    tournament = found_for(request, code)
    entry = _own_entry(request, tournament)

    def do() -> str:
        later = request.POST.get("when") == "after_round"
        registration.withdraw(tournament, entry, own.person(request), after_round=later)
        return _("You leave after this round.") if later else _("You have withdrawn.")

    return _done(request, tournament, do)


@require_POST
@login_required
def check_in(request: HttpRequest, code: str) -> HttpResponseBase:
    """Say that one is there."""
    tournament = found_for(request, code)
    entry = _own_entry(request, tournament)

    def do() -> str:
        registration.check_in(tournament, entry, own.person(request))
        return _("You are checked in.")

    return _done(request, tournament, do)


@require_POST
@login_required
def ask_bye(request: HttpRequest, code: str) -> HttpResponseBase:
    """Ask for a round off."""
    tournament = found_for(request, code)
    entry = _own_entry(request, tournament)
    asked = request.POST.get("round", "")
    round_no = int(asked) if asked.isdecimal() else 0

    def do() -> str:
        registration.ask_bye(tournament, entry, round_no, own.person(request))
        return _("You are off in round %(round)s, for half a point.") % {"round": round_no}

    return _done(request, tournament, do)


@require_POST
@login_required
def come(request: HttpRequest, code: str, round_no: int, board: int) -> HttpResponseBase:
    """Come to the table; to the live match itself once both are there."""
    tournament = found_for(request, code)
    pairing = get_object_or_404(
        Pairing.objects.select_related("tournament"), tournament=tournament, round=round_no, board=board
    )
    try:
        rounds.arrive(pairing, own.person(request))
    except NotAllowed as refusal:
        messages.error(request, say_refusal(refusal.code))
        return redirect(tournament)
    live = [game for game in pairing.games.select_related("match") if game.match.finished_at is None]
    mine = [game for game in live if game.match.seats.filter(user=own.person(request)).exists()]
    return redirect("games:table", mine[0].match.code) if mine else redirect(tournament)


# On every page


STOP_ASKING = 286
"""htmx: ask no more."""


@require_safe
@never_cache
def calls(request: HttpRequest) -> HttpResponse:
    """The matches that wait for the reader, for a notice on every page; whoever plays nowhere is not asked again."""
    user = request.user
    if not user.is_authenticated:
        return HttpResponse(status=STOP_ASKING)
    if not own.plays_somewhere(user):
        return HttpResponse(status=STOP_ASKING)
    here = request.GET.get("at")
    waiting = [
        call
        for call in notices.calls_for(user)
        if call.pairing.tournament.place == Place.ONLINE and here not in _pages_of(call)
    ]
    return render(request, "tournaments/_calls.html", {"call": waiting[0] if waiting else None, "more": waiting[1:]})


def _pages_of(call: notices.Call) -> list[str]:
    """Where the reader sees the call anyway."""
    pages = [call.pairing.tournament.get_absolute_url()]
    return [*pages, reverse("games:table", args=[call.match.code])] if call.match is not None else pages
