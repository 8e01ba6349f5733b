"""How strong people are, for seeding, for entry by rating and for a club's ladder."""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone

from games.application.ratings import strength_of, strengths
from ginsite.accounts.models import User


def rating_of(user: User, game: str) -> int:
    """The person's rating in a game as it stands now; a newcomer's for whoever was never rated."""
    return strength_of(user, game).points


def ratings_of(user_ids: Collection[int], game: str) -> dict[int, int]:
    """The ratings of some people in a game, without those that are provisional."""
    found = strengths(user_ids, game, timezone.now())
    return {user_id: strength.points for user_id, strength in found.items() if not strength.is_provisional}
