"""What one hand is worth. Ids are those of docs/rules/cases.md."""

from __future__ import annotations

import itertools

import pytest

from games.domain.events import ScoreLine
from games.domain.ruleset import RuleSet
from games.domain.scoring import score_hand
from games.domain.variants.presets import GIN_PRESETS

HEBREW = GIN_PRESETS["he-wikihow"]
BULGARIAN = GIN_PRESETS["bg-wikihow"]
BULGARIAN_ALT = GIN_PRESETS["bg-wikihow-alt"]
ARABIC = GIN_PRESETS["ar-cloudz"]
THREE_HANDED = GIN_PRESETS["he-spruce-3p"]
BIG_GIN = RuleSet(big_gin_bonus=31)


@pytest.mark.parametrize(
    ("rules", "knocker", "defender", "points"),
    [
        pytest.param(HEBREW, 4, 20, 16, id="W07"),
        pytest.param(BULGARIAN, 3, 12, 9, id="W28"),
        pytest.param(ARABIC, 9, 21, 12, id="W37"),
        pytest.param(HEBREW, 9, 10, 1, id="by-a-single-point"),
    ],
)
def test_a_knocker_with_less_scores_the_difference(rules: RuleSet, knocker: int, defender: int, points: int) -> None:
    score = score_hand(knocker, defender, rules)
    assert (score.winner_is_knocker, score.kind, score.points, score.boxes) == (True, "knock", points, 1)
    assert score.lines == (ScoreLine("difference", points),)


@pytest.mark.parametrize(
    ("rules", "knocker", "defender", "points"),
    [
        pytest.param(HEBREW, 9, 2, 32, id="W09"),
        pytest.param(HEBREW, 6, 0, 31, id="W10-EC-38-all-laid-off"),
        pytest.param(BULGARIAN, 10, 6, 29, id="W30"),
        pytest.param(BULGARIAN_ALT, 10, 6, 14, id="W30-alternative"),
        pytest.param(ARABIC, 8, 5, 28, id="W39"),
        pytest.param(THREE_HANDED, 7, 5, 12, id="W55"),
        pytest.param(HEBREW, 3, 0, 28, id="EC-37-no-gin-bonus-for-a-defender"),
    ],
)
def test_a_defender_with_less_undercuts(rules: RuleSet, knocker: int, defender: int, points: int) -> None:
    score = score_hand(knocker, defender, rules)
    assert (score.winner_is_knocker, score.kind, score.points, score.boxes) == (False, "undercut", points, 1)
    assert score.lines == (
        ScoreLine("difference", knocker - defender),
        ScoreLine("undercut_bonus", points - knocker + defender),
    )


@pytest.mark.parametrize(
    ("rules", "count", "points"),
    [
        pytest.param(HEBREW, 3, 10, id="W11-EC-41"),
        pytest.param(BULGARIAN, 10, 25, id="W29"),
        pytest.param(BULGARIAN_ALT, 10, 10, id="W29-alternative"),
        pytest.param(ARABIC, 5, 25, id="W38-EC-40"),
        pytest.param(THREE_HANDED, 5, 10, id="W55"),
        pytest.param(GIN_PRESETS["pagat"], 5, 10, id="EC-39-pagat"),
        pytest.param(GIN_PRESETS["wikipedia"], 5, 25, id="EC-39-wikipedia"),
    ],
)
def test_ec39_equal_counts_are_an_undercut_worth_the_tie_bonus(rules: RuleSet, count: int, points: int) -> None:
    score = score_hand(count, count, rules)
    assert (score.winner_is_knocker, score.kind, score.points, score.boxes) == (False, "undercut", points, 1)
    assert score.lines == (ScoreLine("difference", 0), ScoreLine("tie_bonus", points))


@pytest.mark.parametrize(
    ("rules", "defender", "points"),
    [
        pytest.param(HEBREW, 30, 55, id="W08"),
        pytest.param(BULGARIAN, 21, 46, id="W27"),
        pytest.param(BULGARIAN_ALT, 21, 41, id="W27-alternative"),
        pytest.param(ARABIC, 18, 43, id="W40"),
        pytest.param(THREE_HANDED, 0, 25, id="W56-EC-36-both-without-deadwood"),
        pytest.param(GIN_PRESETS["pagat"], 0, 20, id="EC-42-gin-is-never-undercut"),
    ],
)
def test_gin_scores_the_defenders_count_and_the_bonus(rules: RuleSet, defender: int, points: int) -> None:
    score = score_hand(0, defender, rules, gin=True)
    assert (score.winner_is_knocker, score.kind, score.points, score.boxes) == (True, "gin", points, 1)
    assert score.lines == (ScoreLine("deadwood", defender), ScoreLine("gin_bonus", points - defender))


def test_ec44_a_knock_without_deadwood_is_gin_though_nobody_said_so() -> None:
    assert score_hand(0, 21, HEBREW) == score_hand(0, 21, HEBREW, gin=True)


def test_ec43_big_gin_replaces_the_gin_bonus() -> None:
    score = score_hand(0, 21, BIG_GIN, big_gin=True)
    assert (score.kind, score.points) == ("big_gin", 52)
    assert score.lines == (ScoreLine("deadwood", 21), ScoreLine("big_gin_bonus", 31))


def test_ec63_a_spade_deal_doubles_the_whole_amount_for_whoever_wins_it() -> None:
    score = score_hand(9, 2, RuleSet(oklahoma="gin_only", spade_doubles=True), doubled=True)
    assert (score.winner_is_knocker, score.points) == (False, 64)
    assert score.lines[-1] == ScoreLine("spade_double", 32)


def test_ec64_a_spade_deal_does_not_double_boxes() -> None:
    rules = RuleSet(extra_boxes_undercut=1)
    assert score_hand(9, 2, rules, doubled=True).boxes == score_hand(9, 2, rules).boxes == 2


@pytest.mark.parametrize(
    ("knocker", "defender", "big_gin", "boxes"),
    [(4, 20, False, 1), (9, 2, False, 2), (5, 5, False, 2), (0, 8, False, 3), (0, 8, True, 3)],
)
def test_extra_boxes_go_to_undercut_and_gin(knocker: int, defender: int, big_gin: bool, boxes: int) -> None:
    rules = RuleSet(big_gin_bonus=31, extra_boxes_gin=2, extra_boxes_undercut=1)
    assert score_hand(knocker, defender, rules, big_gin=big_gin).boxes == boxes


def test_the_lines_always_add_up_to_the_points() -> None:
    for name, knocker, defender, doubled in itertools.product(GIN_PRESETS, range(11), range(0, 99, 3), (False, True)):
        score = score_hand(knocker, defender, GIN_PRESETS[name], doubled=doubled)
        assert score.points == sum(line.points for line in score.lines), (name, knocker, defender, doubled)
        assert score.winner_is_knocker == (knocker == 0 or knocker < defender)


@pytest.mark.parametrize(
    ("knocker", "defender", "gin", "big_gin"),
    [(-1, 3, False, False), (3, -1, False, False), (3, 20, True, False), (3, 20, False, True)],
)
def test_counts_that_cannot_be_are_refused(knocker: int, defender: int, gin: bool, big_gin: bool) -> None:
    with pytest.raises(ValueError, match=r"count|deadwood"):
        score_hand(knocker, defender, BIG_GIN, gin=gin, big_gin=big_gin)


def test_big_gin_is_refused_where_it_is_off() -> None:
    with pytest.raises(ValueError, match="off"):
        score_hand(0, 20, HEBREW, big_gin=True)
