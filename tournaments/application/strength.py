"""How strong somebody is, for seeding and for entry by rating."""

from __future__ import annotations

from games.application.ratings import strength_of
from ginsite.accounts.models import User


def rating_of(user: User, game: str) -> int:
    """The person's rating in a game as it stands now; a newcomer's for whoever was never rated."""
    return strength_of(user, game).points
