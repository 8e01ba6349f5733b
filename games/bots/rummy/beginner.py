"""The rummy beginner: a casual player whose attention wanders.

One discard in five is any card that no meld of its hand needs, and every other chance to lay a card off goes unseen
until it is the last thing that keeps it from going out.
"""

from __future__ import annotations

import random

from games.bots.rummy.casual import dearest_loner, has_a_place, put_down
from games.bots.rummy.turn import answer
from games.domain.actions import LayOff, Meld, PlayerAction
from games.domain.perspective.rummy import RummyView

SLIPS = 0.2
"""The share of discards that are any card."""

OVERLOOKS = 0.5
"""The share of chances to lay off that it does not see."""


class Beginner:
    """Stateless: see :class:`games.bots.base.Bot`."""

    def choose(self, view: RummyView, rng: random.Random, budget_ms: int) -> PlayerAction:  # noqa: ARG002 (part of the protocol)
        """The beginner's action; it needs no part of the budget."""
        return answer(
            view,
            takes=lambda: has_a_place(view),
            plays=lambda: absently(view, rng),
            sheds=lambda: shed(view, rng),
        )


def absently(view: RummyView, rng: random.Random) -> Meld | LayOff | None:
    """What the casual player would put down, unless it is a lay-off that goes unseen."""
    play = put_down(view)
    return None if isinstance(play, LayOff) and rng.random() < OVERLOOKS else play


def shed(view: RummyView, rng: random.Random) -> int:
    """What the casual player sheds, or now and then any loose card."""
    assert view.best is not None
    loose = [card for card in view.can.discard if view.best.deadwood >> card & 1]
    return rng.choice(loose) if loose and rng.random() < SLIPS else dearest_loner(view, rng)
