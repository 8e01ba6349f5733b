"""How strong somebody is, as a value, and what one result makes of it: Glicko-2.

A rating period is one rated match (with more than two sides: a game against each of the others), and every whole day
without one: after a match the deviation shrinks by what was learnt, with every idle day it grows by the volatility. The
arithmetic is that of the library ``glicko2`` (docs/adr/0009-ratings-by-glicko-2.md says why it may be trusted); this
module decides the numbers it begins with.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import glicko2

INITIAL_RATING = 1500.0

INITIAL_DEVIATION = 100.0
"""Gin's luck keeps players together: three in four matches is a great lead. Glicko's usual 350, made for chess, would
throw newcomers about by hundreds of points for a few lucky hands."""

INITIAL_VOLATILITY = 0.01
"""A sixth of the usual .06: card players do not leap, and what looks like a leap was luck."""

PERIOD = timedelta(days=1)
"""How long nothing must happen for the deviation to grow by one step."""

PROVISIONAL_ABOVE = 75.0
"""A deviation that is still this large says little. Ten matches against one's like bring it below."""

SCALE = 173.7178
"""Points of the shown scale in one unit of Glicko-2's own."""

TOLERANCE = 1e-6
"""Ratings that differ by less are the same: the last bits of a logarithm differ between machines."""


class Strength(NamedTuple):
    """A rating, how uncertain it is (one standard deviation, in points), and how much it wanders."""

    rating: float
    deviation: float
    volatility: float

    @property
    def points(self) -> int:
        """The rating as it is shown."""
        return round(self.rating)

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known for the rating to mean much."""
        return self.deviation > PROVISIONAL_ABOVE


NEWCOMER = Strength(INITIAL_RATING, INITIAL_DEVIATION, INITIAL_VOLATILITY)
"""Everybody before the first rated match."""


def aged(strength: Strength, since: datetime | None, now: datetime) -> Strength:
    """The strength after a rest: the deviation grows with each whole period, never beyond a newcomer's.

    ``since`` is ``None`` for who never played.
    """
    periods = max(0, (now - since) // PERIOD) if since is not None else 0
    if not periods or strength.deviation >= INITIAL_DEVIATION:
        return strength
    grown = math.hypot(strength.deviation, math.sqrt(periods) * strength.volatility * SCALE)
    return strength._replace(deviation=min(grown, INITIAL_DEVIATION))


def after(own: Strength, games: Sequence[tuple[Strength, float]]) -> Strength:
    """The strength after one match: against whom, as strong as before it, with which score.

    A score is 1 for won, 0.5 for drawn, 0 for lost.
    """
    others = [other for other, _score in games]
    player = glicko2.Player(own.rating, own.deviation, own.volatility)
    player.update_player(
        [other.rating for other in others], [other.deviation for other in others], [score for _other, score in games]
    )
    return Strength(player.rating, player.rd, player.vol)


def is_same(one: Strength, other: Strength) -> bool:
    """Whether two strengths are equal but for rounding."""
    return all(abs(mine - theirs) <= TOLERANCE for mine, theirs in zip(one, other, strict=True))
