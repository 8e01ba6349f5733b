"""The referee's desk and who stands before it: Rita and Rufus are referees, Alice and Bob have a dispute."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from games.application.disputes import cases
from games.models import Case, Match
from ginsite.accounts.models import User
from tests.games.application.conftest import known_deals
from tests.games.application.disputes.table import finished
from tests.games.conftest import member

__all__ = ["known_deals"]


@pytest.fixture
def rufus(db: None) -> User:
    """Another referee."""
    return member("rufus", staff=True)


@pytest.fixture
def match(alice: User, bob: User, known_deals: None) -> Match:
    """A rated match of three hands that is over."""
    return finished(alice, bob)


@pytest.fixture
def case(match: Match, alice: User) -> Case:
    """Alice asks about the first hand."""
    return cases.raise_case(alice, match, "scoring", "I had gin.", hand=1)


@pytest.fixture
def browser() -> Callable[[User], Client]:
    """A browser in which somebody is logged in."""

    def opened(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return opened
