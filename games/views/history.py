"""Looking back: the games one is in, the games one has played, and the page of a finished match."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.application import lobby as find
from games.application import reports, sayings, stories
from games.application.players import changes_for
from games.application.ratings import changes_of
from games.application.seats import may_look, opponents_of, seat_name, seat_names, seat_of
from games.application.terms import clock_of, is_slow, rules_of
from games.models import Match, Report
from games.views.lobby import table_row

PAGE = 20

Context = dict[str, Any]


@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """My games: those in play, with whose turn it is; my waiting tables; those played."""
    if not request.user.is_authenticated:
        return render(request, "games/mine.html", {"playing": [], "waiting": [], "page": None})
    playing = [playing_row(match, request.user) for match in find.my_matches(request.user)]
    playing.sort(key=lambda row: not row["my_turn"])
    page = Paginator(stories.finished_matches(request.user), PAGE).get_page(request.GET.get("page"))
    changes = changes_for(request.user, list(page))
    context = {
        "playing": playing,
        "waiting": [table_row(table) for table in find.my_open_tables(request.user)],
        "page": page,
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
    seat = seat_of(match, user)
    totals = stories.totals_of(match)
    return {
        "match": match,
        "opponent": opponents_of(match, seat),
        "outcome": "drawn" if match.winner_seat is None else "won" if match.winner_seat == seat else "lost",
        "void": match.end_reason == Match.EndReason.AGREED,
        "reason": match.get_end_reason_display(),
        "mine": totals[seat] if seat is not None else None,
        "theirs": [total for number, total in enumerate(totals) if number != seat],
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
    return render(request, "games/match.html", match_context(found, seat_of(found, request.user)))


def match_context(found: Match, seat: int | None) -> Context:
    """Everything that the page of a finished match says."""
    names = [name or "" for name in seat_names(found)]
    story = stories.story_of(found)
    end = story.end or {"lines": [], "totals": stories.totals_of(found), "settlement": 0}
    rules = rules_of(found)
    said = sayings.say_end(found.end_reason, found.winner_seat, names)
    won = seat is not None and seat == found.winner_seat
    changes = changes_of(found)
    return {
        "match": found,
        "names": names,
        "players": [
            {
                "name": names[chair.seat],
                "total": end["totals"][chair.seat],
                "won": chair.seat == found.winner_seat,
                "bot": bool(chair.bot),
                "person": chair.user,
                "rating": changes.get(chair.seat),
            }
            for chair in found.seats.all()
        ],
        "hands": [hand_context(hand, names) for hand in story.hands],
        "said": said,
        "seat": seat,
        "reportable": [(chair, seat_name(chair), done) for chair, done in reports.reportable(found, seat)],
        "reasons": Report.Reason.choices,
        "won": won,
        "ending": said if won and found.end_reason != Match.EndReason.TARGET else "",
        "lines": [(str(sayings.TOTAL_LABELS.get(line["key"], line["key"])), line["amounts"]) for line in end["lines"]],
        "totals": end["totals"],
        "settlement": end["settlement"],
        "rules_said": sayings.say_rules(rules, clock_of(found), game=found.variant, seats=found.seat_count),
        "rules": sayings.rule_rows(rules, game=found.variant),
        "preset": sayings.preset_name(found.preset) if found.preset else "",
    }


def hand_context(hand: stories.HandStory, names: list[str]) -> Context:
    """One hand: how it ended in a sentence, the reckoning line by line, the cards shown."""
    ending = {"void": hand.void} if hand.void else hand.result
    kind = hand.result["kind"] if hand.result else "void"
    return {
        "number": hand.number,
        "dealer": names[hand.dealer],
        "upcard": hand.upcard,
        "limit": hand.limit,
        "kind": str(sayings.HAND_KINDS[kind]) if kind != "knock" else "",
        "said": sayings.say_hand(ending, names) if ending else "",
        "lines": sayings.hand_lines(hand.result) if hand.result else [],
        "points": [
            hand.result["points"] if hand.result and hand.result["winner"] == number else None
            for number in range(len(names))
        ],
        "shown": shown_cards(hand, names),
    }


def shown_cards(hand: stories.HandStory, names: list[str]) -> list[Context]:
    """What lay on the table at the end: the knocker's melds and deadwood, the defender's, and what was laid off."""
    shown = []
    for event in (hand.knock, hand.defence):
        if event is None:
            continue
        shown.append(
            {
                "name": names[event["seat"]],
                "melds": [meld.split() for meld in event["melds"]],
                "deadwood": (event["deadwood"] or "").split(),
                "count": event["count"],
                "layoffs": [card for card, _meld in event.get("layoffs", [])],
            }
        )
    return shown
