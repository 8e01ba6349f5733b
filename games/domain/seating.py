"""Who faces whom, and who deals: the first time by the draw, afterwards by how the last hand went (RULES 2a, 1.7).

A seating is a rule set of its own, apart from how a hand is played: the match asks it for the pairings of the next
deal, one for each table. ``DUEL`` is the seating of two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet

Outcomes = tuple[HandScored | HandVoided, ...]
"""How the hands of one round ended, one for each table."""


class Pairing(NamedTuple):
    """One table of the next deal: who deals, and who gets cards, first to act first."""

    dealer: int
    players: tuple[int, ...]


Pairings = tuple[Pairing, ...]


class DealDraw(NamedTuple):
    """The draw for deal: each round one card for every seat; the last round decided."""

    rounds: tuple[tuple[int, ...], ...]
    pairings: Pairings


@dataclass(frozen=True, slots=True)
class Seating:
    """A seating, by its name, the numbers of seats it takes and its two rules."""

    name: str
    seats: tuple[int, ...]
    tables: int
    draw: Callable[[RuleSet, tuple[int, ...], int], DealDraw | None]
    """From a deck, top card first, for so many seats; ``None`` if the deck does not decide."""
    after: Callable[[RuleSet, Pairings, Outcomes], Pairings]
    """The pairings of the next deal, given the last ones and how they ended."""
    opponent: Callable[[int], int]
    """Who wins when this seat leaves (RULES 1.8)."""


def _rank(card: int) -> int:
    return card % 13


def _facing(dealer: int) -> Pairings:
    """Two players: the other one acts first."""
    return (Pairing(dealer, (1 - dealer, dealer)),)


def _draw_for_two(_rules: RuleSet, deck: tuple[int, ...], seats: int) -> DealDraw | None:
    """Each seat's card from the top of the deck, again while the ranks are equal; the lower deals (RULES 2a)."""
    rounds: list[tuple[int, ...]] = []
    for start in range(0, len(deck) - seats + 1, seats):
        cards = deck[start : start + seats]
        rounds.append(cards)
        first, second = map(_rank, cards)
        if first != second:
            return DealDraw(tuple(rounds), _facing(0 if first < second else 1))
    return None


def _next_of_two(rules: RuleSet, last: Pairings, outcomes: Outcomes) -> Pairings:
    """The loser, the winner or the other one deals; after a void hand the same dealer (RULES 2a, EC-51)."""
    dealer = last[0].dealer
    outcome = outcomes[0]
    if isinstance(outcome, HandVoided):
        return last
    match rules.next_dealer:
        case "winner":
            dealer = outcome.winner
        case "alternate":
            dealer = 1 - dealer
        case "loser" | "box":
            dealer = 1 - outcome.winner
    return _facing(dealer)


def _other_of_two(seat: int) -> int:
    return 1 - seat


DUEL = Seating("duel", (2,), 1, _draw_for_two, _next_of_two, _other_of_two)
"""Two players at one table."""
