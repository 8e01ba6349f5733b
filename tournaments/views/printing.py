"""Paper for the club room: pairings by table and by name, blank score sheets, standings, the bracket."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ginsite.accounts.models import User
from ginsite.qr import QrPath, qr_path
from tournaments.application import clubs, displays, events, organising, registration, scorecards
from tournaments.application.sayings import BRACKET_NAMES, say_result, say_slot
from tournaments.domain.bracket import Bracket, Match, Side, bracket
from tournaments.domain.event import Event
from tournaments.domain.values import Pairing
from tournaments.models import Tournament

Context = dict[str, Any]
Names = dict[int, str]

HANDS_ON_A_SHEET = 14
"""Lines of a blank score sheet: two of them fit on a page, and longer matches take a second one."""


class Seated(NamedTuple):
    """Where somebody sits: for the list by names."""

    name: str
    board: int
    other: str


class SheetSide(NamedTuple):
    """One side of a score sheet; the picture leads whoever has no account to the own card."""

    name: str
    qr: QrPath


def _seen(request: HttpRequest, code: str) -> tuple[Tournament, Event, Names]:
    found = get_object_or_404(Tournament.objects.select_related("club"), code=code, is_series=False)
    if not organising.may_see(found, request.user):
        raise Http404
    return found, events.load(found), registration.names_of(found)


@require_safe
def index(request: HttpRequest, code: str) -> HttpResponse:
    """What can be printed."""
    tournament, event, _names = _seen(request, code)
    context: Context = {
        "tournament": tournament,
        "rounds": [round_ for round_ in reversed(event.rounds) if round_.published],
        "bracket": bracket(event, events.format_of(tournament)) is not None,
        "helps": clubs.helps_at(tournament, request.user),
        "embed": request.build_absolute_uri(reverse("tournaments:embed", args=[tournament.code])),
    }
    return render(request, "tournaments/print.html", context)


@require_safe
def round_(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The pairings of a round: by table, and by name for whoever looks for the own one."""
    tournament, event, names = _seen(request, code)
    pairings = _pairings(event, number)
    seats = [seat for pairing in pairings for seat in _seats(pairing, names)]
    found = event.round(number)
    results = {pairing.board: result for pairing, result in zip(found.pairings, found.results, strict=True)}
    context: Context = {
        "tournament": tournament,
        "number": number,
        "matches": [displays.match_shown(one, number, results[one.board], names) for one in pairings],
        "seats": sorted(seats, key=lambda seat: (seat.name.casefold(), seat.board)),
    }
    return render(request, "tournaments/print_round.html", context)


def _pairings(event: Event, number: int) -> list[Pairing]:
    if not 1 <= number <= len(event.rounds) or not event.round(number).published:
        raise Http404
    return sorted(event.round(number).pairings, key=lambda pairing: pairing.board)


def _seats(pairing: Pairing, names: Names) -> list[Seated]:
    first, second = names.get(pairing.first, "?"), names.get(pairing.second or 0, "")
    if pairing.second is None:
        return [Seated(first, pairing.board, "")]
    return [Seated(first, pairing.board, second), Seated(second, pairing.board, first)]


@require_safe
@login_required
def sheets(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A blank score sheet for each match of a round; for the desk, since the links speak for the players."""
    tournament, event, names = _seen(request, code)
    if not isinstance(request.user, User) or not clubs.helps_at(tournament, request.user):
        raise PermissionDenied
    wanted = [pairing for pairing in _pairings(event, number) if pairing.second is not None]
    context: Context = {
        "tournament": tournament,
        "number": number,
        "hands": range(1, HANDS_ON_A_SHEET + 1),
        "sheets": [
            (pairing, say_slot(pairing.slot), _sides(request, tournament, number, pairing, names)) for pairing in wanted
        ],
    }
    return render(request, "tournaments/print_sheets.html", context)


def _sides(
    request: HttpRequest, tournament: Tournament, number: int, pairing: Pairing, names: Names
) -> list[SheetSide]:
    page = request.build_absolute_uri(reverse("tournaments:card", args=[tournament.code, number, pairing.board]))
    return [
        SheetSide(names.get(one, "?"), qr_path(f"{page}?seat={scorecards.link_token(tournament, one)}"))
        for one in (pairing.first, pairing.second)
        if one is not None
    ]


@require_safe
def standings(request: HttpRequest, code: str) -> HttpResponse:
    """The table as it stands."""
    tournament, event, names = _seen(request, code)
    form = events.format_of(tournament)
    context: Context = {
        "tournament": tournament,
        "rounds": len(event.rounds),
        "standings": displays.standings_table(event, form, names, tuple(json.loads(tournament.prizes))),
    }
    return render(request, "tournaments/print_standings.html", context)


class PrintedMatch(NamedTuple):
    """One match of a bracket on paper."""

    number: int
    sides: tuple[str, str]
    winner: int | None
    score: str


@require_safe
def bracket_(request: HttpRequest, code: str) -> HttpResponse:
    """The bracket, column by column."""
    tournament, event, names = _seen(request, code)
    found = bracket(event, events.format_of(tournament))
    if found is None:
        raise Http404
    context: Context = {"tournament": tournament, "parts": _parts(found, names)}
    return render(request, "tournaments/print_bracket.html", context)


def _parts(found: Bracket, names: Names) -> list[tuple[str, list[tuple[str, list[PrintedMatch]]]]]:
    """Each bracket with its columns, each column with its matches."""
    parts: dict[str, list[tuple[str, list[PrintedMatch]]]] = {}
    for column in found.columns:
        matches = [_printed(match, names) for match in column.matches if match.state != "not_needed"]
        if matches:
            title = say_slot(f"{column.bracket}-{column.round}-1")
            parts.setdefault(str(BRACKET_NAMES[column.bracket]), []).append((title, matches))
    return list(parts.items())


def _printed(match: Match, names: Names) -> PrintedMatch:
    sides = (_side(match.sides[0], names), _side(match.sides[1], names))
    return PrintedMatch(match.number, sides, match.winner, "" if match.result is None else say_result(match.result))


def _side(side: Side, names: Names) -> str:
    """The name, or where somebody will come from."""
    if side.entrant:
        return names.get(side.entrant, "?")
    if side.comes_from == "winner":
        return gettext("winner of match %(number)s") % {"number": side.of}
    if side.comes_from == "loser":
        return gettext("loser of match %(number)s") % {"number": side.of}
    return ""
