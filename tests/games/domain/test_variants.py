"""The games by name, and what they are made of."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from games.domain.match import apply, legal_actions, new_match, side_of
from games.domain.numbers import check, numbers_to_dict
from games.domain.perspective import view
from games.domain.ruleset import RuleSet
from games.domain.variants import PRESETS, RULES_VERSION, VARIANTS, get_preset, get_variant
from tests.games.domain.table import Table


def test_variants_are_known_by_their_own_names() -> None:
    assert all(variant.name == name and get_variant(name) is variant for name, variant in VARIANTS.items())
    assert "gin" in VARIANTS


def test_an_unknown_game_or_preset_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        get_variant("whist")
    with pytest.raises(KeyError):
        get_preset("whist")


@pytest.mark.parametrize("seats", [0, 1, 3, 7])
def test_gin_is_played_by_two(seats: int) -> None:
    with pytest.raises(ValueError, match="gin is not played by"):
        new_match(get_variant("gin"), seats)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_admits_its_own_numbers_and_those_of_its_books(name: str) -> None:
    variant = VARIANTS[name]
    variant.admits(variant.rules)
    assert variant.presets
    for preset in variant.presets:
        adapted = variant.adapt(get_preset(preset))
        check(adapted)
        variant.admits(adapted)
        assert variant.adapt(adapted) == adapted
        assert variant.rules_from_dict(numbers_to_dict(adapted)) == adapted


@pytest.mark.parametrize(
    ("name", "numbers", "field"),
    [
        ("gin", {"oklahoma": "one"}, "oklahoma"),
        ("gin", {"hollywood": "schedule"}, "hollywood"),
        ("gin", {"knock_limit": 0}, "knock_limit"),
        ("gin", {"next_dealer": "box"}, "next_dealer"),
        ("gin", {"first_dealer": "high_card_is_box"}, "first_dealer"),
        ("oklahoma", {"oklahoma": None}, "oklahoma"),
        ("oklahoma", {"hollywood": "schedule"}, "hollywood"),
        ("oklahoma", {"knock_limit": 0}, "knock_limit"),
        ("hollywood", {"hollywood": None}, "hollywood"),
        ("straight-gin", {"knock_limit": 10}, "knock_limit"),
        ("straight-gin", {"oklahoma": "gin_only"}, "oklahoma"),
        ("three-handed", {"hollywood": "next_open"}, "hollywood"),
        ("in-the-box", {"first_dealer": "low_card"}, "first_dealer"),
        ("in-the-box", {"next_dealer": "loser"}, "next_dealer"),
        ("partnership", {"hollywood": "next_open"}, "hollywood"),
        ("partnership", {"four_players": "sum_of_games", "swap_opponents": True}, "swap_opponents"),
    ],
)
def test_what_a_game_cannot_be_agreed_on_is_named(name: str, numbers: dict[str, Any], field: str) -> None:
    variant = VARIANTS[name]
    assert isinstance(variant.rules, RuleSet)
    with pytest.raises(ValueError, match=f"^{field}$"):
        variant.admits(replace(variant.rules, **numbers))


def test_hollywood_may_be_played_on_oklahoma() -> None:
    hollywood = VARIANTS["hollywood"]
    assert isinstance(hollywood.rules, RuleSet)
    hollywood.admits(replace(hollywood.rules, oklahoma="one"))


def test_each_game_is_its_rule_books_with_what_makes_it_that_game() -> None:
    pagat = get_preset("pagat")
    assert VARIANTS["gin"].adapt(pagat) == pagat
    assert VARIANTS["oklahoma"].adapt(pagat) == replace(pagat, oklahoma="gin_only", target=150)
    assert VARIANTS["hollywood"].adapt(pagat) == replace(pagat, hollywood="next_open")
    assert VARIANTS["straight-gin"].adapt(pagat) == replace(pagat, knock_limit=0)
    assert VARIANTS["in-the-box"].adapt(pagat) == replace(pagat, first_dealer="high_card_is_box", next_dealer="box")


@pytest.mark.parametrize("name", VARIANTS)
def test_the_numbers_of_another_game_are_refused(name: str) -> None:
    variant = VARIANTS[name]
    other = get_preset("pagat" if name == "rummy" else "am-rummy")
    with pytest.raises(ValueError, match="not numbers of"):
        new_match(variant, variant.seating.seats[0], other)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_seat_is_on_one_side(name: str) -> None:
    seating = VARIANTS[name].seating
    for seats in seating.seats:
        sides = seating.sides(seats)
        assert sorted(seat for side in sides for seat in side) == list(range(seats))
        match = new_match(VARIANTS[name], seats)
        assert all(seat in sides[side_of(match, seat)] for seat in range(seats))


def test_a_match_without_numbers_of_its_own_takes_the_variants() -> None:
    assert new_match(get_variant("gin"), 2).rules == get_variant("gin").rules
    assert new_match(get_variant("gin"), 2, PRESETS["pagat"]).rules == PRESETS["pagat"]


def test_a_match_can_be_sent_to_another_process_and_goes_on_there(table: Table) -> None:
    sent = pickle.loads(pickle.dumps(table.match))
    assert sent == table.match
    for move in ("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 discard QD", "1 take-discard"):
        table.play(move)
        sent = apply(sent, *table.inputs[-1]).match
        sent = pickle.loads(pickle.dumps(sent))
        assert sent == table.match
        assert legal_actions(sent, 1) == legal_actions(table.match, 1)
        assert view(sent, 1) == view(table.match, 1)


def test_the_rules_have_a_version() -> None:
    assert RULES_VERSION == 1
