"""The casual rummy player: plain good sense, no memory, nothing held back.

It takes a discard that it can put on the table at once, melds and lays off all it can, and sheds the dearest card that
nothing in its hand goes with.
"""

from __future__ import annotations

import random

from games.bots.rummy.turn import answer, own_hand
from games.domain.actions import LayOff, Meld, PlayerAction
from games.domain.cards import DECK_SIZE, RANKS, hand_of
from games.domain.hands.rummy.melds import best_groups, meld_book
from games.domain.perspective.rummy import RummyView


class Casual:
    """Stateless: see :class:`games.bots.base.Bot`."""

    def choose(self, view: RummyView, rng: random.Random, budget_ms: int) -> PlayerAction:  # noqa: ARG002 (part of the protocol)
        """The casual player's action; it needs no part of the budget."""
        return answer(
            view, takes=lambda: has_a_place(view), plays=lambda: put_down(view), sheds=lambda: dearest_loner(view, rng)
        )


def has_a_place(view: RummyView) -> bool:
    """Whether the top of the pile would go on the table at once: into an own meld, or onto one that lies there."""
    hand, top, book = own_hand(view), view.pile[-1], meld_book(view.rules.ace)
    if any(book.growth[meld.cards] >> top & 1 for meld in view.melds):
        return True
    with_top = best_groups(hand | 1 << top, view.rules.ace)
    return with_top.count < best_groups(hand, view.rules.ace).count + book.points[top]


def put_down(view: RummyView) -> Meld | LayOff | None:
    """The next meld of the best groups, else the next lay-off of a card in none of them; ``None`` if nothing can go."""
    assert view.best is not None
    for meld in view.best.melds:
        if meld in view.can.meld:
            return Meld(meld)
    for card, melds in view.can.lay_off.items():
        if view.best.deadwood >> card & 1:
            return LayOff(card, melds[0])
    return None


def dearest_loner(view: RummyView, rng: random.Random) -> int:
    """Of the cards with the fewest companions the dearest; of equals any."""
    points = meld_book(view.rules.ace).points
    best = min((companions(own_hand(view), card), -points[card]) for card in view.can.discard)
    return rng.choice([c for c in view.can.discard if (companions(own_hand(view), c), -points[c]) == best])


def _neighbours(card: int) -> int:
    """The cards that could lie in one meld with this one, side by side or with one card between."""
    suit, rank = divmod(card, len(RANKS))
    same_suit = (suit * len(RANKS) + other for other in range(rank - 2, rank + 3) if 0 <= other < len(RANKS))
    same_rank = (other * len(RANKS) + rank for other in range(4))
    return hand_of((*same_suit, *same_rank)) & ~(1 << card)


NEIGHBOURS = tuple(map(_neighbours, range(DECK_SIZE)))
"""By card: those that go with it, the ace low."""


def companions(hand: int, card: int) -> int:
    """How many cards of the hand go with this one."""
    return (hand & NEIGHBOURS[card]).bit_count()
