"""Fixtures for every test: the cast, and services that a test asks for by marker."""

from __future__ import annotations

import os

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with the reason said, what needs a service that this run does not have."""
    wanted = {"postgres": "TEST_POSTGRES_URL", "redis": "TEST_REDIS_URL"}
    for item in items:
        for marker, variable in wanted.items():
            if marker in item.keywords and not os.environ.get(variable):
                item.add_marker(pytest.mark.skip(reason=f"no {variable}; `make test` starts the service"))
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On SQLite the tests use a file, as the site does: threads share it, wait for its lock, and write to its WAL.

    It need not outlive a power cut, so nobody waits for the disk.
    """
    database = connections["default"].settings_dict
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        connection_created.connect(_do_not_wait_for_the_disk)


def _do_not_wait_for_the_disk(connection: BaseDatabaseWrapper, **_kwargs: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous = OFF")
