"""The one door through which a match held here is moved: verify, queue to the writer, and what becomes of it.

A command is looked up by its id before anything else, so that a resend gets its first answer. Then it must not be
stale: no event of its own table's hand may have come after the version that its sender saw. A lost race throws away
all that was queued for the match and puts every command of it through the door again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any
from uuid import UUID

from django.conf import settings

from games.application import dealing, pausing, record, store
from games.application.live import Held, LiveMatches, Told, told_by
from games.application.messages import TIMELESS, CommitSeed, OfferPause, Resume, RevealSeed
from games.application.record import Step
from games.application.store import Fate, Pending
from games.application.writer import Entry, Line, Writer
from games.domain import clock as clocks
from games.domain.actions import SERVER, ComeBack, Flag, PlayerAction
from games.domain.errors import Code, RuleViolation
from games.domain.events import (
    Flagged,
    MatchEnded,
    Resigned,
    SeatLeft,
    SeatReady,
    SeatReturned,
    VoidDeclined,
    VoidOffered,
)
from games.domain.match import next_deal

logger = logging.getLogger(__name__)

MAX_TRIES = 5
"""Races that one command may lose before its sender is asked to try again."""

_OF_THE_AWAY = (ComeBack, RevealSeed)
"""What a person may still do whose seat the computer holds: come back, and keep a promise."""

_IN_A_PAUSE = (OfferPause, Resume, CommitSeed, RevealSeed)
"""What may be done while the match rests."""

QUIET = (SeatReady, VoidOffered, VoidDeclined, Resigned, Flagged, SeatLeft, SeatReturned)
"""Events that make nobody's view of the hand old; what follows from a flag or a resignation is told beside it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a command: done at ``version``, now or (``repeated``) before; or refused with a ``code``."""

    version: int
    code: str | None = None
    detail: dict[str, Any] = field(default_factory=dict)
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """The server's own wish to deal what the match waits for. ``hand_no`` names the hand, so that twice is once."""

    hand_no: int


@dataclass(frozen=True, slots=True)
class DefaultLate:
    """The server's own wish that its seeds stand in for everybody who has not committed to one for this hand."""

    hand_no: int


Wish = PlayerAction | Flag | Deal | DefaultLate | CommitSeed | RevealSeed | OfferPause | Resume
"""What may come through the door."""


@dataclass(eq=False, slots=True)
class Command:
    """Somebody's wish, on its way."""

    seat: int
    action: Wish
    version: int | None
    id: UUID | None
    answer: asyncio.Future[Outcome]
    lag_ms: int = 0
    by: int | None = None  # the seat that claimed a flag
    person: bool = False  # from a page, not from a computer player
    tries: int = 0

    @property
    def sender(self) -> int:
        """The seat in the log's row."""
        return self.seat if self.by is None else self.by


@dataclass(eq=False, slots=True)
class Attempt:
    """A step that waits for its commit, and the command it came from."""

    command: Command
    step: Step
    dropped: bool = False


class Door:
    """Belongs to the event loop; never waits for the disk while it holds anything."""

    def __init__(
        self,
        live: LiveMatches,
        writer: Writer,
        now: Callable[[], int],
        errand_at: Callable[[Held, record.LiveMatch], int | None],
        kept: Callable[[Held, Step, tuple[int, UUID] | None], None],
    ) -> None:
        """``errand_at``: when the server has its own next thing to do at a table, whose ``head`` this will be.

        ``kept``: a step is on the disk, and the seat and id of the command that made it.
        """
        self._live, self._writer, self._now = live, writer, now
        self._errand_at, self._kept = errand_at, kept
        self._recoveries: set[asyncio.Task[None]] = set()
        self.closed = False

    async def drain(self) -> None:
        """Take nothing more in, and wait until everything under way has been answered."""
        self.closed = True
        await self._writer.flush()
        while self._recoveries:
            await asyncio.wait(self._recoveries)
            await self._writer.flush()

    async def play(
        self,
        match_id: int,
        seat: int,
        action: Wish,
        version: int | None = None,
        command_id: UUID | None = None,
        *,
        lag_ms: int = 0,
        by: int | None = None,
        person: bool = False,
    ) -> Outcome:
        """Do it, and answer once it is on the disk. Never raises for anything a player may bring about."""
        if self.closed or self._writer.overloaded:
            return Outcome(0, "BUSY")
        held = await self._live.get(match_id)
        if held is None:
            return Outcome(0, "NO_TABLE")
        known_here = held.head.version if held.head else 0
        if version is not None and version > known_here:  # the page heard of it from another process
            await self._settled(held)
            await self._live.refresh(held)
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        command = Command(seat, action, version, command_id, answer, lag_ms, by, person)
        known = await self._known(held, command)
        if known is not None:
            return known
        while held.reading is not None:
            await asyncio.shield(held.reading)
        if command_id is not None:
            held.under_way[command.sender, command_id] = command.answer
        self._enter(held, command)
        return await asyncio.shield(command.answer)

    async def _known(self, held: Held, command: Command) -> Outcome | None:
        """The first answer to a command that was sent before."""
        if command.id is None:
            return None
        key = (command.sender, command.id)
        if key in held.under_way:
            first = await asyncio.shield(held.under_way[key])
            return Outcome(first.version, first.code, first.detail, repeated=True)
        number = held.commands.get(key)
        if number is None and (command.version is None or command.version < held.commands_since):
            number = await self._live.read(store.find_command, held.id, *key)
        return None if number is None else Outcome(number, repeated=True)

    async def _settled(self, held: Held) -> None:
        """Wait until nothing of this match is on its way to the disk."""
        while held.ahead:
            await asyncio.wait([held.ahead[-1].command.answer])

    # In

    def _enter(self, held: Held, command: Command) -> None:
        """Check the command against ``head`` and queue what it makes of it, or refuse it."""
        head = held.head
        if head is None:
            self._refuse(held, command, "WRONG_PHASE")
            return
        now = self._now()
        if not isinstance(command.action, Flag) and self._flag_overdue(held, now):
            head = held.head
            assert head is not None
        if command.person and not isinstance(command.action, _OF_THE_AWAY) and head.game.away >> command.seat & 1:
            self._refuse(held, command, "AWAY")  # the computer plays there, and the rules cannot tell the two apart
            return
        if self._is_stale(held, command):
            self._refuse(held, command, "STALE")
            return
        if head.paused and not isinstance(command.action, _IN_A_PAUSE):
            self._refuse(held, command, "PAUSED")
            return
        try:
            step = self._step(head, command, now)
        except RuleViolation as refusal:
            self._refuse(held, command, refusal.code.value, dict(refusal.detail))
            return
        except Exception:  # a fault of ours must cost one command, not the table
            logger.exception("match %s: %s failed", held.table.code, type(command.action).__name__)
            self._refuse(held, command, "BUSY")
            return
        self._queue(held, command, step)
        self._go_on(held)

    def _step(self, head: record.LiveMatch, command: Command, now: int) -> Step:
        seat = command.seat
        match command.action:
            case Deal(hand_no):
                need = next_deal(head.game, early=True)
                if need is None or need.hand_no != hand_no:
                    raise RuleViolation(Code.WRONG_PHASE)
                return dealing.deal(head, now, settings.DEAL_COMMIT_MS)
            case DefaultLate(hand_no):
                return dealing.default_late(head, hand_no, now)
            case CommitSeed(hand_no, commitment):
                return dealing.commit_seed(head, seat, hand_no, commitment, now, command.id)
            case RevealSeed(hand_no, seed):
                return dealing.reveal_seed(head, seat, hand_no, seed, now, command.id, command.lag_ms)
            case OfferPause():
                return pausing.offer(head, seat, now, command.id)
            case Resume():
                return pausing.resume(head, seat, now, command.id)
            case action:
                return record.play(head, seat, action, now, command_id=command.id, lag_ms=command.lag_ms, by=command.by)

    def _flag_overdue(self, held: Held, now: int) -> bool:
        """Whoever meets a match past a deadline flags it. ``True`` if somebody was flagged."""
        head, any_flagged = held.head, False
        while head is not None and head.finish is None:
            overdue = [seat for seat in record.running(head) if clocks.is_flagged(head.clock, seat, now)]
            if not overdue:
                break
            self._enter(held, self._own(Flag(overdue[0])))
            any_flagged, unchanged, head = True, head, held.head
            if head is unchanged:
                break
        return any_flagged

    def _go_on(self, held: Held) -> None:
        """The draw for deal, the first hand after it and the next one once all are ready follow at once."""
        head = held.head
        if head is not None and dealing.can_go_on(head):
            need = next_deal(head.game, early=True)
            assert need is not None
            self._enter(held, self._own(Deal(need.hand_no)))

    def _own(self, action: Flag | Deal) -> Command:
        """A command of the server's own, whose answer nobody waits for."""
        return Command(SERVER, action, None, None, asyncio.get_running_loop().create_future())

    def _is_stale(self, held: Held, command: Command) -> bool:
        """Whether the hand has gone on since the version that the sender saw.

        With more than one table a hand goes on by its own table's events alone.
        """
        if command.version is None or isinstance(command.action, (*TIMELESS, Flag, Deal, DefaultLate)):
            return False
        head, seen = held.head, command.version
        assert head is not None
        if not held.told_since <= seen <= head.version:
            return True
        newer = list(takewhile(lambda told: told.number > seen, reversed(held.told)))
        newer += [told for told in map(told_by, (attempt.step for attempt in held.ahead)) if told.number > seen]
        return any(_touches(told, head, command.seat) for told in newer)

    def _queue(self, held: Held, command: Command, step: Step) -> None:
        held.due_at = self._errand_at(held, step.live)
        held.head = step.live
        attempt = Attempt(command, step)
        held.ahead.append(attempt)
        pending = Pending.of(step, held.due_at)
        self._writer.put(Entry(pending, held.line, lambda fate: self._met(held, attempt, fate)))

    # Out

    def _met(self, held: Held, attempt: Attempt, fate: Fate) -> None:
        """The writer's word on a step."""
        if attempt.dropped:
            return
        if fate is not Fate.KEPT:
            self._fall(held, fate)
            return
        held.ahead.popleft()
        held.remember(attempt.step)
        command = attempt.command
        self._kept(held, attempt.step, None if command.id is None else (command.sender, command.id))
        self._answer(held, command, Outcome(attempt.step.live.version))

    def _fall(self, held: Held, fate: Fate) -> None:
        """A step was not kept: throw away all that stood on it, read the match anew, and try the commands again."""
        attempts = list(held.ahead)
        held.ahead.clear()
        for attempt in attempts:
            attempt.dropped = True
        commands = [attempt.command for attempt in attempts]
        if fate is Fate.BROKEN:
            logger.error("match %s: the database refused %d steps", held.table.code, len(commands))
        held.line = Line()
        held.head = held.committed
        reading = self._live.refresh(held)  # from here on whoever comes to this match waits
        task = asyncio.get_running_loop().create_task(self._again(held, commands, fate, reading))
        self._recoveries.add(task)
        task.add_done_callback(self._recoveries.discard)

    async def _again(self, held: Held, commands: list[Command], fate: Fate, reading: Awaitable[None]) -> None:
        try:
            await reading
        except Exception:
            logger.exception("match %s cannot be read", held.table.code)
            fate = Fate.BROKEN
        while held.reading is not None:
            await asyncio.shield(held.reading)
        for command in commands:
            command.tries += 1
            number = held.commands.get((command.sender, command.id)) if command.id is not None else None
            if number is not None:
                self._answer(held, command, Outcome(number, repeated=True))
            elif fate is Fate.BROKEN or command.tries >= MAX_TRIES:
                self._refuse(held, command, "BUSY")
            else:
                self._enter(held, command)

    def _refuse(self, held: Held, command: Command, code: str, detail: dict[str, Any] | None = None) -> None:
        self._answer(held, command, Outcome(held.version, code, detail or {}))

    @staticmethod
    def _answer(held: Held, command: Command, outcome: Outcome) -> None:
        if not command.answer.done():
            command.answer.set_result(outcome)
        if command.id is not None:
            held.under_way.pop((command.sender, command.id), None)


def _touches(told: Told, live: record.LiveMatch, seat: int) -> bool:
    """Whether something happened in the hand that the seat plays.

    With more than one table that is an act of one of its players, the deal, or the end of the match: however a hand
    ends, one of its players has acted.
    """
    loud = [event for event in told.events if not isinstance(event, QUIET)]
    if len(live.game.tables) < 2:
        return bool(loud)
    own = next((hand.players for hand in live.game.tables if seat in hand.players), ())
    return any(
        isinstance(event, MatchEnded) or getattr(event, "seat", None) in own or seat in getattr(event, "players", ())
        for event in loud
    )
