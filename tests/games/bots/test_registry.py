"""Every computer player: it finishes its matches by the rules, and thinks alike when asked twice."""

from __future__ import annotations

import pickle
import random
from typing import get_args

import pytest

from games.bots.base import Bot
from games.bots.registry import BOTS, Level, get_bot
from games.domain.match import apply, new_match
from games.domain.perspective import view
from games.domain.ruleset import RuleSet, customise
from games.domain.variants import PRESETS, get_variant
from games.domain.variants.presets import GIN_PRESETS
from tests.games.bots.conftest import PlayOut, next_move

TWO_PLAYER_PRESETS = [name for name in GIN_PRESETS if name not in {"he-spruce-3p", "cutthroat"}]
SWITCHES = {
    "straight gin": customise(PRESETS["he-wikihow"], knock_limit=0, target=50),
    "big gin at 50": customise(PRESETS["he-wikihow"], big_gin_bonus=50),
    "big gin cheaper than gin": customise(PRESETS["he-wikihow"], big_gin_bonus=0),
    "Oklahoma": customise(PRESETS["pagat"], oklahoma="gin_only", spade_doubles=True),
    "Oklahoma, an ace is one": customise(PRESETS["bicycle-classic"], oklahoma="one", extra_boxes_gin=2),
    "table rules": customise(PRESETS["bg-wikihow"], invalid_knock="expose", discard_history="open"),
    "straight gin, last discard": customise(PRESETS["tournament"], knock_limit=0, target=25, big_gin_bonus=31),
    "five hands, to be decided": customise(PRESETS["he-wikihow"], fixed_hands=5, must_decide=True),
}


@pytest.fixture(params=BOTS)
def bot(request: pytest.FixtureRequest) -> Bot:
    return get_bot(request.param)


@pytest.mark.parametrize("preset", TWO_PLAYER_PRESETS)
def test_two_of_a_kind_finish_their_match_under_every_preset(preset: str, play_out: PlayOut) -> None:
    for seed in range(3):
        match = play_out(PRESETS[preset], seed)
        assert match.end is not None
        assert match.end.reason == "target"


@pytest.mark.parametrize("rules", SWITCHES.values(), ids=SWITCHES)
def test_two_of_a_kind_finish_their_match_with_every_switch(rules: RuleSet, play_out: PlayOut) -> None:
    match = play_out(rules, 7)
    assert match.end is not None
    assert match.end.reason == ("target" if rules.fixed_hands is None else "hands")


def test_equal_views_and_generators_give_equal_actions(bot: Bot) -> None:
    rng = random.Random(11)
    match = new_match(get_variant("gin"), 2)
    for _ in range(200):
        if match.phase == "over":
            break
        before = rng.getstate()
        seat, action = next_move(match, (bot, bot), rng)
        again = random.Random()
        again.setstate(before)
        assert next_move(match, (bot, bot), again) == (seat, action)
        match = apply(match, seat, action).match


def test_a_seat_with_nothing_to_do_is_an_error(bot: Bot) -> None:
    match = new_match(get_variant("gin"), 2)
    with pytest.raises(ValueError, match="nothing to do"):
        bot.choose(view(match, 0), random.Random(0), 1_000)


def test_a_player_and_what_it_sees_and_says_can_travel_to_another_process(bot: Bot) -> None:
    seen = view(new_match(get_variant("gin"), 2), 0)
    assert pickle.loads(pickle.dumps(seen)) == seen
    assert type(pickle.loads(pickle.dumps(bot))) is type(bot)


def test_names_and_levels_are_known() -> None:
    assert "casual" in BOTS
    assert all(entry.name == name and entry.level in get_args(Level) for name, entry in BOTS.items())
    with pytest.raises(KeyError):
        get_bot("grandmaster")
