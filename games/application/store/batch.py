"""Group commit: the steps of many matches in one transaction, each behind its own fence.

The fence is a compare-and-set on the match row. A match's rows enter the log only if its version still is the one
they were made on; whoever lost the race hears so, and no other match of the batch is touched by it. There is one
statement per table and batch: a thread beside a busy event loop cannot afford more turns than that.

Every function takes the connection of the calling thread and waits for the database: never call them from the event
loop, nor from inside a transaction of somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.application.chain import Row
from games.application.codec import canonical
from games.application.record import Finish, Step, deadline
from games.application.store import sql


class Fate(Enum):
    """What became of a step."""

    KEPT = "kept"  # on the disk
    OUTRUN = "outrun"  # the match has moved on since; nothing was written
    REPEATED = "repeated"  # a command of that id is in the log already; nothing was written
    BROKEN = "broken"  # the database refused these rows; nothing was written


@dataclass(frozen=True, slots=True)
class Pending:
    """One step on its way to the log. ``old_version`` is the version that the match row must still have."""

    match_id: int
    old_version: int
    rows: tuple[Row, ...]
    deadline: int | None = None
    due_at: int | None = None
    finish: Finish | None = None

    @classmethod
    def of(cls, step: Step, due_at: int | None = None) -> Pending:
        """What a step writes. ``due_at`` (ms): the server's own next errand at this table."""
        finish = step.live.finish
        return cls(step.live.id, step.before, step.rows, deadline(step.live), None if finish else due_at, finish)

    @property
    def commands(self) -> list[tuple[Any, ...]]:
        """The commands answered by these rows, as ``(match, seat, id)``."""
        return [(self.match_id, row.seat, row.command_id) for row in self.rows if row.command_id is not None]

    def then(self, after: Pending) -> Pending:
        """Two pendings of one match as one."""
        return Pending(
            self.match_id, self.old_version, self.rows + after.rows, after.deadline, after.due_at, after.finish
        )


def commit_batch(connection: BaseDatabaseWrapper, pendings: Sequence[Pending]) -> list[Fate]:
    """Write all that still may be written, in one transaction; the fates, in the order of ``pendings``.

    Several pendings of one match must follow each other and share one fate. Raises OperationalError when the database
    is lost or locked: what became of the batch is then unknown, and :func:`settle` finds out.
    """
    units: dict[int, Pending] = {}
    fates: dict[int, Fate] = {}
    for pending in pendings:
        unit = units.get(pending.match_id)
        units[pending.match_id] = pending if unit is None else unit.then(pending)
    for match_id, unit in list(units.items()):
        if not _holds_together(unit):
            fates[match_id] = Fate.BROKEN
            del units[match_id]
    fates |= _commit_or_sift(connection, [units[match_id] for match_id in sorted(units)])
    return [fates[pending.match_id] for pending in pendings]


def _holds_together(unit: Pending) -> bool:
    """Whether the rows follow each other from the version on, and no command is in it twice."""
    numbers = [row.number for row in unit.rows]
    commands = unit.commands
    return (
        bool(numbers)
        and numbers == list(range(unit.old_version + 1, unit.old_version + 1 + len(numbers)))
        and len(set(commands)) == len(commands)
    )


def _commit_or_sift(connection: BaseDatabaseWrapper, units: list[Pending]) -> dict[int, Fate]:
    """Commit all units; if the database refuses their rows, one by one: the others must not pay for a broken one."""
    if not units:
        return {}
    try:
        return _commit(connection, units)
    except (IntegrityError, DataError):
        if len(units) == 1:
            return {units[0].match_id: Fate.BROKEN}
    fates: dict[int, Fate] = {}
    for unit in units:
        fates |= _commit_or_sift(connection, [unit])
    return fates


def _commit(connection: BaseDatabaseWrapper, units: list[Pending]) -> dict[int, Fate]:
    speak = sql.dialect(connection)
    fates = dict.fromkeys((unit.match_id for unit in units), Fate.OUTRUN)
    run = _commit_postgresql if speak.postgresql else _commit_sqlite
    with _transaction(connection), connection.cursor() as cursor:
        fates |= run(cursor, speak, units)
    return fates


def _commit_postgresql(cursor: Any, speak: sql.Dialect, units: list[Pending]) -> dict[int, Fate]:
    parameters = [
        *speak.parameters([_match_row(unit) for unit in units], sql.MATCH_COLUMNS),
        *speak.parameters(_event_rows(units), sql.EVENT_COLUMNS),
        *speak.parameters([command for unit in units for command in unit.commands], sql.COMMAND_COLUMNS),
    ]
    cursor.execute(sql.commit_in_one(speak), parameters)
    return {match_id: Fate(fate) for match_id, fate in cursor.fetchall()}


def _commit_sqlite(cursor: Any, speak: sql.Dialect, units: list[Pending]) -> dict[int, Fate]:
    """Nobody else writes meanwhile: the transaction is IMMEDIATE."""
    fates: dict[int, Fate] = {}
    commands = [command for unit in units for command in unit.commands]
    if commands:
        cursor.execute(sql.repeated(speak), speak.parameters(commands, sql.COMMAND_COLUMNS))
        fates = {match_id: Fate.REPEATED for (match_id,) in cursor.fetchall()}
    moving = [_match_row(unit) for unit in units if unit.match_id not in fates]
    cursor.execute(sql.move_matches(speak), speak.parameters(moving, sql.MATCH_COLUMNS))
    moved = {match_id for (match_id,) in cursor.fetchall()}
    rows = _event_rows([unit for unit in units if unit.match_id in moved])
    if rows:
        cursor.execute(sql.insert_events(speak), speak.parameters(rows, sql.EVENT_COLUMNS))
    return fates | dict.fromkeys(moved, Fate.KEPT)


def _match_row(unit: Pending) -> tuple[Any, ...]:
    last, finish = unit.rows[-1], unit.finish
    row = (unit.match_id, unit.old_version, last.number, last.hash, unit.deadline, unit.due_at)
    if finish is None:
        return (*row, None, None, None, None, None)
    totals = canonical(list(finish.totals))
    return (*row, moment(finish.at), finish.winner, finish.reason, totals, finish.away)


def _event_rows(units: Sequence[Pending]) -> list[tuple[Any, ...]]:
    return [
        (unit.match_id, row.number, row.seat, row.kind, row.payload, row.at, row.command_id, row.prev_hash, row.hash)
        for unit in units
        for row in unit.rows
    ]


def moment(ms: int) -> datetime:
    """Milliseconds as a time in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC)


@contextmanager
def _transaction(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """A transaction of our own, one round trip each way; a single PostgreSQL statement needs none.

    Inside somebody else's transaction (the tests') it is a savepoint.
    """
    if connection.in_atomic_block:
        with transaction.atomic(using=connection.alias):
            yield
    elif connection.vendor == "postgresql":
        yield
    else:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield
                cursor.execute("COMMIT")
            except BaseException:
                cursor.execute("ROLLBACK")
                raise


def settle(connection: BaseDatabaseWrapper, pendings: Sequence[Pending]) -> list[Fate]:
    """After a commit of unknown outcome: KEPT if the log holds exactly these rows, else OUTRUN. Writes nothing.

    Should the lost transaction come through after all, the next compare-and-set on that match fails and its log is
    read again.
    """
    speak = sql.dialect(connection)
    wanted = [(pending.match_id, pending.rows[-1].number) for pending in pendings]
    with connection.cursor() as cursor:
        cursor.execute(sql.found_rows(speak), speak.parameters(wanted, sql.ROW_COLUMNS))
        found = {(match_id, number): digest for match_id, number, digest in cursor.fetchall()}
    return [
        Fate.KEPT if found.get(key) == pending.rows[-1].hash else Fate.OUTRUN
        for key, pending in zip(wanted, pendings, strict=True)
    ]


def versions(connection: BaseDatabaseWrapper, match_ids: Sequence[int]) -> dict[int, int]:
    """The versions that the matches have now."""
    speak = sql.dialect(connection)
    with connection.cursor() as cursor:
        cursor.execute(sql.versions(speak), speak.parameters([(pk,) for pk in match_ids], sql.ID_COLUMNS))
        return dict(cursor.fetchall())


def touch_seats(connection: BaseDatabaseWrapper, seen: Sequence[tuple[int, int, int]]) -> None:
    """Write down heartbeats as ``(match, seat, ms)``."""
    speak = sql.dialect(connection)
    with connection.cursor() as cursor:
        cursor.execute(sql.touch_seats(speak), speak.parameters(seen, sql.SEEN_COLUMNS))
