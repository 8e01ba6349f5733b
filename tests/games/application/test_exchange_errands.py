"""The exchange of seeds on a running server: defaults in time, seeds that are owed, two processes, computers."""

from __future__ import annotations

import time
from collections.abc import Callable
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction
from pytest_django import Settings

from games.application import clocks, dealing, lobby, play, record, store
from games.application.dealing import FIRST_HAND
from games.application.house import House
from games.application.live import Held
from games.application.messages import Claim, CommitSeed, RevealSeed
from games.domain.actions import Ready, Resign
from games.domain.shuffle import commit_player
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.exchanging import seed_of
from tests.games.application.seated import good_move, seat, seat_all, seat_of_turn

pytestmark = pytest.mark.django_db(transaction=True)

Travel = Callable[[int], None]
WAIT_SECONDS = 40


@pytest.fixture(autouse=True)
def people_are_waited_for(settings: Settings) -> None:
    """So long that only travelling brings a default."""
    settings.DEAL_COMMIT_MS = WAIT_SECONDS * 1_000


@pytest.fixture
def table(people_are_waited_for: None, alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1; the first hand's exchange is offered."""
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


def live_of(held: Held) -> record.LiveMatch:
    assert held.committed is not None
    return held.committed


async def sweep(house: House) -> None:
    await house.errands.sweep()
    await house.errands.done()
    await house.writer.flush()


async def kinds(table: Match) -> list[str]:
    """Of the rows since the table was seated."""
    return [row.kind for row in await sync_to_async(store.read_since)(table.pk, table.version)]


def promised(table: Match, number: int, hand: int = 1) -> CommitSeed:
    return CommitSeed(hand, commit_player(table.code, hand, number, seed_of(number, hand)))


async def do(house: House, held: Held, number: int, action: object) -> str | None:
    """A seat's wish, without a version as a page sends it; the code of a refusal."""
    outcome = await house.act(held.id, number, action, None, uuid4())  # type: ignore[arg-type]
    await house.writer.flush()
    return outcome.code


async def commit(house: House, table: Match, *seats: int, hand: int = 1) -> Held:
    held = await held_at(house, table)
    for number in seats:
        assert await do(house, held, number, promised(table, number, hand)) is None
    return held


async def reveal(house: House, held: Held, *seats: int, hand: int = 1) -> None:
    for number in seats:
        assert await do(house, held, number, RevealSeed(hand, seed_of(number, hand))) is None


async def test_the_sweep_finds_a_first_hand_that_nobody_brings_seeds_to(
    house: House, table: Match, travel: Travel
) -> None:
    """After a restart, or where nobody came: the row says when, so that no process need remember."""
    assert table.due_at is not None
    travel(FIRST_HAND * WAIT_SECONDS + 3)
    await sweep(house)
    assert await kinds(table) == ["seat_defaulted", "deal", "seed_committed"]


async def test_a_seed_that_is_owed_is_waited_for_on_the_clock_and_no_longer(
    house: House, table: Match, travel: Travel
) -> None:
    held = await commit(house, table, 0, 1)
    await reveal(house, held, 1)
    await table.arefresh_from_db()
    assert (table.due_at, table.deadline) == (None, record.deadline(live_of(held)))
    before = held.version

    travel(30 + 180 + 4)
    await sweep(house)

    assert live_of(held).finish is not None
    assert (live_of(held).finish.reason, live_of(held).finish.winner) == ("flagged", 1)  # type: ignore[union-attr]
    rows = await sync_to_async(store.read_since)(table.pk, before)
    assert [row.kind for row in rows] == ["flag", "match_ended", "hand_opened"]


async def test_the_match_may_be_claimed_from_who_owes_a_seed_and_is_gone(
    house: House, table: Match, travel: Travel
) -> None:
    held = await commit(house, table, 0, 1)
    house.presence.merge(held.id, {0: clocks.now_ms(), 1: clocks.now_ms()})
    await reveal(house, held, 1)
    assert (await play.play(held.id, 1, Claim(), None, uuid4())).code == "CLAIM_TOO_EARLY"
    travel(125)
    assert (await play.play(held.id, 0, Claim(), None, uuid4())).code == "CLAIM_TOO_EARLY", (
        "nothing is owed to who owes"
    )
    assert (await play.play(held.id, 1, Claim(), None, uuid4())).code is None
    assert live_of(held).finish is not None


async def test_when_the_pause_is_over_the_next_deal_waits_for_owed_seeds_alone(
    house: House, table: Match, travel: Travel
) -> None:
    held = await commit(house, table, 0, 1)
    await reveal(house, held, 0, 1)
    await commit(house, table, 0, 1, hand=2)
    while live_of(held).game.phase == "play":
        outcome = await house.door.play(held.id, seat_of_turn(held), good_move(held), held.version)
        assert outcome.code is None
    assert await do(house, held, 0, Ready()) is None
    travel(22)
    await sweep(house)
    assert record.running(live_of(held)) == (0, 1)
    await table.arefresh_from_db()
    assert table.due_at is None, "no errand is tried again and again"
    await reveal(house, held, 1, 0, hand=2)
    assert (live_of(held).game.phase, live_of(held).game.hand_no) == ("play", 2)


async def test_a_seat_commits_in_one_process_and_the_other_reveals_in_another(house: House, table: Match) -> None:
    """What the other process wrote came without a hint: the lost races are run again."""

    def elsewhere(act: Callable[[record.LiveMatch], record.Step]) -> None:
        loaded = store.load(table.pk)
        assert loaded is not None
        with transaction.atomic():
            store.append(act(loaded.live))

    first, second = promised(table, 0), promised(table, 1)
    held = await held_at(house, table)
    now = clocks.now_ms()
    await sync_to_async(elsewhere)(lambda live: dealing.commit_seed(live, 0, 1, first.commitment, now, None))
    assert await do(house, held, 0, first) == "ALREADY_DONE", "the first commitment of a seat counts, wherever it came"
    assert await do(house, held, 1, second) is None
    await sync_to_async(elsewhere)(lambda live: dealing.reveal_seed(live, 1, 1, seed_of(1, 1), now, None))
    await reveal(house, held, 0)
    assert live_of(held).game.phase == "play"
    assert await kinds(table) == [
        "player_committed", "player_committed", "seeds_owed", "player_revealed", "player_revealed", "deal",
        "seed_committed",
    ]  # fmt: skip


async def test_seeds_put_off_no_computer_and_no_computer_is_waited_for(
    house: House, alice: User, settings: Settings
) -> None:
    settings.BOT_DELAY_MS = 600_000
    table = await sync_to_async(lobby.play_computer)(alice)
    held = await held_at(house, table)
    coming = live_of(held).coming
    assert coming is not None
    assert coming.exchange.offered == (0,)
    await commit(house, table, 0)
    await reveal(house, held, 0)
    while 0 in record.running(live_of(held)):
        assert (await house.door.play(held.id, 0, good_move(held, 0), held.version)).code is None
    turn_at, until = held.turn_at, live_of(held).coming.until  # type: ignore[union-attr]
    assert turn_at is not None
    assert until is not None
    assert held.due_at == min(turn_at, until)
    await commit(house, table, 0, hand=2)
    assert (held.turn_at, held.due_at) == (turn_at, turn_at)


async def test_who_left_may_still_show_the_seed_that_was_promised(
    house: House, alice: User, bob: User, charlie: User
) -> None:
    table = await sync_to_async(seat_all)("rummy", alice, bob, charlie)
    held = await commit(house, table, 0, 1, 2)
    assert await do(house, held, 2, Resign()) is None
    assert await do(house, held, 2, Ready()) == "AWAY"
    assert live_of(held).coming is not None
    assert live_of(held).coming.hand_no == 2, "at a first hand, which waits for nothing else, it comes too late"  # type: ignore[union-attr]
    await commit(house, table, 0, 1, hand=2)
    await reveal(house, held, 0, 1, hand=2)
    assert (live_of(held).game.phase, live_of(held).game.hand_no) == ("play", 2)
    await commit(house, table, 0, 1, hand=3)
    assert await do(house, held, 1, Resign()) is None
    assert live_of(held).finish is not None, "one person is left"
