"""Finished matches and measurements, written down as a test wants them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.application.suspicions.amounts import giving_to_text, pace_to_text
from games.application.suspicions.pace import Pace
from games.bots.giving import Giving
from games.models import Match, Measurement, Seat
from ginsite.accounts.models import User
from tests.games.application.matches import new_row

HONEST = Giving(50, 8, 8.0, 6.7, 8.0, 6.7)
FED = Giving(25, 14, 6.0, 4.5, 4.0, 3.4)
SEEN = Giving(60, 0, 9.0, 7.6, 9.0, 7.6)


def finished(
    *people: User, days_ago: float = 1, winner: int = 0, rated: bool = True, reason: str = "target", **fields: Any
) -> Match:
    """A match that these people finished; rows only."""
    at = timezone.now() - timedelta(days=days_ago)
    match = new_row(status=Match.Status.PLAYING, seat_count=len(people), rated=rated, **fields)
    for number, person in enumerate(people):
        Seat.objects.create(match=match, seat=number, user=person)
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=at, result_no=1, winner_seat=winner, end_reason=reason
    )
    match.refresh_from_db()
    return match


def give(match: Match, giving: Giving, seat: int = 0, other: int = 1) -> None:
    """What a seat gave another in it."""
    kind = Measurement.Kind.GIVING
    Measurement.objects.create(match=match, kind=kind, seat=seat, other=other, amounts=giving_to_text(giving))


def think(match: Match, pace: Pace, seat: int = 0) -> None:
    """How long a seat thought in it."""
    Measurement.objects.create(match=match, kind=Measurement.Kind.PACE, seat=seat, amounts=pace_to_text(pace))


def leave(match: Match, behind: int, seat: int = 0) -> None:
    """A seat left it, so many points behind."""
    Measurement.objects.create(match=match, kind=Measurement.Kind.LEAVING, seat=seat, amounts=f"[{behind}]")
