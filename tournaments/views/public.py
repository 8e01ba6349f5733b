"""Tournaments for everybody: the list, and the page of one in its parts.

Every part shows itself anew when something has changed: the page asks with the mark of what it shows (``seen``) and
gets the part, or nothing.
"""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.application import appointed
from games.application.sayings import game_name, say_clock_line, say_rules
from games.application.terms import control_of
from tournaments.application import brackets, clubs, displays, events, organising, review, series
from tournaments.application.codec import action_from_plain
from tournaments.application.registration import names_of
from tournaments.application.rounds import arena_ends_at
from tournaments.application.sayings import say_action, say_reason_given
from tournaments.application.sayings import say_rules as say_tournament_rules
from tournaments.domain.actions import Enter
from tournaments.domain.event import Event
from tournaments.domain.settings import TieBreak
from tournaments.models import Entry, Game, Tournament
from tournaments.views import listed, own

Context = dict[str, Any]
Phase = Tournament.Phase

PARTS = {
    "now": _("Now"),
    "rounds": _("Rounds"),
    "standings": _("Standings"),
    "bracket": _("Bracket"),
    "entries": _("Entries"),
    "rules": _("Rules"),
    "log": _("What happened"),
}
URL_OF = {"now": "tournament", "rules": "tournament-rules"}

TOP = 8
"""So many lines of the table the first part shows."""


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """What is on, what is to come, what is over; one's own first."""
    shown = listed.announced()
    rows = {
        "live": shown.filter(phase__in=(Phase.RUNNING, Phase.PAUSED)).order_by("-started_at"),
        "coming": shown.filter(phase=Phase.ENTRIES, is_series=False).order_by("starts_at", "-pk"),
        "series": shown.filter(phase=Phase.ENTRIES, is_series=True).order_by("-pk"),
        "past": shown.filter(phase__in=(Phase.FINISHED, Phase.CANCELLED)).order_by("-finished_at"),
    }
    context: Context = {name: [listed.row(one) for one in found[: listed.MOST]] for name, found in rows.items()}
    if request.user.is_authenticated:
        context["mine"] = listed.of_person(request.user)
    return render(request, "tournaments/tournaments.html", context)


def found_for(request: HttpRequest, code: str) -> Tournament:
    """The tournament, or a 404 for who may not see it."""
    tournament = get_object_or_404(Tournament.objects.select_related("club", "owner", "series"), code=code)
    if not organising.may_see(tournament, request.user):
        raise Http404
    return tournament


@require_safe
@never_cache
def tournament(request: HttpRequest, code: str, part: str) -> HttpResponse:
    """One part of a tournament's page; to htmx the part alone, and nothing while nothing has changed."""
    found = found_for(request, code)
    mark = own.mark_of(found, request.user)
    if request.headers.get("HX-Request"):
        if request.GET.get("seen") == mark:
            return HttpResponse(status=204)
        return render(request, "tournaments/_part.html", _context(request, found, part) | {"mark": mark})
    return render(request, "tournaments/tournament.html", _context(request, found, part) | {"mark": mark})


def _context(request: HttpRequest, found: Tournament, part: str) -> Context:
    context: Context = {
        "tournament": found,
        "part": part,
        "part_template": f"tournaments/_part_{part}.html",
        "row": listed.row(found),
        "desk": clubs.helps_at(found, request.user),
        "directs": clubs.directs(found, request.user),
        "big": "big" in request.GET,
        "may_change": found.phase not in (Phase.FINISHED, Phase.CANCELLED) or bool(review.reviewed(found)),
    }
    if found.is_series:
        return context | {"tabs": _tabs(("now",), part)} | _rules(found) | _members(found)
    event, names = events.load(found), names_of(found)
    form = events.format_of(found)
    has_bracket = form.matches is not None
    shown = [name for name in PARTS if (name != "bracket" or has_bracket) and (event.rounds or name not in NEED_ROUNDS)]
    context |= {"tabs": _tabs(shown, part), "event": event, "names": names}
    context |= own.context(found, event, names, request.user)
    return context | _PART[part](found, event, names, context)


NEED_ROUNDS = frozenset({"rounds", "standings", "bracket"})
"""Parts that show nothing before the first round."""


def _tabs(names: Any, part: str) -> list[Context]:
    return [
        {"title": PARTS[name], "url": f"tournaments:{URL_OF.get(name, name)}", "here": name == part} for name in names
    ]


def _prizes(found: Tournament) -> list[int]:
    prizes: list[int] = json.loads(found.prizes)
    return prizes


def _standings(found: Tournament, event: Event, names: displays.Names) -> Context:
    table = displays.standings_table(event, events.format_of(found), names, _prizes(found))
    under_review = found.pairings.filter(under_review=True).exclude(result="").count()
    return {"standings": table, "under_review": under_review}


def _rounds(found: Tournament, event: Event, names: displays.Names, mine: int | None, desk: bool) -> list[Context]:
    """The published rounds, last first, each match with its live tables."""
    tables: dict[tuple[int, int], list[Game]] = {}
    games = Game.objects.filter(pairing__tournament=found).select_related("match", "pairing")
    reviewed = review.reviewed(found)
    for game in games:
        tables.setdefault((game.pairing.round, game.pairing.board), []).append(game)
    shown = []
    for round_ in reversed(event.rounds):
        if not round_.published and not desk:
            continue
        one = displays.round_shown(round_, names, mine, event)
        matches = []
        for match in one.matches:
            place = (match.round, match.board)
            matches.append({"match": match, "games": tables.get(place, []), "under_review": place in reviewed})
        shown.append({"round": one, "matches": matches})
    return shown


def _part_now(found: Tournament, event: Event, names: displays.Names, context: Context) -> Context:
    rounds = _rounds(found, event, names, context["number"], context["desk"])
    more = _standings(found, event, names)
    live = [
        {"match": row["match"], "games": [game for game in row["games"] if game.match.finished_at is None]}
        for shown in rounds
        for row in shown["matches"]
        if row["match"].is_open
    ]
    return {
        **more,
        "top": more["standings"].lines[:TOP],
        "rounds": rounds[:1],
        "live": [row for row in live if row["games"]],
        "figures": displays.statistics(event, names) if event.rounds else [],
        "prizes": list(enumerate(_prizes(found), start=1)),
        "ends_at": arena_ends_at(found),
        "carries": _carries(found) if context["desk"] else None,
        **_rules(found),
        **_entries(found),
    }


def _carries(found: Tournament) -> int | None:
    """Before the start: how many rounds the field carries without rematches, if more are planned."""
    if found.phase != Phase.ENTRIES:
        return None
    entered = found.entries.filter(status=Entry.Status.ENTERED).count()
    return organising.too_many_rounds(events.settings_of(found), entered)


def _part_rounds(found: Tournament, event: Event, names: displays.Names, context: Context) -> Context:
    return {"rounds": _rounds(found, event, names, context["number"], context["desk"])}


def _part_standings(found: Tournament, event: Event, names: displays.Names, _context: Context) -> Context:
    context = _standings(found, event, names)
    return context | {"cross": displays.cross_table(event, context["standings"], names)}


def _part_bracket(found: Tournament, event: Event, names: displays.Names, context: Context) -> Context:
    links: dict[tuple[int, int], str] = {}
    for game in Game.objects.filter(pairing__tournament=found).select_related("match", "pairing").order_by("number"):
        page = "games:table" if game.match.finished_at is None else "games:match"
        links[game.pairing.round, game.pairing.board] = reverse(page, args=[game.match.code])
    form = events.format_of(found)
    return {"bracket": brackets.drawing(event, form, names, context["number"], links, review.reviewed(found))}


def _part_entries(found: Tournament, _event: Event, _names: displays.Names, _context: Context) -> Context:
    return _entries(found)


def _entries(found: Tournament) -> Context:
    entries = list(found.entries.select_related("user").prefetch_related("team__user"))
    return {
        "entered": [one for one in entries if one.status == Entry.Status.ENTERED],
        "waiting": [one for one in entries if one.status == Entry.Status.WAITING],
        "left": [one for one in entries if one.status == Entry.Status.LEFT and one.number],
    }


def _part_rules(found: Tournament, _event: Event, _names: displays.Names, _context: Context) -> Context:
    return _rules(found) | {"prizes": list(enumerate(_prizes(found), start=1))}


def _rules(found: Tournament) -> Context:
    settings, rules = events.settings_of(found), appointed.rules_from_text(found.variant, found.rules)
    over_the_board = found.place == Tournament.Place.OVER_THE_BOARD
    return {
        "game": game_name(found.variant),
        "game_said": say_rules(rules, game=found.variant, seats=2),
        "clock_said": "" if over_the_board else say_clock_line(control_of(found.clock, found.increment_ms)),
        "rule_rows": say_tournament_rules(settings, over_the_board=over_the_board),
        "tie_breaks": [displays.column_of(name) for name in settings.tie_breaks],
    }


def _part_log(found: Tournament, _event: Event, names: displays.Names, _context: Context) -> Context:
    """Everything that was done, last first, for everybody to read."""
    lines, entrant = [], 0
    for row in found.log.select_related("actor"):
        action = action_from_plain(row.kind, json.loads(row.payload))
        entrant += isinstance(action, Enter)
        why = say_reason_given(row.reason, by_the_server=row.actor_id is None)
        lines.append({"row": row, "said": say_action(action, names, entrant=entrant), "why": why})
    return {"lines": list(reversed(lines))}


def _members(found: Tournament) -> Context:
    """The tournaments of a series."""
    members = listed.announced().filter(series=found).order_by("starts_at", "pk")
    season = {"series": found, "table": series.table_of(found)}
    return {
        "members": [listed.row(one) for one in members],
        "season": season,
        "part_template": "tournaments/_part_series.html",
    }


_PART = {
    "now": _part_now,
    "rounds": _part_rounds,
    "standings": _part_standings,
    "bracket": _part_bracket,
    "entries": _part_entries,
    "rules": _part_rules,
    "log": _part_log,
}


@require_safe
@never_cache
def why(request: HttpRequest, code: str, number: int, column: str) -> HttpResponse:
    """Where a number of the table comes from; to htmx the explanation alone."""
    found = found_for(request, code)
    if found.is_series:
        raise Http404
    event, names, form = events.load(found), names_of(found), events.format_of(found)
    columns: dict[str, TieBreak] = {name: name for name in event.settings.tie_breaks}
    if not 1 <= number <= len(event.entrants) or not event.entrants[number - 1].seed:
        raise Http404
    if column == "points":
        explained = displays.explain_points(event, form, number, names)
    elif column in columns:
        explained = displays.explain_tie_break(event, form, number, columns[column], names)
    else:
        raise Http404
    context = {"tournament": found, "explained": explained}
    if request.headers.get("HX-Request"):
        return render(request, "tournaments/_why.html", context)
    return render(request, "tournaments/why.html", context)
