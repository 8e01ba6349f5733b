"""Tables for the tests of the rules."""

from __future__ import annotations

import pytest

from tests.games.domain.table import PLAIN, Table


@pytest.fixture
def table() -> Table:
    """A hand just dealt under he-wikihow: Alice is first to act, nobody holds a meld."""
    return Table().deal(PLAIN, "2S 4S 6S 8S TS QS 3H 5H 7H 9H", "KD", "QD JD TC KC")
