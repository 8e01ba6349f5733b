"""The table: points first, tie-breaks one after the other, shared places, right in the middle of a round."""

from __future__ import annotations

from tests.tournaments.domain.evening import Evening
from tournaments.domain.actions import ChangeResult, EnterResult
from tournaments.domain.prizes import shares
from tournaments.domain.values import Standing, won


def test_whoever_nothing_tells_apart_shares_a_place_in_the_order_of_the_seeds() -> None:
    evening = Evening("swiss", 4, tie_breaks=()).play(rounds=1)
    assert [(line.place, line.entrant, line.points) for line in evening.table()] == [
        (1, 1, 2),
        (1, 2, 2),
        (3, 3, 0),
        (3, 4, 0),
    ]


def test_the_tie_breaks_are_asked_in_the_organisers_order() -> None:
    results = (won(0, hand_points=(50, 40), boxes=(9, 0)), won(0, hand_points=(90, 10), boxes=(2, 1)))
    orders = {}
    for first in ("hand_points_difference", "boxes"):
        evening = Evening("swiss", 4, tie_breaks=(first,))
        evening.pair()
        evening.do(*(EnterResult(1, board, result) for board, result in enumerate(results, start=1)))
        orders[first] = evening.order()[:2]
    assert orders == {"hand_points_difference": [2, 1], "boxes": [1, 2]}


def test_a_tie_break_is_asked_only_among_those_still_level() -> None:
    evening = Evening("round-robin", 3, tie_breaks=("hand_points_difference", "head_to_head"))
    evening.play(lambda _event, pairing: won(0 if pairing.first < (pairing.second or 0) else 1))
    assert [line.tie_breaks for line in evening.table()] == [(0, 0), (0, 0), (0, 0)]


def test_the_table_is_right_in_the_middle_of_a_round() -> None:
    evening = Evening("swiss", 6, rounds=3).play(rounds=1)
    evening.pair()
    before = {line.entrant: line for line in evening.table()}
    first, second = evening.pairs()[0]
    evening.do(EnterResult(2, 1, won(0)))
    after = {line.entrant: line for line in evening.table()}
    assert after[first].points == before[first].points + 2
    assert {number for number in after if after[number].points != before[number].points} == {first}
    assert sum(line.played for line in after.values()) == sum(line.played for line in before.values()) + 2
    assert second is not None
    evening.do(ChangeResult(2, 1, None))
    assert {line.entrant: line for line in evening.table()} == before


def test_prizes_of_shared_places_are_shared_and_what_cannot_be_divided_stays() -> None:
    table = [Standing(1, 4, 8, (), 4), Standing(2, 1, 6, (), 4), Standing(2, 2, 6, (), 4), Standing(2, 3, 6, (), 4)]
    assert shares((100, 50, 25), table) == {4: 100, 1: 25, 2: 25, 3: 25}
    assert shares((100, 50, 20), table) == {4: 100, 1: 23, 2: 23, 3: 23}
    assert shares((), table) == {}
