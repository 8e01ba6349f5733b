"""Results flow in from the games by themselves, each exactly once.

A finished match tells its tournament under a mark (``Applied``): no mark, no effect, however often it is told and
wherever a server dies. A corrected match is told again under its new number and changes the result by the same path.
"""

from __future__ import annotations

import logging
from typing import Literal

from django.db import transaction

from games.application import appointed
from games.application.appointed import Match
from games.application.projections import effect
from tournaments.application import events, rounds
from tournaments.domain.actions import ChangeResult, EnterResult
from tournaments.domain.errors import Refusal
from tournaments.domain.formats.teams import of_boards
from tournaments.domain.values import DRAW, LOSS, WIN, Result
from tournaments.models import Game, Pairing, Tournament

logger = logging.getLogger(__name__)


@effect("tournament")
def take_result(match: Match) -> None:
    """A live match of a pairing has a result, or another one than before."""
    game = Game.objects.select_related("pairing__tournament").filter(match=match).first()
    if game is None:
        return
    pairing = game.pairing
    result = result_of(pairing)
    if result is None:
        transaction.on_commit(lambda: _next_game(pairing.pk))
        return
    enter(pairing, result)
    tournament_id = pairing.tournament_id
    transaction.on_commit(lambda: rounds.attend(tournament_id))


def enter(pairing: Pairing, result: Result) -> None:
    """Enter a result, or change the one that stands; keep what was paired from the old one."""
    tournament = pairing.tournament
    event = events.load(Tournament.objects.get(pk=tournament.pk))
    try:
        standing = event.round(pairing.round).results[event.place(pairing.round, pairing.board)]
        if standing is None:
            events.act(tournament, EnterResult(pairing.round, pairing.board, result))
        elif standing != result:
            change = ChangeResult(pairing.round, pairing.board, result, "keep")
            events.act(tournament, change, reason="match corrected")
    except Refusal as refusal:  # the pairing is gone, or the tournament was cancelled: the desk has decided
        logger.info("tournament %s took no result of %s: %s", tournament.code, pairing, refusal)


def _next_game(pairing_id: int) -> None:
    pairing = Pairing.objects.select_related("tournament").filter(pk=pairing_id).first()
    if pairing is not None:
        rounds.begin(pairing)


def result_of(pairing: Pairing) -> Result | None:
    """What the games of a pairing come to; ``None`` while it is not decided."""
    settings = events.settings_of(pairing.tournament)
    games = list(pairing.games.select_related("match"))
    finished = [game for game in games if game.match.finished_at is not None]
    if not finished or len(finished) < len(games):
        return None
    if settings.format in ("team", "team-gin"):
        by: Literal["boards", "hand_points"] = "boards" if settings.format == "team" else "hand_points"
        return of_boards([_of_game(game) for game in finished], by)
    so_far = rounds.standing_of(pairing)
    if settings.match_form == "best_of":
        return _best_of(so_far, settings.match_length, len(finished))
    return so_far._replace(points=_of_game(finished[-1]).points)


def _best_of(so_far: Result, length: int, played: int) -> Result | None:
    """Decided once nobody can catch up; level after all games is a draw, or one game more where there is none."""
    first, second = so_far.games
    left = length - played
    if abs(first - second) > left:
        return so_far._replace(points=(WIN, LOSS) if first > second else (LOSS, WIN))
    return so_far._replace(points=(DRAW, DRAW)) if left <= 0 else None


def _of_game(game: Game) -> Result:
    """One live match as a result of the pairing's sides."""
    found = appointed.result_of(game.match)
    seats = (1, 0) if game.swapped else (0, 1)
    points = (DRAW, DRAW) if found.winner is None else (WIN, LOSS) if found.winner == seats[0] else (LOSS, WIN)
    hand_points = (found.hand_points[seats[0]], found.hand_points[seats[1]])
    return Result(points, "played", hand_points, (found.boxes[seats[0]], found.boxes[seats[1]]))
