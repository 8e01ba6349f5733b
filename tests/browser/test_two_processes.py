"""The two players of a match on different processes, on PostgreSQL and Redis."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.arrivals import follow, invite_link
from tests.browser.card_player import play, totals
from tests.browser.conftest import NewPerson
from tests.serving import Site

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


@pytest.fixture
def two_processes(new_database: Callable[[str], str], prepared: Path, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    """Two servers with one database of their own and one Redis, started as a deployment would."""
    environment = {
        "DATABASE_URL": new_database(f"two_{secrets.token_hex(4)}"),
        "REDIS_URL": os.environ["TEST_REDIS_URL"],
        "PROCESSES": "2",
    }
    first = Site(tmp_path, environment)
    second = Site(tmp_path, environment)
    first.furnish(prepared)
    for site in (first, second):
        site.start()
    yield first, second
    for site in (first, second):
        site.stop()


def test_a_whole_match_is_played_across_two_processes(new_person: NewPerson, two_processes: tuple[Site, Site]) -> None:
    first, second = two_processes
    alice, bob = new_person("Alice", url=first.url), new_person("Bob", url=second.url)
    link = invite_link(alice, 50)
    follow(bob, link.replace(first.url, second.url))
    assert bob.driver.current_url.startswith(second.url)

    play([alice, bob], seconds=420)
    for person in (alice, bob):
        person.sees("Rematch")
        assert max(totals(person)) >= 50, "the match was played to its target, not lost on time"
        assert person.complaints() == []
