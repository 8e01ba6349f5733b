"""What one suit is worth in runs, and the sets of a rank."""

from __future__ import annotations

from games.domain.cards import count_points, format_hand, parse_hand
from games.domain.melds.tables import BEST_RUNS, RUN_DEADWOOD, RUNS_FROM, SETS_OF, SUIT, run_choices


def test_there_are_66_runs_in_a_suit_and_5_sets_of_a_rank() -> None:
    runs = [run for begun in RUNS_FROM.values() for run in begun]
    assert len(runs) == len(set(runs)) == 66
    assert all(len(set(sets)) == 5 for sets in SETS_OF.values())
    assert [format_hand(meld) for meld in SETS_OF[1]] == [
        "AS AH AD AC",
        "AH AD AC",
        "AS AD AC",
        "AS AH AC",
        "AS AH AD",
    ]


def test_each_holding_is_priced_as_the_best_of_all_its_choices_of_runs() -> None:
    for holding in range(0, SUIT + 1, 7):
        least = min(count_points(holding - sum(runs)) for runs in run_choices(holding))
        assert RUN_DEADWOOD[holding] == least == count_points(holding - sum(BEST_RUNS[holding]))


def test_six_in_a_row_show_as_one_run() -> None:
    assert BEST_RUNS[parse_hand("4S 5S 6S 7S 8S 9S")] == (parse_hand("4S 5S 6S 7S 8S 9S"),)


def test_the_ace_has_no_neighbour_above_the_king() -> None:
    assert RUN_DEADWOOD[parse_hand("QS KS AS")] == 21
    assert RUN_DEADWOOD[parse_hand("KS AS 2S")] == 13
