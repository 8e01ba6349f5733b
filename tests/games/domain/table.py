"""A rigged table of two for tests: Alice acts first, Bob deals, and the cards lie as the test says."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import SERVER, Action, Deal, DrawForDeal
from games.domain.cards import count_points, format_hand, hand_of, parse_card, parse_hand
from games.domain.errors import Code, RuleViolation
from games.domain.events import Event, HandScored, HandVoided
from games.domain.hands.gin import GinHand
from games.domain.match import Match, apply, new_match
from games.domain.melds import min_deadwood
from games.domain.notation import parse_action
from games.domain.perspective import SeatView, view
from games.domain.ruleset import customise
from games.domain.variants import get_preset, get_variant

ALICE, BOB, CHARLIE = 0, 1, None

PLAIN = "AS 3S 5S 7S 9S JS KS 2H 4H 6H"
"""Ten cards without a meld, count 57."""

BOBS_DEAL = tuple(map(parse_card, ["KS", "2S"]))


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def whole_deck(first: list[int]) -> tuple[int, ...]:
    """A deck that begins with these cards; the others follow from the highest down."""
    assert len(set(first)) == len(first), "a card named twice"
    return (*first, *(card for card in range(51, -1, -1) if card not in first))


def without_a_meld(excluded: list[int]) -> list[int]:
    """Ten cards, none of them excluded, that make no meld."""
    held: list[int] = []
    for card in range(51, -1, -1):
        mask = hand_of([*held, card])
        if card not in excluded and min_deadwood(mask) == count_points(mask) and len(held) < 10:
            held.append(card)
    assert len(held) == 10
    return held


def rigged_deck(alice: str, bob: str | None, upcard: str, stock: str = "") -> tuple[int, ...]:
    """The deck that deals these hands when Alice is first to act, with the stock beginning as named.

    If it does not matter what Bob holds (``None``), it is no meld.
    """
    first, rest = cards(alice), cards(f"{upcard} {stock}")
    second = without_a_meld(first + rest) if bob is None else cards(bob)
    assert len(first) == len(second) == 10
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    return whole_deck([*dealt, *rest])


class Table:
    """A match that remembers its inputs and its events. Moves are written as in records: ``1 discard 7H``."""

    def __init__(self, preset: str = "he-wikihow", **numbers: Any) -> None:
        self.match: Match = new_match(get_variant("gin"), 2, customise(get_preset(preset), **numbers))
        self.inputs: list[tuple[int, Action]] = []
        self.events: tuple[Event, ...] = ()

    def do(self, seat: int, action: Action) -> Table:
        self.match, self.events = apply(self.match, seat, action)
        self.inputs.append((seat, action))
        return self

    def play(self, *moves: str) -> Table:
        for move in moves:
            self.do(*parse_action(move))
        return self

    def deal(self, alice: str, bob: str | None, upcard: str, stock: str = "") -> Table:
        """The first hand with Alice to act first, or the next if Bob deals."""
        if self.match.phase == "draw_for_deal":
            self.do(SERVER, DrawForDeal(whole_deck(list(BOBS_DEAL))))
        assert self.match.pairings[0].dealer == BOB
        return self.do(SERVER, Deal((rigged_deck(alice, bob, upcard, stock),)))

    def refuses(self, move: str, code: Code, **detail: int | str) -> None:
        """The move is refused with this code, says this much, and changes nothing."""
        before = self.match
        with pytest.raises(RuleViolation) as refusal:
            self.do(*parse_action(move))
        assert refusal.value.code == code
        assert not detail or refusal.value.detail == detail
        assert self.match is before

    @property
    def hand(self) -> GinHand:
        hand = self.match.tables[0]
        assert isinstance(hand, GinHand)
        return hand

    @property
    def phase(self) -> str:
        return self.hand.phase

    def held(self, seat: int) -> str:
        return format_hand(self.hand.hands[self.hand.players.index(seat)])

    def sees(self, seat: int | None) -> SeatView:
        return view(self.match, seat)

    def scored(self) -> tuple[str, int, int]:
        """Kind, winner and points of the hand that has just ended."""
        outcome = self.hand.outcome
        assert isinstance(outcome, HandScored)
        return outcome.kind, outcome.winner, outcome.points

    def voided(self) -> str:
        """Why the hand that has just ended is void."""
        outcome = self.hand.outcome
        assert isinstance(outcome, HandVoided)
        return outcome.reason


def hand(text: str) -> int:
    return parse_hand(text)
