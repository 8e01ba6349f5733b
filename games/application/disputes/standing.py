"""Which rulings are in force: made, and not reversed by one that is in force itself."""

from __future__ import annotations

from games.application.disputes.remedies import remedies_of
from games.models import Match, Ruling


def stands(ruling: Ruling) -> bool:
    """Whether a ruling is in force."""
    if ruling.status != Ruling.Status.MADE:
        return False
    return not any(stands(later) for later in ruling.reversed_by.filter(status=Ruling.Status.MADE))


def standing_rulings(match: Match) -> list[Ruling]:
    """The rulings on a match that are in force, in the order in which they were made."""
    made = Ruling.objects.filter(match=match, status=Ruling.Status.MADE).order_by("made_at", "pk")
    return [ruling for ruling in made if stands(ruling)]


def refunded_seats(match: Match) -> tuple[int, ...]:
    """The seats that lose no rating by this match, whatever its result."""
    remedies = [remedy for ruling in standing_rulings(match) for remedy in remedies_of(ruling.remedies)[0]]
    return tuple(sorted({remedy["seat"] for remedy in remedies if remedy["kind"] == "refund_rating"}))
