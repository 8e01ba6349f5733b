"""Times that people keep, and times that nobody keeps."""

from __future__ import annotations

import pytest

from games.application.suspicions.amounts import pace_from_text, pace_to_text
from games.application.suspicions.pace import Pace


def test_regular_times_have_no_spread_and_a_persons_have() -> None:
    assert Pace.of([(1_000, False), (1_050, True)] * 20).spread < 0.05
    assert Pace.of([(700, False), (1_400, True), (5_600, True)] * 20).spread > 0.7
    assert Pace.of([(700, False), (1_400, True), (2_800, True)]).typical_ms == 1_400


def test_only_hard_choices_can_be_too_quick() -> None:
    assert Pace.of([(100, False)] * 10).quick_share == 0
    assert Pace.of([(100, True), (900, True)] * 10).quick_share == 0.5


@pytest.mark.parametrize("pace", [Pace(), Pace.of([(0, True), (90_000, False)])])
def test_sums_survive_their_row(pace: Pace) -> None:
    assert pace_from_text(pace_to_text(pace)) == pytest.approx(pace, abs=0.001)
    assert Pace().spread == 0
