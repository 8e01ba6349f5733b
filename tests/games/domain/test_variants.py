"""The games by name, and what they are made of."""

from __future__ import annotations

import pickle

import pytest

from games.domain.match import apply, legal_actions, new_match
from games.domain.perspective import view
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
