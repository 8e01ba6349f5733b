"""The one writer of a process: group commit, order, what falls with a lost step, and the end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import pytest_asyncio
from django.db import DatabaseError

from games.application import store
from games.application.store import Fate, Pending
from games.application.writer import Entry, Line, Writer


class Log:
    """A log that keeps what it is given, or does as it is told."""

    def __init__(self) -> None:
        self.batches: list[list[Pending]] = []
        self.seen: list[list[tuple[int, int, int]]] = []
        self.lost: set[int] = set()
        self.gate = threading.Event()
        self.gate.set()

    def commit_batch(self, _connection: Any, pendings: Sequence[Pending]) -> list[Fate]:
        self.gate.wait(5)
        self.batches.append(list(pendings))
        return [Fate.OUTRUN if pending.match_id in self.lost else Fate.KEPT for pending in pendings]

    def touch_seats(self, _connection: Any, seen: list[tuple[int, int, int]]) -> None:
        self.seen.append(seen)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    log = Log()
    monkeypatch.setattr(store, "commit_batch", log.commit_batch)
    monkeypatch.setattr(store, "touch_seats", log.touch_seats)
    return log


@pytest_asyncio.fixture
async def writer(transactional_db: None, log: Log) -> AsyncIterator[Writer]:
    writer = Writer(asyncio.get_running_loop())
    yield writer
    await writer.stop()


def put(writer: Writer, fates: list[tuple[int, Fate]], match_id: int, version: int, line: Line | None = None) -> None:
    pending = Pending(match_id, version, ())
    writer.put(Entry(pending, line or Line(), lambda fate: fates.append((version, fate))))


async def test_what_gathers_during_one_commit_is_written_in_the_next(writer: Writer, log: Log) -> None:
    fates: list[tuple[int, Fate]] = []
    log.gate.clear()
    for version in range(100):
        put(writer, fates, 1 + version % 5, version)
    await asyncio.sleep(0.05)
    log.gate.set()
    await writer.flush()

    assert [version for version, _fate in fates] == list(range(100))
    assert {fate for _version, fate in fates} == {Fate.KEPT}
    assert len(log.batches) <= 3


async def test_what_stands_on_a_lost_step_is_not_even_tried(writer: Writer, log: Log) -> None:
    fates: list[tuple[int, Fate]] = []
    line = Line()
    log.lost = {7}
    put(writer, fates, 7, 1, line)
    await writer.flush()
    log.lost = set()  # another process has moved the version to just where the next step counts
    put(writer, fates, 7, 2, line)
    await writer.flush()
    put(writer, fates, 7, 3, Line())
    await writer.flush()

    assert fates == [(1, Fate.OUTRUN), (2, Fate.OUTRUN), (3, Fate.KEPT)]
    assert [[pending.old_version for pending in batch] for batch in log.batches] == [[1], [3]]


async def test_a_commit_of_unknown_outcome_asks_the_log_until_it_answers(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    fates: list[tuple[int, Fate]] = []
    asked = []

    def fail(*_arguments: Any) -> list[Fate]:
        raise DatabaseError("gone")

    def settle(_connection: Any, pendings: Sequence[Pending]) -> list[Fate]:
        asked.append(len(pendings))
        if len(asked) < 3:
            raise DatabaseError("still gone")
        return [Fate.KEPT]

    monkeypatch.setattr(store, "commit_batch", fail)
    monkeypatch.setattr(store, "settle", settle)
    put(writer, fates, 7, 1)
    await writer.flush()

    assert fates == [(1, Fate.KEPT)]
    assert asked == [1, 1, 1]


async def test_heartbeats_go_along_with_a_batch_the_last_one_of_each_seat(writer: Writer, log: Log) -> None:
    fates: list[tuple[int, Fate]] = []
    writer.see(7, 1, 10)
    writer.see(7, 0, 20)
    writer.see(7, 1, 30)
    put(writer, fates, 7, 1)
    await writer.flush()
    await writer.run(lambda: None)
    assert log.seen == [[(7, 0, 20), (7, 1, 30)]]


async def test_heartbeats_are_written_even_if_nobody_moves(writer: Writer, log: Log) -> None:
    writer.see(7, 1, 10)
    writer.nudge()
    await writer.run(lambda: None)
    await writer.run(lambda: None)
    assert log.seen == [[(7, 1, 10)]]


async def test_other_work_has_its_result_and_its_error_returned(writer: Writer) -> None:
    assert await writer.run(lambda: 42) == 42

    def fail() -> None:
        raise KeyError("no")

    with pytest.raises(KeyError):
        await writer.run(fail)
    assert await writer.run(lambda: 43) == 43


async def test_a_fate_that_nobody_takes_hurts_no_other(writer: Writer, log: Log) -> None:
    fates: list[tuple[int, Fate]] = []

    def fail(_fate: Fate) -> None:
        raise RuntimeError("this one is broken")

    writer.put(Entry(Pending(1, 1, ()), Line(), fail))
    put(writer, fates, 2, 2)
    await writer.flush()
    assert fates == [(2, Fate.KEPT)]


async def test_stopping_writes_what_was_queued_and_ends_the_thread(transactional_db: None, log: Log) -> None:
    writer, fates = Writer(asyncio.get_running_loop()), list[tuple[int, Fate]]()
    for version in range(10):
        put(writer, fates, 1, version)
    await writer.stop()
    assert len(fates) == 10
    assert not writer._thread.is_alive()


async def test_work_that_comes_at_the_very_end_does_not_keep_the_thread(transactional_db: None, log: Log) -> None:
    for _n in range(20):
        writer = Writer(asyncio.get_running_loop())
        last = writer.run(lambda: 42)
        await asyncio.wait_for(writer.stop(), 5)
        assert await last == 42
