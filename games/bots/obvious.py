"""The moves about which computer players do not differ: what follows once the two questions of a turn are answered.

A player decides whether the top of the pile is worth taking, and what to do with eleven cards. All else is plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.domain.actions import (
    BigGin,
    BigGinLast,
    Defend,
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
from games.domain.perspective import SeatView


def answer(view: SeatView, *, takes: Callable[[], bool], sheds: Callable[[], PlayerAction]) -> PlayerAction:
    """The action of a player that ``takes`` the top of the pile, or does not, and then ``sheds``.

    Neither is asked before its time. Raises ValueError when the seat has nothing to do.
    """
    can = view.can
    if can.ready:
        return Ready()
    if can.take_upcard:
        return TakeUpcard() if takes() else PassUpcard()
    if can.draw_stock:
        return TakeDiscard() if can.take_discard and takes() else DrawStock()
    if can.discard:
        return go_out(view) or sheds()
    if can.pass_last:
        return last_chance(view)
    if can.defend:
        return Defend()  # the joint optimum
    raise ValueError("this seat has nothing to do")


def go_out(view: SeatView) -> PlayerAction | None:
    """Big gin or gin, whichever pays more of those that are allowed."""
    can, rules = view.can, view.rules
    if can.big_gin and (rules.big_gin_bonus or 0) >= rules.gin_bonus:
        return BigGin()
    return Knock(dearest(can.gin)) if can.gin else None


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
