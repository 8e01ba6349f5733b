"""What a turn of rummy consists of, whoever plays it, and the end of a hand as soon as there is a way to it.

A player decides whether the top of the pile is worth taking, what to put on the table, and what to shed. Nobody waits
with going out: the others would only get rid of more.
"""

from __future__ import annotations

from collections.abc import Callable

from games.domain.actions import Discard, DrawStock, LayOff, Meld, PlayerAction, Ready, TakeDiscard
from games.domain.hands.rummy.going_out import Terms, WayOut, way_out
from games.domain.hands.rummy.state import NO_CARD
from games.domain.perspective.rummy import RummyView

ANY_NUMBER = 13
"""More melds than a hand can hold."""


def answer(
    view: RummyView,
    *,
    takes: Callable[[], bool],
    plays: Callable[[], Meld | LayOff | None],
    sheds: Callable[[], int],
) -> PlayerAction:
    """The action of a player that ``takes`` the top of the pile, ``plays`` cards while it likes, and then ``sheds``.

    None is asked before its time. Raises ValueError when the seat has nothing to do.
    """
    can = view.can
    if can.ready:
        return Ready()
    if can.draw_stock:
        return TakeDiscard() if can.take_discard and (takes_out(view) or takes()) else DrawStock()
    if can.discard or can.meld or can.lay_off:
        out = way_out(own_hand(view), on_the_table(view), terms(view))
        if out is not None:
            return first_step(out)
        return plays() or Discard(sheds())
    raise ValueError("this seat has nothing to do")


def own_hand(view: RummyView) -> int:
    """The seat's own cards. Raises ValueError for a spectator's view."""
    hand = None if view.seat is None else view.seats[view.seat].hand
    if hand is None:
        raise ValueError("this view is not a player's")
    return hand


def on_the_table(view: RummyView) -> tuple[int, ...]:
    """The melds as masks, by their numbers."""
    return tuple(meld.cards for meld in view.melds)


def terms(view: RummyView) -> Terms:
    """What the seat has to keep to in the rest of its turn."""
    banned = 0 if view.banned is None else 1 << view.banned
    return Terms(view.rules.ace, banned, view.rules.must_discard_last, _melds_left(view, view.fresh, view.melded))


def _melds_left(view: RummyView, fresh: bool, melded: int) -> int:
    """How many melds may still be on the way out: under ``one`` more than that only for whoever goes rummy."""
    return ANY_NUMBER if view.rules.melds_per_turn == "unlimited" or fresh else 1 - melded


def takes_out(view: RummyView) -> bool:
    """Whether the hand can be ended with the top of the pile."""
    assert view.seat is not None
    top = 1 << view.pile[-1]
    most = _melds_left(view, not view.seats[view.seat].played, 0)
    with_top = Terms(view.rules.ace, top, view.rules.must_discard_last, most)
    return way_out(own_hand(view) | top, on_the_table(view), with_top) is not None


def first_step(out: WayOut) -> PlayerAction:
    """What comes first on the way out."""
    if out.melds:
        return Meld(out.melds[0])
    if out.layoffs:
        return LayOff(*out.layoffs[0])
    assert out.discard != NO_CARD
    return Discard(out.discard)
