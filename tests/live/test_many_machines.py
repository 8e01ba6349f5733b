"""Several processes on PostgreSQL and Redis: the players of one match apart, and what the loss of a part costs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import statistics
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests.live.table_talk import Page, seat_people
from tests.live.test_one_machine import play_until_cut
from tests.serving import Site, free_port

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


class OwnRedis:
    """A Redis of the test's own, that it may kill."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program is not None
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(5)
            self.process = None


@pytest.fixture
def database(new_database: Callable[[str], str]) -> Iterator[str]:
    """The URL of a migrated, empty database, dropped afterwards."""
    name = f"live_{uuid.uuid4().hex}"
    yield new_database(name)
    with psycopg.connect(os.environ["TEST_POSTGRES_URL"], autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[OwnRedis]:
    redis = OwnRedis(tmp_path)
    redis.start()
    yield redis
    redis.kill()


@pytest.fixture
def sites(database: str, redis: OwnRedis, prepared: Path, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    """Two processes of one site, started."""
    environment = {"DATABASE_URL": database, "REDIS_URL": redis.url, "PROCESSES": "2", "DEAL_COMMIT_MS": "30000"}
    folder = tmp_path / "site"
    first, second = Site(folder, environment), Site(folder, environment)
    first.furnish(prepared)
    yield first, second
    first.kill()
    second.kill()


async def test_two_people_on_different_processes_play_a_whole_match(sites: tuple[Site, Site]) -> None:
    first, second = sites
    seated = seat_people(first)
    first.start()
    second.start()
    alice = await Page(first, seated["codes"][0], seated["sessions"]["alice"]).open()
    bob = await Page(second, seated["codes"][0], seated["sessions"]["bob"]).open()
    await asyncio.wait_for(asyncio.gather(alice.play(), bob.play()), 120)
    assert alice.view is not None
    assert bob.view is not None
    assert alice.view["match"] == bob.view["match"]
    assert max(alice.view["sheet"]["columns"][0]["totals"]) >= 100
    assert all(seat is not None and seat["connected"] for seat in bob.seats)
    assert ["revealed", "revealed"] in alice.dealt  # promised and shown in one process each
    first.manage("verify_deal", seated["codes"][0])
    assert statistics.median(bob.delays) < 400  # by hints; the look at the versions alone would take half a second


async def test_a_killed_process_costs_a_reconnect_to_the_other(sites: tuple[Site, Site]) -> None:
    first, second = sites
    seated = seat_people(first)
    first.start()
    second.start()
    code, sessions = seated["codes"][0], seated["sessions"]
    alice = await Page(first, code, sessions["alice"]).open()
    bob = await Page(second, code, sessions["bob"]).open()
    playing = asyncio.gather(play_until_cut(alice), bob.play(hands=3))
    while len(alice.acknowledged) < 5:
        await asyncio.sleep(0.01)
    first.kill()
    while alice.closed_with is None:
        await asyncio.sleep(0.01)
    alice.site = second
    began = time.monotonic()
    await alice.open()
    assert time.monotonic() - began < 2
    for named in list(alice.acknowledged):
        assert (await alice.do({"kind": "draw_stock"}, named))["t"] == "ack"
    await asyncio.wait_for(asyncio.gather(alice.play(hands=3), playing), 60)


async def test_losing_redis_costs_a_second_and_not_a_game(sites: tuple[Site, Site], redis: OwnRedis) -> None:
    first, second = sites
    seated = seat_people(first)
    first.start()
    second.start()
    alice = await Page(first, seated["codes"][0], seated["sessions"]["alice"]).open()
    bob = await Page(second, seated["codes"][0], seated["sessions"]["bob"]).open()
    await asyncio.wait_for(asyncio.gather(alice.play(hands=1), bob.play(hands=1)), 60)
    redis.kill()
    assert alice.version is not None
    before = alice.version
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(alice.play(hands=9), bob.play(hands=9)), 12)
    assert alice.version - before >= 5
    redis.start()
    await asyncio.sleep(2)
    before = alice.version
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(alice.play(hands=99), bob.play(hands=99)), 6)
    assert alice.version - before >= 10
