"""How long somebody thinks before a discard, and whether people do.

People take now long, now short: their times spread over an order of magnitude, longer for hard choices. A script waits
a set time, give or take a little, or answers at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, sqrt
from typing import NamedTuple

QUICK_MS = 400
"""Nobody sees a card, chooses among several that look alike and presses a button in less."""

LEAST_MS = 20
"""What is less is taken for this, so that a logarithm has something to go on."""


class Pace(NamedTuple):
    """The discards of one seat, summed up."""

    discards: int = 0
    logs: float = 0.0  # of the times, in ms
    squares: float = 0.0  # of those logarithms
    hard: int = 0  # discards that were hard to choose
    quick: int = 0  # ... and were chosen in no time

    @classmethod
    def of(cls, times: Iterable[tuple[int, bool]]) -> Pace:
        """The sum of some discards: how long each took (ms), and whether it was hard."""
        logs = [(log(max(LEAST_MS, ms)), hard, hard and ms < QUICK_MS) for ms, hard in times]
        return cls().plus(cls(1, value, value * value, hard, quick) for value, hard, quick in logs)

    def plus(self, others: Iterable[Pace]) -> Pace:
        """All of them together."""
        return Pace(*map(sum, zip(self, *others, strict=True)))

    @property
    def typical_ms(self) -> int:
        """The middle of the times (their geometric mean)."""
        return round(exp(self.logs / self.discards)) if self.discards else 0

    @property
    def spread(self) -> float:
        """The standard deviation of the logarithms: about 0.7 is twice as long or half as long."""
        if self.discards < 2:
            return 0.0
        mean = self.logs / self.discards
        return sqrt(max(0.0, self.squares / self.discards - mean * mean))

    @property
    def quick_share(self) -> float:
        """The share of the hard choices that were made in no time."""
        return self.quick / self.hard if self.hard else 0.0
