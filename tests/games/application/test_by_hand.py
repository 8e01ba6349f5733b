"""Real cards: counts in, points and a sheet out."""

from __future__ import annotations

import pytest

from games.application.appointed import rules_text
from games.application.by_hand import NotScored, PlayedHand, is_counted, offers, reckon, say_played

RULES = rules_text("gin", "he-wikihow")
NAMES = ("Ann", "Bob")


def test_a_knock_scores_the_difference_and_says_so() -> None:
    said = say_played("gin", RULES, PlayedHand(0, 7, 20), NAMES)
    assert said.points == (13, 0)
    assert "Ann knocked with 7 and wins 13" in said.sentence
    assert said.lines[0].label == "20 deadwood less 7"


def test_an_undercut_scores_for_the_defender_of_the_other_side() -> None:
    said = say_played("gin", RULES, PlayedHand(1, 7, 5), NAMES)
    assert said.points[0] > 2
    assert said.points[1] == 0


def test_a_count_of_nothing_is_gin() -> None:
    assert say_played("gin", RULES, PlayedHand(0, 0, 18), NAMES).kind == "Gin"


def test_the_sheet_runs_to_the_target_and_names_the_winner() -> None:
    rules = rules_text("gin", "he-wikihow", target=25)
    paper = reckon("gin", rules, [PlayedHand(0, 5, 15), PlayedHand(void=True), PlayedHand(1, 3, 8)], NAMES)
    assert (paper.hand_points, paper.boxes, paper.over, paper.winner) == ((10, 5), (1, 1), False, None)
    paper = reckon("gin", rules, [PlayedHand(0, 5, 15), PlayedHand(0, 2, 30)], NAMES)
    assert paper.over
    assert paper.winner == 0
    assert paper.hand_points == (38, 0)
    assert sum(amounts[0] for _label, amounts in paper.reckoning) == paper.totals[0]


@pytest.mark.parametrize(
    ("hand", "field"),
    [
        (PlayedHand(0, 11, 20), "knocker_count"),
        (PlayedHand(0, -1, 20), "knocker_count"),
        (PlayedHand(0, 3, 200), "defender_count"),
        (PlayedHand(2, 3, 20), "knocker"),
        (PlayedHand(0, 4, 20, big_gin=True), "knocker_count"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_by_its_field(hand: PlayedHand, field: str) -> None:
    with pytest.raises(NotScored) as refused:
        say_played("gin", RULES, hand, NAMES)
    assert refused.value.field == field


def test_a_hand_after_the_end_is_refused() -> None:
    rules = rules_text("gin", "he-wikihow", target=25)
    with pytest.raises(NotScored):
        reckon("gin", rules, [PlayedHand(0, 0, 30), PlayedHand(0, 0, 30)], NAMES)


def test_the_plain_form_comes_back_as_it_was() -> None:
    hand = PlayedHand(1, 4, 9, doubled=True)
    assert PlayedHand.from_plain(hand.to_plain()) == hand
    with pytest.raises(NotScored):
        PlayedHand.from_plain({"knocker": "0"})


def test_only_games_with_counts_are_scored_by_hand() -> None:
    assert is_counted("gin")
    assert not is_counted("rummy")
    assert "big_gin" in offers("gin", rules_text("gin", "he-wikihow", big_gin_bonus=31))
    assert "big_gin" not in offers("gin", rules_text("gin", "he-wikihow", big_gin_bonus=None))
