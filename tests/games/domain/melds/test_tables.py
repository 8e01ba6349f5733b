"""What one suit is worth in runs, and the sets of a rank."""

from __future__ import annotations

from games.domain.cards import count_points, format_hand, parse_hand
from games.domain.melds.tables import BEST_RUNS, RUN_DEADWOOD, RUNS_FROM, SETS_AMONG, SUIT, run_choices


def test_there_are_66_runs_in_a_suit() -> None:
    runs = [run for begun in RUNS_FROM.values() for run in begun]
    assert len(runs) == len(set(runs)) == 66


def test_three_cards_of_a_rank_allow_one_set_and_four_allow_five() -> None:
    assert len(SETS_AMONG) == 13 * 5
    three, four = parse_hand("KS KD KC"), parse_hand("AS AH AD AC")
    assert SETS_AMONG[three] == (three,)
    assert [format_hand(meld) for meld in SETS_AMONG[four]] == [
        "AS AH AD AC",
        "AH AD AC",
        "AS AD AC",
        "AS AH AC",
        "AS AH AD",
    ]


def test_each_holding_is_priced_as_the_best_of_all_its_choices_of_runs() -> None:
    for holding in range(0, SUIT + 1, 7):
        least = min(count_points(holding - sum(runs)) for runs in run_choices(holding))
        assert RUN_DEADWOOD[holding] == least == count_points(holding - sum(BEST_RUNS[0][holding]))


def test_six_in_a_row_show_as_one_run() -> None:
    spades, hearts, _, clubs = BEST_RUNS
    holding = parse_hand("4S 5S 6S 7S 8S 9S")
    assert spades[holding] == (holding,)
    assert hearts[holding] == (parse_hand("4H 5H 6H 7H 8H 9H"),)
    assert clubs[holding] == (parse_hand("4C 5C 6C 7C 8C 9C"),)


def test_the_ace_has_no_neighbour_above_the_king() -> None:
    assert RUN_DEADWOOD[parse_hand("QS KS AS")] == 21
    assert RUN_DEADWOOD[parse_hand("KS AS 2S")] == 13
