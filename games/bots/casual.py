"""The casual player: plain good sense, no memory and no bluff.

It takes a discard only into a meld, sheds the card that leaves least deadwood, knocks as soon as it may, and lays off
as well as can be. Of equal discards it sheds the dearest, then the one that is of least use to the cards the opponent
was seen to take, and then any.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from games.domain.actions import (
    BigGin,
    BigGinLast,
    Defend,
    Discard,
    DrawStock,
    Knock,
    KnockLast,
    PassLast,
    PassUpcard,
    PlayerAction,
    Ready,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import POINTS
from games.domain.melds import min_deadwood
from games.domain.perspective import SeatView


class Casual:
    """Stateless: see :class:`games.bots.base.Bot`."""

    def choose(self, view: SeatView, rng: random.Random, budget_ms: int) -> PlayerAction:  # noqa: ARG002 (part of the protocol)
        """The casual player's action; it needs no part of the budget."""
        can = view.can
        if can.ready:
            return Ready()
        if can.take_upcard:
            return TakeUpcard() if joins_a_meld(view) else PassUpcard()
        if can.draw_stock:
            return TakeDiscard() if can.take_discard and joins_a_meld(view) else DrawStock()
        if can.discard:
            return shed(view, rng)
        if can.pass_last:
            return last_chance(view)
        if can.defend:
            return Defend()
        raise ValueError("this seat has nothing to do")


def joins_a_meld(view: SeatView) -> bool:
    """Whether the top of the pile would be melded: its points would not all be added to the deadwood."""
    hand, card = own_hand(view), view.pile[-1]
    return min_deadwood(hand | 1 << card) < min_deadwood(hand) + POINTS[card]


def shed(view: SeatView, rng: random.Random) -> PlayerAction:
    """Big gin, gin, a knock, or a plain discard: the first of them that is allowed."""
    can, rules = view.can, view.rules
    if can.big_gin and (rules.big_gin_bonus or 0) >= rules.gin_bonus:
        return BigGin()
    if can.gin:
        return Knock(dearest(can.gin))
    if can.knock:
        return Knock(best_knock(can.knock))
    least = min(view.after.values())
    equals = [card for card, count in view.after.items() if count == least]
    highest = max(POINTS[card] for card in equals)
    equals = [card for card in equals if POINTS[card] == highest]
    held = [card for seat, cards in enumerate(view.seats) if seat != view.seat for card in cards.holds]
    safest = min(usefulness(card, held) for card in equals)
    return Discard(rng.choice([card for card in equals if usefulness(card, held) == safest]))


def last_chance(view: SeatView) -> PlayerAction:
    """Take the last discard if that ends the hand, else let the hand be void."""
    can, rules = view.can, view.rules
    if can.big_gin_last and (rules.big_gin_bonus or 0) >= rules.gin_bonus:
        return BigGinLast()
    if can.gin_last:
        return KnockLast(dearest(can.gin_last))
    if can.knock_last:
        return KnockLast(best_knock(can.knock_last))
    return PassLast()


def own_hand(view: SeatView) -> int:
    """The seat's own cards. Raises ValueError for a spectator's view."""
    hand = None if view.seat is None else view.seats[view.seat].hand
    if hand is None:
        raise ValueError("this view is not a player's")
    return hand


def dearest(cards: Iterable[int]) -> int:
    """The card with most points; of equals the highest."""
    return max(cards, key=lambda card: (POINTS[card], card))


def best_knock(knocks: Iterable[tuple[int, int]]) -> int:
    """The card whose loss leaves the lowest count; of equals the dearest."""
    card, _ = min(knocks, key=lambda knock: (knock[1], -POINTS[knock[0]], -knock[0]))
    return card


def usefulness(card: int, held: Iterable[int]) -> int:
    """How many of the cards that an opponent is known to hold could be in one meld with this one."""
    suit, rank = divmod(card, 13)
    return sum(1 for other in held if other % 13 == rank or (other // 13 == suit and 0 < abs(other % 13 - rank) <= 2))
