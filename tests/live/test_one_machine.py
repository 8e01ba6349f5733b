"""One machine, one process, SQLite: what survives a power cut, a deployment and an outage."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.live.table_talk import Page, seat_people
from tests.serving import Site


def children_of(pid: int) -> set[int]:
    """The processes below a process."""
    below: set[int] = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = status.read_text().rsplit(")", 1)[1].split()
            if int(fields[1]) == pid:
                child = int(status.parent.name)
                below |= {child} | children_of(child)
    return below


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


async def play_until_cut(page: Page) -> None:
    """Play on until the server is gone, and read what it still had to say."""
    with contextlib.suppress(ConnectionClosed, OSError):
        await page.play()
    with contextlib.suppress(ConnectionClosed, OSError):
        while True:
            await page.read()


async def test_two_people_play_a_whole_match(site: Site) -> None:
    seated = seat_people(site)
    site.start()
    alice = await Page(site, seated["codes"][0], seated["sessions"]["alice"]).open()
    bob = await Page(site, seated["codes"][0], seated["sessions"]["bob"]).open()
    charlie = await Page(site, seated["codes"][0], seated["sessions"]["charlie"]).open()
    await asyncio.wait_for(asyncio.gather(alice.play(), bob.play(), charlie.watch()), 90)
    assert alice.view is not None
    assert bob.view is not None
    assert alice.view["match"] == bob.view["match"]
    assert max(alice.view["sheet"]["columns"][0]["totals"]) >= 100
    assert charlie.view is not None
    assert charlie.view["match"] == alice.view["match"]


async def test_kill_9_in_mid_hand_loses_nothing_that_was_acknowledged_and_the_match_goes_on(site: Site) -> None:
    seated = seat_people(site)
    site.start()
    code, sessions = seated["codes"][0], seated["sessions"]
    alice = await Page(site, code, sessions["alice"]).open()
    bob = await Page(site, code, sessions["bob"]).open()
    playing = asyncio.gather(play_until_cut(alice), play_until_cut(bob))
    while len(alice.acknowledged) < 5 or len(bob.acknowledged) < 5:
        await asyncio.sleep(0.01)
    site.kill()
    await asyncio.wait_for(playing, 10)
    acknowledged = alice.acknowledged | bob.acknowledged

    site.start()
    began = time.monotonic()
    await asyncio.gather(alice.open(), bob.open())
    assert time.monotonic() - began < 2
    assert alice.version == bob.version
    assert alice.version is not None
    assert alice.version >= max(acknowledged.values())
    for page in (alice, bob):
        for named in list(page.acknowledged):
            answer = await page.do({"kind": "draw_stock"}, named)  # sent again: answered as before, done once
            assert answer["t"] == "ack"
    assert alice.view is not None
    await asyncio.wait_for(asyncio.gather(alice.play(hands=2), bob.play(hands=2)), 60)


async def test_a_sigterm_under_load_loses_nothing_and_tells_every_page(site: Site) -> None:
    seated = seat_people(site, tables=6, target=1000)
    site.start()
    pages = []
    for number, code in enumerate(seated["codes"]):
        for name in ("alice", "bob"):
            session = seated["sessions"][f"{name}{number or ''}"]
            pages.append(await Page(site, code, session).open())
    playing = asyncio.gather(*(play_until_cut(page) for page in pages))
    await asyncio.sleep(2)
    assert site.process is not None
    workers = children_of(site.process.pid)
    site.process.send_signal(signal.SIGTERM)
    await asyncio.wait_for(playing, 15)
    assert await asyncio.to_thread(site.process.wait, 15) == 0
    assert not any(is_alive(worker) for worker in workers)
    assert "Traceback" not in site.log.read_text()
    for page in pages:
        assert any('"t":"restart"' in frame for frame in page.frames)
        assert page.closed_with == 4012

    site.start()
    for page in pages:
        told = page.version
        await page.open()
        assert page.version is not None
        assert told is not None
        assert page.version >= told
        for named in page.acknowledged:
            assert (await page.do({"kind": "draw_stock"}, named))["t"] == "ack"


async def test_kill_9_leaves_no_worker_and_the_computer_finds_its_turn_again(site: Site) -> None:
    seated = seat_people(site, computer=True)
    site.start()
    alice = await Page(site, seated["codes"][0], seated["sessions"]["alice"]).open()
    playing = asyncio.ensure_future(play_until_cut(alice))
    while len(alice.acknowledged) < 6:
        await asyncio.sleep(0.01)
    assert site.process is not None
    workers = children_of(site.process.pid)
    assert workers
    site.kill()
    await asyncio.wait_for(playing, 10)
    for _n in range(100):
        if not any(is_alive(worker) for worker in workers):
            break
        await asyncio.sleep(0.05)
    assert not any(is_alive(worker) for worker in workers)

    site.start()
    await alice.open()
    await asyncio.wait_for(alice.play(hands=2), 60)


async def test_an_outage_is_given_back_to_the_clock_that_ran(site: Site) -> None:
    seated = seat_people(site, clock="blitz")
    site.start()
    code, session = seated["codes"][0], seated["sessions"]["alice"]
    alice = await Page(site, code, session).open()
    assert alice.view is not None
    turn = alice.view["turn"][0]
    before = alice.view["clocks"][turn]["deadline"]
    await asyncio.sleep(1.5)  # the pulse beats once a second
    site.kill()
    await asyncio.sleep(3)
    site.start()
    await alice.open()
    after = alice.view["clocks"][turn]["deadline"]
    assert 22_000 < after - before < 60_000

    site.stop()
    site.start()  # at once: the fold of the log gives the same clock, and what was given back stays given
    await alice.open()
    assert alice.view["clocks"][turn]["deadline"] >= after


async def test_an_unknown_table_and_a_stranger_are_turned_away_with_a_code(site: Site) -> None:
    seated = seat_people(site, by_link=True)
    site.start()
    code = seated["codes"][0]
    for page, closed_with in (
        (Page(site, "nosuchtabl", seated["sessions"]["alice"]), 4004),
        (Page(site, code, None), 4401),
        (Page(site, code, seated["sessions"]["charlie"]), 4403),
    ):
        with pytest.raises(ConnectionClosed):
            await page.open()
        assert page.closed_with == closed_with
    with pytest.raises(InvalidStatus):
        await connect(f"ws://localhost:{site.port}/ws/nothing/", additional_headers={"Origin": site.url})
    elsewhere = {"Origin": "https://evil.example.com"}
    with pytest.raises(InvalidStatus):
        await connect(f"ws://localhost:{site.port}/ws/tables/{code}/", additional_headers=elsewhere)
    assert "Traceback" not in site.log.read_text()


async def read_on(page: Page) -> None:
    """Read whatever comes, for ever."""
    while True:
        await page.read()


async def test_a_frame_over_four_kilobytes_ends_the_socket_and_not_the_game(site: Site) -> None:
    seated = seat_people(site)
    site.start()
    alice = await Page(site, seated["codes"][0], seated["sessions"]["alice"]).open()
    await alice.say(t="ping", n=1, v=1, x="x" * 5_000)
    with pytest.raises(ConnectionClosed):
        await read_on(alice)
    assert alice.closed_with == 1009
    assert (await alice.open()).version is not None


def test_a_server_without_its_tables_says_so_and_ends(tmp_path: Path) -> None:
    site = Site(tmp_path)
    with pytest.raises(RuntimeError, match="is the database migrated"):
        site.manage("serve", "--port", str(site.port))


def test_a_page_asked_for_a_moment_ago_does_not_spoil_the_end(site: Site) -> None:
    site.start()  # which asks for the health page
    site.stop()
    assert "Traceback" not in site.log.read_text()
