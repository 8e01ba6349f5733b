"""The beginner: the casual player, but for one discard in five."""

from __future__ import annotations

import random

import pytest

from games.bots.beginner import SLIPS, Beginner
from games.bots.casual import Casual
from games.domain.actions import Discard, Knock
from games.domain.cards import parse_card
from games.domain.perspective import Can
from tests.games.bots.test_casual import PAIRS, seen, shedding

HAND = "7S 7D 7C 2H 3H JC 9S AD 5D 5C 8H"
BEST, SECOND = Discard(parse_card("JC")), Discard(parse_card("9S"))


def test_one_discard_in_five_is_second_best() -> None:
    rng = random.Random(5)
    chosen = [Beginner().choose(shedding(HAND), rng, 1_000) for _ in range(2_000)]
    assert set(chosen) == {BEST, SECOND}
    assert chosen.count(SECOND) / len(chosen) == pytest.approx(SLIPS, abs=0.03)


def test_it_knocks_takes_and_passes_as_the_casual_player_does() -> None:
    for shown in (
        shedding("7S 7D 7C 2H 3H 4H JC QC KC AD 5C"),
        seen(PAIRS, Can(draw_stock=True, take_discard=True), top="7H"),
        seen(PAIRS, Can(take_upcard=True, pass_upcard=True), top="6H"),
    ):
        for seed in range(20):
            casual = Casual().choose(shown, random.Random(seed), 1_000)
            assert Beginner().choose(shown, random.Random(seed), 1_000) == casual


def test_it_never_forgets_to_go_out() -> None:
    for seed in range(50):
        shown = shedding("7S 7D 7C 7H 2H 3H 4H JC QC KC AD")
        assert Beginner().choose(shown, random.Random(seed), 1_000) == Knock(parse_card("AD"))


def test_where_all_discards_are_equal_there_is_no_second_best() -> None:
    shown = shedding(HAND)
    shown = shown._replace(after=dict.fromkeys(shown.after, 20))
    assert {Beginner().choose(shown, random.Random(seed), 1_000) for seed in range(50)} == {BEST}
