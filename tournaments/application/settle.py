"""Results flow in from the games by themselves, each exactly once.

A finished match tells its tournament under a mark (``Applied``): no mark, no effect, however often it is told and
wherever a server dies. A corrected match is told again under its new number and changes the result by the same path.
"""

from __future__ import annotations

import json
import logging

from django.db import transaction

from games.application.appointed import Match
from games.application.projections import effect
from tournaments.application import events, rounds, scores
from tournaments.domain.actions import ChangeResult, EnterResult
from tournaments.domain.errors import Refusal
from tournaments.domain.values import Result
from tournaments.models import Game, LoggedAction, Pairing, Tournament

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
    tournament_id = pairing.tournament_id
    rounds.wake(tournament_id)
    transaction.on_commit(lambda: rounds.attend(tournament_id), robust=True)


def enter(pairing: Pairing, result: Result) -> None:
    """Enter a result; or change the one that the games gave before, and keep what was paired from it.

    What the desk has decided, a forfeit and a round's deadline stand: whatever is played after that counts for nothing.
    """
    tournament = Tournament.objects.get(pk=pairing.tournament_id)
    event = events.load(tournament)
    try:
        standing = event.round(pairing.round).results[event.place(pairing.round, pairing.board)]
        if standing is None:
            events.act(tournament, EnterResult(pairing.round, pairing.board, result))
        elif standing != result and standing.kind == "played" and not _is_the_desks(pairing):
            change = ChangeResult(pairing.round, pairing.board, result, "keep")
            events.act(tournament, change, reason="match corrected")
    except Refusal as refusal:  # the pairing is gone, or the tournament was cancelled: the desk has decided
        logger.info("tournament %s took no result of %s: %s", tournament.code, pairing, refusal)


def _is_the_desks(pairing: Pairing) -> bool:
    """Whether the result that stands was given by a person."""
    rows = LoggedAction.objects.filter(tournament=pairing.tournament_id, kind__in=("enter_result", "change_result"))
    for actor, payload in rows.order_by("-number").values_list("actor", "payload"):
        plain = json.loads(payload)
        if (plain["round"], plain["board"]) == (pairing.round, pairing.board):
            return actor is not None
    return False
