"""The matches that this process holds in memory, each as two values: ``committed`` is on the disk, ``head`` will be.

Commands are checked against ``head``; everything shown to anybody is ``committed``. A match is held from the first
socket or errand on and dropped when nobody is there. It is served from memory only while its version is compared with
the database once a second; the layer's hint makes that immediate.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from django.db import DatabaseError, InterfaceError, connections

from games.application import store
from games.application.chain import Row
from games.application.disputes.cases import hands_under_review
from games.application.fold import fold, retell, stages
from games.application.ratings import NOT_RATED, Shown, shown_at
from games.application.record import LiveMatch, Step
from games.application.seats import page_of, seat_name
from games.application.talk import Talk
from games.application.terms import clock_of
from games.application.watching import Past, Pasts
from games.application.writer import Line
from games.domain.clock import TimeControl
from games.domain.events import Event, HandDealt, RummyDealt
from games.models import Match, Seat

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

KEEP_SECONDS = 60.0
"""How long a match is held after the last page has gone."""


class Told(NamedTuple):
    """What one row of the log brought about, as it is told to pages."""

    number: int  # the row's
    at: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits on a seat."""

    seat: int
    user_id: int | None
    name: str
    kind: str  # person, guest or computer
    bot: str
    wants_rematch: bool
    last_seen: int | None
    rating: Shown = NOT_RATED
    page: str | None = None  # a member's


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What was agreed at a table; it never changes."""

    id: int
    code: str
    variant: str
    preset: str
    rules: dict[str, Any]
    control: TimeControl
    rated: bool
    practice: bool
    seat_count: int
    invite_token: str | None
    in_the_lobby: bool
    delay_ms: int = 0  # how far behind spectators look on


@dataclass(eq=False, slots=True)
class Held:
    """One match in memory."""

    table: TableInfo
    seats: tuple[SeatInfo | None, ...]
    closed: bool  # given up before it began
    rematch: str | None = None  # where the rematch is played
    review: tuple[int, ...] = ()  # the hands that are with the referee, 0 for the match; its players know
    talk: Talk | None = None  # what its people said; read once a page asks for it
    talk_read: bool = False
    committed: LiveMatch | None = None  # None until it has started
    head: LiveMatch | None = None
    told: list[Told] = field(default_factory=list)  # the hand in play, or just over
    told_since: int = 0  # every step after this version is in `told`
    pasts: Pasts | None = None  # what spectators may know of, where they are behind
    commands: dict[tuple[int, UUID], int] = field(default_factory=dict)
    commands_since: int = 0  # every command of a row after this version is in `commands`
    under_way: dict[tuple[int, UUID], asyncio.Future[Any]] = field(default_factory=dict)
    ahead: deque[Any] = field(default_factory=deque)  # attempts between head and committed
    line: Line = field(default_factory=Line)
    reading: asyncio.Task[None] | None = None
    due_at: int | None = None  # the server's next errand after `head`, ms
    turn_at: int | None = None  # among them: when a computer player moves
    timer: asyncio.TimerHandle | None = None
    abandoned_at: float | None = None  # loop time since when nobody is here

    @property
    def id(self) -> int:
        """The match's primary key."""
        return self.table.id

    @property
    def live(self) -> LiveMatch | None:
        """What everybody may know of."""
        return self.committed

    @property
    def bots(self) -> dict[int, str]:
        """The seats of computer players and their names in the registry."""
        return {seat.seat: seat.bot for seat in self.seats if seat is not None and seat.bot}

    @property
    def version(self) -> int:
        """The version that everybody may know of."""
        return self.committed.version if self.committed else 0

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a user, if any."""
        for seat in self.seats:
            if seat is not None and seat.user_id == user_id:
                return seat.seat
        return None

    def remember(self, step: Step) -> None:
        """A step is on the disk: it becomes what everybody may know."""
        self.committed = step.live
        told, row = told_by(step), step.rows[0]
        if _opens_a_hand(told):
            # The ids of commands are kept for one hand more than the events.
            self.commands = {key: number for key, number in self.commands.items() if number > self.told_since}
            self.commands_since, self.told_since = self.told_since, step.before
            self.told = []
        self.told.append(told)
        if self.pasts is not None:
            self.pasts.keep(Past(step.live, tuple(self.told), self.told_since))
        if row.command_id is not None:
            self.commands[row.seat, row.command_id] = row.number


class LiveMatches:
    """All held matches, and the one thread that reads for them with a connection of its own."""

    def __init__(self, follow: Callable[[int], None], changed: Callable[[Held], None]) -> None:
        """``follow(match_id)``: hear of the match from now on; ``changed(held)``: it was read, or read anew."""
        self._held: dict[int, Held] = {}
        self._ids: dict[str, int] = {}
        self._coming: dict[int, asyncio.Task[Held | None]] = {}
        self._follow = follow
        self._changed = changed
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reader")

    def __iter__(self) -> Iterator[Held]:
        return iter(list(self._held.values()))

    def __len__(self) -> int:
        return len(self._held)

    def at_hand(self, match_id: int) -> Held | None:
        """The match if it is held; never waits."""
        return self._held.get(match_id)

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a reading function in the reader's thread; a lost connection is replaced once."""

        def run() -> T:
            try:
                return function(*args, **kwargs)
            except (DatabaseError, InterfaceError):
                connections.close_all()
                return function(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._reader, run)

    async def find(self, code: str) -> Held | None:
        """The match at the table of that code; ``None`` if there is none."""
        match_id = self._ids.get(code)
        if match_id is None:
            match_id = await self.read(_id_of, code)
        return None if match_id is None else await self.get(match_id)

    async def get(self, match_id: int) -> Held | None:
        """The match, from memory or from its log; ``None`` if there is none."""
        held = self._held.get(match_id)
        if held is not None:
            if held.reading is not None:
                await asyncio.shield(held.reading)
            return held
        coming = self._coming.get(match_id)
        if coming is None:
            coming = self._coming[match_id] = asyncio.get_running_loop().create_task(self._load(match_id))
            coming.add_done_callback(lambda _task: self._coming.pop(match_id, None))
        return await asyncio.shield(coming)

    async def _load(self, match_id: int) -> Held | None:
        self._follow(match_id)  # first, so that nothing falls between
        scene = await self.read(read_scene, match_id)
        if scene is None:
            return None
        held = Held(scene.table, scene.seats, scene.closed)
        held.abandoned_at = asyncio.get_running_loop().time()
        _take_in(held, scene)
        self._held[match_id] = held
        self._ids[held.table.code] = match_id
        self._changed(held)
        return held

    def refresh(self, held: Held) -> Awaitable[None]:
        """Read a match anew; whoever asks for it meanwhile waits. Nothing may be ahead of ``committed``."""
        if held.reading is None:
            held.reading = asyncio.get_running_loop().create_task(self._refresh(held))
        return asyncio.shield(held.reading)

    async def _refresh(self, held: Held) -> None:
        try:
            scene = await self.read(read_scene, held.id)
            if scene is not None:
                _take_in(held, scene)
        finally:
            held.reading = None
        self._changed(held)

    async def refresh_seats(self, held: Held) -> None:
        """Read anew who sits there and what they wish."""
        held.seats, held.closed, held.rematch, held.review = await self.read(read_seats, held.id)

    async def versions(self) -> dict[int, int]:
        """What the database says of all held matches: one query."""
        ids = list(self._held)
        return await self.read(lambda: store.versions(connections["default"], ids)) if ids else {}

    def drop(self, held: Held) -> None:
        """Hold it no more."""
        if held.timer is not None:
            held.timer.cancel()
        self._held.pop(held.id, None)
        self._ids.pop(held.table.code, None)

    async def close(self) -> None:
        """End the reader's thread."""
        await self.read(connections.close_all)
        self._reader.shutdown(wait=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as the database knows it."""

    table: TableInfo
    seats: tuple[SeatInfo | None, ...]
    closed: bool
    live: LiveMatch | None
    due_at: int | None
    rematch: str | None  # where the rematch is played
    told: list[Told]
    told_since: int
    commands: dict[tuple[int, UUID], int]
    pasts: Pasts | None = None  # as in `Held`
    review: tuple[int, ...] = ()  # likewise


def watched(one: Scene | Held, now: int) -> Scene | Held:
    """What a spectator may know of a table at ``now``, in ms: the same, or how it stood as far back as it says.

    Until the end has come there too, nobody there wishes for a rematch or has another rating.
    """
    past = None if one.pasts is None else one.pasts.at(now)
    if past is None:
        return one
    over = past.live.finish is not None
    return Scene(
        table=one.table,
        seats=one.seats if over else tuple(seat and _as_before(seat) for seat in one.seats),
        closed=one.closed,
        live=past.live,
        due_at=None,
        rematch=one.rematch if over else None,
        told=list(past.told),
        told_since=past.told_since,
        commands={},
    )


def _as_before(seat: SeatInfo) -> SeatInfo:
    """Somebody on a seat, as a match in play knows them."""
    rating = seat.rating
    if rating.before is not None:
        rating = rating._replace(points=rating.before, before=None)
    return replace(seat, wants_rematch=False, rating=rating)


def read_scene(match_id: int) -> Scene | None:
    """Read a table and fold its log. Synchronous; ``None`` if there is no such match."""
    row = Match.objects.prefetch_related("seats__user").filter(pk=match_id).first()
    return None if row is None else scene_of(row)


def scene_of(row: Match) -> Scene:
    """The scene of a match row. Synchronous."""
    rows = store.read_since(row.pk, 0)
    told, since = _history(row, rows) if rows else ([], 0)
    return Scene(
        table=_table_info(row),
        seats=_seat_infos(row),
        closed=row.status == Match.Status.CLOSED,
        live=fold(row.pk, row.code, rows) if rows else None,
        due_at=row.due_at,
        rematch=_rematch_of(row),
        told=told,
        told_since=since,
        commands={(entry.seat, entry.command_id): entry.number for entry in rows if entry.command_id is not None},
        pasts=_pasts(row, rows) if row.spectator_delay else None,
        review=hands_under_review(row),
    )


def read_seats(match_id: int) -> tuple[tuple[SeatInfo | None, ...], bool, str | None, tuple[int, ...]]:
    """Who sits at a table, whether it was given up, where its rematch is, what is with the referee. Synchronous."""
    row = Match.objects.prefetch_related("seats__user").get(pk=match_id)
    return _seat_infos(row), row.status == Match.Status.CLOSED, _rematch_of(row), hands_under_review(row)


def _rematch_of(row: Match) -> str | None:
    if row.status != Match.Status.FINISHED:
        return None
    rematch = Match.objects.filter(rematch_of=row).first()
    return None if rematch is None else rematch.get_absolute_url()


def told_by(step: Step) -> Told:
    """What a step has to tell. The row that counts is the one a fold tells it by."""
    row = step.rows[0]
    if row.kind == "seed_committed" and len(step.rows) > 1:
        row = step.rows[1]  # the deal, where nobody was waited for
    return Told(row.number, row.at, step.events)


def _opens_a_hand(told: Told) -> bool:
    """The draw for deal is told together with the first hand."""
    return any(isinstance(event, HandDealt | RummyDealt) and event.hand_no > 1 for event in told.events)


def _history(row: Match, rows: Sequence[Row]) -> tuple[list[Told], int]:
    """What the hand in play, or just over, has to tell, and the version before it."""
    dealt = [row.number for row in rows if row.kind == "deal"]
    since = 0
    if len(dealt) > 2:
        since = dealt[-1] - 1
        if rows[since - 1].kind == "seed_committed":  # nobody was waited for: offered and dealt in one step
            since -= 1
    told = [Told(entry.number, entry.at, events) for entry, events in retell(row.pk, row.code, rows, since)]
    return told, since


def _pasts(row: Match, rows: Sequence[Row]) -> Pasts:
    """How the match stood after each of its rows."""
    pasts = Pasts(row.spectator_delay * 1000)
    told: list[Told] = []
    since = 0
    for entry, events, live in stages(row.pk, row.code, rows) if rows else ():
        news = Told(entry.number, entry.at, events)
        if _opens_a_hand(news):
            told, since = [], told[-1].number if told else 0
        if events:
            told = [*told, news]
        pasts.keep(Past(live, tuple(told), since))
    return pasts


def _take_in(held: Held, scene: Scene) -> None:
    held.seats, held.closed, held.rematch = scene.seats, scene.closed, scene.rematch
    held.review = scene.review
    held.committed = held.head = scene.live
    held.due_at, held.turn_at = scene.due_at, None
    held.told, held.told_since = scene.told, scene.told_since
    held.pasts = scene.pasts
    held.commands, held.commands_since = scene.commands, 0
    held.line = Line()


def _id_of(code: str) -> int | None:
    return Match.objects.filter(code=code).values_list("pk", flat=True).first()


def _table_info(row: Match) -> TableInfo:
    return TableInfo(
        id=row.pk,
        code=row.code,
        variant=row.variant,
        preset=row.preset,
        rules=json.loads(row.rules),
        control=clock_of(row),
        rated=row.rated,
        practice=row.practice,
        seat_count=row.seat_count,
        invite_token=row.invite_token,
        in_the_lobby=row.visibility == Match.Visibility.OPEN,
        delay_ms=row.spectator_delay * 1000,
    )


def _seat_infos(row: Match) -> tuple[SeatInfo | None, ...]:
    infos: list[SeatInfo | None] = [None] * row.seat_count
    seats = list(row.seats.all())
    ratings = shown_at(row, seats)
    for seat in seats:
        infos[seat.seat] = SeatInfo(
            seat.seat,
            seat.user_id,
            seat_name(seat),
            _kind(seat),
            seat.bot,
            seat.wants_rematch,
            seat.last_seen,
            ratings.get(seat.seat, NOT_RATED),
            page_of(seat),
        )
    return tuple(infos)


def _kind(seat: Seat) -> str:
    if seat.bot:
        return "computer"
    return "guest" if getattr(seat.user, "is_guest", False) else "person"
