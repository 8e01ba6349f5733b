"""What happened in a hand of gin, told as events: derived by comparing the hand before and after an action."""

from __future__ import annotations

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
    TakeDiscard,
    TakeUpcard,
)
from games.domain.events import (
    CardDiscarded,
    Defended,
    Event,
    HandDealt,
    Knocked,
    KnockFailed,
    LastPassed,
    PileTaken,
    StockDrawn,
    UpcardPassed,
)
from games.domain.hands.gin.state import NO_CARD, GinHand
from games.domain.melds import min_deadwood


def dealt_event(hand: GinHand) -> HandDealt:
    """How the hand began, all cards open: ``perspective.redact`` cuts it down."""
    dealt = hand.dealt
    return HandDealt(dealt.hand_no, dealt.table, dealt.dealer, dealt.players, dealt.hands, dealt.upcard, dealt.limit)


def events(before: GinHand, action: PlayerAction, after: GinHand) -> tuple[Event, ...]:
    """The act itself, and the hand's end if it brought one."""
    told = _act(before, action, after)
    return told if after.outcome is None else (*told, after.outcome)


def _act(before: GinHand, action: PlayerAction, after: GinHand) -> tuple[Event, ...]:
    place = before.place
    seat = before.dealt.players[place]
    match action:
        case TakeUpcard() | TakeDiscard():
            return (PileTaken(seat, before.pile[-1]),)
        case PassUpcard():
            return (UpcardPassed(seat),)
        case DrawStock():
            return (StockDrawn(seat, after.drawn, after.stock, bool(after.exposed >> place & 1)),)
        case Discard(card):
            return (CardDiscarded(seat, card),)
        case Knock(card) if after.showdown is None:
            cards = after.hands[place]
            return (KnockFailed(seat, card, cards, min_deadwood(cards)),)
        case Knock() | BigGin():
            return (_knocked(seat, after),)
        case KnockLast() | BigGinLast():
            return (PileTaken(seat, before.pile[-1]), _knocked(seat, after))
        case PassLast():
            return (LastPassed(seat),)
        case Defend():
            return (_defended(seat, after),)
    return ()


def _knocked(seat: int, after: GinHand) -> Knocked:
    shown = after.showdown
    assert shown is not None
    discard = None if shown.discard == NO_CARD else shown.discard
    return Knocked(seat, shown.kind, discard, shown.melds, shown.deadwood, shown.count)


def _defended(seat: int, after: GinHand) -> Defended:
    assert after.showdown is not None
    assert after.showdown.reply is not None
    return Defended(seat, *after.showdown.reply)
