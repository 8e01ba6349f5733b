"""What a seating is made of: pairings, the draw for deal, and what a match asks of any seating.

A seating is a rule set of its own, apart from how a hand is played: who gets cards at which table, who deals, which
seats stand together, and what the others do meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from games.domain.events import HandScored, HandVoided
from games.domain.scoresheets import Sheet

Outcomes = tuple[HandScored | HandVoided, ...]
"""How the hands of one round ended, in the order of the pairings they were dealt to."""

Role = Literal["sits_out", "box", "captain", "adviser"]
"""What a seat is in this hand, if it is not simply one of the players."""

Sides = tuple[tuple[int, ...], ...]
"""The seats of each side: of one seat each, or of two partners."""


class Pairing(NamedTuple):
    """One table of the next deal: who deals, and who gets cards, first to act first."""

    dealer: int
    players: tuple[int, ...]
    table: int = 0


Pairings = tuple[Pairing, ...]


class DealDraw(NamedTuple):
    """The draw for deal: each round a card for every seat that still draws; the first deal that follows from it."""

    rounds: tuple[tuple[int | None, ...], ...]
    pairings: Pairings


@cache
def each_for_itself(seats: int) -> Sides:
    """Every seat is a side."""
    return tuple((seat,) for seat in range(seats))


def only_players(_pairings: Pairings, seats: int) -> tuple[Role | None, ...]:
    """Nobody has a role but to play."""
    return (None,) * seats


@dataclass(frozen=True, slots=True)
class Seating:
    """A seating, by its name, the numbers of seats it takes and its rules. ``Any`` is the numbers of its game."""

    name: str
    seats: tuple[int, ...]
    draw: Callable[[Any, tuple[int, ...], int], DealDraw | None]
    """From a deck, top card first, for so many seats; ``None`` if the deck does not decide."""
    after: Callable[[Any, Pairings, Outcomes, Sheet], Pairings]
    """The pairings of the next deal, given the last ones, how they ended, and the sheet with that on it."""
    sides: Callable[[int], Sides] = each_for_itself
    """Who stands together, for so many seats."""
    roles: Callable[[Pairings, int], tuple[Role | None, ...]] = only_players
    """Each seat's role in the hand that these pairings deal, for so many seats."""
    reopen: Callable[[Any, HandScored | HandVoided], Pairing] | None = None
    """The next deal at a table whose game was over, from its last hand, when a ruling has it play on."""


def rank(card: int) -> int:
    """The card's place in the order of the draw, the ace lowest."""
    return card % 13


def draw_among(
    deck: tuple[int, ...], groups: Sequence[tuple[int, ...]], seats: int, *, lowest_only: bool = False
) -> tuple[tuple[tuple[int | None, ...], ...], tuple[tuple[int, ...], ...]] | None:
    """Let each group of seats draw from the top of the deck until its order is settled.

    Answers the rounds and each group's seats from the lowest card up. In every round those draw, in the order of their
    seats, who are not told apart yet; with ``lowest_only`` only who has the lowest card is looked for, and the others
    stand in no order. ``None`` if the deck does not suffice.
    """
    rounds: list[tuple[int | None, ...]] = []
    places: dict[int, tuple[int, ...]] = {seat: (group,) for group, members in enumerate(groups) for seat in members}
    top = 0
    while drawing := _undecided(places, lowest_only=lowest_only):
        cards = deck[top : top + len(drawing)]
        if len(cards) < len(drawing):
            return None
        top += len(drawing)
        drawn = dict(zip(drawing, cards, strict=True))
        rounds.append(tuple(drawn.get(seat) for seat in range(seats)))
        places |= {seat: (*places[seat], rank(card)) for seat, card in drawn.items()}
    return tuple(rounds), tuple(tuple(sorted(members, key=places.__getitem__)) for members in groups)


def _undecided(places: dict[int, tuple[int, ...]], *, lowest_only: bool) -> list[int]:
    """The seats that share a place (group and ranks drawn); with ``lowest_only`` if it is their group's lowest."""
    shared = [place for place in places.values() if list(places.values()).count(place) > 1]
    if lowest_only:
        lowest = {place[0]: place for place in sorted(places.values(), reverse=True)}
        shared = [place for place in shared if place == lowest[place[0]]]
    return [seat for seat in sorted(places) if places[seat] in shared]
