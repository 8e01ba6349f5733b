"""A rigged hand of rummy for tests: Alice acts first, and in the middle of the hand the cards lie as the test says."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import SERVER, Deal, DrawForDeal
from games.domain.cards import DECK_SIZE, format_hand, parse_card, parse_hand
from games.domain.errors import Code, RuleViolation
from games.domain.events import Event, HandScored, HandVoided
from games.domain.hands.rummy import RummyHand, TableMeld
from games.domain.match import Match, apply, legal_actions, new_match
from games.domain.notation import format_action, parse_action
from games.domain.numbers import changed
from games.domain.variants import get_variant

ALICE, BOB, CAROL = 0, 1, 2
FAR_OFF = "AC 4D"
"""What the others hold where that does not matter."""


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


def any_deck() -> tuple[int, ...]:
    return tuple(range(DECK_SIZE))


class RummyTable:
    """A match of rummy. Moves are written as in records: ``1 lay-off 7H@0``."""

    def __init__(self, seats: int = 2, **numbers: Any) -> None:
        rummy = get_variant("rummy")
        self.match: Match = new_match(rummy, seats, changed(rummy.rules, numbers))
        self.events: tuple[Event, ...] = ()

    def deal(self, *decks: tuple[int, ...]) -> RummyTable:
        """The next hand, dealt from these decks, or from any."""
        if self.match.phase == "draw_for_deal":
            dealer_last = [*range(51, 51 - self.match.seats + 1, -1), 0]
            self.do_server(DrawForDeal((*dealer_last, *(card for card in range(52) if card not in dealer_last))))
        needed = self.match.variant.hands.decks(self.match.rules)
        return self.do_server(Deal((decks + (any_deck(),) * needed)[:needed]))

    def do_server(self, action: Any) -> RummyTable:
        self.match, self.events = apply(self.match, SERVER, action)
        return self

    def lay(
        self,
        *hands: str,
        pile: str = "KD",
        stock: str = "QC JC TC",
        melds: tuple[str, ...] = (),
        played: tuple[int, ...] = (),
        refills: int = 0,
        reshuffle: str = "",
    ) -> RummyTable:
        """A hand as it may be before Alice draws: these hands, melds of Bob's, the stock's next card first."""
        if self.match.phase != "play":
            self.deal()
        hand = self.hand
        order = cards(stock)
        decks = hand.dealt.decks
        if reshuffle:
            first = cards(reshuffle)
            new_order = (*first, *(card for card in range(DECK_SIZE) if card not in first))
            decks = (decks[0], *(new_order for _ in decks[1:]))
        return self.put(
            hand._replace(
                dealt=hand.dealt._replace(decks=decks),
                phase="draw",
                place=0,
                hands=tuple(map(parse_hand, (*hands, *(FAR_OFF,) * (self.match.seats - len(hands))))),
                pile=cards(pile),
                shed_by=(BOB,) * len(cards(pile)),
                order=order,
                stock=len(order),
                refills=refills,
                melds=tuple(TableMeld(BOB, parse_hand(meld)) for meld in melds),
                played=sum(1 << seat for seat in played),
            )
        )

    def put(self, hand: RummyHand) -> RummyTable:
        self.match = self.match._replace(tables=(hand,))
        return self

    def play(self, *moves: str) -> RummyTable:
        for move in moves:
            self.match, self.events = apply(self.match, *parse_action(move))
        return self

    def refuses(self, move: str, code: Code) -> None:
        """The move is refused with this code and changes nothing, nor is it among what is allowed."""
        before = self.match
        with pytest.raises(RuleViolation) as refusal:
            self.play(move)
        assert refusal.value.code == code
        assert self.match is before
        seat, _ = parse_action(move)
        assert move not in self.allowed(seat)

    def allowed(self, seat: int) -> list[str]:
        return [format_action(seat, action) for action in legal_actions(self.match, seat)]

    @property
    def hand(self) -> RummyHand:
        hand = self.match.tables[0]
        assert isinstance(hand, RummyHand)
        return hand

    def held(self, seat: int) -> str:
        return format_hand(self.hand.hands[self.hand.players.index(seat)])

    def on_the_table(self) -> list[str]:
        return [format_hand(meld.cards) for meld in self.hand.melds]

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
