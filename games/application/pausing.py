"""A match that rests while something is before the referee: offered and agreed by its people, or ordered.

Pure, as ``record`` is. Play goes on unless everybody at the table agrees to pause, or the referee says so; what the
people agreed on each of them may end, what the referee ordered ends when the referee says so. While it rests no clock
runs, and the server does nothing of its own accord.
"""

from __future__ import annotations

from uuid import UUID

from games.application.record import LiveMatch, Pause, Step, on_the_clock, written
from games.domain.actions import SERVER
from games.domain.clock import SeatClock
from games.domain.errors import Code, RuleViolation


def people(live: LiveMatch) -> list[int]:
    """The seats whose people are there to agree."""
    held = live.game.computers | live.game.away
    return [seat for seat in range(live.game.seats) if not held >> seat & 1]


def offer(live: LiveMatch, seat: int, now: int, command_id: UUID | None = None) -> Step:
    """A seat would have the match rest; once all would, it does. Raises RuleViolation."""
    now, there = max(now, live.at), people(live)
    if live.paused or live.finish is not None or seat not in there or len(there) < 2:
        raise RuleViolation(Code.WRONG_PHASE)
    if live.pause.offers >> seat & 1:
        raise RuleViolation(Code.ALREADY_DONE)
    after = offered(live, seat)
    step = written(live, after, [(seat, "pause_offered", {})], now, command_id)
    if not all(after.pause.offers >> other & 1 for other in there):
        return step
    rested = written(step.live, stopped(step.live, now), [(SERVER, "paused", {"by": "players"})], now)
    return step.then(rested)


def order(live: LiveMatch, now: int) -> Step:
    """The referee lets the match rest; what its people agreed on is the referee's from now on. Raises RuleViolation."""
    now = max(now, live.at)
    if live.finish is not None or live.pause.by_referee:
        raise RuleViolation(Code.WRONG_PHASE)
    after = stopped(live, now, by_referee=True)
    return written(live, after, [(SERVER, "paused", {"by": "referee"})], now)


def resume(live: LiveMatch, seat: int, now: int, command_id: UUID | None = None) -> Step:
    """The match goes on, at the word of a seat or (``SERVER``) of the referee. Raises RuleViolation."""
    now = max(now, live.at)
    if not live.paused:
        raise RuleViolation(Code.WRONG_PHASE)
    if seat != SERVER and live.pause.by_referee:
        raise RuleViolation(Code.REFEREE_PAUSED)
    return written(live, gone_on(live, now), [(seat, "resumed", {})], now, command_id)


# What writing and folding share


def offered(live: LiveMatch, seat: int) -> LiveMatch:
    """The match with one more who would have it rest."""
    return live._replace(pause=live.pause._replace(offers=live.pause.offers | 1 << seat))


def stopped(live: LiveMatch, now: int, *, by_referee: bool = False) -> LiveMatch:
    """The match at rest: its clocks stand, and what their turns had run to is kept."""
    if live.paused:
        return live._replace(pause=live.pause._replace(by_referee=by_referee))
    turns = tuple(seat.running_since for seat in live.clock.seats)
    seats = tuple(seat._replace(running_since=None) for seat in live.clock.seats)
    return live._replace(clock=live.clock._replace(seats=seats), pause=Pause(0, now, by_referee, turns))


def gone_on(live: LiveMatch, now: int) -> LiveMatch:
    """The match as it goes on: a turn that ran has as much left as it had, one that a ruling brought begins now."""
    pause = live.pause
    assert pause.since is not None
    rested, after = now - pause.since, live._replace(pause=Pause())
    seats = list(live.clock.seats)
    for seat in on_the_clock(after):
        own, ran = seats[seat], pause.turns[seat]
        seats[seat] = SeatClock(own.bank_ms, own.lag_bank_ms, now if ran is None else ran + rested)
    resting_since = live.resting_since
    if resting_since is not None:
        resting_since += now - max(pause.since, resting_since)
    return after._replace(clock=live.clock._replace(seats=tuple(seats)), resting_since=resting_since)
