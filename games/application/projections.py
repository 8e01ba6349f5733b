"""What is made of a finished match, each effect exactly once.

The finished match row is the outbox: it is written in the same commit as the last row of the log, and marked as
pending. A sweep makes the effects. Each effect first inserts its mark (``Applied``) in the transaction in which it
then works: no mark, no effect, however many sweeps run and wherever one is killed. A ruling raises ``result_no``, and
then the effects are made again for the new result.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from django.db import IntegrityError, transaction

from games.application.signals import match_finished
from games.models import Applied, Match

logger = logging.getLogger(__name__)

Effect = Callable[[Match], None]
"""Changes rows on account of a match's result: database calls only, for it runs inside a transaction."""

_effects: dict[str, Effect] = {}


def effect(name: str) -> Callable[[Effect], Effect]:
    """Register an effect under the name of its marks."""

    def register(function: Effect) -> Effect:
        if _effects.setdefault(name, function) is not function:
            raise ValueError(f"two effects are called {name!r}")
        return function

    return register


@effect("announced")
def _announce(match: Match) -> None:
    """Tell the other apps, once the mark is safe. A receiver that fails has its own way to catch up."""
    tell = partial(match_finished.send_robust, sender=Match, match_id=match.pk, result_no=match.result_no)
    transaction.on_commit(tell)


def apply_once(match: Match, name: str, function: Effect) -> bool:
    """Make one effect unless it has been made for this result; whether it was made now."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                Applied.objects.create(match=match, result_no=match.result_no, name=name)
        except IntegrityError:
            return False
        function(match)
    return True


def sweep(limit: int = 100) -> int:
    """Make what is still to be made of finished matches; how many of them are now done. To be called every second.

    An effect that fails is tried again by the next sweep and holds up no other.
    """
    done = 0
    for match in Match.objects.outbox()[:limit]:
        failed = [name for name, function in _effects.items() if not _attempt(match, name, function)]
        if not failed:
            done += Match.objects.filter(pk=match.pk, result_no=match.result_no).update(result_pending=False)
    return done


def _attempt(match: Match, name: str, function: Effect) -> bool:
    try:
        apply_once(match, name, function)
    except Exception:
        logger.exception("the effect %s of match %s failed", name, match.code)
        return False
    return True
