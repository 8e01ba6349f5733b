"""Several writers at once, each with a connection of its own, on real transactions."""

from __future__ import annotations

import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, connections

from games.application import store
from games.application.chain import check_chain
from games.application.record import Step
from games.application.start import first_step
from games.application.store import Fate, Pending
from games.models import Match
from tests.games.application.matches import NOON, move_on, new_row

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 3
ROUNDS = 12


def _commit(pendings: list[Pending], barrier: threading.Barrier) -> list[Fate]:
    """In a thread of its own, at the same moment as the others."""
    try:
        barrier.wait(timeout=10)
        return store.commit_batch(connections["default"], pendings)
    finally:
        connections["default"].close()


def test_of_writers_that_race_for_a_version_exactly_one_wins_and_no_history_is_spliced() -> None:
    heads: dict[int, Step] = {}
    for _n in range(4):
        match = new_row()
        heads[match.pk] = first_step(match, NOON)
    store.commit_batch(connection, [Pending.of(step) for step in heads.values()])
    fates: Counter[Fate] = Counter()
    with ThreadPoolExecutor(WRITERS) as pool:
        for turn in range(ROUNDS):
            barrier = threading.Barrier(WRITERS)
            tries = []
            for writer in range(WRITERS):
                rng = random.Random(turn * WRITERS + writer)
                order = random.Random(writer).sample(sorted(heads), len(heads))  # each in an order of its own
                tries.append({pk: move_on(heads[pk].live, rng, NOON + turn * 1000 + writer) for pk in order})
            batches = [[Pending.of(step) for step in steps.values()] for steps in tries]
            told = list(pool.map(_commit, batches, [barrier] * WRITERS))
            won: dict[int, Step] = {}
            for steps, answers in zip(tries, told, strict=True):
                for (pk, step), fate in zip(steps.items(), answers, strict=True):
                    fates[fate] += 1
                    if fate is Fate.KEPT:
                        assert pk not in won
                        won[pk] = step
            assert won.keys() == heads.keys()
            heads = won
    assert fates == {Fate.KEPT: 4 * ROUNDS, Fate.OUTRUN: 4 * ROUNDS * (WRITERS - 1)}
    for pk, step in heads.items():
        match = Match.objects.get(pk=pk)
        check_chain(match.code, store.read_since(pk, 0), (match.version, match.head_hash))
        loaded = store.load(pk)
        assert loaded is not None
        assert loaded.live == step.live


def test_a_broken_match_does_not_take_the_transaction_of_the_others_with_it() -> None:
    matches = [new_row() for _n in range(3)]
    steps = [first_step(match, NOON) for match in matches]
    store.commit_batch(connection, [Pending.of(step) for step in steps])
    Match.objects.filter(pk=matches[1].pk).update(version=0)

    again = Pending(matches[1].pk, 0, steps[1].rows)
    moves = [Pending.of(move_on(step.live, random.Random(2), NOON + 1)) for step in (steps[0], steps[2])]

    assert store.commit_batch(connection, [moves[0], again, moves[1]]) == [Fate.KEPT, Fate.BROKEN, Fate.KEPT]
    assert not connection.in_atomic_block


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite has one write lock for all; PostgreSQL has none")
def test_a_batch_that_finds_the_database_locked_says_so_and_leaves_no_transaction_open() -> None:
    match = new_row()
    step = first_step(match, NOON)
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")

    def blocked() -> str:
        own = connections["default"]
        try:
            with own.cursor() as cursor:
                cursor.execute("PRAGMA busy_timeout = 50")
            with pytest.raises(OperationalError):
                store.commit_batch(own, [Pending.of(step)])
            return "open" if own.connection is not None and own.connection.in_transaction else "none"
        finally:
            own.close()

    with ThreadPoolExecutor(1) as pool:
        left = pool.submit(blocked).result(timeout=10)
    with connection.cursor() as cursor:
        cursor.execute("ROLLBACK")

    assert left == "none"
    assert store.settle(connection, [Pending.of(step)]) == [Fate.OUTRUN]
    assert store.commit_batch(connection, [Pending.of(step)]) == [Fate.KEPT]
