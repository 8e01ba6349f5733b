"""The server's own errands at the tables: flags, seeds that stand in, deals, computers' turns; and time given back.

Deadlines are columns (``Match.deadline``, ``Match.due_at``), not jobs. The process that holds a match sets a timer for
it; one sweep a second finds the matches that nobody holds, after a restart above all. Doing an errand twice is
harmless: the compare-and-set on the match row lets one of them through.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Coroutine
from typing import Any

from django.conf import settings
from django.db import transaction

from games.application import dealing, record, store
from games.application.bot_turns import BotPool, turn_id
from games.application.door import Deal, DefaultLate, Door
from games.application.live import Held, LiveMatches
from games.domain import clock as clocks
from games.domain.actions import SERVER, Flag, Ready
from games.domain.match import next_deal
from games.domain.perspective import recall
from games.models import Match, ServerPulse

logger = logging.getLogger(__name__)

STAND_IN = "casual"
"""Who plays on for a seat whose person is away (RULES 1.8)."""

SWEEP_GRACE_MS = 1_500
"""How long after its time an errand is left to the process that holds the match."""

SWEEP_LIMIT = 500
RETRY_SOON = 0.25
"""Seconds until an errand that changed nothing is tried again."""

RETRY_SECONDS = 60.0
"""How long a match that cannot be read or played is left alone."""

ALIVE_MS = 2_000
"""A pulse older than this means that no process was alive: it is beaten every second."""

GRACE_MS = 20_000
"""What players get on top of an outage, to find their way back."""


def now_ms() -> int:
    """The time, Unix milliseconds."""
    return time.time_ns() // 1_000_000


class Errands:
    """What the server does of its own accord at the tables of this process."""

    def __init__(self, live: LiveMatches, bots: BotPool) -> None:
        self._live, self._bots = live, bots
        self.door: Door | None = None  # the door asks us when the next errand is, so it comes second
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: set[int] = set()
        self._left_alone: dict[int, float] = {}

    def next_at(self, held: Held, live: record.LiveMatch) -> int | None:
        """When the server itself has something to do at a table (ms), for the match row; clocks not counted."""
        game, bots = live.game, held.bots
        if live.paused:
            held.turn_at = None
            return None
        if game.phase == "between" and any(not game.ready >> seat & 1 for seat in bots):
            return live.at
        due_at = dealing.due_at(live)
        if not record.played_by_the_server(live, bots):
            held.turn_at = None
            return due_at
        if held.turn_at is None or held.head is None or held.head.game is not live.game:  # seeds put nobody's turn off
            at = live.at + thinking_ms()
            if len(game.tables) > 1 and held.turn_at is not None:
                at = min(at, held.turn_at)  # nor do the other table's moves
            held.turn_at = at
        return held.turn_at if due_at is None else min(held.turn_at, due_at)

    def set_timer(self, held: Held, at_least: float = 0.0) -> None:
        """Wake up when the match's next errand or deadline is due, in ``at_least`` so many seconds."""
        if held.timer is not None:
            held.timer.cancel()
            held.timer = None
        live = held.committed
        if live is None or live.finish is not None or live.paused or held.ahead:
            return
        times = [at for at in (record.deadline(live), held.due_at) if at is not None]
        if times:
            delay = max(at_least, (min(times) - now_ms() + 1) / 1000)
            held.timer = asyncio.get_running_loop().call_later(delay, self._attend_soon, held)

    def _attend_soon(self, held: Held) -> None:
        held.timer = None
        if held.id not in self._busy:
            self._start(self._attend(held))

    async def sweep(self) -> None:
        """Attend to the matches whose time has come and that nobody here holds."""
        loop_time = asyncio.get_running_loop().time()
        for match_id in await self._live.read(_due, now_ms() - SWEEP_GRACE_MS):
            if match_id in self._busy or self._left_alone.get(match_id, 0) > loop_time:
                continue
            self._left_alone.pop(match_id, None)
            try:
                held = await self._live.get(match_id)
            except Exception:
                logger.exception("match %d cannot be read", match_id)
                self._left_alone[match_id] = loop_time + RETRY_SECONDS
                continue
            if held is not None and held.id not in self._busy:
                self._start(self._attend(held))

    async def _attend(self, held: Held) -> None:
        self._busy.add(held.id)
        before = held.version
        try:
            await self._do(held)
        except Exception:
            logger.exception("match %s: an errand failed", held.table.code)
            self._left_alone[held.id] = asyncio.get_running_loop().time() + RETRY_SECONDS
        finally:
            self._busy.discard(held.id)
        if self._left_alone.get(held.id) is None:
            self.set_timer(held, 0.0 if held.version != before else RETRY_SOON)

    async def _do(self, held: Held) -> None:
        """The one errand that is due now, if any."""
        assert self.door is not None
        live, now = held.committed, now_ms()
        if live is None or live.finish is not None or live.paused:
            return
        for seat in record.running(live):
            if clocks.is_flagged(live.clock, seat, now):
                await self.door.play(held.id, SERVER, Flag(seat))
                return
        hand = live.coming
        if hand is not None and dealing.waits_for_commitments(live) and now >= (hand.until or 0):
            await self.door.play(held.id, SERVER, DefaultLate(hand.hand_no))
            return
        need = next_deal(live.game, early=True)
        if need is not None:
            waiting = [seat for seat in held.bots if not live.game.ready >> seat & 1]
            for seat in waiting:
                await self.door.play(held.id, seat, Ready(), None, turn_id(live.code, live.version, seat))
            due_at = dealing.due_at(live)
            if not waiting and due_at is not None and now >= due_at:
                await self.door.play(held.id, SERVER, Deal(need.hand_no))
            return
        turn_at = held.due_at if held.turn_at is None else held.turn_at
        if turn_at is None or now >= turn_at:
            for seat in record.played_by_the_server(live, held.bots):
                await self._move(held, live, seat)

    async def _move(self, held: Held, live: record.LiveMatch, seat: int) -> None:
        """One move of a computer player, or for somebody who is away (RULES 1.8), seen from ``live``."""
        assert self.door is not None
        bot = held.bots.get(seat, STAND_IN)
        action = await self._bots.think(bot, recall(live.game, seat))
        command_id = turn_id(live.code, live.version, seat)
        outcome = await self.door.play(held.id, seat, action, live.version, command_id)
        if outcome.code not in (None, "STALE", "BUSY", "MATCH_OVER"):
            raise RuntimeError(f"{bot} tried {type(action).__name__}: {outcome.code}")

    def _start(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def done(self) -> None:
        """Wait until every errand under way is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def close(self) -> None:
        """Start nothing more; thoughts under way are dropped."""
        for task in self._tasks:
            task.cancel()


def thinking_ms() -> int:
    """How long a computer player seems to think: about ``BOT_DELAY_MS``, half as long up to half as long again."""
    delay = settings.BOT_DELAY_MS
    return random.randint(delay // 2, delay + delay // 2)


def _due(now: int) -> list[int]:
    return list(Match.objects.due(now).order_by("pk").values_list("pk", flat=True)[:SWEEP_LIMIT])


# Life and death of the servers. Synchronous; for the writer's thread.


def beat() -> None:
    """A process that pages can reach is alive."""
    now = now_ms()
    if not ServerPulse.objects.filter(pk=1).update(last_alive=now):
        ServerPulse.objects.get_or_create(pk=1, defaults={"last_alive": now})


def is_served() -> bool:
    """Whether pages can reach any process: while none can, nobody's clock may run out."""
    return ServerPulse.objects.filter(pk=1, last_alive__gt=now_ms() - ALIVE_MS).exists()


def give_time_back() -> int:
    """At the start of a process: if none was alive, shift every running clock by the outage and a grace.

    Rows in the logs, so that a fold gives the same clocks; in one transaction with the pulse, so that of several
    processes starting together one does it. No log is read: the row follows whatever came before, and a deadline moves
    by as much as the clocks do. Returns the milliseconds given back, 0 if some process was alive.
    """
    while True:
        now = now_ms()
        last_alive = ServerPulse.objects.filter(pk=1).values_list("last_alive", flat=True).first()
        if last_alive is None or now - last_alive <= ALIVE_MS:
            beat()
            return 0
        lost = now - last_alive + GRACE_MS
        pendings = _returns(lost, now)
        try:
            with transaction.atomic():
                if ServerPulse.objects.filter(pk=1, last_alive=last_alive).update(last_alive=now):
                    store.append_to_all(pendings)
                    return lost
        except store.Outrun:
            logger.warning("a match moved while time was given back; once more")


def _returns(lost: int, now: int) -> list[store.Pending]:
    """For each match in which a clock runs against somebody: the row that gives the time back."""
    running = Match.objects.live().filter(deadline__isnull=False).order_by("pk")
    return [
        store.Pending(
            pk,
            version,
            (record.time_returned(code, (version, digest), lost, now),),
            None if deadline is None else deadline + lost,
            due_at,
        )
        for pk, code, version, digest, deadline, due_at in running.values_list(
            "pk", "code", "version", "head_hash", "deadline", "due_at"
        )
    ]
