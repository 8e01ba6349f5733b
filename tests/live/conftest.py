"""Real servers for the tests of the whole: each test gets a folder, a database and processes of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Site


@pytest.fixture
def site(prepared: Path, tmp_path: Path) -> Iterator[Site]:
    """A site of its own, not yet started."""
    site = Site(tmp_path / "site")
    site.furnish(prepared)
    yield site
    site.kill()
