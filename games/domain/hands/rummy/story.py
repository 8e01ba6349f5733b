"""What happened in a hand of rummy, told as events: derived by comparing the hand before and after an action."""

from __future__ import annotations

from typing import Literal

from games.domain.actions import Discard, DrawStock, LayOff, Meld, PlayerAction, TakeDiscard
from games.domain.events import (
    CardDiscarded,
    Event,
    LaidOff,
    Melded,
    PileTaken,
    RummyDealt,
    StockDrawn,
    StockRefilled,
)
from games.domain.hands.rummy.state import DONE, RummyHand


def dealt_event(hand: RummyHand) -> RummyDealt:
    """How the hand began, all cards open: ``perspective.redact`` cuts it down."""
    dealt = hand.dealt
    return RummyDealt(dealt.hand_no, dealt.table, dealt.dealer, dealt.players, dealt.hands, dealt.upcard)


def events(before: RummyHand, action: PlayerAction, after: RummyHand) -> tuple[Event, ...]:
    """The act itself, and the hand's end if it brought one."""
    told = _act(before, action, after)
    return told if after.outcome is None else (*told, after.outcome)


def _act(before: RummyHand, action: PlayerAction, after: RummyHand) -> tuple[Event, ...]:
    seat = before.dealt.players[before.place]
    match action:
        case DrawStock():
            return _drawn(seat, before, after)
        case TakeDiscard():
            return (PileTaken(seat, before.pile[-1]),)
        case Meld(cards):
            return (Melded(seat, cards, len(before.melds)),)
        case LayOff(card, meld):
            return (LaidOff(seat, card, meld),)
        case Discard(card):
            return (CardDiscarded(seat, card),)
    return ()


def _drawn(seat: int, before: RummyHand, after: RummyHand) -> tuple[Event, ...]:
    """A refill is told before the draw it was made for; where none could be made, nothing was drawn."""
    if after.phase == DONE:
        return ()
    drawn = StockDrawn(seat, after.drawn, after.stock)
    if after.refills == before.refills:
        return (drawn,)
    how: Literal["shuffled", "turned"] = "shuffled" if len(before.dealt.decks) > 1 else "turned"
    return (StockRefilled(after.refills, after.stock + 1, how), drawn)
