"""Groups, then a knockout: fair groups, who goes on, mates who meet late, what a correction does."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.evening import Evening, by_chance
from tournaments.domain.actions import ChangeResult, RemovePairing, UndoRound, Withdraw
from tournaments.domain.formats.graph import seeded
from tournaments.domain.formats.groups_knockout import advancers, group_rounds, group_table, groups
from tournaments.domain.values import won


def test_the_field_is_dealt_back_and_forth_into_equal_groups() -> None:
    assert groups(Evening("groups-knockout", 8).event) == ((1, 4, 5, 8), (2, 3, 6, 7))
    assert [len(group) for group in groups(Evening("groups-knockout", 9).event)] == [3, 3, 3]


@settings(max_examples=15, deadline=None)
@given(
    players=st.integers(4, 24),
    size=st.integers(3, 6),
    advance=st.integers(1, 2),
    double_life=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_the_best_of_each_group_go_on_and_mates_meet_as_late_as_can_be(
    players: int, size: int, advance: int, double_life: bool, seed: int
) -> None:
    kind = "double-elimination" if double_life else "single-elimination"
    evening = Evening("groups-knockout", players, group_size=size, advance=advance, knockout=kind)
    choose = by_chance(random.Random(seed), draws=False)
    evening.play(choose, rounds=group_rounds(evening.event))
    inside = advancers(evening.event)
    count = len(groups(evening.event))
    for number in range(count):
        table = [line.entrant for line in group_table(evening.event, number)]
        assert set(table[:advance]) <= set(inside)
    assert len(inside) == count * advance
    if advance == 2:
        lines = [int(source.of) if source.kind == "seed" else 0 for source in seeded(len(inside))]
        upper = {inside[seed - 1] for seed in lines[: len(lines) // 2] if seed}
        for group in groups(evening.event):
            assert len(upper & set(group) & set(inside)) == 1, "mates stand in opposite halves"
    evening.play(choose)
    assert evening.form.is_over(evening.event)
    assert evening.table()[0].note == "champion"
    assert set(evening.order()[: len(inside)]) == set(inside)


def test_whoever_left_is_passed_over_and_the_next_one_goes_on() -> None:
    evening = Evening("groups-knockout", 8).play(rounds=3).do(Withdraw(1))
    assert set(advancers(evening.event)) == {4, 5, 2, 3}


def test_a_leaver_of_the_knockout_changes_nobody_elses_place_in_it() -> None:
    evening = Evening("groups-knockout", 8).play(rounds=3)
    evening.pair()
    before = advancers(evening.event)
    evening.do(Withdraw(1))
    assert advancers(evening.event) == before
    assert evening.enter().play().order()[0] == 2


def test_a_leaver_before_half_of_the_group_is_annulled_in_it() -> None:
    evening = Evening("groups-knockout", 8).play(rounds=1).do(Withdraw(1)).play(rounds=2)
    table = group_table(evening.event, 0)
    assert (table[-1].entrant, table[-1].note, table[-1].points) == (1, "annulled", 0)


@pytest.mark.parametrize("then", ["keep", "re_pair"])
def test_group_results_corrected_late_draw_the_knockout_again_or_let_it_be(then: Literal["keep", "re_pair"]) -> None:
    evening = Evening("groups-knockout", 8).play(rounds=3)
    evening.pair()
    for round_ in evening.event.rounds[:3]:  # the last of the first group turns out to have won everything
        for pairing in round_.pairings:
            if pairing.has(8):
                evening.do(ChangeResult(round_.number, pairing.board, won(int(pairing.first != 8)), then))
    assert group_table(evening.event, 0)[0].entrant == 8
    assert (8 in advancers(evening.event)) == (then == "re_pair")
    assert len(evening.event.rounds) == (3 if then == "re_pair" else 4)
    assert evening.enter().play().form.is_over(evening.event)


def test_the_groups_may_end_level_and_the_knockout_may_not() -> None:
    evening = Evening("groups-knockout", 4)
    evening.pair()
    assert all(evening.form.may_draw(pairing) for pairing in evening.event.round(1).pairings)
    assert evening.refuses(RemovePairing(1, 1)) == "IN_A_GROUP"
    evening.enter().play(rounds=2)
    evening.pair()
    assert not any(evening.form.may_draw(pairing) for pairing in evening.event.rounds[-1].pairings)


@pytest.mark.parametrize("players", range(2, 20))
def test_fields_of_every_size_come_to_a_champion(players: int) -> None:
    for kind in ("single-elimination", "double-elimination"):
        evening = Evening("groups-knockout", players, group_size=3, advance=1, knockout=kind).play()
        assert evening.form.is_over(evening.event)
        assert (evening.order()[0], evening.table()[0].note) == (1, "champion")


def test_undoing_the_first_round_of_the_knockout_lets_the_groups_decide_again() -> None:
    evening = Evening("groups-knockout", 8).play(rounds=3)
    evening.pair()
    evening.do(Withdraw(1), UndoRound())
    assert set(advancers(evening.event)) == {2, 3, 4, 5}
