"""Matches in memory: loaded by folding, followed by version, let go when nobody is there."""

from __future__ import annotations

import asyncio
import threading
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async

from games.application import broadcast, lobby
from games.application import house as houses
from games.application.house import House
from games.application.tables import Socket
from games.application.terms import Terms
from games.domain.actions import PassUpcard, Ready
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.seated import good_move, seat, seat_of_turn
from tests.games.application.test_play import elsewhere, held_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1, dealt."""
    return seat(alice, bob)


async def test_a_match_is_folded_once_however_many_ask(house: House, table: Match) -> None:
    first, second, by_code = await asyncio.gather(
        house.live.get(table.pk), house.live.get(table.pk), house.live.find(table.code)
    )
    assert first is not None
    assert first is second
    assert by_code is first
    assert first.version == table.version
    assert first.committed is first.head


async def test_there_is_no_match_that_is_not_there(house: House) -> None:
    assert await house.live.get(10**9) is None
    assert await house.live.find("nosuchtabl") is None


async def test_the_log_is_read_in_a_thread_of_its_own(house: House) -> None:
    names = {await house.live.read(lambda: threading.current_thread().name) for _n in range(5)}
    assert len(names) == 1
    assert threading.current_thread().name not in names


async def test_a_match_read_again_tells_the_hand_in_play_as_the_one_kept_in_memory(house: House, table: Match) -> None:
    held = await held_at(house, table)
    while held.committed is not None and held.committed.game.hand_no < 3:
        if held.committed.game.phase == "between":
            await asyncio.gather(*(house.door.play(table.pk, n, Ready(), None, uuid4()) for n in (0, 1)))
        else:
            await house.door.play(table.pk, seat_of_turn(held), good_move(held), held.version, uuid4())
        await house.writer.flush()
    kept = (held.committed, held.told, held.told_since)
    house.live.drop(held)

    again = await held_at(house, table)

    assert again is not held
    assert (again.committed, again.told, again.told_since) == kept


async def test_a_version_that_another_process_made_is_found_by_the_next_look(house: House, table: Match) -> None:
    held = await held_at(house, table)
    socket = Socket(None, version=held.version)
    house.tables.join(table.pk, socket)
    await sync_to_async(elsewhere)(table.pk, seat_of_turn(held), PassUpcard())

    await house._each_second()
    await asyncio.sleep(0.2)

    assert held.version == table.version + 1
    assert any('"t":"update"' in text for text in socket.outbox)
    house.tables.leave(table.pk, socket)


async def test_a_hint_is_quicker_than_the_look(house: House, table: Match) -> None:
    held = await held_at(house, table)
    await sync_to_async(elsewhere)(table.pk, seat_of_turn(held), PassUpcard())
    await sync_to_async(broadcast.match_moved)(table.pk, table.version + 1)
    for _n in range(100):
        if held.version > table.version:
            break
        await asyncio.sleep(0.02)
    assert held.version == table.version + 1


async def test_the_last_chair_begins_the_match_on_every_page(house: House, alice: User, bob: User) -> None:
    table = await sync_to_async(lobby.create_table)(alice, Terms())
    held = await held_at(house, table)
    assert held.committed is None
    socket = Socket(0)
    house.tables.join(table.pk, socket)
    house.screens.welcome(held, socket, None)

    await sync_to_async(lobby.join_table)(bob, table.code)
    for _n in range(100):
        if held.committed is not None:
            break
        await asyncio.sleep(0.02)

    assert held.committed is not None
    assert any('"status":"playing"' in text and '"t":"snapshot"' in text for text in socket.outbox)
    house.tables.leave(table.pk, socket)


async def test_a_match_is_let_go_when_nobody_is_there(
    house: House, table: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "KEEP_SECONDS", 0.0)
    held = await held_at(house, table)
    socket = Socket(None)
    house.tables.join(table.pk, socket)
    await house._each_second()
    await house._each_second()
    assert house.live.at_hand(table.pk) is held

    house.tables.leave(table.pk, socket)
    await house._each_second()
    await asyncio.sleep(0.01)
    await house._each_second()
    assert house.live.at_hand(table.pk) is None
    assert held.timer is None or held.timer.cancelled()
