"""The cast, as people with rows: Alice and Bob play, Charlie may only watch, Rita is the referee, and a guest."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from django.core.cache import cache

from games.application.house import House, open_house
from ginsite.accounts.guests import create_guest
from ginsite.accounts.models import User


@pytest.fixture(autouse=True)
def _no_limits_used_up() -> None:
    """Rate limits live in the cache: every test starts with none used."""
    cache.clear()


def member(name: str, *, staff: bool = False) -> User:
    """A member without a password: tests log in by force."""
    return User.objects.create(username=name, email=f"{name}@example.com", is_staff=staff)


@pytest.fixture
def alice(db: None) -> User:
    """Who opens tables."""
    return member("alice")


@pytest.fixture
def bob(db: None) -> User:
    """Who joins them."""
    return member("bob")


@pytest.fixture
def charlie(db: None) -> User:
    """Who comes too late."""
    return member("charlie")


@pytest.fixture
def rita(db: None) -> User:
    """The referee."""
    return member("rita", staff=True)


@pytest.fixture
def guest(db: None) -> User:
    """Somebody without an account."""
    return create_guest()


@pytest_asyncio.fixture
async def house(transactional_db: None) -> AsyncIterator[House]:
    """What a serving process runs, for this test's event loop, without the sweep."""
    house = await open_house(errands=False)
    yield house
    await house.close()
