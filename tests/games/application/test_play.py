"""From an action to the log: the one door, lost races, commits of unknown outcome, and the page's first snapshot."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.application import clocks, play, record, store
from games.application.door import Outcome
from games.application.house import House
from games.application.live import Held
from games.application.store import Fate, Pending
from games.domain.actions import DrawStock, OfferVoid, PassUpcard, Ready, Resign
from games.models import Match, MatchEvent
from ginsite.accounts.models import User
from tests.games.application.seated import good_move, seat, seat_of_turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1, dealt."""
    return seat(alice, bob)


async def held_at(house: House, table: Match) -> Held:
    held = await house.live.get(table.pk)
    assert held is not None
    return held


def elsewhere(match_id: int, number: int, action: Any) -> None:
    """Another process moves the match, by the second door and without a hint."""
    loaded = store.load(match_id)
    assert loaded is not None
    with transaction.atomic():
        store.append(record.play(loaded.live, number, action, clocks.now_ms()))


def check_log(match_id: int) -> list[str]:
    """The kinds of the rows, after folding them all."""
    loaded = store.load(match_id)
    row = Match.objects.get(pk=match_id)
    assert loaded is not None
    assert (row.version, row.head_hash) == (loaded.live.version, loaded.live.head_hash)
    return [entry.kind for entry in store.read_since(match_id, 0)]


async def test_an_action_is_answered_once_it_is_in_the_log(house: House, table: Match) -> None:
    held = await held_at(house, table)
    outcome = await play.play(table.pk, seat_of_turn(held), PassUpcard(), held.version, uuid4())

    assert outcome == Outcome(table.version + 1)
    assert (await sync_to_async(check_log)(table.pk))[-1] == "pass_upcard"


async def test_a_whole_match_is_played_and_its_row_holds_the_result(house: House, table: Match) -> None:
    held = await held_at(house, table)
    while held.committed is not None and held.committed.finish is None:
        between = held.committed.game.phase == "between"
        number = next(n for n in (0, 1) if not held.committed.game.ready >> n & 1) if between else seat_of_turn(held)
        outcome = await play.play(table.pk, number, good_move(held, number), held.version, uuid4())
        assert outcome.code is None
        await house.writer.flush()  # the next hand is dealt in the same breath

    kinds = await sync_to_async(check_log)(table.pk)
    assert kinds.count("match_ended") == 1
    assert kinds.count("deal") == kinds.count("hand_opened") == held.committed.game.hand_no + 1  # type: ignore[union-attr]
    await table.arefresh_from_db()
    assert (table.status, table.result_no, table.deadline, table.due_at) == ("finished", 1, None, None)
    assert table.winner_seat is not None


async def test_the_next_hand_is_dealt_as_soon_as_both_are_ready(house: House, table: Match) -> None:
    held = await held_at(house, table)
    while held.committed is not None and held.committed.game.phase != "between":
        await play.play(table.pk, seat_of_turn(held), good_move(held), held.version, uuid4())
    await table.arefresh_from_db()
    assert table.due_at == record.pause_until(held.committed)  # type: ignore[arg-type]

    await play.play(table.pk, 0, Ready(), None, uuid4())
    assert held.committed is not None
    assert held.committed.game.hand_no == 1
    await play.play(table.pk, 1, Ready(), None, uuid4())
    await house.writer.flush()
    assert held.committed.game.hand_no == 2
    assert held.committed.game.phase == "play"


async def test_commands_of_one_match_may_follow_each_other_into_one_batch(house: House, table: Match) -> None:
    held = await held_at(house, table)
    first = seat_of_turn(held)
    before = held.version
    outcomes = await asyncio.gather(
        play.play(table.pk, first, PassUpcard(), before, uuid4()),
        play.play(table.pk, 1 - first, OfferVoid(), None, uuid4()),
        play.play(table.pk, 1 - first, PassUpcard(), before + 1, uuid4()),
    )
    assert [outcome.code for outcome in outcomes] == [None, None, None]
    assert sorted(outcome.version for outcome in outcomes) == [before + 1, before + 2, before + 3]
    await sync_to_async(check_log)(table.pk)


async def test_a_lost_race_is_tried_again_if_the_hand_has_not_moved(house: House, table: Match) -> None:
    held = await held_at(house, table)
    first = seat_of_turn(held)
    await sync_to_async(elsewhere)(table.pk, 1 - first, OfferVoid())

    outcome = await play.play(table.pk, first, PassUpcard(), table.version, uuid4())

    assert outcome == Outcome(table.version + 2)
    assert (await sync_to_async(check_log)(table.pk))[-2:] == ["offer_void", "pass_upcard"]


async def test_a_move_that_lost_the_race_to_a_move_is_stale(house: House, table: Match) -> None:
    held = await held_at(house, table)
    first = seat_of_turn(held)
    await sync_to_async(elsewhere)(table.pk, first, PassUpcard())

    outcome = await play.play(table.pk, first, PassUpcard(), table.version, uuid4())

    assert outcome == Outcome(table.version + 1, "STALE")
    assert held.version == table.version + 1
    await sync_to_async(check_log)(table.pk)


async def test_a_lost_race_takes_everything_that_stood_on_it_through_the_door_again(house: House, table: Match) -> None:
    held = await held_at(house, table)
    first = seat_of_turn(held)
    await sync_to_async(elsewhere)(table.pk, 1 - first, OfferVoid())

    outcomes = await asyncio.gather(
        play.play(table.pk, first, PassUpcard(), table.version, uuid4()),
        play.play(table.pk, first, OfferVoid(), None, uuid4()),
    )

    assert [outcome.code for outcome in outcomes] == [None, None]
    kinds = (await sync_to_async(check_log)(table.pk))[table.version :]
    assert kinds[:3] == ["offer_void", "pass_upcard", "offer_void"]
    assert "match_ended" in kinds


async def test_a_lost_race_fails_no_other_match(house: House, table: Match, alice: User, bob: User) -> None:
    second = await sync_to_async(seat)(bob, alice)
    first_held, second_held = await held_at(house, table), await held_at(house, second)
    await sync_to_async(elsewhere)(table.pk, seat_of_turn(first_held), PassUpcard())

    outcomes = await asyncio.gather(
        play.play(table.pk, seat_of_turn(first_held), PassUpcard(), table.version, uuid4()),
        play.play(second.pk, seat_of_turn(second_held), PassUpcard(), second.version, uuid4()),
    )

    assert [outcome.code for outcome in outcomes] == ["STALE", None]


async def test_a_command_carried_out_by_another_process_is_answered_as_done(house: House, table: Match) -> None:
    held = await held_at(house, table)
    first, named = seat_of_turn(held), uuid4()

    def done_elsewhere() -> None:
        loaded = store.load(table.pk)
        assert loaded is not None
        with transaction.atomic():
            store.append(record.play(loaded.live, first, PassUpcard(), clocks.now_ms(), command_id=named))

    await sync_to_async(done_elsewhere)()
    outcome = await play.play(table.pk, first, PassUpcard(), table.version, named)

    assert outcome == Outcome(table.version + 1, repeated=True)
    assert (await sync_to_async(check_log)(table.pk)).count("pass_upcard") == 1


async def test_a_command_of_a_hand_long_past_is_found_in_the_log(house: House, table: Match) -> None:
    held = await held_at(house, table)
    named, before = uuid4(), held.version
    first = await play.play(table.pk, seat_of_turn(held), PassUpcard(), before, named)
    number = 1 if seat_of_turn(held) == 0 else 0
    held.commands.clear()  # as two hands later
    held.commands_since = held.version

    assert await play.play(table.pk, number, DrawStock(), before, named) == Outcome(first.version, repeated=True)


@pytest.mark.parametrize("written", [True, False], ids=["it was written", "it was not"])
async def test_a_commit_of_unknown_outcome_is_settled_by_the_log(
    house: House, table: Match, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    held = await held_at(house, table)
    commit = store.commit_batch
    cut: list[bool] = []

    def lose_the_connection(connection: BaseDatabaseWrapper, pendings: Sequence[Pending]) -> list[Fate]:
        if written or cut:
            fates = commit(connection, pendings)
        if cut:
            return fates
        cut.append(True)
        raise DatabaseError("the connection is gone")

    monkeypatch.setattr(store, "commit_batch", lose_the_connection)
    outcome = await play.play(table.pk, seat_of_turn(held), PassUpcard(), held.version, uuid4())

    assert outcome == Outcome(table.version + 1)
    assert await MatchEvent.objects.filter(match=table, kind="pass_upcard").acount() == 1
    await sync_to_async(check_log)(table.pk)


async def test_what_the_database_refuses_is_busy_and_changes_nothing(
    house: House, table: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await held_at(house, table)
    with monkeypatch.context() as patch:
        patch.setattr(store, "commit_batch", lambda _connection, pendings: [Fate.BROKEN] * len(pendings))
        outcome = await play.play(table.pk, seat_of_turn(held), PassUpcard(), held.version, uuid4())
        assert outcome == Outcome(table.version, "BUSY")

    outcome = await play.play(table.pk, seat_of_turn(held), PassUpcard(), held.version, uuid4())
    assert outcome == Outcome(table.version + 1)


async def test_a_closing_house_takes_nothing_more_in(house: House, table: Match) -> None:
    await house.door.drain()
    assert await house.door.play(table.pk, 0, Resign(), None, uuid4()) == Outcome(0, "BUSY")


async def test_a_version_from_another_process_is_looked_up_before_it_is_called_stale(
    house: House, table: Match
) -> None:
    held = await held_at(house, table)
    first = seat_of_turn(held)
    await sync_to_async(elsewhere)(table.pk, first, PassUpcard())

    outcome = await play.play(table.pk, 1 - first, PassUpcard(), table.version + 1, uuid4())
    assert outcome == Outcome(table.version + 2)


def test_the_first_paint_is_the_sockets_snapshot(table: Match, alice: User, charlie: User) -> None:
    mine, theirs = play.snapshot(table, alice), play.snapshot(table, charlie)

    assert mine["t"] == "snapshot"
    assert mine["v"] == table.version
    assert mine["table"]["you"] == 0
    assert theirs["table"]["you"] is None
    assert mine["view"]["seats"][0]["hand"] is not None
    assert theirs["view"]["seats"][0]["hand"] is None
    assert play.snapshot(table, 0)["view"] == mine["view"]


def test_a_table_with_an_empty_chair_shows_no_view_yet(alice: User) -> None:
    from games.application import lobby
    from games.application.terms import Terms

    table = lobby.create_table(alice, Terms())
    shown = play.snapshot(table, alice)

    assert (shown["v"], shown["view"], shown["moves"]) == (0, None, [])
    assert shown["table"]["status"] == "open"
    assert shown["table"]["invite"].endswith(f"/{table.invite_token}/")
    assert shown["seats"][1] is None
    assert play.snapshot(table, None)["table"]["invite"] is None
