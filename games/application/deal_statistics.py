"""How the cards have fallen so far: a tally of every deal of finished matches, and what it says beside chance.

The tally is one row (:class:`games.models.DealTally`). The sweep adds the matches that have finished since, a few at
a time, and once it has come to the end rests for an hour; no page counts anything. Deals of all games count for the
cards; how hands end is counted of plain gin for two, where there is something to compare it with.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Q, QuerySet

from games.application import store
from games.application.chain import Row
from games.application.clocks import now_ms
from games.application.codec import canonical
from games.application.deals import LostKey
from games.application.fold import Diverged, inputs
from games.application.store.batch import moment
from games.domain.cards import DECK_SIZE, POINTS, RANKS, SUITS, iter_cards
from games.domain.chances import evenness, wilson
from games.domain.events import Event, HandDealt, HandScored, HandVoided, RummyDealt
from games.domain.melds import min_deadwood
from games.models import DealTally, Match

logger = logging.getLogger(__name__)

Counts = dict[str, Any]

REST_MS = 3_600_000
"""How long the tally rests once it has come to the end."""

LOOK_SECONDS = 60
"""How often the sweep of any process looks whether it is time, and goes on with what it did not finish."""

AT_A_TIME = 25
"""Matches that are counted in one look: a fraction of a second."""

SETTLE_MS = 60_000
"""A match is counted this long after its end: by then whatever ended before it is on the disk too."""

PLAYED_OUT = frozenset({"wall", "stall"})
"""Voids that belong to the game; a hand that somebody left was not played to its end."""


def no_counts() -> Counts:
    """A tally of nothing."""
    return {
        "matches": 0,
        "hands": 0,
        "ranks": [0] * len(RANKS),
        "suits": [0] * len(SUITS),
        "spread": 0,  # the sum of n * (52 - n) over the hands dealt, n cards each
        "tens": 0,  # hands of ten cards,
        "melded": 0,  # and those that held a meld as they were dealt
        "upcard_ranks": [0] * len(RANKS),
        "upcard_suits": [0] * len(SUITS),
        "own": 0,  # seeds that players brought,
        "stood_in": 0,  # that the server brought for people,
        "computers": 0,  # and for computer players
        "endings": {},
    }


# Counting


def look_round(**_signal: Any) -> None:
    """Add some of the matches that finished since, if it is time. To be called often, by any number of processes."""
    if not cache.add("deal-tally", 1, LOOK_SECONDS):
        return
    tally, _made = DealTally.objects.get_or_create(pk=1)
    now = now_ms()
    if now - tally.counted_at < REST_MS:
        return
    batch = list(_finished_since(tally, now - SETTLE_MS)[:AT_A_TIME])
    counts = no_counts() | json.loads(tally.counts)
    for match in batch:
        _count_match(counts, match)
    last = batch[-1] if batch else None
    standing = DealTally.objects.filter(pk=1, through=tally.through, through_match=tally.through_match)
    standing.update(  # of several processes one gets its count in
        counts=canonical(counts),
        counted_at=now if len(batch) < AT_A_TIME else tally.counted_at,
        through=tally.through if last is None else last.finished_at,
        through_match=tally.through_match if last is None else last.pk,
    )


def _finished_since(tally: DealTally, until: int) -> QuerySet[Match]:
    finished = Match.objects.filter(status=Match.Status.FINISHED, finished_at__lte=moment(until))
    if tally.through is not None:
        later = Q(finished_at__gt=tally.through) | Q(finished_at=tally.through, pk__gt=tally.through_match)
        finished = finished.filter(later)
    return finished.prefetch_related("seats").order_by("finished_at", "pk")


def _count_match(counts: Counts, match: Match) -> None:
    """Add a match; one whose log cannot be folded is left out."""
    try:
        rows = store.read_since(match.pk, 0)
        told = [one for one in inputs(match.pk, match.code, rows) if one.row.number > _seen(rows)]
    except (Diverged, LostKey):
        logger.warning("match %s cannot be counted", match.code)
        return
    counts["matches"] += 1
    computers = {seat.seat for seat in match.seats.all() if seat.bot}
    plain = match.variant == "gin" and match.seat_count == 2
    for one in told:
        if one.row.kind == "deal":
            _count_seeds(counts, json.loads(one.row.payload), computers)
        for event in one.events:
            _count_event(counts, event, plain=plain)


def _seen(rows: Sequence[Row]) -> int:
    """The last row that was counted before: a match that a ruling has resumed was counted up to its earlier end."""
    ends = [row.number for row in rows if row.kind == "match_ended"]
    return ends[-2] if len(ends) > 1 else 0


def _count_seeds(counts: Counts, payload: dict[str, Any], computers: set[int]) -> None:
    if payload["hand"] == 0:  # the draw, to which nobody can bring a seed
        return
    for one in payload["seats"]:
        whose = "own" if not one["default"] else "computers" if one["seat"] in computers else "stood_in"
        counts[whose] += 1


def _count_event(counts: Counts, event: Event, *, plain: bool) -> None:
    match event:
        case HandDealt() | RummyDealt():
            _count_cards(counts, event)
        case HandScored() if plain:
            kind = "gin" if event.kind == "big_gin" else event.kind
            counts["endings"][kind] = counts["endings"].get(kind, 0) + 1
        case HandVoided() if plain and event.reason in PLAYED_OUT:
            counts["endings"]["void"] = counts["endings"].get("void", 0) + 1


def _count_cards(counts: Counts, dealt: HandDealt | RummyDealt) -> None:
    counts["hands"] += 1
    cards = [card for hand in dealt.hands for card in iter_cards(hand or 0)]
    for card in cards:
        counts["ranks"][card % 13] += 1
        counts["suits"][card // 13] += 1
    counts["spread"] += len(cards) * (DECK_SIZE - len(cards))
    tens = [hand for hand in dealt.hands if hand is not None and hand.bit_count() == 10]
    counts["tens"] += len(tens)
    counts["melded"] += sum(min_deadwood(hand) < sum(POINTS[card] for card in iter_cards(hand)) for hand in tens)
    counts["upcard_ranks"][dealt.upcard % 13] += 1
    counts["upcard_suits"][dealt.upcard // 13] += 1


# Reading


class Falling(NamedTuple):
    """How often each rank or each suit came, in a place: the hands dealt or the upcards. ``p`` as in ``evenness``."""

    where: str  # hands, upcards
    what: str  # ranks, suits
    counts: tuple[tuple[str, int], ...]
    even: float  # how often each would come if all came alike
    p: float


class Share(NamedTuple):
    """How many of some hands were so, as a share with its 95 % interval; and what was simulated, by whom."""

    kind: str
    found: int
    share: float
    low: float
    high: float
    expected: dict[str, float]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the public page tells."""

    matches: int
    hands: int
    fallings: tuple[Falling, ...]
    tens: int  # hands of ten cards
    melded: Share  # of them
    endings: tuple[Share, ...]
    ended: int  # hands of plain gin that were played out
    own: int
    stood_in: int
    computers: int
    counted_at: int  # ms; 0: never


MELDED = {"packs": 0.3975}
"""The share of ten-card hands that hold a meld, of a million off shuffled packs (``bench/endings.py``)."""

EXPECTED = {
    "knock": {"beginner": 0.9377, "casual": 0.9297, "club": 0.2776},
    "undercut": {"beginner": 0.0383, "casual": 0.0481, "club": 0.0300},
    "gin": {"beginner": 0.0215, "casual": 0.0200, "club": 0.5825},
    "void": {"beginner": 0.0024, "casual": 0.0021, "club": 0.1100},
}
"""How hands of gin for two end where our computer players meet their like (``bench/endings.py``)."""


def read() -> Statistics:
    """The tally as it stands. One row is read, nothing counted."""
    tally = DealTally.objects.filter(pk=1).first()
    counts = no_counts() | (json.loads(tally.counts) if tally else {})
    endings = counts["endings"]
    ended = sum(endings.values())
    return Statistics(
        matches=counts["matches"],
        hands=counts["hands"],
        fallings=_fallings(counts),
        tens=counts["tens"],
        melded=_share("melded", counts["melded"], counts["tens"], MELDED),
        endings=tuple(_share(kind, endings.get(kind, 0), ended, EXPECTED[kind]) for kind in EXPECTED),
        ended=ended,
        own=counts["own"],
        stood_in=counts["stood_in"],
        computers=counts["computers"],
        counted_at=tally.counted_at if tally else 0,
    )


def _fallings(counts: Counts) -> tuple[Falling, ...]:
    spread = counts["spread"] / (DECK_SIZE - 1)
    return (
        _falling("hands", "suits", SUITS, counts["suits"], spread),
        _falling("hands", "ranks", RANKS, counts["ranks"], spread),
        _falling("upcards", "suits", SUITS, counts["upcard_suits"], counts["hands"]),
        _falling("upcards", "ranks", RANKS, counts["upcard_ranks"], counts["hands"]),
    )


def _falling(where: str, what: str, names: str, counts: list[int], spread: float) -> Falling:
    return Falling(
        where, what, tuple(zip(names, counts, strict=True)), sum(counts) / len(counts), evenness(counts, spread)
    )


def _share(kind: str, found: int, of: int, expected: dict[str, float]) -> Share:
    return Share(kind, found, found / of if of else 0.0, *wilson(found, of), expected)
