"""Results flow in from the games by themselves, each exactly once.

A finished match tells its tournament under a mark (``Applied``): no mark, no effect, however often it is told and
wherever a server dies. A corrected match is told again under its new number and changes the result by the same path.
"""

from __future__ import annotations

import logging

from django.db import transaction

from games.application.appointed import Match
from games.application.projections import effect
from tournaments.application import events, review, rounds, scores
from tournaments.domain.actions import ChangeResult, EnterResult
from tournaments.domain.errors import Refusal
from tournaments.domain.values import Result
from tournaments.models import Game, Pairing, Tournament

logger = logging.getLogger(__name__)


@effect("tournament")
def take_result(match: Match) -> None:
    """A live match of a pairing has a result, or another one than before; what follows from it is due now."""
    game = Game.objects.select_related("pairing__tournament").filter(match=match).first()
    if game is None:
        return
    pairing = game.pairing
    result = scores.result_of(pairing)
    if result is not None:
        enter(pairing, result)
    else:
        withdraw(pairing)
    review.look_at(pairing)
    tournament_id = pairing.tournament_id
    rounds.wake(tournament_id)
    transaction.on_commit(lambda: rounds.attend(tournament_id), robust=True)


def enter(pairing: Pairing, result: Result) -> None:
    """Enter a result; or change the one that the games gave before, and keep what was paired from it.

    What the desk has decided, a forfeit and a round's deadline stand: whatever is played after that counts for nothing.
    """
    _say(pairing, result)


def withdraw(pairing: Pairing) -> None:
    """Take back the result that the games gave, for by a ruling they go on; likewise."""
    _say(pairing, None)


def _say(pairing: Pairing, result: Result | None) -> None:
    """Have the tournament's result say what the games say."""
    tournament = Tournament.objects.get(pk=pairing.tournament_id)
    event = events.load(tournament)
    try:
        standing = event.round(pairing.round).results[event.place(pairing.round, pairing.board)]
        if standing == result:
            return
        if standing is None and result is not None:
            events.act(tournament, EnterResult(pairing.round, pairing.board, result))
        elif standing is not None and standing.kind == "played" and not review.is_the_desks(pairing):
            change = ChangeResult(pairing.round, pairing.board, result, "keep")
            events.act(tournament, change, reason=review.RULED, games_stand=True)
    except Refusal as refusal:  # the pairing is gone, or the tournament was cancelled: the desk has decided
        logger.info("tournament %s took no result of %s: %s", tournament.code, pairing, refusal)
