"""Reading the log, and the second door."""

from __future__ import annotations

import json
import random
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from pytest_django import Settings

from games.application import dealing, record, store
from games.application.chain import Row, seal
from games.application.codec import canonical
from games.application.deals import LostKey
from games.application.record import Step
from games.application.start import first_step
from games.application.store import Pending
from games.domain.actions import Resign
from games.models import Match, MatchEvent
from tests.games.application.matches import NOON, any_move, move_on, new_row, play_out

pytestmark = pytest.mark.django_db


def _begun() -> Step:
    step = first_step(new_row(), NOON)
    store.commit_batch(connection, [Pending.of(step)])
    return step


def test_a_loaded_match_is_the_one_that_was_written_with_its_commands() -> None:
    first, command = _begun(), uuid4()
    seat, action = any_move(first.live, random.Random(1))
    step = record.play(first.live, seat, action, NOON + 1, command_id=command)
    store.commit_batch(connection, [Pending.of(step)])

    loaded = store.load(first.live.id)

    assert loaded == (step.live, {(seat, command): step.live.version})


def test_what_does_not_exist_or_has_not_begun_is_not_loaded() -> None:
    assert store.load(10**9) is None
    assert store.load(new_row().pk) is None


def test_rows_are_read_in_order_after_a_version() -> None:
    first = _begun()

    assert store.read_since(first.live.id, 4) == list(first.rows[4:])
    assert store.read_since(first.live.id, first.live.version) == []


def test_the_second_door_writes_in_the_callers_transaction() -> None:
    first = _begun()
    step = record.play(first.live, 0, Resign(), NOON + 1)

    with transaction.atomic():
        store.append(step, due_at=NOON, preset="")

    match = Match.objects.get(pk=first.live.id)
    assert (match.version, match.head_hash, match.preset) == (step.live.version, step.live.head_hash, "")
    assert (match.status, match.winner_seat, match.end_reason) == ("finished", 1, "resigned")
    assert (match.due_at, match.deadline, match.result_no, match.result_pending) == (None, None, 1, True)
    assert store.read_since(match.pk, first.live.version) == list(step.rows)


def test_both_doors_leave_the_same_match_row() -> None:
    rows = []
    for door in ("batch", "append"):
        first = _begun()
        step = record.play(first.live, 0, Resign(), NOON + 1)
        if door == "batch":
            store.commit_batch(connection, [Pending.of(step, due_at=NOON)])
        else:
            with transaction.atomic():
                store.append(step, due_at=NOON)
        written: dict[str, object] = dict(Match.objects.filter(pk=first.live.id).values().get())
        for own in ("id", "code", "head_hash", "created_at", "totals"):
            del written[own]
        rows.append(written)

    assert rows[0] == rows[1]


def test_the_second_door_is_behind_the_same_fence() -> None:
    first = _begun()
    won = move_on(first.live, random.Random(1), NOON + 1)
    store.commit_batch(connection, [Pending.of(won)])

    with pytest.raises(store.Outrun), transaction.atomic():
        store.append(record.play(first.live, 0, Resign(), NOON + 2))

    assert store.read_since(first.live.id, first.live.version) == list(won.rows)


@pytest.mark.django_db(transaction=True)
def test_the_second_door_is_shut_outside_a_transaction() -> None:
    first = _begun()

    with pytest.raises(RuntimeError, match="transaction"):
        store.append(record.play(first.live, 0, Resign(), NOON + 2))


def test_hands_whose_key_is_lost_are_dealt_anew_on_demand_and_no_others(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = _begun()
    settings.DEAL_KEY_FILE = tmp_path / "another_key"
    healthy = _begun()
    with pytest.raises(LostKey):
        store.load(first.live.id)

    call_command("void_lost_hands")
    assert capsys.readouterr().out.split() == [first.live.code]

    loaded = store.load(first.live.id)
    assert loaded is not None
    assert loaded.live.game.phase == "between"
    assert Match.objects.get(pk=first.live.id).due_at is not None
    again = dealing.deal(loaded.live, NOON + 10)
    store.commit_batch(connection, [Pending.of(again)])
    assert (again.live.game.hand_no, again.live.game.phase) == (1, "play")
    reloaded = store.load(healthy.live.id)
    assert reloaded is not None
    assert reloaded.live == healthy.live


def test_logs_in_order_are_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    first = _begun()
    store.commit_batch(connection, [Pending.of(record.play(first.live, 0, Resign(), NOON + 2))])
    _begun()
    new_row()  # an empty log is no log

    call_command("verify_log")

    assert capsys.readouterr().out == "2 logs are in order\n"


@pytest.mark.parametrize("forgery", ["a row changed", "the tail cut", "a score made up, hashes and all"])
def test_a_log_that_is_not_in_order_is_named(forgery: str, capsys: pytest.CaptureFixture[str]) -> None:
    match = new_row()
    honest, _other = play_out(first_step(match, NOON)), _begun()
    rows = list(honest.rows)
    if forgery == "a row changed":
        rows[7] = rows[7]._replace(at=rows[7].at + 1)
    elif forgery == "the tail cut":
        del rows[-1]
    else:
        number = next(row.number for row in rows if row.kind == "hand_scored")
        payload = json.loads(rows[number - 1].payload)
        rows[number - 1] = rows[number - 1]._replace(payload=canonical(payload | {"points": payload["points"] + 1}))
        rows = _sealed_anew(match.code, rows)
    MatchEvent.objects.bulk_create([MatchEvent(match=match, **row._asdict()) for row in rows])
    version, head = (
        (len(honest.rows), honest.live.head_hash) if forgery == "the tail cut" else (len(rows), rows[-1].hash)
    )
    Match.objects.filter(pk=match.pk).update(version=version, head_hash=head)

    with pytest.raises(CommandError, match="1 log is not in order"):
        call_command("verify_log")

    assert match.code in capsys.readouterr().err
    call_command("verify_log", _other_code(match))
    assert capsys.readouterr().out == "1 log is in order\n"


def _sealed_anew(code: str, rows: list[Row]) -> list[Row]:
    """The rows with a chain that is right again."""
    sealed: list[Row] = []
    head = (0, "")
    for row in rows:
        sealed.append(seal(code, head, row.seat, row.kind, row.payload, row.at, row.command_id))
        head = (sealed[-1].number, sealed[-1].hash)
    return sealed


def _other_code(match: Match) -> str:
    return Match.objects.exclude(pk=match.pk).get().code
