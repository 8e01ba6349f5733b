"""A rigged table of two for tests: Alice acts first, Bob deals, and the cards lie as the test says."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import SERVER, Action, Deal, DrawForDeal, Ready
from games.domain.cards import count_points, format_card, format_hand, hand_of, parse_card, parse_hand
from games.domain.errors import Code, RuleViolation
from games.domain.events import Event, HandScored, HandVoided
from games.domain.hands.gin import GinHand
from games.domain.match import Match, apply, legal_actions, new_match
from games.domain.melds import min_deadwood
from games.domain.notation import parse_action
from games.domain.perspective import SeatView, view
from games.domain.ruleset import RuleSet, customise
from games.domain.variants import get_preset, get_variant

ALICE, BOB, CHARLIE = 0, 1, None

PLAIN = "AS 3S 5S 7S 9S JS KS 2H 4H 6H"
"""Ten cards without a meld, count 57."""

GIN = "7C 7D 7H 8S 9S TS JS QC QH QD"
COUNT_53 = "KC 2H 4H 6D 8D 2C 4C 6S TH AS"
"""No meld, and nothing in it that would make gin against GIN."""

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

    def __init__(
        self, preset: str = "he-wikihow", *, variant: str = "gin", seats: int = 2, computers: int = 0, **numbers: Any
    ) -> None:
        rules = customise(get_preset(preset), **numbers)
        self.match: Match = new_match(get_variant(variant), seats, rules, computers=computers)
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

    def draw(self, first: str) -> Table:
        """The draw for deal, from these cards."""
        return self.do(SERVER, DrawForDeal(whole_deck(cards(first))))

    def deal_hands(self, first: str, second: str, upcard: str, stock: str) -> Table:
        """The next hand at every table, once all are ready: the cards of whoever acts first, then of the other."""
        ready = [seat for seat in range(self.match.seats) if Ready() in legal_actions(self.match, seat)]
        self.play(*(f"{seat} ready" for seat in ready))
        deck = rigged_deck(first, second, upcard, stock)
        return self.do(SERVER, Deal((deck,) * len(self.match.pairings)))

    def deal_gin(self) -> Table:
        """The next hand at every table: whoever acts first has gin once the 3D is drawn, the other count 53."""
        return self.deal_hands(GIN, COUNT_53, "5D", "3D")

    def go_gin(self, table: int = 0) -> Table:
        """Whoever acts first at that table goes gin: 53 points and the gin bonus."""
        first, second = next(hand.players for hand in self.match.tables if hand.dealt.table == table)
        assert isinstance(self.match.rules, RuleSet)
        if self.match.rules.upcard_offer != "none":
            self.play(f"{first} pass-upcard", f"{second} pass-upcard")
        return self.play(f"{first} draw-stock", f"{first} knock 3D")

    def wash(self, table: int = 0) -> Table:
        """That table's hand is drawn out: everybody sheds what the stock gave."""
        index = next(at for at, hand in enumerate(self.match.tables) if hand.dealt.table == table)
        while (hand := self.match.tables[index]).outcome is None:
            seat = hand.players[hand.place]
            if hand.phase in ("upcard_n", "upcard_d"):
                self.play(f"{seat} pass-upcard")
            else:
                self.play(f"{seat} draw-stock")
                self.play(f"{seat} discard {format_card(self.match.tables[index].drawn)}")
        return self

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
        seen = view(self.match, seat)
        assert isinstance(seen, SeatView)
        return seen

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
