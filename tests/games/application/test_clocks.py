"""The server's own errands: flags, deals after the pause, the computer's turns, time given back."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from pytest_django import Settings

from games.application import clocks, lobby, play, record, store
from games.application.bot_turns import turn_id
from games.application.house import House
from games.application.live import Held
from games.bots.registry import get_bot
from games.domain.actions import PassUpcard, PlayerAction, Ready
from games.domain.perspective import SeatView
from games.models import Match, MatchEvent, ServerPulse
from ginsite.accounts.models import User
from tests.games.application.seated import good_move, seat, seat_of_turn

pytestmark = pytest.mark.django_db(transaction=True)

Travel = Callable[[int], None]


@pytest.fixture
def table(alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1, dealt, on the standard clock."""
    return seat(alice, bob)


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Travel:
    """Let so many seconds pass at once."""
    real = time.time_ns

    def pass_by(seconds: int) -> None:
        monkeypatch.setattr(time, "time_ns", lambda: real() + seconds * 10**9)

    return pass_by


async def held_at(house: House, table: Match) -> Held:
    held = await house.live.get(table.pk)
    assert held is not None
    return held


async def sweep(house: House) -> None:
    await house.errands.sweep()
    await house.errands.done()


def kinds(table: Match) -> list[str]:
    return [row.kind for row in store.read_since(table.pk, table.version)]


async def finish_hand(house: House, held: Held) -> None:
    while held.committed is not None and held.committed.game.phase == "play":
        outcome = await house.door.play(held.id, seat_of_turn(held), good_move(held), held.version)
        assert outcome.code is None


async def test_the_sweep_flags_a_match_that_nobody_holds(house: House, table: Match, travel: Travel) -> None:
    travel(30 + 180 + 4)
    await sweep(house)

    assert await sync_to_async(kinds)(table) == ["flag"]  # an upcard offer times out as a pass
    await table.arefresh_from_db()
    assert table.deadline is not None
    assert table.deadline > clocks.now_ms()


async def test_the_sweep_leaves_alone_what_is_not_due(house: House, table: Match, travel: Travel) -> None:
    travel(30 + 180 - 4)
    await sweep(house)
    assert await sync_to_async(kinds)(table) == []


async def test_sweeping_twice_at_once_flags_once(house: House, table: Match, travel: Travel) -> None:
    travel(30 + 180 + 4)
    await asyncio.gather(sweep(house), sweep(house))
    assert await sync_to_async(kinds)(table) == ["flag"]


async def test_whoever_meets_a_match_past_its_deadline_flags_it_first(
    house: House, table: Match, travel: Travel
) -> None:
    held = await held_at(house, table)
    first = seat_of_turn(held)
    travel(30 + 180 + 1)

    outcome = await play.play(table.pk, 1 - first, PassUpcard(), table.version, turn_id("x", 1, 1))

    assert outcome.code == "STALE"  # the flag passed for the first seat, and the offer has moved on
    await house.writer.flush()
    assert await sync_to_async(kinds)(table) == ["flag"]


async def test_a_message_within_its_lag_is_in_time(house: House, table: Match, travel: Travel) -> None:
    held = await held_at(house, table)
    assert held.committed is not None
    first, started = seat_of_turn(held), held.committed.at
    late = started + 30_000 + 180_000 + 250 - clocks.now_ms()
    real = time.time_ns
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: real() + late * 10**6)
        outcome = await house.door.play(table.pk, first, PassUpcard(), table.version, None, lag_ms=300)
    assert outcome.code is None
    assert held.committed.clock.seats[first].bank_ms >= 0


async def test_the_next_hand_is_dealt_when_the_pause_is_over(house: House, table: Match, travel: Travel) -> None:
    held = await held_at(house, table)
    await finish_hand(house, held)
    await house.door.play(table.pk, 0, Ready())
    assert held.committed is not None
    assert held.committed.game.hand_no == 1

    travel(22)
    await sweep(house)

    assert held.committed.game.hand_no == 2


async def test_a_timer_flags_a_match_that_is_held(house: House, table: Match, travel: Travel) -> None:
    held = await held_at(house, table)
    travel(30 + 180 + 1)
    house.errands.set_timer(held)
    for _n in range(200):
        if held.version > table.version:
            break
        await asyncio.sleep(0.01)
    assert await sync_to_async(kinds)(table) == ["flag"]


async def test_the_computer_plays_its_turns_and_is_ready_at_once(
    house: House, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_DELAY_MS = 0
    seen: list[SeatView] = []

    async def think(name: str, view: SeatView) -> PlayerAction:
        seen.append(view)
        return get_bot(name).choose(view, random.Random(1), 100)

    monkeypatch.setattr(house.bots, "think", think)
    table = await sync_to_async(lobby.play_computer)(alice)
    held = await held_at(house, table)
    for _n in range(3_000):
        assert held.committed is not None
        if held.committed.game.hand_no == 3:
            break
        live = held.committed
        if live.game.phase == "between" and not live.game.ready & 1:
            await house.door.play(table.pk, 0, Ready())
        elif 0 in record.running(live):
            await house.door.play(table.pk, 0, good_move(held, 0), held.version)
        else:
            await asyncio.sleep(0.005)
    assert held.committed is not None
    assert held.committed.game.hand_no == 3
    assert {view.seat for view in seen} == {1}
    assert all(view.seats[0].hand is None or view.knock is not None for view in seen)


def test_the_sweep_command_flags_while_somebody_serves_and_only_then(table: Match, travel: Travel) -> None:
    clocks.beat()
    travel(30 + 180 + 4)
    call_command("sweep", once=True)
    assert kinds(table) == []

    clocks.beat()
    call_command("sweep", once=True)
    assert kinds(table) == ["flag"]


def test_the_first_start_gives_nothing_back(table: Match) -> None:
    assert clocks.give_time_back() == 0
    assert ServerPulse.objects.get().last_alive > 0
    assert kinds(table) == []


def test_time_is_given_back_only_if_no_process_was_alive(table: Match) -> None:
    clocks.beat()
    assert clocks.give_time_back() == 0
    assert kinds(table) == []


def test_an_outage_and_a_grace_are_given_back_through_the_log(table: Match, travel: Travel) -> None:
    clocks.beat()
    before = store.load(table.pk)
    assert before is not None
    travel(100)

    returned = clocks.give_time_back()

    assert 120_000 <= returned < 125_000
    assert kinds(table) == ["time_returned"]
    after = store.load(table.pk)
    assert after is not None
    assert record.deadline(after.live) == (record.deadline(before.live) or 0) + returned
    table.refresh_from_db()
    assert table.deadline == record.deadline(after.live)
    assert clocks.give_time_back() == 0


def test_a_match_without_a_clock_gets_no_time_back(alice: User, bob: User, travel: Travel) -> None:
    clocks.beat()
    table = seat(alice, bob, clock="none", by_link=True)
    travel(100)
    assert clocks.give_time_back() > 0
    assert kinds(table) == []


def test_a_match_that_moved_meanwhile_makes_it_start_over(
    table: Match, travel: Travel, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks.beat()
    travel(100)
    append_to_all, tries = store.append_to_all, []

    def outrun_once(pendings: list[store.Pending]) -> None:
        tries.append(pendings)
        if len(tries) == 1:
            raise store.Outrun(table.pk)
        append_to_all(pendings)

    monkeypatch.setattr(store, "append_to_all", outrun_once)
    assert clocks.give_time_back() > 0
    assert len(tries) == 2
    assert MatchEvent.objects.filter(match=table, kind="time_returned").count() == 1


def test_the_computer_seems_to_think_about_as_long_as_asked(settings: Settings) -> None:
    settings.BOT_DELAY_MS = 1_200
    times = [clocks.thinking_ms() for _n in range(500)]
    assert 600 <= min(times) < 700
    assert 1_700 < max(times) <= 1_800
