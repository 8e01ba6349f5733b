"""The house: everything that one process runs to have matches played in it, opened and closed as one.

One house an event loop, opened by whoever comes first (a socket, ``manage.py serve``, ``manage.py sweep``), so that any
ASGI server can serve the application.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError

from games.application import broadcast, clocks, lobby, projections, quick, talk
from games.application.bot_turns import BotPool
from games.application.broadcast import Hint
from games.application.chairs import LobbyRefusal
from games.application.clocks import Errands, now_ms
from games.application.door import Door, Outcome
from games.application.frames import claim_at
from games.application.live import KEEP_SECONDS, Held, LiveMatches
from games.application.messages import Claim, OfferPause, Rematch, SeatAction
from games.application.presence import Presence
from games.application.record import Step
from games.application.screens import Screens
from games.application.signals import looking_round
from games.application.tables import CLOSE_RESTART, Tables
from games.application.talk import Words
from games.application.visits import Book
from games.application.writer import Writer
from games.domain.actions import SERVER, Flag
from games.models import Seat

logger = logging.getLogger(__name__)

TICK_SECONDS = 1.0

SEATS_AT_A_TIME = 10
"""Tables whose seats are looked over in one go, each second: moves that have come meanwhile go first."""

RESTART_MS = 1_500
"""When pages should try again after the server said that it restarts."""


class House:
    """Writer, live matches, sockets, timers, sweep and computer players of one process."""

    def __init__(self, *, errands: bool, serving: bool) -> None:
        """``errands``: it sweeps for matches that nobody holds; ``serving``: pages can reach this process."""
        self.closing = False
        self._errands_wanted, self._serving = errands, serving
        self._settling = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._channel: str | None = None  # this process's own, on the layer
        self._calling = False
        self.writer = Writer(asyncio.get_running_loop())
        self.tables = Tables()
        self.presence = Presence(now_ms(), self.writer.see)
        self.visits = Book(self.writer.run)
        self.live = LiveMatches(self._follow, self._read_anew)
        self.screens = Screens(self.tables, self.presence, now_ms)
        self.bots = BotPool(settings.BOT_WORKERS)
        self.errands = Errands(self.live, self.bots)
        self.door = Door(self.live, self.writer, now_ms, self.errands.next_at, self._kept)
        self.errands.door = self.door

    async def open(self) -> None:
        """Give back the time of an outage, then begin."""
        returned = await self.writer.run(clocks.give_time_back) if self._serving else 0
        if returned:
            logger.warning("no server was alive; %d ms given back to every running clock", returned)
        broadcast.attach(asyncio.get_running_loop(), self._hear)
        await self._listen()
        self.start(self._tick())

    async def _listen(self) -> None:
        """Hear the other processes, as soon as the layer answers."""
        if self._channel is not None or self._calling or not broadcast.crosses_processes():
            return
        self._calling = True
        self._channel = await broadcast.new_channel()
        self._calling = False
        if self._channel is not None:
            self.start(broadcast.listen(self._hear, self._channel))
            for held in self.live:
                self._follow(held.id)

    async def close(self) -> None:
        """Refuse commands, flush the writer, tell the pages, close their sockets, stop everything."""
        if self.closing:
            return
        self.closing = True
        await self.door.drain()
        self.screens.say_to_all({"t": "restart", "in_ms": RESTART_MS})
        self.tables.close_all(CLOSE_RESTART)
        broadcast.detach(asyncio.get_running_loop())
        self.errands.close()
        for task in self._tasks:
            task.cancel()
        self.bots.close()
        for held in self.live:
            self.live.drop(held)
        await self.live.close()
        await self.visits.close(now_ms())
        await self.writer.stop()
        _houses.pop(asyncio.get_running_loop(), None)

    @staticmethod
    def now() -> int:
        """The time, Unix milliseconds."""
        return now_ms()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside; its failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a task of the house failed", exc_info=task.exception())

    # What seats do

    async def act(
        self,
        match_id: int,
        seat: int,
        action: SeatAction,
        version: int | None,
        command_id: UUID,
        lag_ms: int = 0,
    ) -> Outcome:
        """A person's action, those that the rules do not know included."""
        if isinstance(action, Claim):
            return await self._claim(match_id, seat, command_id)
        if isinstance(action, Rematch):
            return await self._wish_rematch(match_id, seat)
        if isinstance(action, OfferPause):
            held = await self.live.get(match_id)
            if held is None or not held.review:
                return Outcome(0, "NOTHING_ASKED")
        return await self.door.play(match_id, seat, action, version, command_id, lag_ms=lag_ms, person=True)

    async def _claim(self, match_id: int, seat: int, command_id: UUID) -> Outcome:
        """The opponent is gone: a claim counts as a flag (RULES 1.8)."""
        held = await self.live.get(match_id)
        if held is None or held.committed is None:
            return Outcome(0, "WRONG_PHASE")
        now = now_ms()
        if (seat, command_id) in held.commands:
            return Outcome(held.commands[seat, command_id], repeated=True)
        if held.committed.finish is not None:
            return Outcome(held.version, "MATCH_OVER")
        if held.committed.game.away >> seat & 1:
            return Outcome(held.version, "AWAY")
        for other in range(held.table.seat_count):
            at = claim_at(held, self.presence, other, now) if other != seat else None
            if at is not None and at <= now:
                return await self.door.play(match_id, SERVER, Flag(other), None, command_id, by=seat)
        return Outcome(held.version, "CLAIM_TOO_EARLY")

    async def _wish_rematch(self, match_id: int, seat: int) -> Outcome:
        """Propose a rematch or accept it; computers always accept."""
        held = await self.live.get(match_id)
        if held is None or held.committed is None or held.committed.finish is None:
            return Outcome(held.version if held else 0, "NOT_FINISHED")
        if self.closing:
            return Outcome(held.version, "BUSY")
        await self.writer.run(lambda: _note_wish(match_id, seat))
        await self.live.refresh_seats(held)
        broadcast.seats_changed(match_id)
        if held.rematch is None and all(other and (other.bot or other.wants_rematch) for other in held.seats):
            try:
                rematch = await database_sync_to_async(lobby.rematch)(match_id)
            except LobbyRefusal as refusal:
                return Outcome(held.version, refusal.code)
            broadcast.rematch_made(match_id, rematch.get_absolute_url())
        else:
            self.screens.refresh_all(held)
        return Outcome(held.version, repeated=True)

    # What people say

    async def say(self, match_id: int, seat: int, words: Words) -> str | None:
        """Say something at a table; the code of a refusal, else it is on the disk and was sent to everybody here."""
        if self.closing:
            return "BUSY"
        held = await self.live.get(match_id)
        live = held.committed if held is not None else None
        to = talk.confidants(live.game, seat) if live is not None and words.private else ()
        try:
            await self.writer.run(lambda: talk.say(match_id, seat, words, to))
        except talk.TalkRefusal as refusal:
            return refusal.code
        except DatabaseError:
            logger.exception("nothing could be said at match %s", match_id)
            return "BUSY"
        broadcast.spread_talk(match_id)
        held = self.live.at_hand(match_id)
        if held is not None:
            await self.look_at_talk(held)
        return None

    async def look_at_talk(self, held: Held) -> None:
        """Read anew what was said at a table and who hears whom, and show what that changes."""
        seen = await self.live.read(talk.read_talk, held.id)
        before, held.talk, held.talk_read = held.talk, seen, True
        self.screens.show_talk(held, before)

    # What happens

    def _kept(self, held: Held, step: Step, command: tuple[int, UUID] | None) -> None:
        """A step is on the disk."""
        self.screens.show(held, step.before, command)
        broadcast.spread(held.id, held.version)
        self.errands.set_timer(held)

    def _read_anew(self, held: Held) -> None:
        """A match was read from its log: for the first time, or because another process moved it."""
        for seat in held.seats:
            if seat is not None and seat.last_seen is not None:
                self.presence.merge(held.id, {seat.seat: seat.last_seen})
        self.screens.catch_up(held)
        self.errands.set_timer(held)

    def _follow(self, match_id: int) -> None:
        if self._channel is not None:
            self.start(broadcast.follow(match_id, self._channel))

    def _hear(self, hint: Hint) -> None:
        """Somebody said that something changed."""
        held = self.live.at_hand(hint.get("match", 0))
        if held is None:
            return
        match hint.get("type"):
            case "match.moved":
                self.start(self._look(held, int(hint["version"])))
            case "match.seats":
                self.start(self._look_at_seats(held))
            case "match.company":
                self.start(self.look_at_talk(held))
            case "match.rematch":
                held.rematch = str(hint["url"])
                self.screens.say(held, {"t": "rematch", "url": held.rematch})

    async def _look(self, held: Held, version: int) -> None:
        """The match is said to be at ``version``. What is on its way from here will find out by itself."""
        while held.reading is not None:
            await asyncio.shield(held.reading)
        if version > held.version and not held.ahead:
            await self.live.refresh(held)

    async def _look_at_seats(self, held: Held) -> None:
        if held.committed is None:
            await self.live.refresh(held)  # the last chair may have begun the match
        wishes, review = [seat.wants_rematch for seat in held.seats if seat], held.review
        await self.live.refresh_seats(held)
        if review != held.review:
            self.screens.show_review(held)
        if held.committed is None or held.closed or wishes != [seat.wants_rematch for seat in held.seats if seat]:
            self.screens.refresh_all(held)
        self.screens.show_seats(held)
        if not held.table.practice:
            await self.look_at_talk(held)

    # Each second

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self._each_second()
            except Exception:
                logger.exception("the house missed a beat")

    async def _each_second(self) -> None:
        if self._serving:
            self.start(self._beat())
        self.start(self.visits.write())
        for match_id, version in (await self.live.versions()).items():
            held = self.live.at_hand(match_id)
            if held is not None and version > held.version:
                self.start(self._look(held, version))
        if settings.PROCESSES > 1 or broadcast.crosses_processes():
            self.start(self._listen())
            await self._hear_seats()
        for number, match_id in enumerate(self.tables.occupied(), start=1):
            held = self.live.at_hand(match_id)
            if held is not None:
                self.screens.show_watchers(held)
                self.screens.show_seats(held)
            if number % SEATS_AT_A_TIME == 0:
                await asyncio.sleep(0)
        self._drop_abandoned()
        if self._errands_wanted:
            if self._serving or await self.live.read(clocks.is_served):
                await self.errands.sweep()
            if not self._settling:
                self.start(self._settle_results())

    async def _settle_results(self) -> None:
        """Make the effects of finished matches and pair who waits, beside everything else, one sweep at a time."""
        self._settling = True
        try:
            await database_sync_to_async(projections.sweep, thread_sensitive=False)()
            await database_sync_to_async(quick.pair_waiting, thread_sensitive=False)()
            await database_sync_to_async(looking_round.send_robust, thread_sensitive=False)(sender=None)
        finally:
            self._settling = False

    async def _beat(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await self.writer.run(clocks.beat)

    async def _hear_seats(self) -> None:
        """What other processes noted on the seats of the matches shown here."""
        occupied = list(self.tables.occupied())
        if not occupied:
            return
        for match_id, seat, user_id, last_seen, wish in await self.live.read(_seats_at, occupied):
            held = self.live.at_hand(match_id)
            if held is None:
                continue
            if last_seen is not None:
                self.presence.merge(match_id, {seat: last_seen})
            known = held.seats[seat]
            if known is None or known.user_id != user_id or known.wants_rematch != wish:
                self.start(self._look_at_seats(held))
        for match_id, last in (await self.live.read(talk.last_lines, occupied)).items():
            held = self.live.at_hand(match_id)
            if held is not None and held.talk_read and last > talk.last_of(held.talk):
                self.start(self.look_at_talk(held))

    def _drop_abandoned(self) -> None:
        now = asyncio.get_running_loop().time()
        for held in self.live:
            if held.ahead or held.reading is not None or self.tables.at(held.id):
                held.abandoned_at = None
            elif held.abandoned_at is None:
                held.abandoned_at = now
            elif now - held.abandoned_at > KEEP_SECONDS:
                self.live.drop(held)
                self.presence.forget(held.id)
                self.screens.forget(held)
                if self._channel is not None:
                    self.start(broadcast.unfollow(held.id, self._channel))


_houses: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[House, asyncio.Task[None]]] = WeakKeyDictionary()


async def open_house(*, errands: bool = True, serving: bool = True) -> House:
    """The house of the running event loop, opened as asked if it is not open."""
    loop = asyncio.get_running_loop()
    if loop not in _houses:
        house = House(errands=errands, serving=serving)
        _houses[loop] = (house, loop.create_task(house.open()))
    house, opening = _houses[loop]
    await asyncio.shield(opening)
    return house


def _note_wish(match_id: int, seat: int) -> None:
    Seat.objects.filter(match=match_id, seat=seat).update(wants_rematch=True)


def _seats_at(match_ids: list[int]) -> list[tuple[int, int, int | None, int | None, bool]]:
    seats = Seat.objects.filter(match__in=match_ids)
    return list(seats.values_list("match_id", "seat", "user_id", "last_seen", "wants_rematch"))
