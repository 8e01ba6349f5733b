"""The computer players' thinking: in processes of their own, so that no thought holds up anybody's move.

A view, a seed and a budget go in, an action comes out; it is then played through the same door as a person's. The
workers never load Django. A pool that breaks, or a thought that does not end, is replaced.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from uuid import UUID, uuid5

from games.application import bot_worker
from games.domain.actions import PlayerAction
from games.domain.perspective import View

logger = logging.getLogger(__name__)

BUDGET_MS = 1_500
"""How long a computer player may think about one move."""

PATIENCE = 20.0
"""Seconds after which a thought counts as lost; the first one also waits for the workers to start."""

TRIES = 3

_TURNS = UUID("8a7f2f0c-0f5e-4a8e-9d5b-6f7b5c1f6a11")


def turn_id(code: str, version: int, seat: int) -> UUID:
    """The id of the command by which a seat's computer moves on from a version: two processes make one move of it."""
    return uuid5(_TURNS, f"{code} {version} {seat}")


class BotPool:
    """The processes; they are started by the first thought."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, bot: str, view: View) -> PlayerAction:
        """What the computer player does. Raises whatever it raised, and TimeoutError when it never answers."""
        seed = secrets.randbits(64)
        for tries_left in reversed(range(TRIES)):
            pool = self._pool = self._pool or self._start()
            try:  # a pool that is known to be broken refuses the thought already
                thought = asyncio.get_running_loop().run_in_executor(pool, bot_worker.think, bot, view, seed, BUDGET_MS)
                return await asyncio.wait_for(thought, PATIENCE)
            except (BrokenProcessPool, TimeoutError) as error:
                logger.warning("the computer players' pool failed: %s", type(error).__name__)
                self._replace(pool)
                if not tries_left:
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            _end(self._pool)
            self._pool = None

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers, mp_context=multiprocessing.get_context("spawn"), initializer=bot_worker.begin
        )

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
            _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """Shut a pool down without waiting for a worker that may never answer."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
