"""Who played with whom at a table, and how a finished match ended for each: a side is a seat, or a team of seats.

Rows of matches hold results by side: ``winner_seat`` and ``totals``. Reads only what the row holds.
"""

from __future__ import annotations

import json
from typing import Literal

from games.domain.cards import iter_cards
from games.domain.variants import get_variant
from games.models import Match

Result = Literal["won", "lost", "drawn"]

Sides = tuple[tuple[int, ...], ...]
"""The seats of each side."""


def sides_of(match: Match) -> Sides:
    """The sides of a match, each with its seats."""
    return sides_at(match.variant, match.seat_count)


def sides_at(variant: str, seats: int) -> Sides:
    """The sides of a game between so many."""
    return get_variant(variant).seating.sides(seats)


def side_of(sides: Sides, seat: int) -> int:
    """The side that a seat belongs to."""
    return next(side for side, seats in enumerate(sides) if seat in seats)


def totals_of(match: Match) -> list[int]:
    """The final total of each side; zeros for a match without a reckoning."""
    totals: list[int] = json.loads(match.totals) if match.totals else []
    return totals or [0] * len(sides_of(match))


def result_for(winner: int | None, sides: Sides, seat: int) -> Result:
    """How a match with this winning side ended for a seat."""
    if winner is None:
        return "drawn"
    return "won" if seat in sides[winner] else "lost"


def away_at_the_end(match: Match) -> tuple[int, ...]:
    """The seats that the computer held for somebody when the match ended (RULES 1.8)."""
    return tuple(iter_cards(match.away_seats))


def places_of(match: Match) -> list[int]:
    """The place of each side in a finished match, from 1; equal sides share one.

    The winner comes first, whoever was left to the computer last (RULES 1.8), the others by their totals. Between two
    sides there is a winner and a loser, or a draw.
    """
    sides, winner = sides_of(match), match.winner_seat
    away = set(away_at_the_end(match))
    totals = totals_of(match) if len(sides) > 2 else [0] * len(sides)
    order = [
        (away.issuperset(seats) and len(sides) > 2, winner is not None and side != winner, -totals[side])
        for side, seats in enumerate(sides)
    ]
    return [1 + sum(other < own for other in order) for own in order]
