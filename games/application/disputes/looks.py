"""Each look of staff at what players cannot see is itself recorded, and cannot be taken back."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.models import Case, Look, Match
from ginsite.accounts.models import User

SAME_LOOK = timedelta(minutes=10)
"""Reloading a page is no second look."""


def look(user: User, what: str, *, match: Match | None = None, case: Case | None = None, hand: int = 0) -> None:
    """Write down that ``user`` looks now. Call it before anything is shown."""
    match = match or (case.match if case is not None else None)
    recent = Look.objects.filter(
        user=user, what=what, match=match, case=case, hand=hand, at__gt=timezone.now() - SAME_LOOK
    )
    if not recent.exists():
        Look.objects.create(user=user, what=what, match=match, case=case, hand=hand)
