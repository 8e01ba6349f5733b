"""The log can only grow, and the database itself sees to it: triggers that refuse to change or remove a row.

They are put up after every ``migrate``, not by a migration: SQLite drops a table's triggers whenever Django rebuilds
the table, and nothing would put them back. A database check (``games.checks``) looks whether they stand. Only the
project's ``flush`` takes them down, for as long as it runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_matchevent"

_REFUSAL = "the log of matches is append-only"

_SQLITE = {
    f"{TABLE}_no_{verb}": f"""
CREATE TRIGGER IF NOT EXISTS {TABLE}_no_{verb} BEFORE {verb.upper()} ON {TABLE}
BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"""
    for verb in ("update", "delete")
}

_POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{_REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$"""

_POSTGRESQL = {
    f"{TABLE}_no_{verb}": f"""
CREATE OR REPLACE TRIGGER {TABLE}_no_{verb} BEFORE {verb.upper()} ON {TABLE}
FOR EACH {"STATEMENT" if verb == "truncate" else "ROW"} EXECUTE FUNCTION {TABLE}_refuse()"""
    for verb in ("update", "delete", "truncate")
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Put up whatever trigger is missing. Does nothing where the table does not exist yet."""
    with connection.cursor() as cursor:
        if TABLE not in connection.introspection.table_names(cursor):
            return
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for statement in _triggers(connection).values():
            cursor.execute(statement)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that do not stand; none while the table does not exist."""
    with connection.cursor() as cursor:
        if TABLE not in connection.introspection.table_names(cursor):
            return []
        if connection.vendor == "postgresql":  # tgenabled: neither disabled nor for replicas only
            cursor.execute(
                "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgenabled IN ('O', 'A')", [TABLE]
            )
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [TABLE])
        standing = {name for (name,) in cursor.fetchall()}
    return [name for name in _triggers(connection) if name not in standing]


def replaces_unseen(connection: BaseDatabaseWrapper) -> bool:
    """Whether SQLite's INSERT OR REPLACE would remove rows without asking the triggers."""
    if connection.vendor != "sqlite":
        return False
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers")
        return bool(cursor.fetchone()[0] != 1)


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Take the triggers down for the length of a block, and put them up again whatever happens in it."""
    with connection.cursor() as cursor:
        if TABLE in connection.introspection.table_names(cursor):
            for name in _triggers(connection):
                on = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")
    try:
        yield
    finally:
        install(connection)


def _triggers(connection: BaseDatabaseWrapper) -> dict[str, str]:
    return _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
