"""The club player: counts the cards, looks one draw ahead, minds what it gives away, and knows when to wait.

Each card it may shed is judged by the ten that stay behind: what they count, what one more draw would make of them
(:mod:`games.bots.potential`), and the danger that the opponent can use the one let go (:mod:`games.bots.reading`). It
takes a discard only into a meld, and only if that leaves less than there was.

It knocks early, while the opponent's hand is still dear, or not at all: a low count is worth most when the *opponent*
knocks, for then it undercuts, and meanwhile gin is near. Only when a plain knock wins the match it does not wait.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from games.bots.obvious import answer, best_knock, own_hand
from games.bots.potential import LOW, Prospect, least_after_shedding, prospect
from games.bots.reading import read
from games.bots.score import knocks_in_vain, wins_the_match
from games.domain.actions import Discard, Knock, PlayerAction
from games.domain.cards import POINTS, iter_cards
from games.domain.melds import min_deadwood
from games.domain.perspective import SeatView


class Weights(NamedTuple):
    """What each trait of ten cards is worth, in points that the hand will bring."""

    count: float  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    square: float  # of the count, a hundredth: high counts cost more than in proportion
    low: float  # how far the count lies below ten
    fair: float
    few: float
    dozen: float
    gin: float
    help: float
    depth: float
    shed: float  # the points of the card let go


WEIGHTS = (
    Weights(1.62, 0.30, -3.73, -3.13, -0.95, 1.56, 130.0, 13.53, 5.52, -0.17),
    Weights(-0.27, 0.50, -1.37, -0.50, -1.12, 0.79, 72.5, 17.76, 3.73, 0.10),
    Weights(-0.24, 0.57, -0.96, -0.66, -1.21, 0.91, 48.3, 12.44, 3.35, 0.14),
    Weights(-0.09, 0.61, -1.06, -0.84, -0.98, 0.74, 28.5, 6.99, 3.52, 0.12),
    Weights(-0.09, 1.04, -0.48, -1.18, -0.79, 0.66, 19.5, 3.29, 2.64, 0.13),
    Weights(-1.01, 1.78, 0.70, 0.45, -0.70, -0.53, 10.0, 1.04, 1.03, 0.13),
)
"""By stage of the hand, two turns each but the first: fitted to the points that 300,000 hands against the casual player
brought, some of the discards having been made at random."""

DANGER = 12.0
"""What it costs to shed a card that the opponent is sure to use."""

MOST_WEIGHED = 9
"""How many discards are looked at closely: those that leave the least now,"""
WITHIN = 9
"""and no more than this above the least."""

KNOCKS = ((1, 2), (1, 2), (1, 2), (6, 1), (8, 0))
"""By turn: the lowest count to knock with, and with how many cards at most that would make it gin. Later than that it
waits, for gin or for an undercut."""

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
    """A knock if its time has come, else the discard that promises most."""
    if view.can.knock:
        card = best_knock(view.can.knock)
        if knocks(view, card):
            return Knock(card)
    worth = weigh(view)
    most = max(worth.values())
    return Discard(rng.choice([card for card, points in worth.items() if points >= most - TIE]))


def knocks(view: SeatView, card: int) -> bool:
    """Whether to shed this card and knock, rather than to wait."""
    if wins_the_match(view):
        return True
    if knocks_in_vain(view):
        return False
    turn = turn_of(view)
    if turn >= len(KNOCKS):
        return False
    reading, (lowest, most) = read(view), KNOCKS[turn]
    ten = reading.own ^ 1 << card
    outs = sum(1 for drawn in iter_cards(reading.unseen) if not least_after_shedding(ten | 1 << drawn))
    return view.after[card] >= lowest and outs <= most


def turn_of(view: SeatView) -> int:
    """How many turns the seat in turn has had in this hand, this one not counted."""
    return (31 - view.stock + sum(len(seat.taken) for seat in view.seats) - 1) // 2


def weigh(view: SeatView) -> dict[int, float]:
    """What each discard that deserves a closer look is worth, in points the hand will bring."""
    reading = read(view)
    weights = WEIGHTS[min((turn_of(view) + 1) // 2, len(WEIGHTS) - 1)]
    chances, unseen = reading.chances(), list(iter_cards(reading.unseen))
    ranked = sorted((count, card) for card, count in view.after.items())[:MOST_WEIGHED]
    return {
        card: promise(prospect(reading.own ^ 1 << card, count, unseen, chances), card, weights)
        - DANGER * reading.usable(card, chances)
        for count, card in ranked
        if count <= ranked[0][0] + WITHIN
    }


def promise(ten: Prospect, card: int, weights: Weights) -> float:
    """What ten cards are worth once ``card`` has been shed."""
    return (
        weights.count * ten.count
        + weights.square * ten.count**2 / 100
        + weights.low * max(0, LOW - ten.count)
        + weights.fair * ten.fair
        + weights.few * ten.few
        + weights.dozen * ten.dozen
        + weights.gin * ten.gin
        + weights.help * ten.help
        + weights.depth * ten.depth
        + weights.shed * POINTS[card]
    )
