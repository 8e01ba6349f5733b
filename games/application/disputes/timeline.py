"""All that is known of a match in one order of time, for the referee: play, clocks, seeds, words, who was there, cases.

The cards of a hand that has ended or was voided are told; a hand in play is told as a spectator may see it, whoever
asks. What was said in private is marked with who could hear it, and told when the hand is over in which it was said:
partners and advisers talk about cards. ``sayings.timeline`` has a sentence for every moment.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from games.application import store, talk
from games.application.chain import Row
from games.application.codec import event_to_plain
from games.application.deals import LostKey
from games.application.fold import Diverged, stages
from games.application.record import LiveMatch
from games.domain import clock as clocks
from games.domain.cards import iter_cards
from games.domain.events import Event
from games.models import CaseEntry, ChatLine, Match, Visit

Plain = dict[str, Any]

ROWS = (
    "match_started",
    "seed_committed",
    "player_committed",
    "seat_defaulted",
    "player_revealed",
    "seeds_owed",
    "hand_opened",
    "hand_lost",
    "time_returned",
    "time_given",
    "pause_offered",
    "paused",
    "resumed",
)
"""The kinds of rows of the log that are moments by themselves; the others bring events, or repeat one."""

SAID = {
    "seat_defaulted": ("seats",),
    "seeds_owed": ("seats",),
    "time_returned": ("ms",),
    "time_given": ("ruling", "seat", "ms"),
    "paused": ("by",),
}
"""What of a row's payload belongs to its moment; ``hand`` and ``seat`` always do."""

BESIDE = ("came", "went", "said", "unsaid", "case", "unreadable")
"""The kinds of moments that are not in the log."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened. ``kind`` is that of an event of the protocol, one of ``ROWS`` or one of ``BESIDE``."""

    at: int  # ms
    kind: str
    seat: int | None = None  # whose; null: the server's, a spectator's, the referee's
    hand: int = 0  # in which hand; 0: before the first
    row: int | None = None  # of the log
    plain: Plain = field(default_factory=dict)  # the event as the protocol has it; what the row says
    used_ms: int | None = None  # of an action: since the seat had to act, or since its last action in that turn
    lag_ms: int = 0  # what the message took, as it was credited
    banks: tuple[int, ...] | None = None  # what each seat has in reserve after it, ms; null: there is no clock
    running: tuple[int, ...] = ()  # the seats whose clocks run after it
    by: str = ""  # who, by name: a visitor, a speaker, whoever wrote in a case
    text: str = ""  # what was said
    audience: tuple[int, ...] | None = None  # the seats that could hear it; null: everybody


UNHEARD = "…"
"""In place of private words about a hand in play."""


class Told(NamedTuple):
    """A row of the log with what it brought about, and the match before it and after."""

    row: Row
    events: tuple[Event, ...]
    before: LiveMatch | None
    live: LiveMatch


def timeline_of(match: Match) -> list[Moment]:
    """Every moment of a match, in order. Reads and folds the log; for staff alone.

    A log that cannot be folded is told up to where it breaks, and says so (``unreadable``).
    """
    moments = [*_played(match), *_visits(match), *_words(match), *_cases(match)]
    return _in_hands(sorted(moments, key=lambda moment: moment.at))


def _in_hands(moments: Iterable[Moment]) -> list[Moment]:
    """What is not of the log belongs to the hand in which it happened."""
    placed, hand, over = [], 0, {0}
    for moment in moments:
        if moment.kind in ("hand_dealt", "rummy_dealt"):
            hand = moment.hand
        elif moment.kind == "hand_opened":
            over.add(moment.hand)
        placed.append(replace(moment, hand=hand) if moment.row is None else moment)
    return [
        replace(moment, text=UNHEARD) if moment.audience is not None and moment.hand not in over else moment
        for moment in placed
    ]


# The log


def _played(match: Match) -> Iterator[Moment]:
    rows = store.read_since(match.pk, 0)
    if not rows and not match.version:
        return
    told: list[Told] = []
    before: LiveMatch | None = None
    broken = ""
    try:
        for row, events, live in stages(match.pk, match.code, rows):
            told.append(Told(row, events, before, live))
            before = live
    except (Diverged, LostKey) as fault:
        broken = str(fault)
    except Exception as fault:  # rows that no match could have written; their text might tell a card
        broken = type(fault).__name__
    public = _public(told) if told else {}
    acted_at: dict[int, int] = {}
    for one in told:
        if one.events or one.row.kind in ROWS:
            yield from _moments(one, public.get(one.row.number), acted_at)
        if one.events:
            acted_at[one.row.seat] = one.row.at
    if broken:
        yield Moment(told[-1].row.at if told else 0, "unreadable", row=len(told) + 1, text=broken)


def _public(told: list[Told]) -> dict[int, list[Plain]]:
    """By row, what a spectator may see of the deal that is in play; nothing if none is."""
    last = told[-1].live
    if last.game.phase != "play":
        return {}
    dealt = max(one.row.number for one in told if one.row.kind == "deal")
    seen: dict[int, list[Plain]] = {}
    since = [(one.row.number, one.row.at, one.events) for one in told if one.row.number >= dealt]
    for plain in store.tell(last, since, None):
        seen.setdefault(plain["v"], []).append({key: plain[key] for key in plain if key not in ("v", "at")})
    return seen


def _moments(one: Told, public: list[Plain] | None, acted_at: dict[int, int]) -> Iterator[Moment]:
    """The moments of one row: its events, or itself. Time used stands at the first of them."""
    row, live, payload = one.row, one.live, json.loads(one.row.payload)
    timed = Moment(
        at=row.at,
        kind=row.kind,
        hand=live.game.hand_no,
        row=row.number,
        used_ms=_used(one, acted_at),
        lag_ms=payload.get("lag", 0),
        banks=None if live.clock.control.move_ms is None else tuple(own.bank_ms for own in live.clock.seats),
        running=clocks.running_seats(live.clock),
    )
    if not one.events:
        said = {key: payload[key] for key in SAID.get(row.kind, ())}
        seat = payload.get("seat", row.seat if row.seat >= 0 else None)
        yield replace(timed, plain=said, seat=seat, hand=payload.get("hand", timed.hand))
        return
    for plain in [event_to_plain(event) for event in one.events] if public is None else public:
        hand = plain.get("hand_no", timed.hand)
        yield replace(timed, kind=plain["kind"], seat=plain.get("seat"), hand=hand, plain=plain)
        timed = replace(timed, used_ms=None, lag_ms=0)


def _used(one: Told, acted_at: dict[int, int]) -> int | None:
    """How long the seat took. A turn is more than one action; time that was given back is no time taken."""
    row, before = one.row, one.before
    if before is None or row.seat < 0 or not (one.events or before.held_up):
        return None
    since = before.clock.seats[row.seat].running_since
    return None if since is None else max(0, row.at - max(since, acted_at.get(row.seat, 0)))


# What stands beside it


def _visits(match: Match) -> Iterator[Moment]:
    for visit in Visit.objects.filter(match=match).select_related("user"):
        name = visit.user.public_name if visit.user is not None else ""
        yield Moment(visit.came_at, "came", visit.seat, by=name)
        if visit.went_at is not None:
            yield Moment(visit.went_at, "went", visit.seat, by=name)


def _words(match: Match) -> Iterator[Moment]:
    """What was said; where numbers are left out, a line was deleted with whoever said it."""
    number = 0
    for line in ChatLine.objects.filter(match=match).select_related("user").order_by("number"):
        if line.number > number + 1:
            yield Moment(line.at, "unsaid", plain={"lines": line.number - number - 1})
        number = line.number
        yield Moment(
            line.at,
            "said",
            line.seat,
            by=line.user.public_name if line.user is not None else "",
            text=talk.words_of(line),
            audience=None if line.audience is None else tuple(iter_cards(line.audience)),
        )


def _cases(match: Match) -> Iterator[Moment]:
    for entry in CaseEntry.objects.filter(case__match=match).select_related("case", "by", "to"):
        plain = {"case": entry.case.code, "entry": entry.kind, "to": entry.to.public_name if entry.to else ""}
        seat = entry.case.opened_seat if entry.kind == CaseEntry.Kind.RAISED else None
        by = entry.by.public_name if entry.by is not None else ""
        yield Moment(int(entry.at.timestamp() * 1000), "case", seat, plain=plain, by=by, text=entry.text)
