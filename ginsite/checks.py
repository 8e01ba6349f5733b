"""System checks of the site: settings that would lose moves or tell half the players nothing stop the start."""

from __future__ import annotations

from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.core import checks


@checks.register("site")
def several_processes_share_a_layer(**_kwargs: Any) -> list[checks.CheckMessage]:
    """ginsite.E001: a channel layer in memory reaches the sockets of its own process alone."""
    if settings.PROCESSES == 1 or "InMemory" not in type(get_channel_layer()).__name__:
        return []
    return [
        checks.Error(
            f"{settings.PROCESSES} processes, and a channel layer in the memory of each.",
            hint="Set REDIS_URL, or PROCESSES=1.",
            id="ginsite.E001",
        )
    ]


@checks.register("site")
def requests_open_no_transaction(**_kwargs: Any) -> list[checks.CheckMessage]:
    """ginsite.E002: a transaction around a whole page keeps SQLite's one write lock while it renders."""
    return [
        checks.Error(
            f"ATOMIC_REQUESTS is on for the database {alias!r}.",
            hint="Leave it off: the use cases open their own transactions, around database calls only.",
            id="ginsite.E002",
        )
        for alias, database in settings.DATABASES.items()
        if database.get("ATOMIC_REQUESTS")
    ]


@checks.register("site")
def sqlite_serves_one_process(**_kwargs: Any) -> list[checks.CheckMessage]:
    """ginsite.W001: several processes on one SQLite file wait for each other at every move."""
    engine = settings.DATABASES["default"]["ENGINE"]
    if settings.PROCESSES == 1 or not engine.endswith("sqlite3"):
        return []
    return [
        checks.Warning(
            f"{settings.PROCESSES} processes write to one SQLite file.",
            hint="On one machine it works, slowly; over a network file system never. Set DATABASE_URL to PostgreSQL.",
            id="ginsite.W001",
        )
    ]


@checks.register("site")
def sqlite_keeps_the_log(**_kwargs: Any) -> list[checks.CheckMessage]:
    """ginsite.E003: without these, SQLite may lose an acknowledged move or let a row of the log be replaced."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        return []
    options = database.get("OPTIONS", {})
    pragmas = str(options.get("init_command", "")).replace(" ", "").lower()
    wanted = ("journal_mode=wal", "synchronous=full", "recursive_triggers=on")
    if options.get("transaction_mode") == "IMMEDIATE" and all(pragma in pragmas for pragma in wanted):
        return []
    return [
        checks.Error(
            "SQLite runs without WAL, synchronous FULL, immediate transactions or recursive triggers.",
            hint="Leave DATABASES as ginsite/settings.py makes it.",
            id="ginsite.E003",
        )
    ]
