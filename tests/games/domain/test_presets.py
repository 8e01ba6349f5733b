"""Every rule book's numbers, as its source gives them (docs/rules/cases.md, "The numbers of each book")."""

from __future__ import annotations

import pytest

from games.domain.variants import get_preset
from games.domain.variants.presets import GIN_PRESETS

NUMBERS = {
    # name: gin, undercut, tie, big gin, game, box, boxes to, shutout, its points, target
    "he-wikihow": (25, 25, 10, None, 100, 25, "both", "flat", 100, 100),
    "bg-wikihow": (25, 25, 25, None, 100, 20, "both", "replace_game_bonus", 200, 100),
    "bg-wikihow-alt": (20, 10, 10, None, 100, 20, "both", "replace_game_bonus", 200, 100),
    "ar-cloudz": (25, 25, 25, None, 100, 25, "winner", "double_hands", 100, 100),
    "he-spruce-3p": (25, 10, 10, None, 0, 0, "none", "none", 100, 100),
    "pagat": (20, 10, 10, None, 100, 20, "both", "replace_game_bonus", 200, 100),
    "wikipedia": (25, 25, 25, 31, 100, 25, "both", "double_hands", 100, 100),
    "bicycle-classic": (20, 10, 10, None, 100, 20, "both", "flat", 100, 100),
    "cutthroat": (25, 25, 25, None, 100, 25, "both", "flat", 100, 100),
    "tournament": (25, 25, 25, None, 100, 25, "both", "double_hands", 100, 250),
}


@pytest.mark.parametrize(("name", "numbers"), NUMBERS.items())
def test_the_numbers_of_the_preset(name: str, numbers: tuple[object, ...]) -> None:
    rules = get_preset(name)
    assert numbers == (
        rules.gin_bonus,
        rules.undercut_bonus,
        rules.tie_bonus,
        rules.big_gin_bonus,
        rules.game_bonus,
        rules.box_bonus,
        rules.box_to,
        rules.shutout,
        rules.shutout_points,
        rules.target,
    )


def test_no_preset_is_forgotten() -> None:
    assert set(GIN_PRESETS) == set(NUMBERS)


def test_who_wins_by_total_and_who_by_the_target() -> None:
    by_total = {name for name, rules in GIN_PRESETS.items() if rules.match_winner == "highest_total"}
    assert by_total == {"he-wikihow", "pagat", "bicycle-classic"}


def test_who_deals_next() -> None:
    others = {name: rules.next_dealer for name, rules in GIN_PRESETS.items() if rules.next_dealer != "loser"}
    assert others == {
        "he-spruce-3p": "box",
        "wikipedia": "alternate",
        "tournament": "alternate",
        "bicycle-classic": "winner",
    }


def test_ec19_only_the_bulgarian_page_offers_no_upcard() -> None:
    assert {name for name, rules in GIN_PRESETS.items() if rules.upcard_offer == "none"} == {
        "bg-wikihow",
        "bg-wikihow-alt",
    }


def test_ec47_only_tournaments_let_the_last_discard_be_taken() -> None:
    assert {name for name, rules in GIN_PRESETS.items() if rules.last_discard == "knock_only"} == {"tournament"}


def test_three_and_four_players() -> None:
    assert GIN_PRESETS["he-wikihow"].three_players == "dealer_out_rotate"
    assert GIN_PRESETS["he-wikihow"].four_players == "sum_of_games"
    assert GIN_PRESETS["bg-wikihow"].three_players == "dealer_out_loser_deals"
    assert GIN_PRESETS["bg-wikihow"].team_target == GIN_PRESETS["bg-wikihow-alt"].team_target == 100
    assert GIN_PRESETS["pagat"].team_target == 125
    assert GIN_PRESETS["cutthroat"].three_players == "cutthroat"
    assert GIN_PRESETS["he-spruce-3p"].first_dealer == "high_card_is_box"


@pytest.mark.parametrize("name", GIN_PRESETS)
def test_no_preset_ships_with_a_switch_on(name: str) -> None:
    rules = GIN_PRESETS[name]
    assert rules.knock_limit == 10
    assert rules.invalid_knock == "refuse"
    assert (rules.oklahoma, rules.hollywood, rules.spade_doubles, rules.must_decide) == (None, None, False, False)
    assert (rules.extra_boxes_gin, rules.extra_boxes_undercut, rules.fixed_hands) == (0, 0, None)


def test_an_unknown_preset_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        get_preset("house-rules")
