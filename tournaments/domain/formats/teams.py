"""Teams: an entrant is a team, a match several boards at once. Paired as in a Swiss.

In a team match the team that wins more boards wins; in team gin the hand points of all boards are added, as partners'
results are, and the higher sum wins. ``of_boards`` makes the one result of many.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tournaments.domain.formats import swiss
from tournaments.domain.formats.base import Format
from tournaments.domain.standings import by_points
from tournaments.domain.values import DOUBLE_FORFEIT, DRAW, LOSS, NOT_PLAYED, WIN, Result, ResultKind


def of_boards(boards: Iterable[Result], by: Literal["boards", "hand_points"]) -> Result:
    """The result of a match between teams: all boards added, decided by boards won or by the sum of hand points."""
    found = list(boards)
    hand_points = _summed(board.hand_points for board in found)
    boxes = _summed(board.boxes for board in found)
    penalties = _summed(board.penalties for board in found)
    games = (sum(board.winner == 0 for board in found), sum(board.winner == 1 for board in found))
    no_cards = all(board.kind in NOT_PLAYED for board in found)
    if no_cards and not any(games):
        return DOUBLE_FORFEIT
    one, other = _summed(board.points for board in found)
    if by == "hand_points" and not no_cards:
        one, other = (hand_points[side] - penalties[side] for side in (0, 1))
    points = (DRAW, DRAW) if one == other else (WIN, LOSS) if one > other else (LOSS, WIN)
    kind: ResultKind = "forfeit" if no_cards and one != other else "played"
    return Result(points, kind, hand_points, boxes, games, penalties)


def _summed(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    first = second = 0
    for one, other in pairs:
        first, second = first + one, second + other
    return first, second


TEAM = Format("team", swiss.pair, swiss.is_over, by_points)
TEAM_GIN = Format("team-gin", swiss.pair, swiss.is_over, by_points)
