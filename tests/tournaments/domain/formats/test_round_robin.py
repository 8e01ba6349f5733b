"""Round robin: Berger tables, everybody once or twice, leavers annulled or kept."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tournaments.domain.evening import Evening
from tournaments.domain.actions import AskBye, PairRound, Withdraw
from tournaments.domain.formats.round_robin import berger
from tournaments.domain.values import BYE, HALF_BYE, ZERO_BYE

FIDE_SIX = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)
"""The Berger table for five or six players as the FIDE handbook prints it (C.05, annex 1)."""


def test_the_tables_are_those_that_berger_made() -> None:
    assert tuple(tuple((one + 1, other + 1) for one, other in round_) for round_ in berger(6)) == FIDE_SIX


@pytest.mark.parametrize("players", range(2, 26))
def test_everybody_meets_everybody_once_and_sides_come_out_even(players: int) -> None:
    rounds = berger(players)
    size = players + players % 2
    assert len(rounds) == size - 1
    pairs = [frozenset(pair) for round_ in rounds for pair in round_]
    assert len(pairs) == len(set(pairs)) == size * (size - 1) // 2
    assert all(sorted(one for pair in round_ for one in pair) == list(range(size)) for round_ in rounds)
    first = Counter(pair[0] for round_ in rounds for pair in round_)
    assert max(first.values()) - min(first.values()) <= 1


def test_twice_round_everybody_meets_once_on_each_side() -> None:
    evening = Evening("round-robin", 5, double=True).play()
    assert evening.form.is_over(evening.event)
    assert set(evening.meetings().values()) == {2}
    sides = Counter(
        (pairing.first, pairing.second)
        for round_ in evening.event.rounds
        for pairing in round_.pairings
        if pairing.second
    )
    assert set(sides.values()) == {1}


def test_the_empty_chair_brings_nothing() -> None:
    evening = Evening("round-robin", 5).play()
    idle = [
        result for round_ in evening.event.rounds for result in round_.results if result in (BYE, HALF_BYE, ZERO_BYE)
    ]
    assert idle == [ZERO_BYE] * 5
    assert [line.points for line in evening.table()] == [8, 6, 4, 2, 0]
    assert evening.refuses(AskBye(1, 6)) == "NO_BYES_HERE"


@pytest.mark.parametrize(("rule", "points_of_6"), [("annul_before_half", 0), ("keep", 2)])
def test_who_leaves_before_half_is_annulled_or_kept_as_the_settings_say(rule: str, points_of_6: int) -> None:
    evening = Evening("round-robin", 6, withdrawal=rule).play(rounds=2)
    before = {line.entrant: line.points for line in evening.table()}
    evening.do(Withdraw(1)).play()
    assert evening.form.is_over(evening.event)
    table = {line.entrant: line for line in evening.table()}
    assert before[1] == 4
    assert table[1].points == (0 if rule == "annul_before_half" else 4)
    assert table[1].note == ("annulled" if rule == "annul_before_half" else "withdrawn")
    assert (evening.order()[-1] == 1) == (rule == "annul_before_half")
    forfeits = [result.kind for round_ in evening.event.rounds for result in round_.results if result]
    assert forfeits.count("forfeit") == 3
    met_one = {opponent for pairing in evening.pairs(1) + evening.pairs(2) if 1 in pairing for opponent in pairing} - {
        1
    }
    won_by_forfeit = set(range(2, 7)) - met_one
    gain = 2 if rule == "keep" else 0
    assert all(table[number].points == 2 * (6 - number) + gain for number in won_by_forfeit)


def test_who_leaves_after_half_is_kept() -> None:
    evening = Evening("round-robin", 6).play(rounds=3).do(Withdraw(1)).play()
    first = next(line for line in evening.table() if line.entrant == 1)
    assert (first.points, first.note) == (6, "withdrawn")


def test_a_match_between_two_who_left_is_lost_for_both() -> None:
    evening = Evening("round-robin", 4).do(Withdraw(1), Withdraw(4))
    evening.pair()
    kinds = [result.kind if result else "" for result in evening.event.round(1).results]
    assert kinds == ["double_forfeit", ""]


def test_an_open_round_comes_first() -> None:
    evening = Evening("round-robin", 4)
    evening.pair()
    assert evening.refuses(PairRound(0)) == "ROUND_OPEN"
