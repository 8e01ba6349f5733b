"""Arena: streaks, who is free, no second match at once against the same."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.tournaments.domain.evening import Evening
from tournaments.domain.actions import Enter, EnterResult, Finish, KeepApart, PairRound, Withdraw
from tournaments.domain.formats.arena import points_of
from tournaments.domain.values import DRAW, Meeting, Result, won

LETTER = {"W": won(0), "L": won(1), "D": Result((DRAW, DRAW))}


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ("", 0),
        ("W", 2),
        ("WW", 4),
        ("WWW", 8),
        ("WWWW", 12),
        ("WWD", 6),
        ("WWDW", 8),
        ("WWL", 4),
        ("WWLWWW", 12),
        ("DL", 1),
    ],
)
def test_from_the_third_win_in_a_row_points_count_double(results: str, points: int) -> None:
    assert points_of(Meeting(at, 1, "", 2, LETTER[one], 0) for at, one in enumerate(results, start=1)) == points


def test_only_those_who_are_free_are_paired() -> None:
    evening = Evening("arena", 6)
    evening.pair()
    evening.do(EnterResult(1, 1, won(0)), EnterResult(1, 2, won(0)))
    busy = set(evening.pairs(1)[2])
    paired = {one for pair in evening.pair() for one in pair}
    assert not paired & busy
    assert len(paired) == 4


def test_nobody_meets_the_last_opponent_again_while_somebody_else_may_come_free() -> None:
    evening = Evening("arena", 4)
    evening.pair()
    evening.do(EnterResult(1, 1, won(0)))
    assert evening.refuses(PairRound(0)) == "NOTHING_TO_PAIR"
    evening.do(EnterResult(1, 2, won(0)))
    assert not set(map(frozenset, evening.pair())) & set(map(frozenset, evening.pairs(1)))


def test_two_alone_play_again_and_again() -> None:
    evening = Evening("arena", 2)
    for _round in range(3):
        assert evening.pair() == [(1, 2)]
        evening.enter()
    assert [(line.entrant, line.points) for line in evening.table()] == [(1, 8), (2, 0)]


def test_with_three_nobody_waits_twice_running() -> None:
    evening = Evening("arena", 3)
    waited = []
    for _round in range(6):
        (pair,) = evening.pair()
        waited.append(({1, 2, 3} - set(pair)).pop())
        evening.enter()
    assert all(one != other for one, other in pairwise(waited))


def test_people_come_and_go_and_only_the_clock_ends_it() -> None:
    evening = Evening("arena", 2, late_until=1).play(rounds=5).do(Enter(1), Withdraw(1))
    assert evening.pair() == [(2, 3)]
    assert evening.refuses(Finish()) == "NOT_OVER"
    assert evening.enter().do(Finish(early=True)).event.phase == "finished"
    assert Evening("arena", 2).refuses(Enter(1)) == "TOO_LATE"


def test_those_kept_apart_wait_for_others() -> None:
    evening = Evening("arena", 2).do(KeepApart(1, 2))
    assert evening.refuses(PairRound(0)) == "KEPT_APART"
    evening = Evening("arena", 4).do(KeepApart(1, 2))
    evening.pair()
    assert frozenset({1, 2}) not in set(map(frozenset, evening.pairs()))
