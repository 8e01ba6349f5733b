"""Tie-breaks worked by hand, and where each number comes from."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.evening import Evening
from tournaments.domain.actions import ChangeResult, EnterResult, Withdraw
from tournaments.domain.settings import TieBreak
from tournaments.domain.standings import scores_of
from tournaments.domain.tiebreaks import UNITS, Part, explain, value
from tournaments.domain.values import DRAW, Result, won


@pytest.fixture
def evening() -> Evening:
    """Three rounds of five: seed 1 wins all, with a draw between 2 and 3 and a bye a round.

    Round 1: 1-3, 2-4, 5 sits out. Round 2 and 3 as the Swiss makes them.
    """
    evening = Evening("swiss", 5, rounds=3)
    evening.pair()
    evening.do(EnterResult(1, 1, won(0, hand_points=(100, 40), boxes=(5, 2))))
    evening.do(EnterResult(1, 2, Result((DRAW, DRAW), hand_points=(60, 80), boxes=(3, 4), penalties=(0, 30))))
    return evening


def test_the_first_round_is_as_the_fixture_says(evening: Evening) -> None:
    assert evening.pairs() == [(1, 3), (2, 4), (5, None)]
    assert dict(scores_of(evening.event).points) == {1: 2, 2: 1, 3: 0, 4: 1, 5: 2}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("buchholz", {1: 0, 2: 1, 3: 2, 4: 1, 5: 2}),
        ("buchholz_cut_1", {1: 0, 2: 0, 3: 0, 4: 0, 5: 0}),
        ("sonneborn_berger", {1: 0, 2: 1, 3: 0, 4: 1, 5: 2}),
        ("wins", {1: 1, 2: 0, 3: 0, 4: 0, 5: 0}),
        ("hand_points_difference", {1: 60, 2: 10, 3: -60, 4: -10, 5: 0}),
        ("boxes", {1: 5, 2: 3, 3: 2, 4: 4, 5: 0}),
        ("progressive", {1: 2, 2: 1, 3: 0, 4: 1, 5: 2}),
    ],
)
def test_each_tie_break_after_one_round(evening: Evening, name: TieBreak, values: dict[int, int]) -> None:
    scores = scores_of(evening.event)
    assert {number: value(name, scores, number) for number in values} == values


def test_a_bye_counts_as_a_draw_against_oneself(evening: Evening) -> None:
    scores = scores_of(evening.event)
    assert explain("buchholz", scores, 5).parts == (Part(1, None, 2, "own_score"),)
    assert explain("sonneborn_berger", scores, 5).total == 2  # 1 point, half of it: in quarters


@pytest.mark.parametrize("forfeit", [won(0, kind="forfeit", hand_points=(9, 0), boxes=(1, 0)), won(1, kind="forfeit")])
def test_a_forfeit_counts_as_a_draw_against_oneself_for_both_and_brings_no_hand_points(forfeit: Result) -> None:
    evening = Evening("swiss", 4)
    evening.pair()
    evening.do(EnterResult(1, 1, forfeit), EnterResult(1, 2, won(0)))
    scores = scores_of(evening.event)
    for number in evening.pairs()[0]:
        assert number is not None
        assert value("buchholz", scores, number) == scores.points[number]
        assert value("hand_points_difference", scores, number) == value("boxes", scores, number) == 0


def test_the_cuts_leave_out_the_lowest_and_the_highest_and_show_them_as_left_out() -> None:
    evening = Evening("swiss", 8, rounds=3).play()
    scores = scores_of(evening.event)
    for number in range(1, 9):
        all_of_them = explain("buchholz", scores, number)
        worth = sorted(part.value for part in all_of_them.parts)
        assert all_of_them.total == sum(worth)
        assert value("buchholz_cut_1", scores, number) == sum(worth[1:])
        median = explain("buchholz_median", scores, number)
        assert median.total == sum(worth[1:-1])
        assert [part.counted for part in median.parts].count(False) == 2


def test_head_to_head_counts_only_if_all_who_are_level_have_met() -> None:
    evening = Evening("swiss", 4, rounds=3).play()
    scores = scores_of(evening.event)
    assert value("head_to_head", scores, 1, [1, 2]) == 2
    assert value("head_to_head", scores, 2, [1, 2]) == 0
    assert value("head_to_head", scores, 1, [1, 2, 3, 4]) == 6
    early = scores_of(evening.event, until=1)
    assert value("head_to_head", early, 1, [1, 2, 3]) == 0
    assert (
        explain("head_to_head", scores, 2, [1, 2]).parts == (Part(3, 1, 0),)
        or value("head_to_head", scores, 2, [1, 2]) == 0
    )


def test_progressive_counts_early_points_again_and_again() -> None:
    evening = Evening("swiss", 4, rounds=3).play()
    scores = scores_of(evening.event)
    assert value("progressive", scores, 1) == 2 + 4 + 6
    assert [part.value for part in explain("progressive", scores, 1).parts] == [2, 4, 6]


def test_an_annulled_result_counts_nowhere() -> None:
    evening = Evening("swiss", 4).play(rounds=1)
    evening.do(ChangeResult(1, 1, Result((0, 0), "annulled")))
    scores = scores_of(evening.event)
    assert scores.meetings[1] == ()
    assert scores.points[1] == 0


def test_a_leavers_points_stay_with_those_who_played_it() -> None:
    evening = Evening("swiss", 4, rounds=3).play(rounds=2)
    before = value("buchholz", scores_of(evening.event), 2)
    evening.do(Withdraw(1))
    assert value("buchholz", scores_of(evening.event), 2) == before


def test_every_tie_break_has_a_unit_and_explains_itself() -> None:
    evening = Evening("swiss", 9, rounds=4).play()
    for name in UNITS:
        for line in evening.table():
            found = evening.form.explain(evening.event, line.entrant, name)
            assert found.total == sum(part.value for part in found.parts if part.counted)
