"""Tables that can only grow, and the database itself sees to it: triggers that refuse to change or remove a row.

They are put up after every ``migrate``, not by a migration: SQLite drops a table's triggers whenever Django rebuilds
the table, and nothing would put them back. A database check (``games.checks``) looks whether they stand. Only the
project's ``flush`` takes them down, for as long as it runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = ("games_matchevent", "games_anchor", "games_caseentry", "games_look")
"""The log of matches and its anchors; what was said and done in a dispute; who looked at what."""

_SQLITE = {
    f"{table}_no_{verb}": f"""
CREATE TRIGGER IF NOT EXISTS {table}_no_{verb} BEFORE {verb.upper()} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"""
    for table in TABLES
    for verb in ("update", "delete")
}

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION games_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$"""

_POSTGRESQL = {
    f"{table}_no_{verb}": f"""
CREATE OR REPLACE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table}
FOR EACH {"STATEMENT" if verb == "truncate" else "ROW"} EXECUTE FUNCTION games_append_only()"""
    for table in TABLES
    for verb in ("update", "delete", "truncate")
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Put up whatever trigger is missing. Does nothing for tables that do not exist yet."""
    statements = list(_triggers(connection).values())
    if statements and connection.vendor == "postgresql":
        statements = [_POSTGRESQL_FUNCTION, *statements, *_switched(connection, "ENABLE")]
    _run(connection, statements)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that do not stand; none of tables that do not exist yet."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # tgenabled: neither disabled nor for replicas only
            cursor.execute("SELECT tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
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
    if connection.vendor == "postgresql":
        down, up = _switched(connection, "DISABLE"), _switched(connection, "ENABLE")
    else:
        triggers = _triggers(connection)
        down, up = [f"DROP TRIGGER IF EXISTS {name}" for name in triggers], list(triggers.values())
    _run(connection, down)
    try:
        yield
    finally:
        _run(connection, up)


def _switched(connection: BaseDatabaseWrapper, how: str) -> list[str]:
    """PostgreSQL can switch triggers off and on, which takes less than putting them up anew."""
    return [f"ALTER TABLE {table} {how} TRIGGER USER" for table in _tables(connection)]


def _run(connection: BaseDatabaseWrapper, statements: list[str]) -> None:
    """All of them or none, in one go where the database takes many at a time: the tests do it again and again."""
    if connection.vendor == "postgresql":
        statements = [";\n".join(statements)] if statements else []
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _triggers(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """The statements that put up the triggers of the tables that there are, by name."""
    statements = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
    there = _tables(connection)
    return {name: statement for name, statement in statements.items() if name.rpartition("_no_")[0] in there}


def _tables(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        there = connection.introspection.table_names(cursor)
    return [table for table in TABLES if table in there]
