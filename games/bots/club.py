"""The club player: counts the cards, looks one draw ahead, minds what it gives away, and knows when to wait.

Each card it may shed is weighed by what stays behind: the count, how the ten cards would stand after one more draw,
and the danger that the opponent can use the one let go. It takes a discard into a meld, if that helps.

It seldom knocks late. A low count is worth most when the *opponent* knocks: then it undercuts, and meanwhile gin is
near. So it knocks early, when the opponent's hand is still dear, and with counts too high to be a trap; the later in
the hand, the higher. Only when a plain knock would win the match it does not wait.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.bots.obvious import answer, best_knock, own_hand
from games.bots.potential import least_after_shedding, prospect
from games.bots.reading import COMPANIONS, read
from games.domain.actions import Discard, Knock, PlayerAction
from games.domain.cards import POINTS, iter_cards
from games.domain.melds import min_deadwood
from games.domain.perspective import SeatView

# Weights in points of deadwood, found by playing many thousand matches against the casual player (docs/bots.md).

BRIGHT = 14.0
"""What a point of the hand's best prospects is worth in the first turn,"""
FADING = 0.9
"""and what is left of that with each turn."""
FAIR = 2.0
"""What a point of the hand's average prospects is worth."""
DANGER = 15.0
"""The price of a discard that the opponent is sure to use in the first turn,"""
RISING = 1.0
"""and how that rises with each turn."""

MOST_WEIGHED = 9
"""How many discards are looked at closely: those that leave the least now,"""
WITHIN = 9
"""and no more than this above the least."""

KNOCK_FROM = 7.0
"""The lowest count to knock with in the first turn: whoever has less waits for gin or an undercut,"""
WAITING = 0.6
"""and how much higher that is with each turn."""

TIE = 1e-9


class Club:
    """Stateless: see :class:`games.bots.base.Bot`."""

    def choose(self, view: SeatView, rng: random.Random, budget_ms: int) -> PlayerAction:  # noqa: ARG002 (part of the protocol)
        """The club player's action; it is quick, and needs no part of the budget."""
        return answer(view, takes=lambda: improves(view), sheds=lambda: shed(view, rng))


def improves(view: SeatView) -> bool:
    """Whether the top of the pile would be melded, and leave less than there is now."""
    hand, card = own_hand(view), view.pile[-1]
    eleven, count = hand | 1 << card, min_deadwood(hand)
    return min_deadwood(eleven) < count + POINTS[card] and least_after_shedding(eleven) < count


def shed(view: SeatView, rng: random.Random) -> PlayerAction:
    """A knock if its time has come, else the discard that leaves most hope and gives least away."""
    if view.can.knock:
        card = best_knock(view.can.knock)
        if knocks(view, view.after[card]):
            return Knock(card)
    costs = weigh(view)
    least = min(costs.values())
    return Discard(rng.choice([card for card, cost in costs.items() if cost <= least + TIE]))


def knocks(view: SeatView, count: int) -> bool:
    """Whether to knock with this count rather than to wait."""
    return count >= KNOCK_FROM + WAITING * turn_of(view)


def turn_of(view: SeatView) -> int:
    """How many turns the seat in turn has had in this hand, this one not counted."""
    return (31 - view.stock + sum(len(seat.taken) for seat in view.seats) - 1) // 2


def weigh(view: SeatView) -> dict[int, float]:
    """The cost of each discard that deserves a closer look, in points of deadwood."""
    reading, turn = read(view), turn_of(view)
    chances, unseen = reading.chances(), list(iter_cards(reading.unseen))
    bright, danger = BRIGHT * FADING**turn, DANGER + RISING * turn
    ranked = sorted((count, card) for card, count in view.after.items())[:MOST_WEIGHED]
    costs = {}
    for count, card in ranked:
        if count > ranked[0][0] + WITHIN:
            break
        hope = prospect(reading.own ^ 1 << card, count, unseen, chances)
        costs[card] = count + bright * hope.bright + FAIR * hope.fair + danger * usable(card, chances)
    return costs


def usable(card: int, chances: Sequence[float]) -> float:
    """How likely the opponent can meld this card, were its cards independent of each other."""
    unusable = 1.0
    for one, other in COMPANIONS[card]:
        unusable *= 1 - chances[one] * chances[other]
    return 1 - unusable
