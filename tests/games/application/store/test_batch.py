"""Group commit: every match behind its own fence, nothing lost, nothing spliced."""

from __future__ import annotations

import dataclasses
import random
from uuid import uuid4

import pytest
from django.db import connection

from games.application import record, store
from games.application.chain import check_chain
from games.application.record import Step
from games.application.start import first_step
from games.application.store import Fate, Pending
from games.domain.actions import Resign
from games.models import Match, MatchEvent, Seat
from tests.games.application.matches import NOON, any_move, move_on, new_row, play_out

pytestmark = pytest.mark.django_db


def _begun() -> tuple[Match, Step]:
    match = new_row()
    step = first_step(match, NOON)
    assert store.commit_batch(connection, [Pending.of(step)]) == [Fate.KEPT]
    return match, step


def test_a_batch_moves_every_match_and_writes_all_its_rows() -> None:
    matches = [new_row() for _n in range(3)]
    steps = [first_step(match, NOON) for match in reversed(matches)]

    fates = store.commit_batch(connection, [Pending.of(step, due_at=NOON + 5) for step in steps])

    assert fates == [Fate.KEPT] * 3
    for step in steps:
        match = Match.objects.get(pk=step.live.id)
        assert (match.version, match.head_hash) == (step.live.version, step.live.head_hash)
        assert match.deadline == record.deadline(step.live)
        assert match.due_at == NOON + 5
        assert tuple(store.read_since(match.pk, 0)) == step.rows
        check_chain(match.code, step.rows, (match.version, match.head_hash))


def test_who_lost_the_race_writes_nothing_and_harms_nobody_else() -> None:
    (_, fought_over), (_, other) = _begun(), _begun()
    rng = random.Random(3)
    winner = move_on(fought_over.live, rng, NOON + 1)
    loser = move_on(fought_over.live, rng, NOON + 2)
    bystander = move_on(other.live, rng, NOON + 3)
    store.commit_batch(connection, [Pending.of(winner)])

    fates = store.commit_batch(connection, [Pending.of(loser), Pending.of(bystander)])

    assert fates == [Fate.OUTRUN, Fate.KEPT]
    assert store.read_since(winner.live.id, winner.before) == list(winner.rows)
    assert store.read_since(bystander.live.id, bystander.before) == list(bystander.rows)


def test_a_step_on_a_version_yet_to_come_is_outrun() -> None:
    _, first = _begun()
    rng = random.Random(3)
    second = move_on(first.live, rng, NOON + 1)
    third = move_on(second.live, rng, NOON + 2)

    assert store.commit_batch(connection, [Pending.of(third)]) == [Fate.OUTRUN]
    assert store.read_since(first.live.id, first.live.version) == []


def test_steps_of_one_match_in_one_batch_share_one_fate() -> None:
    _, first = _begun()
    rng = random.Random(3)
    second = move_on(first.live, rng, NOON + 1)
    third = move_on(second.live, rng, NOON + 2)

    assert store.commit_batch(connection, [Pending.of(second), Pending.of(third)]) == [Fate.KEPT, Fate.KEPT]
    assert store.read_since(first.live.id, first.live.version) == [*second.rows, *third.rows]
    assert Match.objects.get(pk=first.live.id).deadline == record.deadline(third.live)


def test_a_command_that_is_in_the_log_is_repeated_and_harms_nobody_else() -> None:
    (_, mine), (_, other) = _begun(), _begun()
    rng, command = random.Random(3), uuid4()
    seat, action = any_move(mine.live, rng)
    done = record.play(mine.live, seat, action, NOON + 1, command_id=command)
    store.commit_batch(connection, [Pending.of(done)])
    once_more = Pending.of(record.play(done.live, seat, Resign(), NOON + 2, command_id=command))
    bystander = move_on(other.live, rng, NOON + 3)

    assert store.commit_batch(connection, [once_more, Pending.of(bystander)]) == [Fate.REPEATED, Fate.KEPT]
    assert store.read_since(mine.live.id, done.live.version) == []
    assert store.find_command(mine.live.id, seat, command) == done.rows[0].number
    assert store.find_command(mine.live.id, 1 - seat, command) is None


def test_the_same_command_twice_in_one_batch_breaks_that_match_alone() -> None:
    (_, mine), (_, other) = _begun(), _begun()
    rng, command = random.Random(3), uuid4()
    seat, action = any_move(mine.live, rng)
    once = record.play(mine.live, seat, action, NOON + 1, command_id=command)
    twice = record.play(once.live, seat, Resign(), NOON + 1, command_id=command)
    bystander = move_on(other.live, rng, NOON + 3)

    fates = store.commit_batch(connection, [Pending.of(once), Pending.of(twice), Pending.of(bystander)])

    assert fates == [Fate.BROKEN, Fate.BROKEN, Fate.KEPT]
    assert Match.objects.get(pk=mine.live.id).version == mine.live.version


def test_rows_that_the_database_refuses_break_that_match_alone() -> None:
    (_, mine), (_, other) = _begun(), _begun()
    rng = random.Random(3)
    good, bad = move_on(other.live, rng, NOON + 1), move_on(mine.live, rng, NOON + 1)
    Match.objects.filter(pk=mine.live.id).update(version=2)  # a row that forgot its log: number 3 is taken
    row = dataclasses.replace(Pending.of(bad), old_version=2)
    forged = dataclasses.replace(row, rows=tuple(r._replace(number=n) for n, r in enumerate(bad.rows, start=3)))

    assert store.commit_batch(connection, [forged, Pending.of(good)]) == [Fate.BROKEN, Fate.KEPT]
    assert Match.objects.get(pk=mine.live.id).version == 2
    assert MatchEvent.objects.filter(match=mine.live.id).count() == mine.live.version


def test_a_finished_match_says_so_on_its_row() -> None:
    match = new_row()
    whole = play_out(first_step(match, NOON))
    live = whole.live
    assert live.finish is not None

    assert store.commit_batch(connection, [Pending.of(whole, due_at=NOON)]) == [Fate.KEPT]

    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.finished_at is not None
    assert round(match.finished_at.timestamp() * 1000) == live.finish.at
    assert (match.winner_seat, match.end_reason, match.result_no) == (live.finish.winner, "target", 1)
    assert match.totals == str(list(live.finish.totals)).replace(" ", "")
    assert (match.deadline, match.due_at) == (None, None)


def test_settling_reads_what_became_of_a_lost_commit() -> None:
    _, first = _begun()
    rng = random.Random(3)
    kept, rival = move_on(first.live, rng, NOON + 1), move_on(first.live, rng, NOON + 2)
    store.commit_batch(connection, [Pending.of(kept)])
    unwritten = move_on(kept.live, rng, NOON + 3)

    fates = store.settle(connection, [Pending.of(kept), Pending.of(rival), Pending.of(unwritten)])

    assert fates == [Fate.KEPT, Fate.OUTRUN, Fate.OUTRUN]


def test_versions_are_told_for_those_matches_that_exist() -> None:
    match, step = _begun()
    empty = new_row()

    assert store.versions(connection, [match.pk, empty.pk, 10**9]) == {match.pk: step.live.version, empty.pk: 0}
    assert store.versions(connection, []) == {}


def test_an_empty_batch_is_no_trouble() -> None:
    assert store.commit_batch(connection, []) == []


def test_presence_only_goes_forward() -> None:
    match = new_row()
    for seat in (0, 1):
        Seat.objects.create(match=match, seat=seat)

    store.touch_seats(connection, [(match.pk, 0, 2000), (match.pk, 1, 1000)])
    store.touch_seats(connection, [(match.pk, 0, 1500), (match.pk, 1, 3000), (match.pk, 5, 1)])

    assert list(match.seats.values_list("last_seen", flat=True)) == [2000, 3000]
