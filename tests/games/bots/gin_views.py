"""What a gin player is shown, typed as such: the perspective's own functions answer for every game."""

from __future__ import annotations

from games.domain import perspective
from games.domain.match import Match
from games.domain.perspective import SeatView


def recall(match: Match, seat: int) -> SeatView:
    """What a computer player at a gin table may remember."""
    shown = perspective.recall(match, seat)
    assert isinstance(shown, SeatView)
    return shown


def view(match: Match, seat: int | None) -> SeatView:
    """What a seat at a gin table sees."""
    shown = perspective.view(match, seat)
    assert isinstance(shown, SeatView)
    return shown
