"""What all rummy players do alike: they go out as soon as they can, step by step, and say so when nothing is asked."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.bots.base import Bot
from games.bots.registry import BOTS, get_bot
from games.domain.actions import SERVER, Deal
from games.domain.match import Match, apply, must_act
from games.domain.perspective import recall, view
from tests.games.bots.rummy.asking import choice, drawing, melding
from tests.games.domain.hands.rummy.table import RummyTable
from tests.properties.playing import deck_from


@pytest.fixture(params=BOTS)
def bot(request: pytest.FixtureRequest) -> Bot:
    return get_bot(request.param, "rummy")


def test_it_goes_out_step_by_step_when_it_can(bot: Bot) -> None:
    table = RummyTable().lay("7H 8H 9H TS", "2D 4C 6S 8D", stock="5S QC", melds=("2S 3S 4S",)).play("0 draw-stock")
    for expected in ("meld 7H8H9H", "lay-off 5S@0", "discard TS"):
        assert choice(bot, recall(table.match, 0)) == expected  # type: ignore[arg-type]
        table.play(f"0 {expected}")
    assert table.scored()[:2] == ("rummy", 0)


def test_it_takes_the_discard_that_lets_it_go_out(bot: Bot) -> None:
    assert choice(bot, drawing("7H 8H TS", pile="9H")) == "take-discard"


@pytest.mark.parametrize(("played", "moves"), [((), 3), ((0,), 2)])
def test_under_one_it_lays_a_second_meld_only_on_the_way_to_rummy(
    bot: Bot, played: tuple[int, ...], moves: int
) -> None:
    table = RummyTable(melds_per_turn="one").lay("3H 4H 8S 9S TS KD", stock="5H QC", played=played)
    table.play("0 draw-stock")
    chosen = []
    while must_act(table.match) == (0,):
        chosen.append(choice(bot, recall(table.match, 0)))  # type: ignore[arg-type]
        table.play(f"0 {chosen[-1]}")
    assert len(chosen) == moves
    assert chosen[-1] == "discard KD"
    assert (table.hand.outcome is not None) == (not played)


def test_between_hands_it_is_ready_and_before_the_first_it_has_nothing_to_do(bot: Bot) -> None:
    with pytest.raises(ValueError, match="nothing to do"):
        bot.choose(view(RummyTable().match, 0), random.Random(0), 1_000)
    table = RummyTable().lay("7H 8H", stock="9H").play("0 draw-stock", "0 meld 7H8H9H")
    assert choice(bot, recall(table.match, 0)) == "ready"  # type: ignore[arg-type]


def test_a_spectator_cannot_ask_it(bot: Bot) -> None:
    with pytest.raises(ValueError, match="not a player's"):
        bot.choose(melding("7H 8H KD 2S 5C")._replace(seat=None), random.Random(0), 1_000)


def played_out(names: tuple[str, ...], numbers: dict[str, Any], seed: int) -> Match:
    """One hand through the server's own door."""
    dice = random.Random(seed)
    match = RummyTable(len(names), **numbers).deal().match
    decks = tuple(deck_from(dice) for _ in range(match.variant.hands.decks(match.rules)))
    match = apply(match._replace(phase="between", tables=()), SERVER, Deal(decks)).match
    for _ in range(2_000):
        if match.phase != "play":
            return match
        (seat,) = must_act(match)
        match = apply(match, seat, get_bot(names[seat], "rummy").choose(recall(match, seat), dice, 1_000)).match
    raise AssertionError("this hand does not end")


@pytest.mark.parametrize(
    "numbers",
    [
        {"melds_per_turn": "one", "ace": "high_or_low"},
        {"must_discard_last": True, "stock_empty": "turn_over"},
        {"melds_per_turn": "one", "must_discard_last": True, "reshuffle_limit": 1, "discard_history": "open"},
        {"must_discard_last": True, "ace": "high_or_low", "going_rummy": "plain"},
    ],
    ids=str,
)
def test_together_they_finish_hands_under_every_option_by_the_rules(numbers: dict[str, Any]) -> None:
    for seed, seats in enumerate((2, 3, 4, 6)):
        names = tuple(list(BOTS)[(seat + seed) % len(BOTS)] for seat in range(seats))
        assert played_out(names, numbers, seed).tables[0].outcome is not None


def test_equal_views_and_generators_give_equal_actions(bot: Bot) -> None:
    shown = melding("2H 3D 5H 6S 8D 9C JH KS QD TS AC", "4C 7D", melds=("4S 4D 4H",))
    assert choice(bot, shown, 3) == choice(bot, shown, 3)
