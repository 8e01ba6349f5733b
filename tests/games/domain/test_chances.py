"""What chance would do, beside tabled values and beside shuffled packs."""

from __future__ import annotations

import random

import pytest

from games.domain.chances import chi_squared_p, evenness, wilson


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    [(7.815, 3, 0.05), (11.345, 3, 0.01), (21.026, 12, 0.05), (5.226, 12, 0.95), (3.841, 1, 0.05), (0.0, 3, 1.0)],
)
def test_the_tail_of_chi_squared_is_the_tabled_one(value: float, freedom: int, p: float) -> None:
    assert chi_squared_p(value, freedom) == pytest.approx(p, abs=2e-4)


def test_a_share_is_known_as_well_as_wilson_says() -> None:
    assert wilson(120, 200) == pytest.approx((0.5309, 0.6653), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_shuffled_packs_look_even_one_time_in_twenty_at_five_percent_and_a_loaded_one_does_not() -> None:
    rng = random.Random(6)
    found = []
    for _sample in range(400):
        ranks = [0] * 13
        for _hand in range(40):
            for card in rng.sample(range(52), 21):
                ranks[card % 13] += 1
        found.append(evenness(ranks, 40 * 21 * 31 / 51))
    assert 8 <= sum(p < 0.05 for p in found) <= 34  # 20 of 400, give or take three standard deviations
    assert 0.4 < sum(found) / len(found) < 0.6
    assert evenness([60] + [65] * 12, 840) > 0.9
    assert evenness([400] + [200] * 12, 2800) < 1e-9
