"""Real servers for the tests of the whole: each test gets a folder, a database and processes of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Site


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as ``make run`` leaves it: an empty, migrated SQLite database, keys and static files."""
    folder = tmp_path_factory.mktemp("migrated")
    Site(folder).prepare()
    return folder


@pytest.fixture
def site(migrated: Path, tmp_path: Path) -> Iterator[Site]:
    """A site of its own, not yet started."""
    folder = tmp_path / "site"
    shutil.copytree(migrated, folder)
    site = Site(folder)
    yield site
    site.kill()
