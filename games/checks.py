"""Checks of the app: the database refuses to change what may only grow (``manage.py check --database default``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.db import connections

from games.application import append_only


@checks.register(checks.Tags.database)
def the_log_is_append_only(databases: Sequence[str] | None = None, **_kwargs: Any) -> list[checks.CheckMessage]:
    """games.E001: a trigger is missing. games.E002: SQLite would replace rows past the triggers."""
    found: list[checks.CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        missing = append_only.missing(connection)
        if missing:
            found.append(
                checks.Error(
                    f"Rows that may never change are unguarded in database {alias!r}: {', '.join(missing)} missing.",
                    hint="Run `manage.py migrate`, which puts the triggers up.",
                    id="games.E001",
                )
            )
        if append_only.replaces_unseen(connection):
            found.append(
                checks.Error(
                    f"SQLite runs without recursive triggers in the database {alias!r}.",
                    hint="Keep `PRAGMA recursive_triggers=ON` in the connection's init_command.",
                    id="games.E002",
                )
            )
    return found
