"""The rummy club player: keeps its melds to itself, counts what would help, and minds what it gives away.

Melds on the table help everybody: the others lay off on them. So it shows nothing as long as they all hold many cards,
takes its chance of going rummy, and only when somebody is about to go out puts down all it can.

It sheds what leaves the fewest loose cards (:mod:`games.bots.rummy.prospects`), then weighs three things: the cards it
has not seen that would find a place, the danger that the next player can use what it lets go, and the points.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from games.bots.reading import COMPANIONS
from games.bots.rummy.casual import NEIGHBOURS, put_down
from games.bots.rummy.prospects import loose
from games.bots.rummy.turn import answer, on_the_table, own_hand
from games.domain.actions import LayOff, Meld, PlayerAction
from games.domain.cards import FULL_DECK, hand_of, iter_cards
from games.domain.hands.rummy.melds import meld_book
from games.domain.perspective.rummy import RummyView

FEW_CARDS = 3
"""Somebody who holds no more than these may be about to go out."""

HELP = 6.0
"""What a certain draw is worth that finds a place for one card more,"""

DANGER = 2.0
"""what it costs to shed a card that the next player is sure to use,"""

POINT = 0.02
"""and what it is worth to be rid of one point."""

TIE = 1e-9


class Club:
    """Stateless: see :class:`games.bots.base.Bot`."""

    def choose(self, view: RummyView, rng: random.Random, budget_ms: int) -> PlayerAction:  # noqa: ARG002 (part of the protocol)
        """The club player's action; it is quick, and needs no part of the budget."""
        return answer(view, takes=lambda: finds_a_place(view), plays=lambda: shows(view), sheds=lambda: shed(view, rng))


def finds_a_place(view: RummyView) -> bool:
    """Whether with the top of the pile no more cards are loose than without."""
    hand, table, ace = own_hand(view), on_the_table(view), view.rules.ace
    return loose(hand | 1 << view.pile[-1], table, ace) <= loose(hand, table, ace)


def shows(view: RummyView) -> Meld | LayOff | None:
    """Nothing while everybody else holds many cards; then all that can go."""
    fewest = min(view.seats[seat].cards for seat in view.players if seat != view.seat)
    return put_down(view) if fewest <= FEW_CARDS else None


class Reading(NamedTuple):
    """What the seat knows besides its own cards. All are masks."""

    unseen: int
    held: int  # the next player took these from the pile and has them still
    chance: float  # that the next player holds an unseen card


def read(view: RummyView) -> Reading:
    """What everybody showed, and what that leaves."""
    assert view.seat is not None
    others = [seat for seat in view.players if seat != view.seat]
    following = view.seats[view.players[(view.players.index(view.seat) + 1) % len(view.players)]]
    seen = own_hand(view) | hand_of(view.pile) | hand_of(card for card, _ in view.recalled)
    for meld in view.melds:
        seen |= meld.cards
    for seat in others:
        seen |= hand_of(view.seats[seat].holds)
    unseen = FULL_DECK & ~seen
    hidden = following.cards - len(following.holds)
    return Reading(unseen, hand_of(following.holds), min(1.0, hidden / max(1, unseen.bit_count())))


def shed(view: RummyView, rng: random.Random) -> int:
    """Of the discards that leave the fewest loose cards the one that promises most."""
    hand, table, ace = own_hand(view), on_the_table(view), view.rules.ace
    left = {card: loose(hand ^ 1 << card, table, ace) for card in view.can.discard}
    fewest = min(left.values())
    reading, points = read(view), meld_book(ace).points
    worth = {
        card: HELP * helped(view, hand ^ 1 << card, fewest, reading.unseen)
        - DANGER * usable(view, card, reading)
        + POINT * points[card]
        for card, count in left.items()
        if count == fewest
    }
    most = max(worth.values())
    return rng.choice([card for card, value in worth.items() if value >= most - TIE])


def helped(view: RummyView, cards: int, count: int, unseen: int) -> float:
    """How many loose cards the next one from the unseen finds a place for, itself included, on average."""
    table, ace = on_the_table(view), view.rules.ace
    growth = meld_book(ace).growth
    near = 0
    for meld in table:
        near |= growth[meld]
    for card in iter_cards(cards):
        near |= NEIGHBOURS[card]
    found = sum(count + 1 - loose(cards | 1 << card, table, ace) for card in iter_cards(unseen & near))
    return found / max(1, unseen.bit_count())


def usable(view: RummyView, card: int, reading: Reading) -> float:
    """How likely the next player can use the card: on the table for certain, else with two cards of its own."""
    growth = meld_book(view.rules.ace).growth
    if any(growth[meld.cards] >> card & 1 for meld in view.melds):
        return 1.0
    unusable = 1.0
    for pair in COMPANIONS[card]:
        together = 1.0
        for other in pair:
            together *= 1.0 if reading.held >> other & 1 else reading.chance if reading.unseen >> other & 1 else 0.0
        unusable *= 1 - together
    return 1 - unusable
