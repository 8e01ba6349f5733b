"""The statements of group commit, for SQLite and for PostgreSQL, and how their columns are passed.

Whole batches go in as one parameter a column (PostgreSQL arrays, ``unnest``) or as one JSON text (SQLite,
``json_each``). Nothing here is ``ON CONFLICT``: a row of the log that cannot be inserted is an error, never skipped,
for a skipped row would splice two histories.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper

MATCH_COLUMNS = {
    "match_id": "bigint",
    "old_version": "int",
    "version": "int",
    "head_hash": "text",
    "deadline": "bigint",
    "due_at": "bigint",
    "finished_at": "timestamptz",
    "winner_seat": "int",
    "end_reason": "text",
    "totals": "text",
    "away_seats": "int",
}
EVENT_COLUMNS = {
    "match_id": "bigint",
    "number": "int",
    "seat": "int",
    "kind": "text",
    "payload": "text",
    "at": "bigint",
    "command_id": "uuid",
    "prev_hash": "text",
    "hash": "text",
}
COMMAND_COLUMNS = {"match_id": "bigint", "seat": "int", "command_id": "uuid"}
ROW_COLUMNS = {"match_id": "bigint", "number": "int"}
SEEN_COLUMNS = {"match_id": "bigint", "seat": "int", "ms": "bigint"}
ID_COLUMNS = {"match_id": "bigint"}

Columns = dict[str, str]
"""A table passed as a parameter: the names of its columns and their PostgreSQL types."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one database is spoken to."""

    postgresql: bool

    def table(self, name: str, columns: Columns) -> str:
        """A ``FROM`` item for rows that are passed as parameters."""
        if self.postgresql:
            arrays = ", ".join(f"%s::{kind}[]" for kind in columns.values())
            return f"unnest({arrays}) AS {name}({', '.join(columns)})"
        fields = ", ".join(f"json_extract(value, '$[{place}]') AS {column}" for place, column in enumerate(columns))
        return f"(SELECT {fields} FROM json_each(%s)) AS {name}"

    def parameters(self, rows: Sequence[tuple[Any, ...]], columns: Columns) -> list[Any]:
        """The parameters that fill :meth:`table`."""
        if self.postgresql:
            return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _column in columns]
        return [json.dumps(rows, default=_sqlite_text)]


def dialect(connection: BaseDatabaseWrapper) -> Dialect:
    """The dialect of a connection."""
    return Dialect(connection.vendor == "postgresql")


def _sqlite_text(value: object) -> str:
    """UUIDs and times as Django keeps them in SQLite."""
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, datetime):
        return str(value.replace(tzinfo=None))
    raise TypeError(type(value).__name__)


_SET_MATCH = """
    SET version = moving.version, head_hash = moving.head_hash, deadline = moving.deadline, due_at = moving.due_at,
        status = CASE WHEN moving.finished_at IS NULL THEN game.status ELSE 'finished' END,
        finished_at = COALESCE(moving.finished_at, game.finished_at),
        winner_seat = COALESCE(moving.winner_seat, game.winner_seat),
        end_reason = COALESCE(moving.end_reason, game.end_reason),
        totals = COALESCE(moving.totals, game.totals),
        away_seats = COALESCE(moving.away_seats, game.away_seats),
        result_no = CASE WHEN moving.finished_at IS NULL THEN game.result_no ELSE game.result_no + 1 END,
        result_pending = CASE WHEN moving.finished_at IS NULL THEN game.result_pending ELSE TRUE END"""

_INSERT_EVENTS = f"INSERT INTO games_matchevent ({', '.join(EVENT_COLUMNS)})"

_REPEATED = """
    SELECT DISTINCT log.match_id FROM {commands} JOIN games_matchevent AS log
        ON log.match_id = commands.match_id AND log.seat = commands.seat AND log.command_id = commands.command_id
    WHERE log.command_id IS NOT NULL"""


def repeated(speak: Dialect) -> str:
    """The matches whose log has one of these commands already."""
    return _REPEATED.format(commands=speak.table("commands", COMMAND_COLUMNS))


def move_matches(speak: Dialect) -> str:
    """SQLite: compare and set; the matches that moved."""
    return (
        f"UPDATE games_match AS game {_SET_MATCH} FROM {speak.table('moving', MATCH_COLUMNS)}"
        " WHERE game.id = moving.match_id AND game.version = moving.old_version RETURNING id"
    )


def insert_events(speak: Dialect) -> str:
    """SQLite: rows of the matches that moved."""
    return f"{_INSERT_EVENTS} SELECT {', '.join(EVENT_COLUMNS)} FROM {speak.table('entry', EVENT_COLUMNS)}"


def commit_in_one(speak: Dialect) -> str:
    """PostgreSQL: the whole batch in one statement; ``(match id, fate)`` of those that were kept or repeated.

    Rows are locked in the order of their ids, so that two writers never wait for each other in a circle, and a row that
    another writer moved meanwhile fails the comparison when the lock is had.
    """
    return f"""
WITH moving AS (SELECT * FROM {speak.table("moving", MATCH_COLUMNS)}),
entry AS (SELECT * FROM {speak.table("entry", EVENT_COLUMNS)}),
repeated AS ({repeated(speak)}),
held AS (
    SELECT game.id FROM games_match AS game JOIN moving
        ON game.id = moving.match_id AND game.version = moving.old_version
    WHERE game.id NOT IN (SELECT match_id FROM repeated)
    ORDER BY game.id FOR UPDATE OF game
),
moved AS (
    UPDATE games_match AS game {_SET_MATCH} FROM moving JOIN held ON held.id = moving.match_id
    WHERE game.id = moving.match_id RETURNING game.id
),
written AS ({_INSERT_EVENTS} SELECT {", ".join(f"entry.{name}" for name in EVENT_COLUMNS)}
    FROM entry JOIN moved ON moved.id = entry.match_id ORDER BY entry.match_id, entry.number)
SELECT id, 'kept' FROM moved UNION ALL SELECT match_id, 'repeated' FROM repeated"""


def found_rows(speak: Dialect) -> str:
    """The hashes of these rows, where they exist."""
    return (
        f"SELECT log.match_id, log.number, log.hash FROM {speak.table('wanted', ROW_COLUMNS)}"
        " JOIN games_matchevent AS log ON log.match_id = wanted.match_id AND log.number = wanted.number"
    )


def versions(speak: Dialect) -> str:
    """The versions of these matches."""
    return (
        f"SELECT game.id, game.version FROM {speak.table('wanted', ID_COLUMNS)} JOIN games_match AS game"
        " ON game.id = wanted.match_id"
    )


def touch_seats(speak: Dialect) -> str:
    """Presence: ``last_seen`` only ever goes forward. On PostgreSQL in a fixed order, as above."""
    seen = speak.table("seen", SEEN_COLUMNS)
    if not speak.postgresql:
        return (
            f"UPDATE games_seat AS seat SET last_seen = seen.ms FROM {seen} WHERE seat.match_id = seen.match_id"
            " AND seat.seat = seen.seat AND COALESCE(seat.last_seen, 0) < seen.ms"
        )
    return f"""
WITH held AS (
    SELECT seat.id, seen.ms FROM games_seat AS seat JOIN {seen}
        ON seat.match_id = seen.match_id AND seat.seat = seen.seat AND COALESCE(seat.last_seen, 0) < seen.ms
    ORDER BY seat.id FOR UPDATE OF seat
)
UPDATE games_seat AS seat SET last_seen = held.ms FROM held WHERE seat.id = held.id"""
