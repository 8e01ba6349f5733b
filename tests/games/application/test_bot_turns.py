"""The processes in which the computer players think."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from games.application.bot_turns import BotPool, turn_id
from games.domain.actions import PassUpcard, TakeUpcard
from games.domain.perspective import View, view
from tests.games.application.matches import dealt


@pytest.fixture
def pool() -> Iterator[BotPool]:
    pool = BotPool(1)
    yield pool
    pool.close()


@pytest.fixture
def offered() -> View:
    """What the first seat to act sees."""
    live = dealt().live
    return view(live.game, live.clock.seats[0].running_since is None)


async def test_a_view_goes_in_and_an_action_comes_out(pool: BotPool, offered: View) -> None:
    assert isinstance(await pool.think("casual", offered), PassUpcard | TakeUpcard)


async def test_a_worker_never_loads_django(pool: BotPool, offered: View) -> None:
    await pool.think("casual", offered)
    assert pool._pool is not None
    loaded = await asyncio.wrap_future(pool._pool.submit(eval, "list(__import__('sys').modules)"))
    assert "games.bots.casual" in loaded
    assert not [name for name in loaded if name.split(".")[0] in ("django", "channels", "asgiref")]


async def test_a_broken_pool_is_replaced(pool: BotPool, offered: View) -> None:
    await pool.think("casual", offered)
    assert pool._pool is not None
    [worker] = pool._pool._processes
    os.kill(worker, signal.SIGKILL)
    assert await pool.think("casual", offered) is not None


async def test_a_worker_ignores_ctrl_c(pool: BotPool, offered: View) -> None:
    await pool.think("casual", offered)
    assert pool._pool is not None
    before = list(pool._pool._processes)
    os.kill(before[0], signal.SIGINT)
    await pool.think("casual", offered)
    assert list(pool._pool._processes) == before


async def test_what_a_player_raises_reaches_the_caller(pool: BotPool) -> None:
    live = dealt().live
    idle = view(live.game, live.clock.seats[0].running_since is not None)
    with pytest.raises(ValueError, match="nothing to do"):
        await pool.think("casual", idle)


def test_one_turn_has_one_id() -> None:
    assert turn_id("abc", 7, 1) == turn_id("abc", 7, 1)
    assert len({turn_id("abc", 7, 1), turn_id("abc", 7, 0), turn_id("abc", 8, 1), turn_id("abd", 7, 1)}) == 4
