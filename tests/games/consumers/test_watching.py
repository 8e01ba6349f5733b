"""Spectators who are kept behind: whatever reaches them is as old as their table says, and the end comes no sooner."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games.application import play, store
from games.application.clocks import now_ms
from games.application.house import House
from games.application.messages import Rematch
from games.domain.match import must_act
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.seated import good_move, seat
from tests.games.consumers.conftest import Page
from tests.games.consumers.test_leaks import games_by_version, leaks

pytestmark = pytest.mark.django_db(transaction=True)

DELAY_MS = 30_000


class Clock:
    """The screens' time, put forward by hand; moves are stamped with the true one."""

    ahead = 0

    def __call__(self) -> int:
        return now_ms() + self.ahead


@pytest.fixture
def clock(house: House, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(house.screens, "_now", clock)
    return clock


@pytest.fixture
def table(alice: User, bob: User) -> Match:
    """Alice and Bob, and whoever looks on is half a minute behind."""
    match = seat(alice, bob, fixed_hands=2)
    Match.objects.filter(pk=match.pk).update(spectator_delay=DELAY_MS // 1000)
    match.refresh_from_db()
    return match


async def play_to_the_end(house: House, table: Match) -> None:
    held = await house.live.get(table.pk)
    assert held is not None
    while (live := held.committed) is not None and live.finish is None:
        between = live.game.phase == "between"
        waiting = [s for s in range(2) if not live.game.ready >> s & 1] if between else list(must_act(live.game))
        for number in waiting:
            await house.act(table.pk, number, good_move(held, number), held.version, uuid4())
        await house.writer.flush()


async def test_a_spectator_is_told_only_what_is_old_enough(house: House, table: Match, clock: Clock) -> None:
    watcher = Page(table.code, AnonymousUser())
    first = await watcher.open()
    assert (first["v"], first["view"]["phase"]) == (1, "draw_for_deal")
    await play_to_the_end(house, table)
    held = house.live.at_hand(table.pk)
    assert held is not None
    house.screens.show_watchers(held)
    await house.act(table.pk, 0, Rematch(), None, uuid4())
    house.screens.refresh_all(held)
    await watcher.say(t="resume", v=0)
    assert {json.loads(frame)["v"] for frame in await frames_of(watcher)} <= {1}

    first_paint = await sync_to_async(play.snapshot)(table, AnonymousUser())
    assert (first_paint["v"], first_paint["table"]["status"]) == (1, "playing")
    assert first_paint["view"]["offers"]["rematch"] == []

    rows = await sync_to_async(store.read_since)(table.pk, 0)
    at = {row.number: row.at for row in rows}
    for row in rows[2::7]:
        clock.ahead = row.at + DELAY_MS - now_ms()
        house.screens.show_watchers(held)
        for frame in await frames_of(watcher):
            message = json.loads(frame)
            assert at[message["v"]] <= clock() - DELAY_MS
            assert message["now"] <= clock() - DELAY_MS
            assert message["v"] == rows[-1].number or message["view"]["match"] is None
    games = await sync_to_async(games_by_version)(table)
    assert list(leaks(watcher.frames, games, None)) == []
    clock.ahead = DELAY_MS + 1_000
    house.screens.show_watchers(held)
    await frames_of(watcher)
    assert watcher.view["match"] is not None
    await watcher.socket.disconnect()


async def test_a_match_read_anew_from_its_log_is_as_old(house: House, table: Match, clock: Clock, alice: User) -> None:
    await play_to_the_end(house, table)
    held = house.live.at_hand(table.pk)
    assert held is not None
    house.live.drop(held)
    rows = await sync_to_async(store.read_since)(table.pk, 0)
    middle = rows[len(rows) // 2].at
    clock.ahead = middle + DELAY_MS - now_ms()
    watcher, player = Page(table.code, AnonymousUser()), Page(table.code, alice)
    old, new = await watcher.open(), await player.open()
    assert new["v"] == rows[-1].number
    assert middle <= {row.number: row.at for row in rows}[old["v"]] <= clock() - DELAY_MS
    assert old["moves"] != []
    for page in (watcher, player):
        await page.socket.disconnect()


async def frames_of(page: Page) -> list[str]:
    """The snapshots and updates that wait to be read."""
    found = []
    while not await page.socket.receive_nothing(0.02, 0.005):
        text = await page.socket.receive_from(1)
        page.frames.append(text)
        message = json.loads(text)
        if message["t"] in ("snapshot", "update"):
            page.version, page.view = message["v"], message["view"]
            found.append(text)
    return found
