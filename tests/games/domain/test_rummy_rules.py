"""The numbers of a match of rummy, and their bounds."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.match import new_match
from games.domain.numbers import changed, numbers_to_dict
from games.domain.ruleset import RuleSet
from games.domain.rummy_rules import RummyRules
from games.domain.variants import get_preset, get_variant

RUMMY = get_variant("rummy")


def test_the_amharic_book_is_the_house_preset() -> None:
    assert get_preset("am-rummy") == RUMMY.rules == RummyRules()
    assert RUMMY.presets == ("am-rummy",)


def test_the_plain_form_is_read_back() -> None:
    rules = changed(RummyRules(), {"fixed_hands": 5, "must_discard_last": True, "ace": "high_or_low"})
    assert RUMMY.rules_from_dict(numbers_to_dict(rules)) == rules
    assert RUMMY.rules_from_dict({}) == RummyRules()


@pytest.mark.parametrize(
    "change",
    [
        {"target": 24},
        {"target": 1001},
        {"fixed_hands": 0},
        {"reshuffle_limit": 11},
        {"reshuffle_limit": -1},
        {"ace": "high"},
        {"melds_per_turn": 1},
        {"must_discard_last": None},
        {"knock_limit": 10},
    ],
)
def test_numbers_out_of_bounds_and_those_of_other_games_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(change))):
        changed(RummyRules(), change)


@pytest.mark.parametrize("seats", [1, 7])
def test_rummy_is_for_two_to_six(seats: int) -> None:
    with pytest.raises(ValueError, match="rummy is not played by"):
        new_match(RUMMY, seats)


def test_rummy_is_not_played_by_the_numbers_of_gin() -> None:
    with pytest.raises(ValueError, match="not numbers of rummy"):
        new_match(RUMMY, 2, RuleSet())
