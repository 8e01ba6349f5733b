"""What an action made of a match, told as events: derived by comparing the match before and after."""

from __future__ import annotations

from typing import Literal

from games.domain.actions import (
    Action,
    ComeBack,
    Deal,
    DeclineVoid,
    Defend,
    DrawForDeal,
    Flag,
    OfferVoid,
    PlayerAction,
    Ready,
    Resign,
    Rule,
    VoidDeal,
)
from games.domain.events import (
    DealDrawn,
    Event,
    Flagged,
    HandVoided,
    Resigned,
    Ruled,
    SeatLeft,
    SeatReady,
    SeatReturned,
    VoidDeclined,
    VoidOffered,
)
from games.domain.match.state import Match, stand_in, table_of


def told(before: Match, seat: int, action: Action, after: Match) -> tuple[Event, ...]:
    """What happened, in order: the act, what it did to the hand, the end of the match."""
    told = _act_told(before, seat, action, after)
    return told if after.end is None else (*told, after.end)


def _act_told(before: Match, seat: int, action: Action, after: Match) -> tuple[Event, ...]:
    match action:
        case DrawForDeal(deck):
            drawn = before.variant.seating.draw(before.rules, deck, before.seats)
            assert drawn is not None
            return (DealDrawn(drawn.rounds, drawn.pairings[0].dealer),)
        case Deal():
            return tuple(before.variant.hands.dealt_event(hand) for hand in after.tables)
        case VoidDeal(hand_no):
            return tuple(HandVoided(hand_no, pairing.table, "undealt") for pairing in before.pairings)
        case Ready():
            return (SeatReady(seat),)
        case Resign():
            left = Resigned(seat) if before.seats == 2 else SeatLeft(seat, "resigned")
            return (left, *_voids_told(before, after))
        case ComeBack():
            return (SeatReturned(seat),)
        case OfferVoid():
            return (VoidOffered(seat), *_voids_told(before, after))
        case DeclineVoid():
            return (VoidDeclined(seat),)
        case Flag(flagged):
            instead = stand_in(before, flagged)
            if instead is None:
                late = Flagged(flagged, "lose") if before.seats == 2 else SeatLeft(flagged, "flagged")
                return (late, *_voids_told(before, after))
            acted: Literal["pass", "defend"] = "defend" if isinstance(instead, Defend) else "pass"
            return (Flagged(flagged, acted), *_hand_told(before, flagged, instead, after))
        case Rule(number):
            assert after.ruled is not None
            resumed = before.end is not None and after.end is None
            ruled = Ruled(number, after.ruled.changed, after.ruled.struck, resumed)
            return (ruled, *_voids_told(before, after))
        case _:
            return _hand_told(before, seat, action, after)


def _hand_told(before: Match, seat: int, action: PlayerAction, after: Match) -> tuple[Event, ...]:
    index = table_of(before, seat)
    return before.variant.hands.events(before.tables[index], action, after.tables[index])


def _voids_told(before: Match, after: Match) -> tuple[Event, ...]:
    """The hands that leaving or an agreement cut short."""
    hands = zip(before.tables, after.tables, strict=True)
    return tuple(now.outcome for was, now in hands if was.outcome is None and now.outcome is not None)
