"""The load: many pages at many tables, in one process beside the server's core.

    python -m bench.load < plan.json        figures of the run as JSON

A page here is what ``static/js/lib/socket.js`` is to the server: a real socket with a real session cookie, its
commands, heartbeats and versions, and a player who does what its view says it can. The plan says how the players play:
``closed`` (as soon as they may), or ``open`` (so many moves a second over all tables, whatever the server does; a move
is timed from the moment at which it was due, so that a slow server cannot slow its own clock), or how they ``return``
after a restart.

The WebSocket protocol is spoken by hand, for the generator must cost less than what it measures.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import json
import os
import random
import resource
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any
from uuid import UUID

BEAT_SECONDS = 10.0
CONNECT_AT_ONCE = 32
FIRST_PAUSE, LONGEST_PAUSE = 0.4, 15.0
"""Seconds between two tries to connect, as the page has them."""

MASK = b"\x5a\xa5\x3c\xc3"


def percentile(values: list[float], percent: float) -> float:
    """The smallest value that at least ``percent`` of them do not exceed; 0 of none.

    >>> percentile([4.0, 1.0, 3.0, 2.0], 50), percentile([4.0, 1.0, 3.0, 2.0], 99)
    (2.0, 4.0)
    """
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100).__int__() - 1)]


def cpu_seconds(pid: int) -> float:
    """What a process has used of a core so far; 0 once it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def choose(view: dict[str, Any]) -> dict[str, Any] | None:
    """What a plain player does now: nothing clever, and every hand comes to an end."""
    can = view["can"]
    if "ready" in can:
        return {"kind": "ready"}
    if "defend" in can:
        return {"kind": "defend", "melds": None, "layoffs": None}
    if "gin" in can:
        return {"kind": "knock", "card": can["gin"][0], "melds": None}
    if "knock" in can:
        return {"kind": "knock", "card": next(iter(can["knock"])), "melds": None}
    if "discard" in can:
        after = view["after"]
        return {"kind": "discard", "card": min(can["discard"], key=after.__getitem__)}
    for kind in ("pass_upcard", "draw_stock", "pass_last"):
        if kind in can:
            return {"kind": kind}
    return None


class Table:
    """One match: its two pages, and when each move was sent and heard of."""

    def __init__(self, run: Run, number: int, code: str, sessions: list[str]) -> None:
        self.run, self.number, self.code = run, number, code
        self.pages = [Page(self, seat, session) for seat, session in enumerate(sessions)]
        self.sent: dict[str, float] = {}
        self.acknowledged: dict[int, tuple[float, int]] = {}  # version: when the move was due, whose it was
        self.heard: dict[tuple[int, int], float] = {}  # version and seat: when
        self.listed = False  # it waits for its turn in an open run

    def note(self, page: Page, message: dict[str, Any]) -> None:
        """An update has come: the mover's own says which version the move made, the other's ends the measurement."""
        version, now = message["v"], time.monotonic()
        named = message.get("id")
        due = self.sent.pop(named, None) if named else None
        if due is not None:
            self.run.told.append((self.code, page.seat, named, version))
            heard = self.heard.pop((version, 1 - page.seat), None)
            if heard is None:
                self.acknowledged[version] = due, 1 - page.seat
            else:
                self.run.measured(due, heard, now)
        elif (known := self.acknowledged.pop(version, None)) is not None:
            self.run.measured(known[0], now, now)
        else:
            self.heard[version, page.seat] = now
            if len(self.heard) > 64:
                del self.heard[next(iter(self.heard))]


class Page(asyncio.Protocol):
    """One page: a socket, the version it has, and its view."""

    def __init__(self, table: Table, seat: int, session: str) -> None:
        self.table, self.seat, self.session = table, seat, session
        self.version: int | None = None
        self.action: dict[str, Any] | None = None  # what the player would do now
        self.waiting = False  # a command is under way
        self.moved_at: int | None = None  # the version that the last command was made on
        self.transport: asyncio.Transport | None = None
        self.buffer = bytearray()
        self.shaken = False
        self.entered: asyncio.Future[None] | None = None
        self.beat_at = 0.0
        self.tries = 0
        self.leaving = False

    async def enter(self) -> None:
        """Connect and wait for the first state; raises OSError if that fails."""
        loop = asyncio.get_running_loop()
        self.entered, self.shaken, self.leaving = loop.create_future(), False, False
        self.buffer.clear()
        await loop.create_connection(lambda: self, "127.0.0.1", self.table.run.port)
        await self.entered

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        since = "" if self.version is None else f"?from={self.version}"
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            (
                f"GET /ws/tables/{self.table.code}/{since} HTTP/1.1\r\nHost: localhost:{self.table.run.port}\r\n"
                f"Origin: http://localhost:{self.table.run.port}\r\nCookie: sessionid={self.session}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.shaken:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self._abort()
                return
            self.shaken = True
            del buffer[: end + 4]
        while len(buffer) >= 2:
            size, start = buffer[1] & 0x7F, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            kind, payload = buffer[0] & 0x0F, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == 1:
                self._take(json.loads(payload))
            elif kind == 8:
                self.table.run.count(f"closed {int.from_bytes(payload[:2], 'big')}")
                self._abort()
                return
            elif kind == 9:
                self._frame(0x8A, payload)

    def connection_lost(self, _error: Exception | None) -> None:
        self.transport = None
        self.waiting = False
        if self.entered is not None and not self.entered.done():
            self.entered.set_exception(ConnectionError("not let in"))
        elif not self.leaving:
            self.table.run.lost()

    def leave(self) -> None:
        """Go without a word, as a page that is reloaded does."""
        self.leaving = True
        if self.transport is not None:
            self.transport.abort()

    def _abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def _frame(self, head: int, payload: bytes) -> None:
        if self.transport is None:
            return
        size = len(payload)
        lengths = bytes((head, 0x80 | size)) if size < 126 else bytes((head, 0xFE)) + size.to_bytes(2, "big")
        mask = int.from_bytes(MASK * (size // 4 + 1), "little") & (1 << 8 * size) - 1
        masked = (int.from_bytes(payload, "little") ^ mask).to_bytes(size, "little")
        self.transport.write(lengths + MASK + masked)

    def say(self, message: dict[str, Any]) -> None:
        """Send one message; a command counts as a heartbeat."""
        self.beat_at = time.monotonic()
        self._frame(0x81, json.dumps(message, separators=(",", ":")).encode())

    def beat(self, now: float) -> None:
        """The page's heartbeat, if nothing was said for so long."""
        if self.transport is not None and self.version is not None and now - self.beat_at > BEAT_SECONDS:
            self.say({"t": "ping", "n": 1, "v": self.version, "rtt": 2})

    def _take(self, message: dict[str, Any]) -> None:
        kind, run = message["t"], self.table.run
        if kind in ("update", "snapshot"):
            if kind == "update":
                if message["from"] != self.version and message["events"]:
                    run.count("gap")
                self.table.note(self, message)
                if message.get("id"):
                    self.waiting = False
            self.version = message["v"]
            view = message["view"]
            self.action = choose(view) if view else None
            if view and view["phase"] == "over":
                run.count("match over")
            if self.entered is not None and not self.entered.done():
                self.entered.set_result(None)
            run.may_move(self)
        elif kind == "error":
            run.count(message["code"])
            self.table.sent.pop(message["id"], None)
            self.waiting = False
            pause = {"TOO_FAST": 0.1, "BUSY": 0.5}.get(message["code"], 0.0)
            if pause or self.version != self.moved_at:  # what made the move too late may have come before the refusal
                asyncio.get_running_loop().call_later(pause, run.may_move, self)
        elif kind == "ack":
            self.waiting = False

    @property
    def ready(self) -> bool:
        """Whether the player may move now."""
        return self.action is not None and not self.waiting and self.transport is not None

    def move(self, due: float) -> None:
        """Send what the player would do."""
        named = str(UUID(bytes=random.randbytes(16), version=4))
        self.table.sent[named] = due
        self.waiting, self.moved_at = True, self.version
        self.say({"t": "cmd", "id": named, "v": self.version, "a": self.action})


class Run:
    """One run of the plan."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan, self.port = plan, int(plan["port"])
        self.tables = [Table(self, *table) for table in _numbered(plan["tables"])]
        self.pages = [page for table in self.tables for page in table.pages]
        self.closed = plan["mode"] == "closed"
        self.going = False
        self.counting = False
        self.storming = False
        self.delays: list[float] = []  # ms, from due to the other player's receipt
        self.storm_delays: list[float] = []
        self.told: list[tuple[str, int, str, int]] = []
        self.counts: dict[str, int] = {}
        self.ready: deque[Table] = deque()
        self.gone = asyncio.Event()
        self.first_told = asyncio.Event()
        self.late = 0

    def count(self, what: str) -> None:
        """Something that should be rare."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def measured(self, due: float, heard: float, _now: float) -> None:
        """The other player heard of a move."""
        if self.counting:
            (self.storm_delays if self.storming else self.delays).append((heard - due) * 1000)

    def lost(self) -> None:
        """A socket ended that nobody here closed."""
        self.count("lost sockets")
        self.gone.set()

    def may_move(self, page: Page) -> None:
        """A page was shown something new: move at once, or queue the table for its turn."""
        if not page.ready:
            return
        if self.closed:
            if self.going:
                page.move(time.monotonic())
        elif not page.table.listed:
            page.table.listed = True
            self.ready.append(page.table)

    async def go(self) -> dict[str, Any]:
        """Carry out the plan."""
        if self.plan["mode"] != "return":
            await self._enter(self.pages)
        beats = asyncio.create_task(self._beats())
        gc.collect()
        gc.freeze()
        self.going = True
        if self.plan.get("say_going"):
            print(flush=True)
        answer = await {"closed": self._closed, "open": self._open, "return": self._come_back}[self.plan["mode"]]()
        beats.cancel()
        if self.plan.get("told_file"):
            Path(self.plan["told_file"]).write_text(json.dumps(self.told))
        return answer | {"counts": self.counts, "told": len(self.told)}

    async def _enter(self, pages: list[Page]) -> list[float]:
        """Connect all pages, so many at a time; how long each took, ms."""
        door, took = asyncio.Semaphore(CONNECT_AT_ONCE), []

        async def enter(page: Page) -> None:
            async with door:
                began = time.monotonic()
                await page.enter()
                took.append((time.monotonic() - began) * 1000)

        await asyncio.gather(*map(enter, pages))
        return took

    async def _beats(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            now = time.monotonic()
            for page in self.pages:
                page.beat(now)

    async def _closed(self) -> dict[str, Any]:
        """Everybody moves as soon as it may."""
        for page in self.pages:
            self.may_move(page)
        await asyncio.sleep(self.plan["warm"])
        return await self._measure(asyncio.wait_for(self.gone.wait(), self.plan["seconds"]))

    async def _open(self) -> dict[str, Any]:
        """So many moves a second; in the middle, if the plan says so, half of the pages come in anew at once."""
        moving = asyncio.create_task(self._pace(self.plan["rate"]))
        await asyncio.sleep(self.plan["warm"])
        storm: dict[str, Any] = {}

        async def weather() -> None:
            if not self.plan.get("storm"):
                await asyncio.sleep(self.plan["seconds"])
                return
            await asyncio.sleep(self.plan["seconds"] / 2)
            storm.update(await self._storm())
            await asyncio.sleep(self.plan["seconds"] / 2)

        answer = await self._measure(weather())
        moving.cancel()
        return answer | storm | {"late": self.late}

    async def _storm(self) -> dict[str, Any]:
        pages = [page for table in self.tables[: len(self.tables) // 2] for page in table.pages]
        self.storming = True
        began = time.monotonic()
        for page in pages:
            page.leave()
        await asyncio.sleep(0)

        async def enter(page: Page) -> float:
            await page.enter()
            return (time.monotonic() - began) * 1000

        took = await asyncio.gather(*map(enter, pages))
        self.storming = False
        return {
            "storm_pages": len(pages),
            "storm_all_in_ms": max(took),
            "storm_p50": percentile(self.storm_delays, 50),
            "storm_p99": percentile(self.storm_delays, 99),
        }

    async def _pace(self, rate: float) -> None:
        due = time.monotonic()
        while True:
            due += 1 / rate
            pause = due - time.monotonic()
            if pause > 0:
                await asyncio.sleep(pause)
            self._one_move(due)

    def _one_move(self, due: float) -> None:
        """A move of the table that has waited longest; none if nobody may move."""
        while self.ready:
            table = self.ready.popleft()
            table.listed = False
            movers = [page for page in table.pages if page.ready]
            if movers:
                movers[0].move(due)
                if len(movers) > 1:
                    table.listed = True
                    self.ready.append(table)
                return
        self.late += 1

    async def _measure(self, running: Any) -> dict[str, Any]:
        self.counting = True
        server = int(self.plan["pid"])
        told, began, busy, used = len(self.told), time.monotonic(), time.process_time(), cpu_seconds(server)
        with contextlib.suppress(TimeoutError):
            await running
        self.counting = False
        seconds, moves = time.monotonic() - began, len(self.told) - told
        return {
            "seconds": seconds,
            "moves": moves,
            "rate": moves / seconds,
            "p50": percentile(self.delays, 50),
            "p99": percentile(self.delays, 99),
            "load_busy": (time.process_time() - busy) / seconds,
            "us": max(0.0, cpu_seconds(server) - used) / max(1, moves) * 1e6,
        }

    async def _come_back(self) -> dict[str, Any]:
        """From the birth of the server's process to the first move that is kept, and until every table has one."""
        born = float(self.plan["born"])
        self.closed = True
        versions = self.plan.get("versions", {})
        for table in self.tables:
            for page in table.pages:
                page.version = versions.get(table.code)

        async def come(page: Page) -> None:
            tries = 0
            await asyncio.sleep(random.uniform(0, FIRST_PAUSE))
            while True:
                try:
                    await page.enter()
                    return
                except OSError:
                    full = min(LONGEST_PAUSE, FIRST_PAUSE * 2**tries)
                    await asyncio.sleep(full * random.uniform(0.5, 1))
                    tries = min(tries + 1, 1)

        coming = [asyncio.create_task(come(page)) for page in self.pages]
        moved: set[str] = set()
        first = None
        give_up = time.monotonic() + self.plan["seconds"]
        seen = 0
        while len(moved) < len(self.tables) and time.monotonic() < give_up:
            await asyncio.sleep(0.002)
            if len(self.told) > seen:
                first = first or time.monotonic() - born
                moved.update(code for code, _seat, _id, _version in self.told[seen:])
                seen = len(self.told)
        for task in coming:
            task.cancel()
        return {"first_move_s": first, "all_moved_s": time.monotonic() - born, "tables_moved": len(moved)}


def _numbered(tables: list[dict[str, Any]]) -> Any:
    return ((number, table["code"], table["sessions"]) for number, table in enumerate(tables))


def main() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(json.dumps(asyncio.run(Run(json.load(sys.stdin)).go())))


if __name__ == "__main__":
    main()
