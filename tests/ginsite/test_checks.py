"""The system checks: each finds what it is there for, and nothing in our own settings."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from django.conf import settings
from django.core.checks import run_checks

from ginsite import checks


def ids(found: list[Any]) -> list[str]:
    """The ids of what a check found."""
    return [message.id for message in found]


def test_our_own_settings_pass() -> None:
    assert run_checks(tags=["site"]) == []


def test_a_transaction_around_every_page_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    databases = copy.deepcopy(settings.DATABASES)
    databases["default"]["ATOMIC_REQUESTS"] = True
    monkeypatch.setattr(settings, "DATABASES", databases)
    assert ids(checks.requests_open_no_transaction()) == ["ginsite.E002"]


@pytest.mark.parametrize(
    "changed",
    [
        {"transaction_mode": "DEFERRED"},
        {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"},
        {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA recursive_triggers=ON;"},
    ],
)
def test_sqlite_that_may_lose_a_move_is_refused(monkeypatch: pytest.MonkeyPatch, changed: dict[str, str]) -> None:
    ours = {
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
    }
    database = {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": ours | changed}
    monkeypatch.setattr(settings, "DATABASES", {"default": database})
    assert ids(checks.sqlite_keeps_the_log()) == ["ginsite.E003"]
