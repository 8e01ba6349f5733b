"""Swiss pairings: no rematch while one can be avoided, byes from below, score groups first."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.evening import Evening, by_chance
from tournaments.domain.actions import AskBye, Enter, KeepApart, LetMeet, PairRound, Start, UndoRound, Withdraw
from tournaments.domain.event import Event
from tournaments.domain.formats import swiss
from tournaments.domain.standings import scores_of
from tournaments.domain.values import HALF_BYE


def ways_to_pair(there: list[int]) -> list[list[tuple[int, int | None]]]:
    """Every way in which a few can be paired; the odd one out meets ``None``."""
    if not there:
        return [[]]
    first, rest = there[0], there[1:]
    ways = [[(first, other), *way] for other in rest for way in ways_to_pair([one for one in rest if one != other])]
    if len(there) % 2:
        ways += [[(first, None), *way] for way in ways_to_pair(rest)]
    return ways


def wishes(event: Event, field: swiss.Field, way: list[tuple[int, int | None]]) -> tuple[int, int, int, int]:
    """What a pairing costs, the first number counting most: rematches, second byes, bye height, differences."""
    points, lowest = field.points, min(field.points[one] for one in field.order)
    idle = [first for first, second in way if second is None]
    return (
        sum(field.met[first].get(second, 0) for first, second in way if second is not None),
        sum(field.sat_out[one] for one in idle),
        sum(points[one] - lowest for one in idle),
        sum((points[first] - points[second]) ** 2 for first, second in way if second is not None),
    )


@settings(max_examples=40, deadline=None)
@given(players=st.integers(3, 8), rounds=st.integers(0, 6), seed=st.integers(0, 10**6))
def test_no_other_pairing_of_a_small_field_would_be_better(players: int, rounds: int, seed: int) -> None:
    rng = random.Random(seed)
    evening = Evening("swiss", players, rounds=20, half_byes=2, late_until=20)
    for _round in range(rounds):
        for entrant in evening.event.entrants:
            if entrant.status == "playing" and rng.random() < 0.08:
                ask, leave = AskBye(entrant.id, evening.event.next_round), Withdraw(entrant.id)
                evening.do(leave if evening.refuses(ask) or rng.random() < 0.5 else ask)
        if rng.random() < 0.2:
            evening.do(Enter(1500))
        for first, second in combinations(range(1, players + 1), 2):
            if rng.random() < 0.03:
                evening.do(KeepApart(first, second))
        evening.play(by_chance(rng), 1)
    event, field = evening.event, swiss.field_of(evening.event)
    allowed = [
        way
        for way in ways_to_pair(list(field.order))
        if all(second is None or event.may_meet(first, second) for first, second in way)
    ]
    if not allowed or len(field.order) < 2:
        assert evening.refuses(PairRound(0)) in ("KEPT_APART", "NOBODY_LEFT", "")
        return
    evening.do(PairRound(0))
    made = [(pairing.first, pairing.second) for pairing in evening.event.rounds[-1].pairings]
    asked_off = {one.id for one in event.entrants if event.next_round in one.half_byes}
    chosen = [pair for pair in made if not (pair[1] is None and pair[0] in asked_off)]
    assert wishes(event, field, chosen) == min(wishes(event, field, way) for way in allowed)


@pytest.mark.parametrize("seed", range(3))
def test_a_hundred_and_one_play_nine_rounds_without_a_rematch_or_a_second_bye(seed: int) -> None:
    evening = Evening("swiss", 101, rounds=9).play(by_chance(random.Random(seed), draws=False))
    assert len(evening.event.rounds) == 9
    assert max(evening.meetings().values()) == 1
    assert max(evening.byes().values()) == 1
    across = sum(pairing.reasons[0].code == "floated" for round_ in evening.event.rounds for pairing in round_.pairings)
    assert across <= 0.06 * 450


def test_the_bye_falls_to_the_last_seed_first_and_then_to_the_lowest_who_had_none() -> None:
    evening = Evening("swiss", 7, rounds=7)
    evening.pair()
    assert evening.byes() == {7: 1}
    evening.enter().pair()
    (second,) = set(evening.byes()) - {7}
    assert scores_of(evening.event, until=1).points[second] == 0


@pytest.mark.parametrize("players", [4, 5, 8, 9, 12])
def test_up_to_the_safe_number_of_rounds_nobody_meets_twice_whatever_the_results(players: int) -> None:
    rounds = swiss.safe_rounds(players)
    for seed in range(12):
        evening = Evening("swiss", players, rounds=rounds).play(by_chance(random.Random(seed)))
        assert len(evening.event.rounds) == rounds
        assert max(evening.meetings().values()) == 1
        assert max(evening.byes().values(), default=0) <= 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_beyond_the_most_rounds_somebody_meets_twice_and_it_is_said(players: int) -> None:
    evening = Evening("swiss", players, rounds=30).play(rounds=swiss.most_rounds(players) + 1)
    last = evening.event.rounds[-1]
    said = {reason.code for pairing in last.pairings for reason in pairing.reasons}
    assert {"rematch", "sits_out_twice"} & said
    assert max(evening.meetings().values()) == 2


def test_rematches_are_spread_when_they_cannot_be_avoided() -> None:
    evening = Evening("swiss", 4, rounds=9).play(by_chance(random.Random(1)))
    assert set(evening.meetings().values()) == {3}


def test_within_a_score_group_the_upper_half_meets_the_lower_half() -> None:
    assert Evening("swiss", 8).pair() == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_those_kept_apart_never_meet_and_meet_again_once_they_may() -> None:
    evening = Evening("swiss", 4).do(KeepApart(1, 3))
    assert (1, 3) not in evening.pair()
    evening = Evening("swiss", 2).do(KeepApart(1, 2))
    assert evening.refuses(PairRound(0)) == "KEPT_APART"
    assert evening.do(LetMeet(1, 2)).pair() == [(1, 2)]


def test_a_family_is_kept_apart_in_the_first_round_or_always() -> None:
    for rule, apart_later in (("first_round", False), ("always", True)):
        evening = Evening("swiss", 0, start=False, keep_apart=rule, rounds=9)
        for group in ("ash", "", "ash", ""):
            evening.do(Enter(1000, group=group))
        evening.do(Start(seed=1))
        seen = [frozenset(pair) for _round in range(3) for pair in (evening.pair(), evening.enter())[0]]
        assert frozenset({1, 3}) not in seen[:2]
        assert (frozenset({1, 3}) not in seen) == apart_later


def test_whoever_asked_for_a_round_off_gets_half_a_point_and_is_not_paired() -> None:
    evening = Evening("swiss", 5, half_byes=1, rounds=3).do(AskBye(2, 1))
    evening.pair()
    off = evening.event.round(1).pairing_of(2)
    assert off is not None
    assert off.second is None
    assert evening.event.round(1).results[-1] == HALF_BYE
    assert evening.byes() == {}
    assert evening.refuses(AskBye(2, 2)) == "NO_MORE_BYES"
    assert evening.refuses(AskBye(3, 1)) == "ROUND_PAIRED"
    assert evening.refuses(AskBye(3, 4)) == "NO_ROUND"


def test_a_round_in_which_everybody_else_is_off_is_still_a_round() -> None:
    evening = Evening("swiss", 3, rounds=2).do(AskBye(1, 1), AskBye(2, 1))
    assert sorted(evening.pair(), key=str) == [(1, None), (2, None), (3, None)]
    assert evening.event.round(1).is_over


def test_late_entrants_are_paired_from_the_next_round_with_or_without_points_for_what_they_missed() -> None:
    for rule, points in (("none", 0), ("half", 2)):
        evening = Evening("swiss", 4, late_until=3, late_points=rule).play(rounds=2).do(Enter(1))
        assert {line.entrant: line.points for line in evening.table()}[5] == points
        assert any(5 in pair for pair in evening.pair())
        evening.enter().pair()
        assert evening.refuses(Enter(1)) == "TOO_LATE"


def test_who_was_not_possible_is_told_apart_by_why() -> None:
    evening = Evening("swiss", 4, rounds=3).play(rounds=2).do(KeepApart(1, 4))
    first = evening.event.round(1).pairing_of(1)
    assert first is not None
    level = evening.event
    found = dict(swiss.not_possible(level, 2, 1))
    winners = {pairing.first for pairing in evening.event.round(1).pairings}
    assert found == ({4: "apart"} if 4 in winners else {})
    assert dict(swiss.not_possible(level, 1, 1)) == {4: "apart"}


def test_a_large_field_is_paired_among_neighbours_as_well_as_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening("swiss", 61, rounds=9).play(by_chance(random.Random(5)), rounds=5)
    whole = evening.pair()
    evening.do(UndoRound())
    monkeypatch.setattr(swiss, "SMALL_FIELD", 10)
    monkeypatch.setattr(swiss, "NEIGHBOURS", 24)
    assert evening.pair() == whole
    monkeypatch.setattr(swiss, "NEIGHBOURS", 1)  # far too few: it has to look further
    evening.do(UndoRound())
    assert max((evening.pair(), evening.meetings())[1].values()) == 1
