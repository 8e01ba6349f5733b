"""What somebody does whoever the opponent is: times that no person keeps, and leaving when behind. Members only."""

from __future__ import annotations

import json

from django.conf import settings
from django.db.models import F, QuerySet

from games.application.sides import result_for, sides_of
from games.application.suspicions.amounts import pace_from_text
from games.application.suspicions.keeping import About, Desk
from games.application.suspicions.pace import Pace
from games.models import Match, Measurement, Signal

MOSTLY = 0.5
"""Somebody leaves as a habit when so many of the lost matches ended by it."""


def judge_habits(desk: Desk, user_id: int) -> int:
    """Look at how somebody plays; how many signals there are now."""
    speed, quitting = About(Signal.Kind.SPEED, user_id), About(Signal.Kind.QUITTING, user_id)
    return _judge_speed(desk, speed) + _judge_quitting(desk, quitting)


def _judge_speed(desk: Desk, about: About) -> bool:
    measured = list(_measured(desk, about, Measurement.Kind.PACE).values_list("match__code", "amounts"))
    pace = Pace().plus(pace_from_text(text) for _code, text in measured)
    score = 0.0
    if pace.discards >= settings.SIGNAL_DISCARDS:
        regular = settings.SIGNAL_REGULAR / max(pace.spread, 0.001)
        score = max(regular, pace.quick_share / settings.SIGNAL_QUICK)
    return desk.keep(
        about,
        score,
        [code for code, _text in measured],
        discards=pace.discards,
        typical_ms=pace.typical_ms,
        spread_hundredths=round(100 * pace.spread),
        hard=pace.hard,
        quick=pace.quick,
    )


def _judge_quitting(desk: Desk, about: About) -> bool:
    left = _measured(desk, about, Measurement.Kind.LEAVING).values_list("match__code", "amounts")
    quits = [code for code, text in left if json.loads(text)[0] > 0]
    lost = _lost(desk, about)
    score = len(quits) / settings.SIGNAL_QUITS if quits and len(quits) >= MOSTLY * lost else 0.0
    return desk.keep(about, score, quits, lost=lost)


def _measured(desk: Desk, about: About, kind: Measurement.Kind) -> QuerySet[Measurement]:
    """The measurements of somebody's own seats, the earliest first."""
    measured = Measurement.objects.filter(kind=kind, match__finished_at__gte=desk.since(about))
    mine = measured.filter(match__seats__user=about.user_id, match__seats__seat=F("seat"))
    return mine.order_by("match__finished_at", "match")


def _lost(desk: Desk, about: About) -> int:
    """How many matches against people somebody has lost."""
    played = Match.objects.filter(status=Match.Status.FINISHED, practice=False, finished_at__gte=desk.since(about))
    return sum(
        result_for(match.winner_seat, sides_of(match), seat.seat) == "lost"
        for match in played.filter(seats__user=about.user_id).prefetch_related("seats")
        for seat in match.seats.all()
        if seat.user_id == about.user_id
    )
