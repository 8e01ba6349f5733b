"""Fixtures for every test: services that a test asks for by marker, and what is costly to make, made once.

A migrated site takes longer to make than most tests take to run. So one is made for the whole run, by whichever
process needs it first, and whoever needs a site gets a copy; the test databases are such copies too.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate
from pytest_django import DjangoDbBlocker

from tests.serving import Site, prepared_database, prepared_folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with the reason said, what needs a service that this run does not have; mark what uses the database."""
    wanted = {"postgres": "TEST_POSTGRES_URL", "redis": "TEST_REDIS_URL"}
    for item in items:
        for marker, variable in wanted.items():
            if marker in item.keywords and not os.environ.get(variable):
                item.add_marker(pytest.mark.skip(reason=f"no {variable}; `make test` starts the service"))
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
        fixtures = getattr(item, "fixturenames", ())
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(fixtures):
            item.add_marker(pytest.mark.services)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the test processes of this run have in common; `make test` names one for all its runs."""
    named = os.environ.get("TEST_SHARED_DIR")
    if named:
        return Path(named)
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def prepared(shared_folder: Path) -> Path:
    """A folder as ``make run`` leaves it: an empty, migrated SQLite database, keys, static files. For copying only."""
    return prepared_folder(shared_folder)


@pytest.fixture(scope="session")
def new_database(shared_folder: Path) -> Callable[[str], str]:
    """Call it with a name for the URL of a migrated, empty database on the PostgreSQL of the tests."""

    def make(name: str) -> str:
        template = prepared_database(shared_folder)
        server = os.environ["TEST_POSTGRES_URL"]
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return f"{server.rpartition('/')[0]}/{name}"

    return make


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
    shared_folder: Path,
) -> None:
    """The test database is a copy of the prepared one.

    On SQLite it is a file, as the site's is: threads share it, wait for its lock, and write to its WAL. It need not
    outlive a power cut, so nobody waits for the disk.
    """
    database = connections["default"].settings_dict
    if database["ENGINE"].endswith("sqlite3"):
        copy = Site(tmp_path_factory.mktemp("database"))
        copy.furnish(prepared_folder(shared_folder))
        database["TEST"]["NAME"] = str(copy.folder / "site.sqlite3")
        connection_created.connect(_do_not_wait_for_the_disk)
    elif os.environ.get("TEST_POSTGRES_URL"):
        database["TEST"]["TEMPLATE"] = prepared_database(shared_folder)


def _do_not_wait_for_the_disk(connection: BaseDatabaseWrapper, **_kwargs: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous = OFF")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite the database is there already, in a folder that the run clears away."""
    return bool(connections["default"].settings_dict["ENGINE"].endswith("sqlite3"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Let a flush bring the permissions back as they were, instead of finding out model by model what they must be.

    A test with transactions of its own ends with a flush, and Django's way takes longer than most of these tests.
    """
    with django_db_blocker.unblock():
        kept = list(ContentType.objects.all()), list(Permission.objects.all())

    def restore(**_kwargs: object) -> None:
        ContentType.objects.bulk_create(kept[0], ignore_conflicts=True)
        Permission.objects.bulk_create(kept[1], ignore_conflicts=True)

    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.connect(restore, sender=apps.get_app_config("contenttypes"), weak=False)
