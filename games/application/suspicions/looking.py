"""When it is looked: after each finished match, by the sweep, and for a whole period by ``manage.py look_for_signals``.

Looking may be done any number of times and by any number of processes: rows are written over, never doubled. The mark
comes last, so that whatever was interrupted is done again.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from itertools import permutations
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.application.deals import LostKey
from games.application.fold import Diverged
from games.application.suspicions import keeping
from games.application.suspicions.habits import judge_habits
from games.application.suspicions.measuring import measure
from games.application.suspicions.meetings import judge_meetings
from games.application.suspicions.play import judge_play
from games.models import Applied, Match, Measurement
from games.models.evidence import KEEP_DAYS
from ginsite.accounts.models import User

logger = logging.getLogger(__name__)

MARK = "signals"
"""The name of the mark of a match that has been looked at."""

LOOK_BACK = timedelta(hours=6)
"""How long after its end the sweep finds a match; what it missed for longer, the command finds."""

AT_A_TIME = 2
"""Matches in one go: other effects of results wait meanwhile."""

FORGOTTEN_AT_A_TIME = 200


def look_round(**_signal: Any) -> int:
    """The sweep: look at what has just ended; how many matches that were."""
    matches = _matches(timezone.now() - LOOK_BACK).exclude(
        Exists(Applied.objects.filter(match=OuterRef("pk"), result_no=OuterRef("result_no"), name=MARK))
    )[:AT_A_TIME]
    for match in matches:
        try:
            look_at(match)
        except Exception:
            logger.exception("match %s could not be looked at", match.code)
            _mark(match)  # not again and again: the command tries once more
    if matches:
        forget_old()
    return len(matches)


def look_since(since: datetime) -> tuple[int, int]:
    """Look at everything that has ended since then, again if need be: how many matches, and how many signals wait."""
    forget_old()
    count = 0
    for match in _matches(max(since, _oldest())).iterator(chunk_size=100):
        look_at(match)
        count += 1
    return count, keeping.waiting().count()


def look_at(match: Match) -> None:
    """Measure one finished match, and judge everybody who played in it by all that is known."""
    try:
        Measurement.objects.bulk_create(
            measure(match),
            update_conflicts=True,
            unique_fields=["match", "kind", "seat", "other"],
            update_fields=["amounts"],
        )
        _judge(match)
    except (Diverged, LostKey) as error:  # the server's trouble, and no player's
        logger.error("match %s cannot be folded: %s", match.code, type(error).__name__)
    _mark(match)


def _mark(match: Match) -> None:
    Applied.objects.get_or_create(match=match, result_no=match.result_no, name=MARK)


def _judge(match: Match) -> None:
    people: list[User] = [seat.user for seat in match.seats.all() if seat.user is not None]
    desk = keeping.Desk([person.pk for person in people])
    for one, other in permutations(people, 2):
        judge_play(desk, one.pk, other.pk)
        if match.rated:
            judge_meetings(desk, one.pk, other.pk)
    for person in people:
        if person.is_member:
            judge_habits(desk, person.pk)


def forget_old() -> None:
    """Drop what is older than ``KEEP_DAYS``, the oldest rows first, some at a time."""
    keeping.forget_old()
    first = Measurement.objects.order_by("pk")[:FORGOTTEN_AT_A_TIME].values_list("pk", "match__finished_at")
    old = [pk for pk, finished_at in first if finished_at is None or finished_at < _oldest()]
    Measurement.objects.filter(pk__in=old).delete()


def _matches(since: datetime) -> QuerySet[Match]:
    """What can be looked at: matches between people that have ended, the earliest first."""
    finished = Match.objects.filter(status=Match.Status.FINISHED, practice=False, finished_at__gte=since)
    return finished.prefetch_related("seats__user").order_by("finished_at", "pk")


def _oldest() -> datetime:
    return timezone.now() - timedelta(days=KEEP_DAYS)
