"""The record of a finished match: its log as the text that anybody can play again (``docs/record-format.md``).

A record names seats, never people. It is made of matches that are over only: their hands are no secret any more, and
every seed is open.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from games.application import store
from games.application.chain import Row
from games.application.fold import Input, counted, inputs
from games.application.replays import Turn
from games.domain import clock as clocks
from games.domain.actions import Flag
from games.domain.cards import hand_of
from games.domain.clock import TimeControl
from games.domain.events import HandScored, HandVoided
from games.domain.match import must_act, new_match, step
from games.domain.notation import (
    Commitment,
    HandLost,
    Line,
    NotationError,
    Played,
    PlayerSeed,
    Record,
    Rested,
    ServerSeed,
    TimeGiven,
    TimeReturned,
    parse_record,
)
from games.domain.replay import check, outcomes_of
from games.domain.variants import get_variant
from games.models import Match

Plain = dict[str, Any]


def record_of(match: Match) -> Record | None:
    """The record of a match; ``None`` until it is over.

    Raises Diverged or LostKey for a log that cannot be folded.
    """
    if match.status != Match.Status.FINISHED:
        return None
    return record_of_log(match.pk, match.code, store.read_since(match.pk, 0))


def record_of_log(match_id: int, code: str, rows: Sequence[Row]) -> Record:
    """The record of a match that is over, from all the rows of its log."""
    started: Plain = json.loads(rows[0].payload)
    variant = get_variant(started["variant"])
    return Record(
        variant.name,
        started["rules_version"],
        started["seats"],
        variant.rules_from_dict(started["rules"]),
        tuple(_Reading(match_id, code, rows).lines()),
        hand_of(started.get("computers", ())),
        code,
        TimeControl(**started["clock"]),
        datetime.fromtimestamp(rows[0].at // 1000, UTC),
    )


def read_record(content: bytes) -> Record:
    """A record from whatever hand, read and played again to its last line. Raises BadRecord for the first bad one."""
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise NotationError(line, "a record is written in ASCII") from error
    record = parse_record(text)
    check(record)
    return record


def hands_of(record: Record) -> tuple[int, ...]:
    """The numbers of the hands that were dealt and are over, at one table at least."""
    ended = (line for line in record.lines if isinstance(line, HandScored | HandVoided))
    return tuple(
        sorted({hand.hand_no for hand in ended if not (isinstance(hand, HandVoided) and hand.reason == "undealt")})
    )


def has_seeds(record: Record) -> bool:
    """Whether the record says what its deals follow from."""
    return any(isinstance(line, ServerSeed) for line in record.lines)


def turns_of(record: Record) -> Iterator[Turn]:
    """The inputs of a record that checks, as a replay wants them: how long each took, what the clocks then said."""
    match = new_match(get_variant(record.variant), record.seats, record.rules, computers=record.computers)
    clock = None if record.clock is None else clocks.new_clock(record.clock, record.seats)
    begun: dict[int, int] = {}  # how far the turn of each seat in turn had got when it last acted
    for line in record.lines:
        if isinstance(line, TimeGiven) and clock is not None:
            clock = clocks.give(clock, line.seat, line.ms)
        if not isinstance(line, Played):
            continue
        match = step(match, line.seat, line.action)
        seat = line.action.seat if isinstance(line.action, Flag) else line.seat
        used = None if line.used_ms is None else max(0, line.used_ms - begun.get(seat, 0))
        in_turn = must_act(match)
        if clock is not None and line.used_ms is not None and seat not in in_turn:
            clock = clocks.advance(clocks.advance(clock, (), (seat,), 0), (seat,), (), line.used_ms, line.lag_ms)
        begun = {other: (line.used_ms or 0) if other == seat else begun.get(other, 0) for other in in_turn}
        banks = None if clock is None or clock.control.move_ms is None else tuple(own.bank_ms for own in clock.seats)
        yield Turn(line.seat, line.action, used, banks)


class _Reading:
    """A log being read row by row; what the rows so far have promised for deals to come."""

    def __init__(self, match_id: int, code: str, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.inputs = {one.row.number: one for one in inputs(match_id, code, rows)}
        self.opened: dict[int, bytes] = {}  # the server's seed of each hand
        self.promised: dict[int, str] = {}  # the server's commitment for each hand
        self.committed: dict[tuple[int, int], str] = {}  # by hand and seat: the commitment that counts so far
        self.rests_since = 0  # ms
        for row in rows:
            if row.kind == "hand_opened":
                opened = json.loads(row.payload)
                self.opened[opened["hand"]] = bytes.fromhex(opened["seed"])

    def lines(self) -> Iterator[Line]:
        """What the record says, in the order of the rows."""
        for row in counted(self.rows):
            yield from self._told(row, json.loads(row.payload))

    def _told(self, row: Row, payload: Plain) -> Iterator[Line]:
        match row.kind:
            case "seed_committed":
                hand_no = payload["hand"]
                self.promised[hand_no] = payload["commitment"]
                self.committed |= {(hand_no, offer["seat"]): offer["default"] for offer in payload["seats"]}
            case "player_committed":
                self.committed[payload["hand"], row.seat] = payload["commitment"]
            case "deal":
                yield from self._seeds(payload)
            case "time_returned":
                yield TimeReturned(payload["ms"])
            case "time_given":
                yield TimeGiven(payload["seat"], payload["ms"])
            case "paused":
                self.rests_since = self.rests_since or row.at
            case "resumed":
                yield Rested(row.at - self.rests_since)
                self.rests_since = 0
            case "hand_lost":
                yield HandLost(payload["hand"])
        one = self.inputs.get(row.number)
        if one is not None:
            used_ms = _used(one)
            yield Played(one.seat, one.action, used_ms, 0 if used_ms is None else payload.get("lag", 0))
            yield from outcomes_of(one.events)

    def _seeds(self, payload: Plain) -> Iterator[Line]:
        """What the deal of this row follows from."""
        hand_no = payload["hand"]
        yield Commitment(self.promised[hand_no])
        for one in payload["seats"]:
            digest = self.committed[hand_no, one["seat"]]
            yield PlayerSeed(one["seat"], bytes.fromhex(one["seed"]), digest, is_default=one["default"])
        yield ServerSeed(self.opened[hand_no])


def _used(one: Input) -> int | None:
    """How long the turn of whoever acted, or was late, had lasted; ``None`` for those whose clock did not run."""
    late = isinstance(one.action, Flag)  # between hands: with a seed that the seat owed
    seat = one.action.seat if isinstance(one.action, Flag) else one.seat
    if not late and seat not in must_act(one.before.game):
        return None
    since = one.before.clock.seats[seat].running_since
    return None if since is None else max(0, one.after.at - since)
