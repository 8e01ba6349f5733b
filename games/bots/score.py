"""What the score makes of a hand: whether so many points would win the match, lose it all the same, or leave it open.

The sheet that lies open to everybody is filled in further, with a result that might be, and with those of the other
tables as far as they are known. So it holds for every game alike: one column or three, a seat or a team, a target or a
number of hands.
"""

from __future__ import annotations

from typing import Literal

from games.domain.events import HandScored, HandVoided
from games.domain.perspective import SeatView

Outlook = Literal["won", "lost", "open"]

SURE = 6
"""Points that a plain knock is as good as sure to bring,"""
HOPED = 25
"""and the most that it can be hoped to bring."""


def outlook(view: SeatView, winner: int, points: int) -> Outlook:
    """How the match stands for the viewer's side once the seat ``winner`` has won this hand with so many points.

    A table whose hand is not over yet is taken to bring nothing.
    """
    result = HandScored(view.hand_no, view.table, "knock", winner, winner, 0, points, points, 1, ())
    sheet = view.sheet.enter_round((result, *_beside(view)))
    if sheet.end_reason is None:
        return "open"
    side = sheet.final().winner
    return "won" if side is not None and view.seat in view.sides[side] else "lost"


def wins_the_match(view: SeatView) -> bool:
    """Whether any good knock wins the match for the viewer's side."""
    return view.seat is not None and outlook(view, view.seat, SURE) == "won"


def knocks_in_vain(view: SeatView) -> bool:
    """Whether the match is lost even after a good knock, but not yet after gin."""
    if view.seat is None or outlook(view, view.seat, HOPED) != "lost":
        return False
    return outlook(view, view.seat, HOPED + view.rules.gin_bonus) != "lost"


def _beside(view: SeatView) -> tuple[HandScored | HandVoided, ...]:
    """How the other tables' hands ended, as far as they have."""
    known: list[HandScored | HandVoided] = []
    for other in view.beside:
        result = other.result
        if result is None or result.kind == "void" or result.winner is None:
            known.append(HandVoided(view.hand_no, other.table, "wall"))
        else:
            winner, points = result.winner, result.points
            known.append(
                HandScored(view.hand_no, other.table, result.kind, winner, winner, 0, points, points, result.boxes, ())
            )
    return tuple(known)
