"""Thinking time as a value: each turn has its own time, and what a turn takes beyond it comes out of the seat's bank.

Times are Unix milliseconds and always passed in; durations are milliseconds. A turn lasts from when a seat has to act
until it no longer has to: drawing and shedding are one turn. The clock stands beside the match and never inside it, so
that a fold of the log gives every bank again from the times of its rows.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

LAG_PER_TURN_MS = 300
"""The most that a turn is given back for the way its message took."""

LAG_BANK_MS = 1_000
"""What a seat can be given back in all, until turns refill it."""

LAG_REFILL_MS = 100
"""What flows back into the lag bank with every turn: a steady lag of that much is always made good."""

_SECOND = 1_000
_HOUR = 3_600 * _SECOND
_DAY = 24 * _HOUR


class TimeControl(NamedTuple):
    """How much time a seat has. ``move_ms`` of ``None``: as much as it likes."""

    name: str
    move_ms: int | None
    bank_ms: int
    increment_ms: int
    pause_ms: int  # how long a hand's result stands before the next deal, unless everybody is ready sooner
    claim_ms: int | None = None  # without a heartbeat for so long, the opponent may claim the match (RULES 1.8)


CONTROLS: dict[str, TimeControl] = {
    control.name: control
    for control in (
        TimeControl("blitz", 10 * _SECOND, 60 * _SECOND, 0, 10 * _SECOND, 30 * _SECOND),
        TimeControl("standard", 30 * _SECOND, 180 * _SECOND, 0, 20 * _SECOND, 120 * _SECOND),
        TimeControl("slow-1", 1 * _DAY, 0, 0, _HOUR),
        TimeControl("slow-3", 3 * _DAY, 0, 0, _HOUR),
        TimeControl("slow-7", 7 * _DAY, 0, 0, _HOUR),
        TimeControl("none", None, 0, 0, _HOUR),
    )
}


class SeatClock(NamedTuple):
    """One seat's bank, what is left of its lag bank, and since when its turn runs."""

    bank_ms: int
    lag_bank_ms: int = LAG_BANK_MS
    running_since: int | None = None


class Clock(NamedTuple):
    """The clocks of all seats under one time control."""

    control: TimeControl
    seats: tuple[SeatClock, ...]


def new_clock(control: TimeControl, seats: int) -> Clock:
    """Full banks, nobody's turn."""
    return Clock(control, (SeatClock(control.bank_ms),) * seats)


def advance(
    clock: Clock, running_before: Collection[int], running_after: Collection[int], now: int, lag_ms: int = 0
) -> Clock:
    """The clock after a transition: who no longer has to act is charged, who now has to act begins to run.

    A seat in both goes on with the turn it is in. ``lag_ms`` is the measured lag of the message that made the
    transition, and is given back within the bounds above.
    """
    seats = list(clock.seats)
    for seat in running_before:
        if seat not in running_after:
            seats[seat] = _ended(clock.control, seats[seat], now, lag_ms)
    for seat in running_after:
        if seat not in running_before:
            own = seats[seat]
            seats[seat] = SeatClock(own.bank_ms, own.lag_bank_ms, now)
    return Clock(clock.control, tuple(seats))


def stop(clock: Clock, now: int) -> Clock:
    """The clock when the match is over: every running turn is charged, and none runs."""
    return advance(clock, running_seats(clock), (), now)


def shift(clock: Clock, ms: int) -> Clock:
    """The clock with running turns begun so much later: the time a server was down is given back."""
    return clock._replace(
        seats=tuple(
            seat if seat.running_since is None else seat._replace(running_since=seat.running_since + ms)
            for seat in clock.seats
        )
    )


def give(clock: Clock, seat: int, ms: int) -> Clock:
    """The clock with so much more in a seat's bank: a referee has given time back."""
    own = clock.seats[seat]
    return clock._replace(seats=(*clock.seats[:seat], own._replace(bank_ms=own.bank_ms + ms), *clock.seats[seat + 1 :]))


def running_seats(clock: Clock) -> tuple[int, ...]:
    """The seats whose turn runs."""
    return tuple(seat for seat, own in enumerate(clock.seats) if own.running_since is not None)


def deadline_of(clock: Clock, seat: int) -> int | None:
    """When the seat's time runs out: its turn, its bank and the lag it could be given back are used up.

    ``None`` when its turn does not run or the control sets no limit.
    """
    own = clock.seats[seat]
    if own.running_since is None or clock.control.move_ms is None:
        return None
    return own.running_since + clock.control.move_ms + own.bank_ms + min(LAG_PER_TURN_MS, own.lag_bank_ms)


def deadline(clock: Clock) -> int | None:
    """The earliest deadline of all seats, or ``None``."""
    return min((at for seat in running_seats(clock) if (at := deadline_of(clock, seat)) is not None), default=None)


def is_flagged(clock: Clock, seat: int, now: int) -> bool:
    """Whether the seat's time has run out."""
    at = deadline_of(clock, seat)
    return at is not None and now >= at


def _ended(control: TimeControl, own: SeatClock, now: int, lag_ms: int) -> SeatClock:
    """A seat's clock after its turn. A row that another process stamped a little early costs nothing."""
    if own.running_since is None:
        return own
    if control.move_ms is None:
        return own._replace(running_since=None)
    credit = max(0, min(lag_ms, LAG_PER_TURN_MS, own.lag_bank_ms))
    beyond = max(0, now - own.running_since - credit - control.move_ms)
    return SeatClock(
        bank_ms=max(0, own.bank_ms - beyond) + control.increment_ms,
        lag_bank_ms=min(LAG_BANK_MS, own.lag_bank_ms - credit + LAG_REFILL_MS),
    )
