"""Rule sets: their bounds, their plain form, and custom numbers."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from games.domain.ruleset import BOUNDS, RuleSet, check, customise, ruleset_from_dict, ruleset_to_dict
from games.domain.variants.presets import GIN_PRESETS


@pytest.mark.parametrize("name", GIN_PRESETS)
def test_every_preset_is_within_bounds_and_survives_json(name: str) -> None:
    rules = GIN_PRESETS[name]
    check(rules)
    assert ruleset_from_dict(json.loads(json.dumps(ruleset_to_dict(rules)))) == rules


def test_missing_names_take_the_defaults() -> None:
    assert ruleset_from_dict({}) == RuleSet()
    assert ruleset_from_dict({"gin_bonus": 20}) == RuleSet(gin_bonus=20)


@pytest.mark.parametrize(("name", "bounds"), BOUNDS.items())
def test_both_ends_of_the_bounds_are_allowed_and_nothing_beyond(name: str, bounds: tuple[int, int]) -> None:
    smallest, largest = bounds
    for value in bounds:
        check(ruleset_from_dict({name: value}))
    for value in (smallest - 1, largest + 1):
        with pytest.raises(ValueError, match=name):
            ruleset_from_dict({name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("gin_bonus", True),
        ("gin_bonus", 25.0),
        ("gin_bonus", "25"),
        ("gin_bonus", None),
        ("must_decide", 1),
        ("must_decide", "yes"),
        ("spade_doubles", None),
        ("shutout", "triple"),
        ("shutout", ["flat"]),
        ("shutout", {"kind": "flat"}),
        ("shutout", None),
        ("box_to", "loser"),
        ("oklahoma", "two"),
        ("oklahoma", False),
        ("hollywood", True),
        ("big_gin_bonus", False),
        ("match_winner", 0),
        ("upcard_offer", ""),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        ruleset_from_dict({name: value})
    with pytest.raises(ValueError, match=name):
        customise(RuleSet(), **{name: value})


@pytest.mark.parametrize("plain", [{"bonus": 1}, {"__class__": 1}, {"check": 1}, {3: 4}])
def test_an_unknown_name_is_refused(plain: Any) -> None:
    with pytest.raises(ValueError, match="is not a rule"):
        ruleset_from_dict(plain)


@pytest.mark.parametrize("plain", [None, [], "gin", 3])
def test_what_is_no_object_is_refused(plain: Any) -> None:
    with pytest.raises(ValueError, match="object of names and values"):
        ruleset_from_dict(plain)


def test_the_bounds_are_those_of_the_rules_page() -> None:
    bonuses = ("gin_bonus", "undercut_bonus", "tie_bonus", "big_gin_bonus", "box_bonus")
    assert {BOUNDS[name] for name in bonuses} == {(0, 100)}
    assert BOUNDS["game_bonus"] == BOUNDS["shutout_points"] == (0, 500)
    assert BOUNDS["target"] == BOUNDS["team_target"] == (25, 1000)
    assert BOUNDS["fixed_hands"] == (1, 50)
    assert BOUNDS["knock_limit"] == (0, 10)
    assert BOUNDS["extra_boxes_gin"] == BOUNDS["extra_boxes_undercut"] == (0, 2)


def test_every_number_has_bounds() -> None:
    numbers = {field.name for field in fields(RuleSet) if "int" in str(field.type)}
    assert numbers == set(BOUNDS)


def test_switching_oklahoma_on_sets_the_target_to_150() -> None:
    assert customise(RuleSet(), oklahoma="gin_only").target == 150


def test_a_target_chosen_with_or_before_oklahoma_stays() -> None:
    assert customise(RuleSet(), oklahoma="one", target=200).target == 200
    own = customise(customise(RuleSet(), oklahoma="gin_only"), target=90)
    assert customise(own, oklahoma="one").target == 90


def test_customising_leaves_the_preset_alone() -> None:
    custom = customise(GIN_PRESETS["he-wikihow"], knock_limit=0, big_gin_bonus=50)
    assert (custom.knock_limit, custom.big_gin_bonus, custom.tie_bonus) == (0, 50, 10)
    assert GIN_PRESETS["he-wikihow"].knock_limit == 10
