"""The people at a simulated table: whose move comes next, and who leaves, is late, returns or wants to stop.

At most tables everybody stays. At the restless ones somebody now and then resigns or lets the time run out,
offers to call the match off and finds the others willing or not, or comes back between hands (RULES 1.8). Some chairs
of a larger restless table are the computer's from the start.
"""

from __future__ import annotations

import random

from games.bots.simulation.players import Way
from games.domain.actions import SERVER, Action, ComeBack, Deal, DeclineVoid, DrawForDeal, Flag, OfferVoid, Resign
from games.domain.cards import DECK_SIZE
from games.domain.match import Match, legal_actions, must_act, next_deal, standing_actions

RESTLESS = 0.4
"""How many tables are."""
LEAVES = 0.0008
"""How likely at each move somebody at a restless table resigns, for each seat,"""
OFFERS = 0.003
"""offers to stop,"""
LOSES = 0.001
"""the time runs out for who has to move,"""
LATE = 0.05
"""or does so where the rules then act for the seat."""
ANSWERS = 0.5
"""How soon somebody answers to an offer to stop,"""
AGREES = 0.8
"""and how likely with yes."""
RETURNS = 0.6
"""How likely between hands somebody who is away comes back."""
HURRY = 0.2
"""How often the next hand is dealt before all are ready: the pause has run out."""


class Company:
    """Everybody at one table, with the generator that all their whims come from."""

    def __init__(self, seats: int, dice: random.Random) -> None:
        self.dice = dice
        self.restless = dice.random() < RESTLESS
        some = dice.getrandbits(seats) if self.restless and seats > 2 and dice.random() < 0.5 else 0
        self.computers = some if some != (1 << seats) - 1 else 0
        """The mask of seats without a person, as ``new_match`` takes it."""

    def next_input(self, match: Match, ways: tuple[Way, ...]) -> tuple[int, Action]:
        """Who does what next; ``ways``: how each seat plays the hand."""
        whim = self._whim(match) if self.restless else None
        if whim is not None:
            return whim
        needed = next_deal(match, early=self.dice.random() < HURRY)
        if needed is not None:
            decks = tuple(self._deck() for _ in range(needed.decks))
            return SERVER, DrawForDeal(*decks) if needed.hand_no == 0 else Deal(decks)
        waiting = must_act(match) or tuple(seat for seat in range(match.seats) if legal_actions(match, seat))
        seat = self.dice.choice(waiting)
        return seat, ways[seat](match, seat, self.dice) if match.phase == "play" else legal_actions(match, seat)[0]

    def _deck(self) -> tuple[int, ...]:
        return tuple(self.dice.sample(range(DECK_SIZE), DECK_SIZE))

    def _whim(self, match: Match) -> tuple[int, Action] | None:
        """What nobody had to do, or time that ran out."""
        seat, chance = self.dice.randrange(match.seats), self.dice.random()
        standing = standing_actions(match, seat)
        if ComeBack() in standing:
            return (seat, ComeBack()) if chance < RETURNS else None
        if match.void_offers and OfferVoid() in standing and chance < ANSWERS:
            return seat, OfferVoid() if self.dice.random() < AGREES else DeclineVoid()
        leaves = LEAVES * match.seats
        if standing and not match.computers >> seat & 1 and chance < leaves + OFFERS:
            return seat, Resign() if chance < leaves or OfferVoid() not in standing else OfferVoid()
        late = [flag for flag in map(Flag, must_act(match)) if self._may_be_late(match, flag.seat)]
        if late and self.dice.random() < (LATE if self._acted_for(match, late[0].seat) else LOSES):
            return SERVER, late[0]
        return None

    def _may_be_late(self, match: Match, seat: int) -> bool:
        """At a larger table the computer is never late."""
        return match.seats == 2 or not (match.computers | match.away) >> seat & 1

    def _acted_for(self, match: Match, seat: int) -> bool:
        """Whether the rules have an answer of their own in the seat's place."""
        hand = next(hand for hand in match.tables if seat in hand.players)
        return match.variant.hands.timeout(hand) is not None
