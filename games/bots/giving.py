"""What a discard gave the next player, beside what its seat could have known about that.

Whether the other can use a card lies in the other's hand, which the seat does not see. So whatever somebody sheds,
well or badly, for whatever reason: as long as only the own view decides, the cards shed are wanted as often as the view
made likely. Whoever is wanted from much more often *gives*; whoever hardly ever is plays *as if the hand were seen*.
The first is compared with what a player who wants to win would shed, so that giving by guesswork shows as well.

Both are sums over many discards of (what was) less (what was to be expected), in standard deviations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, sqrt
from typing import Any, NamedTuple

from games.bots import reading
from games.bots.potential import least_after_shedding
from games.bots.rummy import club as rummy_club
from games.bots.rummy import turn as rummy_turn
from games.bots.rummy.prospects import loose
from games.domain.cards import POINTS
from games.domain.match import Match
from games.domain.melds import min_deadwood
from games.domain.perspective import RummyView, SeatView, recall
from games.domain.rummy_rules import RummyRules

View = SeatView | RummyView

LIKELIHOOD = {"gin": 0.92, "rummy": 1.28}
"""By game: how often a card was wanted, as a share of how often the readings of the computer players took it to be."""

PATIENCE = 4.0
"""A discard that leaves so many points more than the best one is made 1/e times as often by whoever wants to win."""

LOOSE_CARD = 6.0
"""What a loose card is worth in points, where loose cards count and not points."""

MISFIT = 0.12
"""How far the expectation may be off for somebody whose ways it does not fit, as a share of it. Without this, small
faults of the reading would add up over many matches to certainty."""

HARD, CLOSE = 3, 3
"""A discard is hard to choose when so many leave no more than so many points above the least."""


class Given(NamedTuple):
    """One discard."""

    seat: int
    to: int  # the seat that could take it
    wanted: bool  # that seat could use it
    chance: float  # how likely that was, from all that the seat saw
    usual: float  # the same of what a player who wants to win would have shed, on average
    hard: bool  # several discards looked alike


class Giving(NamedTuple):
    """What one seat's discards gave another, summed up."""

    discards: int = 0
    wanted: int = 0
    chance: float = 0.0
    chance_spread: float = 0.0  # a variance
    usual: float = 0.0
    usual_spread: float = 0.0

    @classmethod
    def of(cls, discards: Iterable[Given]) -> Giving:
        """The sum of some discards."""
        return cls().plus(
            cls(1, one.wanted, one.chance, one.chance * (1 - one.chance), one.usual, one.usual * (1 - one.usual))
            for one in discards
        )

    def plus(self, others: Iterable[Giving]) -> Giving:
        """All of them together."""
        return Giving(*map(sum, zip(self, *others, strict=True)))

    @property
    def feeding(self) -> float:
        """How far more was given than by a player who wants to win, in standard deviations."""
        return _deviations(self.wanted - self.usual, self.usual_spread, self.usual)

    @property
    def seeing(self) -> float:
        """How far less was given than the view allowed to avoid, in standard deviations."""
        return _deviations(self.chance - self.wanted, self.chance_spread, self.chance)


def _deviations(difference: float, variance: float, expected: float) -> float:
    spread = sqrt(variance + (MISFIT * expected) ** 2)
    return difference / spread if spread else 0.0


def given(match: Match, seat: int, card: int) -> Given | None:
    """What the seat, about to shed in ``match``, gives away with this card; ``None`` if it may not shed it."""
    view = recall(match, seat)
    chances, left = likely_wanted(view), leaves(view)
    if card not in chances:
        return None
    to, least = next_seat(match, seat), min(left.values())
    return Given(
        seat,
        to,
        wants(match, to, card),
        chances[card],
        _usual(chances, left),
        sum(count <= least + CLOSE for count in left.values()) >= HARD,
    )


def next_seat(match: Match, seat: int) -> int:
    """Who may take what this seat sheds."""
    players: tuple[int, ...] = hand_of_seat(match, seat).players
    return players[(players.index(seat) + 1) % len(players)]


def wants(match: Match, seat: int, card: int) -> bool:
    """Whether the seat, holding what it holds, could use the card: meld it, or lay it off, and have less left."""
    hand = hand_of_seat(match, seat)
    cards: int = hand.hands[hand.players.index(seat)]
    eleven = cards | 1 << card
    if isinstance(match.rules, RummyRules):
        table, ace = tuple(meld.cards for meld in hand.melds), match.rules.ace
        return loose(eleven, table, ace) <= loose(cards, table, ace)
    count = min_deadwood(cards)
    return min_deadwood(eleven) < count + POINTS[card] and least_after_shedding(eleven) < count


def likely_wanted(view: View) -> dict[int, float]:
    """For each card that may be shed: how likely the next player can use it, from all that the seat saw.

    In rummy those that fit on the table are left out: they are everybody's.
    """
    if isinstance(view, RummyView):
        known = rummy_club.read(view)
        chances = {card: rummy_club.usable(view, card, known) for card in view.can.discard}
        return {card: min(1.0, LIKELIHOOD["rummy"] * chance) for card, chance in chances.items() if chance < 1}
    shown = reading.read(view)
    held = shown.chances()
    return {card: LIKELIHOOD["gin"] * shown.usable(card, held) for card in view.after}


def leaves(view: View) -> dict[int, float]:
    """For each card that may be shed: what would be left, in points."""
    if isinstance(view, SeatView):
        return {card: float(count) for card, count in view.after.items()}
    cards, table, ace = rummy_turn.own_hand(view), rummy_turn.on_the_table(view), view.rules.ace
    return {card: LOOSE_CARD * loose(cards ^ 1 << card, table, ace) for card in view.can.discard}


def hand_of_seat(match: Match, seat: int) -> Any:
    """The hand that the seat plays."""
    return next(hand for hand in match.tables if seat in hand.players)


def _usual(chances: Mapping[int, float], left: Mapping[int, float]) -> float:
    """The mean chance over the discards, each weighed by how little it leaves."""
    least = min(left.values())
    weights = {card: exp((least - left[card]) / PATIENCE) for card in chances}
    return sum(weights[card] * chances[card] for card in chances) / sum(weights.values())
