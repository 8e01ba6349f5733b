"""A match as a value, and what can be asked of it: whose turn it is, what may be done, what the server has to bring."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from games.domain.actions import (
    Action,
    ComeBack,
    DeclineVoid,
    OfferVoid,
    PlayerAction,
    Ready,
    Resign,
    Rule,
)
from games.domain.events import EndReason, Event, MatchEnded
from games.domain.scoresheets import Outcomes, Sheet
from games.domain.seating import Pairings
from games.domain.variants import Rules, Variant

MatchPhase = Literal["draw_for_deal", "play", "between", "over"]


class Match(NamedTuple):
    """Everything about a match but time and people. Seats are numbers from 0; sets of seats are masks."""

    variant: Variant
    rules: Rules
    seats: int
    phase: MatchPhase
    hand_no: int  # of the hands on the tables; 0 before the first deal
    tables: tuple[Any, ...]  # the hands in play, or just ended
    pairings: Pairings  # who faces whom, in play or at the next deal
    sheet: Sheet
    ready: int  # seats that have seen the result
    void_offers: int  # seats that would end the match without a winner
    end: MatchEnded | None
    computers: int  # seats that the computer plays from the start
    away: int  # seats that the computer plays for a person who left
    ruled: Ruled | None = None  # what the referee has ruled, once there is anything


class Left(NamedTuple):
    """The match ended in play, other than by its sheet: after so many rounds, before the ruling of that number."""

    rounds: int
    before: int
    reason: EndReason
    winner: int | None


class Ruled(NamedTuple):
    """The match as it was played, and the rulings on it; the sheet and the end follow from both."""

    played: tuple[Outcomes, ...]  # round by round, as the hands came about
    lefts: tuple[Left, ...] = ()
    rulings: tuple[Rule, ...] = ()
    struck: tuple[int, ...] = ()  # the hands that do not count: the match ended before them
    changed: tuple[tuple[int, int], ...] = ()  # (hand_no, table) of those that count otherwise than played


class DealNeeded(NamedTuple):
    """What the server has to bring: ``DrawForDeal`` for hand 0, else ``Deal``, with so many decks."""

    hand_no: int
    decks: int


class Transition(NamedTuple):
    """What an action made of the match, and what there is to tell."""

    match: Match
    events: tuple[Event, ...]


def new_match(variant: Variant, seats: int, rules: Rules | None = None, *, computers: int = 0) -> Match:
    """A match in which nothing has happened; the draw for deal comes first.

    ``computers`` is the mask of seats without a person. Raises ValueError for a number of seats that the variant does
    not take, and for another game's numbers.
    """
    if seats not in variant.seating.seats:
        raise ValueError(f"{variant.name} is not played by {seats}")
    rules = variant.rules if rules is None else rules
    if type(rules) is not type(variant.rules):
        raise ValueError(f"these are not numbers of {variant.name}")
    sheet = variant.sheet(rules, len(variant.seating.sides(seats)))
    return Match(variant, rules, seats, "draw_for_deal", 0, (), (), sheet, 0, 0, None, computers, 0)


def next_deal(match: Match, *, early: bool = False) -> DealNeeded | None:
    """What the server has to bring now: the draw, or the next hand once every seat is ready.

    With ``early`` seats that are not ready are not waited for: the pause between hands has run out.
    """
    if match.phase == "draw_for_deal":
        return DealNeeded(0, 1)
    if match.phase == "between" and (early or all_ready(match)):
        return DealNeeded(match.hand_no + 1, len(match.pairings) * match.variant.hands.decks(match.rules))
    return None


def all_ready(match: Match) -> bool:
    """Whether every seat has seen the last hand's result; whoever is away is not waited for."""
    return match.ready | match.away == (1 << match.seats) - 1


def side_of(match: Match, seat: int) -> int:
    """The side on which the seat plays."""
    return next(side for side, seats in enumerate(match.variant.seating.sides(match.seats)) if seat in seats)


def must_act(match: Match) -> tuple[int, ...]:
    """The seats whose clocks run."""
    if match.phase != "play":
        return ()
    must_act_in = match.variant.hands.must_act
    if len(match.tables) == 1:
        return must_act_in(match.tables[0])
    return tuple(seat for hand in match.tables for seat in must_act_in(hand))


def legal_actions(match: Match, seat: int) -> tuple[Action, ...]:
    """What the seat may do to move the match on: in the hand, or ``Ready`` after it.

    Arrangements are left to the server, and a false knock under ``expose`` is not listed, although ``verify`` allows
    it. What is allowed at any time is in ``standing_actions``.
    """
    if match.phase == "play":
        tables = match.tables
        hand = tables[0] if len(tables) == 1 else tables[table_of(match, seat)]
        return match.variant.hands.legal_actions(match.rules, hand, seat)
    if match.phase == "between" and 0 <= seat < match.seats and not (match.ready | match.away) >> seat & 1:
        return (Ready(),)
    return ()


def standing_actions(match: Match, seat: int) -> tuple[Action, ...]:
    """What a seat may do at any time until the match is over: resign, and offer or decline to call it off.

    Whoever is away may come back between hands, and nothing else.
    """
    if match.phase == "over" or not 0 <= seat < match.seats:
        return ()
    if match.away >> seat & 1:
        return (ComeBack(),) if match.phase == "between" else ()
    offer: tuple[Action, ...] = () if match.void_offers >> seat & 1 else (OfferVoid(),)
    decline: tuple[Action, ...] = (DeclineVoid(),) if match.void_offers else ()
    return (Resign(), *offer, *decline)


def table_of(match: Match, seat: int) -> int:
    """The index of the table at which the seat plays; 0 for those who sit out, whom the hand refuses."""
    if len(match.tables) == 1:
        return 0
    for index, hand in enumerate(match.tables):
        if seat in hand.players:
            return index
    return 0


def stand_in(match: Match, seat: int) -> PlayerAction | None:
    """What the rules do for the seat in turn when its time is up; ``None`` if nothing can stand in for it.

    Nothing can between hands, for the seed that a seat owes.
    """
    if match.phase != "play":
        return None
    return match.variant.hands.timeout(match.tables[table_of(match, seat)])
