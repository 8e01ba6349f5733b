"""Two to six players, each for itself: the deal goes round the table (RULES 2g).

The lowest card drawn deals first. Whoever sits on the dealer's left, the next seat, acts first.
"""

from __future__ import annotations

from typing import Any

from games.domain.events import HandVoided
from games.domain.scoresheets import Sheet
from games.domain.seating.base import DealDraw, Outcomes, Pairing, Pairings, Seating, draw_among


def _dealt_by(dealer: int, seats: int) -> Pairings:
    """All play, the dealer last."""
    return (Pairing(dealer, tuple((dealer + step) % seats for step in range(1, seats + 1))),)


def _draw(_rules: Any, deck: tuple[int, ...], seats: int) -> DealDraw | None:
    """Of those who share the lowest rank each draws again."""
    drawn = draw_among(deck, [tuple(range(seats))], seats, lowest_only=True)
    if drawn is None:
        return None
    rounds, (order,) = drawn
    return DealDraw(rounds, _dealt_by(order[0], seats))


def _after(_rules: Any, last: Pairings, outcomes: Outcomes, _sheet: Sheet) -> Pairings:
    """The next dealer clockwise; after a void hand the same one again."""
    (pairing,), (outcome,) = last, outcomes
    seats = len(pairing.players)
    return last if isinstance(outcome, HandVoided) else _dealt_by((pairing.dealer + 1) % seats, seats)


ROUND_THE_TABLE = Seating("round the table", (2, 3, 4, 5, 6), _draw, _after)
