"""The cast of the clubs: people by name, and a tournament in the making."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ginsite.accounts.models import User
from tests.games.application.conftest import known_deals
from tournaments.application import organising, registration
from tournaments.application.organising import Plan
from tournaments.domain.settings import Settings
from tournaments.models import Tournament

Member = Callable[[str], User]

__all__ = ["known_deals"]


@pytest.fixture
def member(db: None) -> Member:
    """A member by name, made when first asked for."""

    def find(name: str) -> User:
        return User.objects.filter(username=name).first() or User.objects.create_user(name, f"{name}@example.com")

    return find


@pytest.fixture
def announced(member: Member) -> Callable[..., Tournament]:
    """An announced tournament of Ann's; keywords are those of the plan, or of its settings."""

    def make(*entrants: str, **changes: Any) -> Tournament:
        chosen = {name: changes.pop(name) for name in list(changes) if name in Settings.__dataclass_fields__}
        owner = member("ann")
        plan = Plan("Club evening", settings=Settings(**chosen), **changes)
        tournament = organising.announce(owner, organising.make(owner, plan))
        for name in entrants:
            registration.enter(tournament, member(name))
        tournament.refresh_from_db()
        return tournament

    return make
