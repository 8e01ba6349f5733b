"""The casual player: plain good sense, no memory and no bluff.

It takes a discard only into a meld, sheds the card that leaves least deadwood, knocks as soon as it may, unless only
gin can still save the match, and lays off as well as can be. Of equal discards it sheds the dearest, then the one that
is of least use to the cards the opponent was seen to take, and then any.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from games.bots.obvious import answer, best_knock, own_hand
from games.bots.score import knocks_in_vain
from games.domain.actions import Discard, Knock, PlayerAction
from games.domain.cards import POINTS
from games.domain.melds import min_deadwood
from games.domain.perspective import SeatView


class Casual:
    """Stateless: see :class:`games.bots.base.Bot`."""

    def choose(self, view: SeatView, rng: random.Random, budget_ms: int) -> PlayerAction:  # noqa: ARG002 (part of the protocol)
        """The casual player's action; it needs no part of the budget."""
        return answer(view, takes=lambda: joins_a_meld(view), sheds=lambda: shed(view, rng))


def joins_a_meld(view: SeatView) -> bool:
    """Whether the top of the pile would be melded: its points would not all be added to the deadwood."""
    hand, card = own_hand(view), view.pile[-1]
    return min_deadwood(hand | 1 << card) < min_deadwood(hand) + POINTS[card]


def shed(view: SeatView, rng: random.Random) -> PlayerAction:
    """A knock if that is allowed, else the plain discard that leaves least."""
    if view.can.knock and not knocks_in_vain(view):
        return Knock(best_knock(view.can.knock))
    least = min(view.after.values())
    return Discard(least_useful([card for card, count in view.after.items() if count == least], view, rng))


def least_useful(cards: list[int], view: SeatView, rng: random.Random) -> int:
    """Of cards that are equally welcome to go: the dearest, then the one of least use to an opponent, then any."""
    highest = max(POINTS[card] for card in cards)
    held = [card for seat, before in enumerate(view.seats) if seat != view.seat for card in before.holds]
    equals = [card for card in cards if POINTS[card] == highest]
    safest = min(usefulness(card, held) for card in equals)
    return rng.choice([card for card in equals if usefulness(card, held) == safest])


def usefulness(card: int, held: Iterable[int]) -> int:
    """How many of the cards that an opponent is known to hold could be in one meld with this one."""
    suit, rank = divmod(card, 13)
    return sum(1 for other in held if other % 13 == rank or (other // 13 == suit and 0 < abs(other % 13 - rank) <= 2))
