"""Looking back: the games one is in, the games one has played, and the page of a finished match."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.application import lobby as find
from games.application import sayings, stories
from games.application.disputes import cases, telling
from games.application.disputes import stories as disputes
from games.application.disputes.standing import standing_rulings
from games.application.players import changes_for
from games.application.ratings import changes_of
from games.application.seats import knows_the_end, may_look, opponents_of, seat_names, seat_of
from games.application.sides import Sides, away_at_the_end, result_for, side_of, sides_of, totals_of
from games.application.terms import clock_of, is_slow, rules_of
from games.models import Match
from games.views.lobby import table_row
from games.views.replay import note_look

PAGE = 20

Context = dict[str, Any]


@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """My games: those in play, with whose turn it is; my waiting tables; those played."""
    if not request.user.is_authenticated:
        return render(request, "games/mine.html", {"playing": [], "waiting": [], "page": None})
    reviewed = cases.matches_under_review(request.user)
    playing = [playing_row(match, request.user) for match in find.my_matches(request.user)]
    playing.sort(key=lambda row: not row["my_turn"])
    page = Paginator(stories.finished_matches(request.user), PAGE).get_page(request.GET.get("page"))
    changes = changes_for(request.user, list(page))
    context = {
        "playing": playing,
        "waiting": [table_row(table) for table in find.my_open_tables(request.user)],
        "page": page,
        "reviewed": reviewed,
        "finished": [finished_row(match, request.user) | {"change": changes.get(match.pk)} for match in page],
    }
    return render(request, "games/mine.html", context)


def moment(ms: int) -> datetime:
    """A time of the log as a date."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def playing_row(match: Match, user: Any) -> Context:
    """One game in play: whose turn it is, against whom, until when."""
    seat = seat_of(match, user)
    return {
        "match": match,
        "opponent": opponents_of(match, seat),
        "my_turn": seat in stories.must_move(match),
        "deadline": match.deadline,
        "until": moment(match.deadline) if match.deadline and is_slow(match.clock) else None,
        "game": sayings.say_game(rules_of(match), game=match.variant, seats=match.seat_count),
        "clock": sayings.clock_name(match.clock),
    }


def finished_row(match: Match, user: Any) -> Context:
    """One match played: against whom, won or lost, with which totals."""
    seat, sides, totals = seat_of(match, user), sides_of(match), totals_of(match)
    own = None if seat is None else side_of(sides, seat)
    return {
        "match": match,
        "opponent": opponents_of(match, seat),
        "outcome": "drawn" if seat is None else result_for(match.winner_seat, sides, seat),
        "void": match.end_reason == Match.EndReason.AGREED,
        "reason": match.get_end_reason_display(),
        "mine": None if own is None else totals[own],
        "theirs": [total for side, total in enumerate(totals) if side != own],
        "game": sayings.say_game(rules_of(match), game=match.variant, seats=match.seat_count),
    }


@require_safe
@never_cache
def match(request: HttpRequest, code: str) -> HttpResponseBase:
    """The page of a finished match: result, score sheet, every hand, the rules. A match in play is at its table."""
    found = get_object_or_404(Match.objects.prefetch_related("seats__user"), code=code)
    if found.status != Match.Status.FINISHED:
        return redirect("games:table", found.code)
    if not may_look(found, request.user):
        raise PermissionDenied
    if not knows_the_end(found, request.user):
        return redirect("games:table", found.code)
    if found.visibility != Match.Visibility.OPEN and seat_of(found, request.user) is None:
        note_look(request, found)
    context = match_context(found, seat_of(found, request.user)) | referee_context(found, request.user)
    return render(request, "games/match.html", context)


def referee_context(found: Match, user: Any) -> Context:
    """The rulings on a match in words, and what of it is still with the referee; links for those concerned."""
    known = {}
    if user.is_authenticated:
        known = {case.pk: case for case in cases.cases_of(user).filter(match=found)}
    rulings = []
    for ruling in standing_rulings(found):
        case = known.get(ruling.case_id)
        effects = disputes.say_to_everybody(ruling) if case is None else telling.say_ruling(ruling)
        if effects:
            rulings.append({"effects": effects, "url": "" if case is None else case.get_absolute_url()})
    return {"rulings": rulings, "open_cases": [case for case in known.values() if not case.is_settled]}


def match_context(found: Match, seat: int | None) -> Context:
    """Everything that the page of a finished match says."""
    names, sides = [name or "" for name in seat_names(found)], sides_of(found)
    teams = len(sides) < len(names)
    side_names = [sayings.say_names(names[member] for member in members) for members in sides]
    story = stories.story_of(found)
    end = story.end or {"lines": [], "totals": totals_of(found), "settlement": 0}
    rules = rules_of(found)
    said = sayings.say_end(found.end_reason, found.winner_seat, side_names, teams=teams)
    won = seat is not None and result_for(found.winner_seat, sides, seat) == "won"
    return {
        "match": found,
        "names": side_names,
        "sides": sides_context(found, sides, names, end["totals"]),
        "columns": columns_context(story, end, len(sides)),
        "hands": [hand_context(hand, names) | {"ruled": ruled_on(story, hand)} for hand in story.hands],
        "said": said,
        "seat": seat,
        "won": won,
        "ending": said if won and found.end_reason != Match.EndReason.TARGET else "",
        "left": sayings.say_names(names[member] for member in away_at_the_end(found)),
        "lines": total_lines(end["lines"]),
        "totals": end["totals"],
        "settlement": end["settlement"],
        "rules_said": sayings.say_rules(rules, clock_of(found), game=found.variant, seats=found.seat_count),
        "rules": sayings.rule_rows(rules, game=found.variant),
        "preset": sayings.preset_name(found.preset) if found.preset else "",
    }


def sides_context(found: Match, sides: Sides, names: list[str], totals: list[int]) -> list[Context]:
    """Who played, by side, with its total; whoever won first."""
    chairs, changes = {chair.seat: chair for chair in found.seats.all()}, changes_of(found)
    shown = [
        {
            "won": side == found.winner_seat,
            "total": totals[side],
            "players": [
                {
                    "name": names[seat],
                    "bot": bool(chairs[seat].bot),
                    "person": chairs[seat].user,
                    "rating": changes.get(seat),
                }
                for seat in members
                if seat in chairs
            ],
        }
        for side, members in enumerate(sides)
    ]
    return sorted(shown, key=lambda side: not side["won"]) if len(sides) > 2 else shown


def columns_context(story: stories.MatchStory, end: dict[str, Any], sides: int) -> list[Context]:
    """The columns of the sheet: each hand's points by side, and below them what the column was settled for.

    A single column is settled as the match is, and hands without points stand in it too: they were played.
    """
    if story.sheet is None:
        return []
    columns = story.sheet["columns"]
    played = list(dict.fromkeys(hand.number for hand in story.hands))
    shown = []
    for number, column in enumerate(columns, start=1):
        points = {entry["hand"]: entry for entry in column["entries"]}
        rows = [
            (
                hand,
                [
                    points[hand]["points"] if hand in points and points[hand]["side"] == side else None
                    for side in range(sides)
                ],
            )
            for hand in played
            if hand in points or len(columns) == 1
        ]
        settled = end if len(columns) == 1 else column["settlement"] or {"lines": [], "totals": column["totals"]}
        shown.append(
            {"number": number, "rows": rows, "lines": total_lines(settled["lines"]), "totals": settled["totals"]}
        )
    return shown


def total_lines(lines: list[dict[str, Any]]) -> list[tuple[str, list[int]]]:
    """The lines of a reckoning with their names; besides the hands only what gives somebody something."""
    return [
        (str(sayings.TOTAL_LABELS.get(line["key"], line["key"])), line["amounts"])
        for line in lines
        if line["key"] == "hands" or any(line["amounts"])
    ]


def hand_context(hand: stories.HandStory, names: list[str]) -> Context:
    """One hand: who was what in it, how it ended in a sentence, the reckoning line by line, the cards shown."""
    result = hand.result
    playing = {shown["seat"] for shown in result["seats"]}
    return {
        "number": hand.number,
        "players": sayings.say_names(names[seat] for seat in sorted(playing)) if len(playing) < len(names) else "",
        "roles": [
            (names[seat], str(sayings.ROLE_NAMES[role])) for seat, role in enumerate(hand.roles) if role is not None
        ],
        "dealer": names[hand.dealer],
        "limit": hand.limit,
        "kind": str(sayings.HAND_KINDS[result["kind"]]) if result["kind"] != "knock" else "",
        "said": sayings.say_hand(result, names),
        "points": result["points"],
        "lines": sayings.hand_lines(result) if result["lines"] else [],
        "shown": shown_cards(hand, names),
        "melds": [(names[meld["owner"]], meld["cards"].split()) for meld in hand.melds],
    }


def ruled_on(story: stories.MatchStory, hand: stories.HandStory) -> str:
    """What became of a hand by a ruling, in a few words."""
    if hand.number in story.struck:
        return gettext("Does not count")
    return gettext("Corrected by the referee") if (hand.number, hand.table) in story.changed else ""


def shown_cards(hand: stories.HandStory, names: list[str]) -> list[Context]:
    """What each player had at the end, the knocker (in basic rummy: who went out) first; nothing of a void hand."""
    result = hand.result
    if result["kind"] == "void":
        return []
    first = sorted(result["seats"], key=lambda shown: shown["seat"] != result["knocker"])
    return [_cards_of(shown, result) | {"name": names[shown["seat"]]} for shown in first]


def _cards_of(shown: dict[str, Any], result: dict[str, Any]) -> Context:
    if "left" in shown:  # basic rummy: what was not got rid of
        return {"melds": [], "deadwood": shown["left"].split(), "count": shown["count"], "layoffs": []}
    knocked = shown["seat"] == result["knocker"]
    return {
        "melds": [meld.split() for meld in shown["melds"]],
        "deadwood": shown["deadwood"].split(),
        "count": result["knocker_count" if knocked else "defender_count"],
        "layoffs": [card for card, _meld in shown["layoffs"]],
    }
