"""Glicko-2 with small numbers: strengths after a match, and after a rest."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime, timedelta

import pytest

from games.application.strength import (
    INITIAL_DEVIATION,
    NEWCOMER,
    SCALE,
    Strength,
    after,
    aged,
    is_same,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def by_the_formulas(own: Strength, other: Strength, score: float) -> Strength:
    """Steps 3 to 8 of Glickman's paper for one match, the volatility (step 5) found by bisection: slow and plain."""
    mu, phi = (own.rating - 1500) / SCALE, own.deviation / SCALE
    mu_other, phi_other = (other.rating - 1500) / SCALE, other.deviation / SCALE
    g = 1 / math.sqrt(1 + 3 * phi_other**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (mu - mu_other)))
    v = 1 / (g**2 * expected * (1 - expected))
    delta = v * g * (score - expected)
    a = math.log(own.volatility**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / 0.5**2

    low, high = a - 20, a + 20
    for _halving in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    volatility = math.exp(low / 2)
    phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + 1 / v)
    mu += phi**2 * g * (score - expected)
    return Strength(1500 + SCALE * mu, SCALE * phi, volatility)


def test_the_library_does_what_the_formulas_say() -> None:
    rng = random.Random(9)
    for _match in range(500):
        own = Strength(rng.uniform(1000, 2000), rng.uniform(20, 105), 0.01)
        other = Strength(rng.uniform(1000, 2000), rng.uniform(20, 105), 0.01)
        score = rng.choice([0, 0.5, 1])
        found, due = after(own, [(other, score)]), by_the_formulas(own, other, score)
        assert found.rating == pytest.approx(due.rating, abs=1e-5)
        assert found.deviation == pytest.approx(due.deviation, abs=1e-5)
        assert found.volatility == pytest.approx(due.volatility, rel=1e-4)


def test_the_winner_gains_what_an_equal_loser_loses() -> None:
    won, lost = after(NEWCOMER, [(NEWCOMER, 1)]), after(NEWCOMER, [(NEWCOMER, 0)])
    assert won.points == 1526
    assert lost.points == 1474


def test_a_draw_brings_unequal_players_closer_and_leaves_equal_ones() -> None:
    strong = NEWCOMER._replace(rating=1700.0)
    assert after(strong, [(NEWCOMER, 0.5)]).rating < 1700
    assert after(NEWCOMER, [(strong, 0.5)]).rating > 1500
    assert after(NEWCOMER, [(NEWCOMER, 0.5)]).rating == pytest.approx(1500)


def test_every_match_makes_surer() -> None:
    assert after(NEWCOMER, [(NEWCOMER, 1)]).deviation < NEWCOMER.deviation


def test_ten_matches_against_ones_like_make_a_rating_more_than_provisional() -> None:
    strength = NEWCOMER
    for number in range(10):
        assert strength.is_provisional
        strength = after(strength, [(NEWCOMER._replace(deviation=50.0), number % 2)])
    assert not strength.is_provisional


def test_the_deviation_settles_near_25_points() -> None:
    one = other = NEWCOMER
    for number in range(2000):
        score = number % 2
        one, other = after(one, [(other, score)]), after(other, [(one, 1 - score)])
    assert 20 < one.deviation < 30


def test_a_rest_makes_unsure_by_whole_days_and_changes_nothing_else() -> None:
    sure = Strength(1600.0, 40.0, 0.01)
    assert aged(sure, NOON, NOON + timedelta(hours=23)) == sure
    rested = aged(sure, NOON, NOON + timedelta(days=100, hours=3))
    assert rested.deviation == pytest.approx(math.sqrt(40**2 + 100 * (0.01 * SCALE) ** 2))
    assert rested._replace(deviation=40.0) == sure


def test_nobody_becomes_less_known_than_a_newcomer() -> None:
    assert aged(Strength(1600.0, 90.0, 0.01), NOON, NOON + timedelta(days=10_000)).deviation == INITIAL_DEVIATION
    assert aged(NEWCOMER, NOON, NOON + timedelta(days=10_000)) == NEWCOMER


def test_a_clock_that_went_back_makes_nobody_surer() -> None:
    sure = Strength(1600.0, 40.0, 0.01)
    assert aged(sure, NOON, NOON - timedelta(days=3)) == sure
    assert aged(sure, None, NOON) == sure


def test_strengths_are_the_same_but_for_rounding() -> None:
    assert is_same(NEWCOMER, NEWCOMER._replace(rating=1500.0 + 1e-9))
    assert not is_same(NEWCOMER, NEWCOMER._replace(rating=1500.001))
