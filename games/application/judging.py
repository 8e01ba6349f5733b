"""What a ruling writes into the log of a match: the ruling itself and what follows from it, and time that is given.

Pure, as ``record`` is. Who may rule, why, and what it means for people is no business of the log: see ``disputes``.
"""

from __future__ import annotations

from games.application.codec.rulings import ruling_to_plain
from games.application.record import LiveMatch, Step, moved, opened, outcomes, written
from games.domain import clock as clocks
from games.domain.actions import SERVER, Rule
from games.domain.match import apply


def rule(live: LiveMatch, action: Rule, now: int) -> Step:
    """The referee's ruling (RULES 1.8). Raises RuleViolation, and then nothing has changed."""
    now = max(now, live.at)
    game, events = apply(live.game, SERVER, action)
    after = moved(live, game, now)
    rows = [(SERVER, "ruling", ruling_to_plain(action)), *outcomes(events)]
    opening, after = opened(after)
    return written(live, after, rows + opening, now, None, events)


def give_time(live: LiveMatch, seat: int, ms: int, now: int) -> Step:
    """Put time into a seat's bank; a turn that runs has it at once."""
    after = live._replace(clock=clocks.give(live.clock, seat, ms))
    return written(live, after, [(SERVER, "time_given", {"seat": seat, "ms": ms})], max(now, live.at))
