"""The referee reckons by the rule book, not by the rules core: the book's own examples come out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.bots.simulation.amounts import Column, columns_of, highest, is_meld, totals_of
from games.domain.cards import parse_hand
from games.domain.events import HandScored
from games.domain.ruleset import customise
from games.domain.variants import get_preset


def won(seat: int, points: int, table: int = 0) -> HandScored:
    return HandScored(1, table, "knock", seat, seat, 0, points, points, 1, ())


def points_in(kind: str, hands: Sequence[tuple[int, int]], **numbers: object) -> list[list[int]]:
    rules = customise(get_preset("pagat"), **numbers)
    columns = columns_of(kind, rules, 2, [[won(seat, points)] for seat, points in hands])
    return [column.points for column in columns]


def test_hollywood_enters_a_first_hand_once_a_second_twice_and_later_ones_in_all_three() -> None:
    """EC-66."""
    hands = [(0, 18), (1, 12), (0, 25), (1, 30), (0, 15), (0, 22), (1, 20)]
    assert points_in("hollywood", hands, hollywood="next_open") == [[80, 62], [62, 50], [37, 20]]


@pytest.mark.parametrize(
    ("blitz", "columns"),
    [("next_open", [[105, 0], [65, 35], [30, 15]]), ("schedule", [[105, 0], [65, 15], [30, 0]])],
)
def test_a_column_that_closed_on_a_blank_player_is_passed_over_or_lost(blitz: str, columns: list[list[int]]) -> None:
    """EC-68."""
    hands = [(0, 40), (0, 35), (0, 30), (1, 20), (1, 15)]
    assert points_in("hollywood", hands, hollywood=blitz) == columns


def test_partners_score_what_one_team_is_ahead() -> None:
    """EC-78, EC-79, EC-80."""
    rules = get_preset("pagat")
    rounds = [[won(0, 20), won(3, 20, 1)], [won(0, 12), won(3, 10, 1)], [won(2, 18, 1)]]
    (column,) = columns_of("net_per_hand", rules, 2, rounds)
    assert (column.points, column.boxes, column.played) == ([20, 0], [2, 0], 3)


@pytest.mark.parametrize(
    ("shutout", "points", "box", "total"),
    [
        ("flat", 100, 25, 383),
        ("replace_game_bonus", 200, 20, 368),
        ("double_hands", 0, 25, 391),
        ("double_total", 0, 25, 566),
    ],
)
def test_a_shutout_is_worth_what_the_book_says(shutout: str, points: int, box: int, total: int) -> None:
    """EC-55: 108 points from three hands, against nothing."""
    rules = customise(get_preset("he-wikihow"), shutout=shutout, shutout_points=points, box_bonus=box)
    column = Column(2, 100, None)
    column.points, column.boxes = [108, 0], [3, 0]
    assert totals_of("classic", rules, [column], None) == [total, 0]


def test_what_was_left_before_its_end_brings_the_bonus_and_no_shutout() -> None:
    """RULES 1.8."""
    column = Column(2, 100, None)
    column.points, column.boxes = [0, 40], [0, 2]
    assert totals_of("classic", get_preset("he-wikihow"), [column], 0) == [100, 90]


def test_in_cutthroat_whoever_is_shut_out_pays() -> None:
    """RULES 2b."""
    column = Column(3, 100, None)
    column.points, column.boxes = [110, 0, 30], [4, 0, 1]
    assert totals_of("classic", get_preset("cutthroat"), [column], None) == [310, -100, 55]


def test_the_highest_is_one_or_nobody() -> None:
    assert [highest([1, 3, 2]), highest([3, 3, 2])] == [1, None]


@pytest.mark.parametrize(
    ("cards", "low", "high"),
    [
        ("AS 2S 3S", True, True),
        ("QS KS AS", False, True),
        ("KS AS 2S", False, False),
        ("7S 7H 7D", True, True),
        ("7S 8S 9H", False, False),
        ("7S 8S", False, False),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", True, True),
    ],
)
def test_melds_are_known_by_sight(cards: str, low: bool, high: bool) -> None:
    """EC-01, EC-88."""
    assert (is_meld(parse_hand(cards)), is_meld(parse_hand(cards), ace_high=True)) == (low, high)
