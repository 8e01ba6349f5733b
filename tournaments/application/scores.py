"""What the live games of a pairing come to: so far, at the deadline, and in the end."""

from __future__ import annotations

from typing import Literal

from games.application import appointed
from tournaments.application import events
from tournaments.domain import values
from tournaments.domain.formats.teams import of_boards
from tournaments.domain.values import DRAW, LOSS, WIN, Result
from tournaments.models import Game, Pairing


def result_of(pairing: Pairing) -> Result | None:
    """What the games of a pairing come to; ``None`` while it is not decided.

    Where somebody has to win, a match that ended level goes on with one game more.
    """
    settings = events.settings_of(pairing.tournament)
    games = list(pairing.games.select_related("match"))
    finished = [game for game in games if game.match.finished_at is not None]
    if not finished or len(finished) < len(games):
        return None
    if settings.format in ("team", "team-gin"):
        by: Literal["boards", "hand_points"] = "boards" if settings.format == "team" else "hand_points"
        if len(finished) < settings.boards:  # a board of people without accounts: the desk enters the whole
            return None
        return of_boards([_of_game(game) for game in finished], by)
    so_far = standing_of(pairing)
    length = settings.match_length if settings.match_form == "best_of" else 1
    if length == 1:
        decided: Result | None = so_far._replace(points=_of_game(finished[-1]).points, games=(0, 0))
    else:
        decided = _best_of(so_far, length, len(finished), to_the_end=settings.format == "qualifier")
    if decided is not None and decided.winner is None and not may_draw(pairing):
        return None
    return decided


def _best_of(so_far: Result, length: int, played: int, *, to_the_end: bool) -> Result | None:
    """Decided once nobody can catch up; where single games count, once all are played."""
    first, second = so_far.games
    left = max(0, length - played)
    if abs(first - second) > left and not (to_the_end and left):
        return so_far._replace(points=(WIN, LOSS) if first > second else (LOSS, WIN))
    return None if left else so_far._replace(points=(DRAW, DRAW))


def at_the_deadline(pairing: Pairing) -> Result:
    """Games won, then hand points; else a half each, or in a knockout the higher seed."""
    assert pairing.second is not None
    so_far = standing_of(pairing)._replace(kind="deadline")
    net = [points - penalty for points, penalty in zip(so_far.hand_points, so_far.penalties, strict=True)]
    for ahead in (so_far.games, net):
        if ahead[0] != ahead[1]:
            return so_far._replace(points=(WIN, LOSS) if ahead[0] > ahead[1] else (LOSS, WIN))
    if may_draw(pairing):
        return so_far
    event = events.load(pairing.tournament)
    first_is_higher = event.entrant(pairing.first).seed < event.entrant(pairing.second).seed
    return so_far._replace(points=(WIN, LOSS) if first_is_higher else (LOSS, WIN))


def standing_of(pairing: Pairing) -> Result:
    """What the games of a pairing add up to so far, as a result without a winner; hands of an open game included."""
    games, hand_points, boxes = [0, 0], [0, 0], [0, 0]
    for game in pairing.games.select_related("match"):
        result = _of_game(game)
        for side in (0, 1):
            games[side] += result.winner == side
            hand_points[side] += result.hand_points[side]
            boxes[side] += result.boxes[side]
    return Result(
        (DRAW, DRAW),
        "played",
        (hand_points[0], hand_points[1]),
        (boxes[0], boxes[1]),
        (games[0], games[1]),
        late_penalties(pairing),
    )


def late_penalties(pairing: Pairing) -> tuple[int, int]:
    """The hand points that each side pays for the minutes that the other one waited for it."""
    a_minute = events.settings_of(pairing.tournament).late_penalty
    first, second = pairing.first_came_at, pairing.second_came_at
    if not a_minute or first is None or second is None or pairing.called_at is None:
        return (0, 0)
    late = int(abs((first - second).total_seconds()) // 60) * a_minute
    return (late, 0) if first > second else (0, late)


def may_draw(pairing: Pairing) -> bool:
    """Whether this match may end level."""
    value = values.Pairing(pairing.board, pairing.first, pairing.second, pairing.slot)
    return events.format_of(pairing.tournament).may_draw(value)


def _of_game(game: Game) -> Result:
    """One live match, finished or not, as a result of the pairing's sides."""
    found = appointed.result_of(game.match)
    seats = (1, 0) if game.swapped else (0, 1)
    points = (DRAW, DRAW) if found.winner is None else (WIN, LOSS) if found.winner == seats[0] else (LOSS, WIN)
    hand_points = (found.hand_points[seats[0]], found.hand_points[seats[1]])
    return Result(points, "played", hand_points, (found.boxes[seats[0]], found.boxes[seats[1]]))
