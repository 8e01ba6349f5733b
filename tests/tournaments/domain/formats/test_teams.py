"""Teams: one result of several boards, by boards won or by hand points."""

from __future__ import annotations

import random

from tests.tournaments.domain.evening import Evening, by_chance
from tournaments.domain.actions import Enter, Start
from tournaments.domain.formats.teams import of_boards
from tournaments.domain.values import DOUBLE_FORFEIT, DRAW, LOSS, WIN, Result, won


def test_a_team_match_goes_to_whoever_wins_more_boards() -> None:
    boards = [won(0, hand_points=(50, 0)), won(1, hand_points=(0, 300)), won(0, hand_points=(20, 10))]
    result = of_boards(boards, "boards")
    assert (result.points, result.games, result.hand_points) == ((WIN, LOSS), (2, 1), (70, 310))
    assert of_boards([won(0), won(1)], "boards").points == (DRAW, DRAW)


def test_team_gin_goes_to_the_higher_sum_after_penalties() -> None:
    boards = [won(0, hand_points=(50, 0)), won(1, hand_points=(0, 300)), won(0, hand_points=(20, 10))]
    assert of_boards(boards, "hand_points").points == (LOSS, WIN)
    late = [won(0, hand_points=(100, 90), penalties=(20, 0))]
    assert of_boards(late, "hand_points").points == (LOSS, WIN)


def test_a_team_that_does_not_come_loses_by_forfeit() -> None:
    absent = [won(1, kind="forfeit")] * 4
    for by in ("boards", "hand_points"):
        result = of_boards(absent, by)
        assert (result.kind, result.points) == ("forfeit", (LOSS, WIN))
    assert of_boards([DOUBLE_FORFEIT] * 4, "boards") == DOUBLE_FORFEIT


def test_one_board_without_a_player_does_not_make_the_match_unplayed() -> None:
    result = of_boards([won(0, kind="forfeit"), won(1), won(1)], "boards")
    assert (result.kind, result.points, result.games) == ("played", (LOSS, WIN), (1, 2))


def test_teams_are_paired_as_in_a_swiss() -> None:
    for form in ("team", "team-gin"):
        evening = Evening(form, 0, start=False, rounds=5)
        for number in range(9):
            evening.do(Enter(2000 - number, members=tuple(f"board {board}" for board in range(4))))
        evening.do(Start(1)).play(by_chance(random.Random(4)))
        assert evening.form.is_over(evening.event)
        assert max(evening.meetings().values()) == 1
        assert max(evening.byes().values()) == 1
        assert isinstance(evening.event.round(1).results[0], Result)
