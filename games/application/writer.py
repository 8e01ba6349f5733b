"""The one writer of this process: group commit.

What the matches of this process have to say gathers in a queue; a thread with a connection of its own commits
whatever is there in one transaction while the next batch fills. Only then does anybody hear of it. A commit whose
outcome is unknown is settled by reading the log, never by repeating it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from django.db import DatabaseError, InterfaceError, connections

from games.application import store
from games.application.store import Fate, Pending

logger = logging.getLogger(__name__)

MAX_BATCH = 500
"""Steps in one transaction: enough to make the fsync cheap, few enough to answer within a breath."""

MAX_BACKLOG = 5000
"""Steps that may wait before new commands are refused as BUSY."""

SETTLE_SECONDS = 30.0
"""How long a lost database is waited for before a batch is given up."""


class Line:
    """A run of steps of one match, each of which stands on the one before: when one falls, so does all that follows.

    The compare-and-set alone would not see it: another process may have moved the version to the very number on
    which a later step of a fallen line counts.
    """

    __slots__ = ("fallen",)

    def __init__(self) -> None:
        self.fallen = False


@dataclass(eq=False, slots=True)
class Entry:
    """One step on its way to the disk and who wants to know what became of it."""

    pending: Pending
    line: Line
    done: Callable[[Fate], None]


@dataclass(eq=False, slots=True)
class Job:
    """Something else that this process has to write, between two batches."""

    work: Callable[[], Any]
    result: asyncio.Future[Any]


class Writer:
    """Owns the thread. Everything but :meth:`_run` and what it calls belongs to the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: SimpleQueue[list[Entry] | Job | None] = SimpleQueue()
        self._gathered: list[Entry] = []
        self._seen: dict[tuple[int, int], int] = {}
        self._seen_lock = threading.Lock()
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def overloaded(self) -> bool:
        """Whether so much waits that nothing more should be taken in."""
        return self._waiting >= MAX_BACKLOG

    def put(self, entry: Entry) -> None:
        """Queue a step; ``entry.done`` is called on the event loop with its fate.

        What one turn of the event loop brings is handed over together: each hand-over costs a fight for the GIL.
        """
        self._waiting += 1
        self._idle.clear()
        self._gathered.append(entry)
        if len(self._gathered) == 1:
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._queue.put(self._gathered)
        self._gathered = []

    def see(self, match_id: int, seat: int, ms: int) -> None:
        """Note a heartbeat; it goes to the disk with the next batch or at the next :meth:`nudge`."""
        with self._seen_lock:
            self._seen[match_id, seat] = ms

    def nudge(self) -> None:
        """Write down the heartbeats even if nobody moves."""
        if self._seen and not self._waiting:
            self._queue.put(None)

    def run(self, work: Callable[[], Any]) -> asyncio.Future[Any]:
        """Do a small piece of writing in the writer's thread; it makes its own transaction."""
        job = Job(work, self._loop.create_future())
        self._queue.put(job)
        return job.result

    async def flush(self) -> None:
        """Wait until everything that was queued has met its fate and been told."""
        await self._idle.wait()

    async def stop(self) -> None:
        """Flush and end the thread."""
        await self.flush()
        self._stopping = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread

    def _run(self) -> None:
        try:
            while True:
                batch, jobs = self._gather()
                if batch:
                    fates = self._write(batch)
                    self._loop.call_soon_threadsafe(self._deliver, batch, fates)
                for job in jobs:
                    self._do(job)
                self._write_presence()
                if self._stopping and self._queue.empty():
                    return
        except RuntimeError:
            if not self._loop.is_closed():
                raise
        finally:
            connections.close_all()

    def _gather(self) -> tuple[list[Entry], list[Job]]:
        batch: list[Entry] = []
        jobs: list[Job] = []
        item = self._queue.get()
        try:
            while True:
                if isinstance(item, list):
                    batch += item
                elif item is not None:
                    jobs.append(item)
                if len(batch) >= MAX_BATCH:
                    break
                item = self._queue.get_nowait()
        except Empty:
            pass
        return batch, jobs

    def _do(self, job: Job) -> None:
        result, error = None, None
        try:
            result = job.work()
        except Exception as raised:
            error = raised
            connections["default"].close()
        self._loop.call_soon_threadsafe(_tell, job.result, result, error)

    def _write(self, batch: list[Entry]) -> list[Fate]:
        standing = [entry for entry in batch if not entry.line.fallen]
        fates = dict(zip(standing, self._commit([entry.pending for entry in standing]), strict=True))
        for entry, fate in fates.items():
            if fate is not Fate.KEPT:
                entry.line.fallen = True
        return [fates.get(entry, Fate.OUTRUN) for entry in batch]

    def _commit(self, pendings: list[Pending]) -> list[Fate]:
        if not pendings:
            return []
        try:
            return store.commit_batch(connections["default"], pendings)
        except (DatabaseError, InterfaceError) as error:
            logger.error("a batch of %d met %s; asking the log", len(pendings), type(error).__name__)
        except Exception:
            logger.exception("a batch of %d failed; asking the log", len(pendings))
        return self._settle(pendings)

    def _settle(self, pendings: list[Pending]) -> list[Fate]:
        give_up = time.monotonic() + SETTLE_SECONDS
        pause = 0.05
        while True:
            try:
                connections["default"].close()
                return store.settle(connections["default"], pendings)
            except Exception as error:
                if time.monotonic() > give_up:
                    logger.critical("the database is gone; giving up a batch of %d", len(pendings))
                    return [Fate.BROKEN] * len(pendings)
                logger.warning("the log does not answer: %s", type(error).__name__)
                time.sleep(pause)
                pause = min(2 * pause, 2.0)

    def _write_presence(self) -> None:
        with self._seen_lock:
            seen, self._seen = self._seen, {}
        if not seen:
            return
        try:
            store.touch_seats(connections["default"], [(match, seat, ms) for (match, seat), ms in sorted(seen.items())])
        except Exception as error:
            logger.warning("heartbeats were not written: %s", type(error).__name__)
            connections["default"].close()

    # On the event loop

    def _deliver(self, batch: list[Entry], fates: list[Fate]) -> None:
        for entry, fate in zip(batch, fates, strict=True):
            self._waiting -= 1
            try:
                entry.done(fate)
            except Exception:
                logger.exception("nobody took the fate of a step")
        if not self._waiting:
            self._idle.set()


def _tell(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
