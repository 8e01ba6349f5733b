"""A match rests at a referee's word, and goes on when nothing of it is before the referee any more."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from django.db import transaction

from games.application import broadcast, dealing, pausing, store
from games.application.disputes.permissions import require_ruler
from games.application.disputes.refusals import Refused
from games.application.record import LiveMatch, Step
from games.domain.actions import SERVER
from games.domain.errors import RuleViolation
from games.models import Case
from ginsite.accounts.models import User

TRIES = 5
"""Races with the players' moves that one pause may lose."""


def pause(referee: User, case: Case) -> None:
    """Let a case's match rest until a referee says otherwise. Raises Refused (as ``require_ruler``, WRONG_PHASE)."""
    require_ruler(referee, case)
    if case.match is None or case.is_settled:
        raise Refused("WRONG_PHASE")
    _do(case.match.pk, pausing.order)


def resume(referee: User, case: Case) -> None:
    """Let the match of a case go on. Raises Refused (as ``require_ruler``, WRONG_PHASE when it does not rest)."""
    require_ruler(referee, case)
    if case.match is None:
        raise Refused("WRONG_PHASE")
    _do(case.match.pk, lambda live, now: pausing.resume(live, SERVER, now))


def once_settled(match_id: int) -> None:
    """After a commit: a match that rests goes on if the referee has no question about it left."""
    if Case.objects.unsettled().filter(match=match_id).exists():
        return
    loaded = store.load(match_id)
    if loaded is not None and loaded.live.paused:
        _do(match_id, lambda live, now: pausing.resume(live, SERVER, now))


def _do(match_id: int, make: Callable[[LiveMatch, int], Step]) -> None:
    for _try in range(TRIES):
        loaded = store.load(match_id)
        if loaded is None:
            raise Refused("WRONG_PHASE")
        try:
            step = make(loaded.live, time.time_ns() // 1_000_000)
            with transaction.atomic():
                store.append(step, due_at=dealing.due_at(step.live))
                transaction.on_commit(partial(broadcast.match_moved, match_id, step.live.version))
        except RuleViolation as violation:
            raise Refused(violation.code.value) from violation
        except store.Outrun:
            continue
        return
    raise Refused("BUSY")
