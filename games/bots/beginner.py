"""The beginner: a casual player whose attention wanders.

One discard in five is only second best. It takes, goes out, knocks and lays off as the casual player does.
"""

from __future__ import annotations

import random

from games.bots.casual import joins_a_meld, least_useful, shed
from games.bots.obvious import answer
from games.domain.actions import Discard, PlayerAction
from games.domain.perspective import SeatView

SLIPS = 0.2
"""The share of its discards that are second best."""


class Beginner:
    """Stateless: see :class:`games.bots.base.Bot`."""

    def choose(self, view: SeatView, rng: random.Random, budget_ms: int) -> PlayerAction:  # noqa: ARG002 (part of the protocol)
        """The beginner's action; it needs no part of the budget."""
        return answer(view, takes=lambda: joins_a_meld(view), sheds=lambda: absently(view, rng))


def absently(view: SeatView, rng: random.Random) -> PlayerAction:
    """What the casual player sheds, or now and then a card that leaves more: the least of those counts."""
    best = shed(view, rng)
    if not isinstance(best, Discard) or rng.random() >= SLIPS:
        return best
    counts = sorted(set(view.after.values()))
    if len(counts) == 1:
        return best
    return Discard(least_useful([card for card, count in view.after.items() if count == counts[1]], view, rng))
