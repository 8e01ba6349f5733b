"""Qualifier: so many wins qualify, so many losses send home; games count, not matches."""

from __future__ import annotations

import random

from tests.tournaments.domain.evening import Evening, by_chance
from tournaments.domain.actions import AskBye, EnterResult, PairRound, Withdraw
from tournaments.domain.event import Event
from tournaments.domain.formats.qualifier import Record, fate, record
from tournaments.domain.values import DOUBLE_FORFEIT, DRAW, Pairing, Result, won


def test_everybody_plays_on_until_qualified_or_eliminated() -> None:
    for seed in range(6):
        evening = Evening("qualifier", 20, wins_needed=4, losses_allowed=3).play(
            by_chance(random.Random(seed), draws=False)
        )
        assert evening.form.is_over(evening.event)
        fates = [fate(evening.event, number) for number in range(1, 21)]
        assert fates.count("") <= 1, "only one who has nobody to play stays undecided"
        for number in range(1, 21):
            found = record(evening.event, number)
            assert found.wins <= 4
            assert found.losses <= 3


def test_those_who_are_through_play_no_more() -> None:
    evening = Evening("qualifier", 8, wins_needed=2, losses_allowed=2).play(rounds=2)
    through = {number for number in range(1, 9) if fate(evening.event, number)}
    assert through == {1, 2, 7, 8}
    assert not {one for pair in evening.pair() for one in pair} & through


def test_a_match_over_two_games_may_bring_one_of_each() -> None:
    evening = Evening("qualifier", 2, wins_needed=10, losses_allowed=7)
    evening.pair()
    evening.do(EnterResult(1, 1, Result((DRAW, DRAW), games=(1, 1))))
    assert record(evening.event, 1) == record(evening.event, 2) == Record(1, 1)
    evening.pair()
    evening.do(EnterResult(2, 1, won(0, games=(2, 0))))
    assert record(evening.event, 1) == Record(3, 1)


def test_a_bye_is_one_win_and_a_double_no_show_a_loss_for_both() -> None:
    evening = Evening("qualifier", 3, wins_needed=5)
    evening.pair()
    assert record(evening.event, 3) == Record(1, 0)
    evening.do(EnterResult(1, 1, DOUBLE_FORFEIT))
    assert record(evening.event, 1) == record(evening.event, 2) == Record(0, 1)


def test_equal_records_meet_first() -> None:
    evening = Evening("qualifier", 8, wins_needed=9, losses_allowed=9).play(rounds=1)
    for first, second in evening.pair():
        assert second is not None
        assert record(evening.event, first) == record(evening.event, second)


def test_the_qualified_stand_first_with_the_fewest_losses_above() -> None:
    def beat(event: Event, pairing: Pairing) -> Result:
        assert pairing.second is not None
        return won(int(pairing.second < pairing.first))

    evening = Evening("qualifier", 12, wins_needed=3, losses_allowed=2).play(beat)
    notes = [line.note for line in evening.table()]
    assert notes == sorted(notes, key=["qualified", "", "eliminated"].index)
    qualified = [record(evening.event, line.entrant).losses for line in evening.table() if line.note == "qualified"]
    assert qualified == sorted(qualified)


def test_byes_on_request_are_for_other_formats_and_a_leaver_is_out() -> None:
    evening = Evening("qualifier", 4)
    assert evening.refuses(AskBye(1, 1)) == "NO_BYES_HERE"
    evening.do(*(Withdraw(number) for number in (1, 2, 3)))
    assert evening.refuses(PairRound(0)) == "OVER"
    assert evening.form.is_over(evening.event)
