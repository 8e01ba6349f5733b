"""The cast of the clubs, at their browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.tournaments.application.conftest import announced, member

__all__ = ["announced", "as_member", "member"]

Browser = Callable[[str], Client]


@pytest.fixture
def as_member(member: Callable[[str], object]) -> Browser:
    """A member's browser, by name."""

    def browse(name: str) -> Client:
        client = Client()
        client.force_login(member(name))  # type: ignore[arg-type]
        return client

    return browse
