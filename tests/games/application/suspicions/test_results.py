"""Whether one of two wins more than skill allows."""

from __future__ import annotations

from games.application.suspicions.results import lopsided


def test_three_in_four_is_skill_and_twenty_of_twenty_is_not() -> None:
    assert lopsided(15, 20) == 0
    assert lopsided(20, 20) > 2.5 > lopsided(10, 10) > 0
    assert lopsided(0, 0) == 0
