"""Knockouts of every size: who loses how often, byes, seeds, rematches, the order at the end, and the odd cases."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from double_elimination import Tournament

from tests.tournaments.domain.evening import Evening, better_seed_wins, by_chance
from tournaments.domain.actions import AddPairing, ChangeResult, EnterResult, PairRound, RemovePairing, Swap, Withdraw
from tournaments.domain.bracket import bracket
from tournaments.domain.event import Event
from tournaments.domain.formats import graph
from tournaments.domain.formats.graph import seeded
from tournaments.domain.formats.knockouts import consolation, double_elimination, last_chance, single_elimination
from tournaments.domain.match_graph import Graph, Node
from tournaments.domain.values import DOUBLE_FORFEIT, DRAW, Pairing, Result, won

SIZES = range(2, 129)
LIVES = {"single-elimination": 1, "double-elimination": 2, "consolation": 2, "last-chance": 3}


def run(matches: Graph, rng: random.Random) -> list[tuple[int, int, Node]]:
    """Play a graph through: each match as (winner, loser, node) in order."""
    won_by: dict[str, int] = {}
    lost_by: dict[str, int] = {}
    played = []
    unbeaten = 0
    for node in matches:
        sides = []
        for source in node.sources:
            found = {"winner": won_by, "loser": lost_by}.get(source.kind)
            sides.append(int(source.of) if found is None else found[str(source.of)])
        if node.only_if_second_won and sides[0] == unbeaten:
            continue
        unbeaten = sides[0]  # of the final: who comes from the main bracket
        if 0 in sides:
            won_by[node.slot], lost_by[node.slot] = max(sides), 0
            continue
        winner, loser = rng.sample(sides, 2)
        won_by[node.slot], lost_by[node.slot] = winner, loser
        played.append((winner, loser, node))
    return played


def test_everybody_but_the_champion_loses_exactly_as_often_as_the_form_says() -> None:
    for players in SIZES:
        rng = random.Random(players)
        for build, lives in ((single_elimination, 1), (double_elimination, 2)):
            played = run(build(players, False), rng)
            losses = Counter(loser for _winner, loser, _node in played)
            champion = played[-1][0]
            assert losses[champion] < lives
            assert {losses[number] for number in range(1, players + 1) if number != champion} == {lives}


def test_seeds_one_and_two_stand_in_opposite_halves_and_byes_go_to_the_top() -> None:
    for players in SIZES:
        line = [int(source.of) if source.kind == "seed" else 0 for source in seeded(players)]
        half = len(line) // 2
        assert sorted(filter(None, line)) == list(range(1, players + 1))
        assert (line.index(1) < half) != (line.index(2) < half)
        idle = {max(pair) for pair in zip(line[::2], line[1::2], strict=True) if 0 in pair}
        assert idle == set(range(1, len(line) - players + 1))
        quarters = [line.index(seed) * 4 // len(line) for seed in range(1, min(players, 4) + 1)]
        assert len(set(quarters)) == len(quarters), "the first four cannot meet before the semifinals"


def test_the_consolation_and_the_last_chance_give_another_life_to_whoever_loses_before_the_final() -> None:
    for players in SIZES:
        rng = random.Random(players)
        for build, lives in ((consolation, 2), (last_chance, 3)):
            played = run(build(players, False), rng)
            losses = Counter(loser for _winner, loser, _node in played)
            assert max(losses.values()) <= lives
            main_losers = [loser for _winner, loser, node in played if node.bracket == "main"]
            assert len(set(main_losers)) == players - 1
            in_second = {
                one for winner, loser, node in played if node.bracket == "consolation" for one in (winner, loser)
            }
            assert len(in_second) >= players - 3 if players > 3 else True
            assert main_losers[-1] not in in_second, "the finalist has nothing to play for"


def first_rematch(matches: Graph) -> int:
    """The first round of the lower bracket in which two could meet who have met in the main one."""
    after = {str(source.of): node.slot for node in matches if node.bracket == "main" for source in node.sources}

    def later(slot: str) -> set[str]:
        return {after[slot]} | later(after[slot]) if slot in after else set()

    inside: dict[str, set[str]] = {}  # where those who may come into a match have lost
    for node in (one for one in matches if one.bracket == "lower"):
        first, second = (
            {str(source.of)} if source.kind == "loser" else inside[str(source.of)] for source in node.sources
        )
        inside[node.slot] = first | second
        if any(one in later(other) or other in later(one) for one in first for other in second):
            return node.round
    return 0


@pytest.mark.parametrize(("players", "first"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_those_who_met_meet_again_as_late_as_any_order_of_dropping_lets_them(
    players: int, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert first_rematch(double_elimination(players, False)) == first
    crossed, drops = graph._crossed, players.bit_length() - 3
    if players > 32:
        return  # a thousand orders and more: they were tried once, and none was better
    for order in product(range(4), repeat=drops):
        ways = (0, *order, 0)
        monkeypatch.setattr(graph, "_crossed", lambda slots, number, ways=ways: crossed(slots, ways[number]))
        assert first_rematch(double_elimination(players, False)) <= first


@pytest.mark.parametrize("players", range(2, 33))
def test_double_elimination_has_as_many_matches_as_the_one_on_the_shelf_and_the_same_first_round(players: int) -> None:
    """The package ``double-elimination`` as an oracle."""
    theirs = list(Tournament(list(range(1, players + 1))).get_matches())
    evening = Evening("double-elimination", players)
    drawn = bracket(evening.event, evening.form)
    assert drawn is not None
    assert len(drawn.matches) == len(theirs)
    first = {
        frozenset(side.get_competitor() for side in match.get_participants())
        for match in theirs
        if match.is_ready_to_start()
    }
    known = {
        frozenset(side.entrant for side in match.sides)
        for match in drawn.matches.values()
        if match.state == "ready" and match.slot.startswith("main-1-")
    }
    assert known <= first


@pytest.mark.parametrize("form", sorted(LIVES))
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8, 11, 16, 23])
def test_where_the_better_seed_always_wins_the_best_end_in_the_order_of_the_seeds(form: str, players: int) -> None:
    evening = Evening(form, players).play()
    assert evening.form.is_over(evening.event)
    assert evening.order()[:2] == [1, 2]
    assert evening.table()[0].note == "champion"
    assert max(evening.losses().values()) <= LIVES[form] + (form == "single-elimination" and players > 3)


@pytest.mark.parametrize(("upset", "finals"), [(False, 1), (True, 2)])
def test_a_final_of_a_double_elimination_is_played_again_only_if_the_unbeaten_one_loses_it(
    upset: bool, finals: int
) -> None:
    def choose(event: Event, pairing: Pairing) -> Result:
        return won(1) if upset and pairing.slot == "final-1-1" else better_seed_wins(event, pairing)

    evening = Evening("double-elimination", 4).play(choose)
    slots = [pairing.slot for round_ in evening.event.rounds for pairing in round_.pairings]
    assert sum(slot.startswith("final") for slot in slots) == finals
    drawn = bracket(evening.event, evening.form)
    assert drawn is not None
    reset = drawn.matches[len(drawn.matches)]
    assert reset.conditional
    assert reset.state == ("over" if upset else "not_needed")
    assert evening.order()[0] == 1


def test_a_knockout_match_has_a_winner() -> None:
    evening = Evening("single-elimination", 4)
    evening.pair()
    assert evening.refuses(EnterResult(1, 1, Result((DRAW, DRAW)))) == "MUST_BE_DECIDED"
    assert evening.refuses(EnterResult(1, 1, Result((0, 0), "annulled"))) == "MUST_BE_DECIDED"
    assert evening.refuses(AddPairing(1, 1, 2)) == "NOT_IN_A_BRACKET"


@pytest.mark.parametrize(("rule", "champion"), [("higher_seed", 1), ("nobody", 2)])
def test_after_a_double_no_show_the_higher_seed_goes_on_or_nobody(rule: str, champion: int) -> None:
    evening = Evening("single-elimination", 4, double_no_show=rule, third_place=False)
    evening.pair()
    evening.do(EnterResult(1, 1, DOUBLE_FORFEIT)).enter().play()
    assert evening.form.is_over(evening.event)
    assert evening.order()[0] == champion
    assert {line.entrant for line in evening.table() if line.note == "champion"} == {champion}
    assert len(evening.event.rounds) == (2 if rule == "higher_seed" else 1)


def test_a_final_to_which_nobody_comes_has_no_champion_and_both_share_what_they_had() -> None:
    evening = Evening("single-elimination", 2, double_no_show="nobody", tie_breaks=())
    evening.pair()
    evening.do(EnterResult(1, 1, DOUBLE_FORFEIT))
    assert evening.form.is_over(evening.event)
    assert [(line.place, line.note) for line in evening.table()] == [(1, "out"), (1, "out")]


def test_whoever_left_gives_the_next_match_away() -> None:
    evening = Evening("single-elimination", 4)
    evening.pair()
    evening.enter().do(Withdraw(1)).pair()
    final = evening.event.rounds[-1]
    assert (final.results[0], final.pairings[0].slot) == (won(1, kind="forfeit"), "main-2-1")
    assert evening.play().order()[:2] == [2, 1]


def test_in_the_middle_of_a_round_each_stands_where_losing_from_now_on_would_leave_them() -> None:
    evening = Evening("single-elimination", 8, tie_breaks=())
    evening.pair()
    evening.do(EnterResult(1, 1, won(0)))
    places = {line.entrant: line.place for line in evening.table()}
    assert places[1] == 1
    assert places[8] == 8
    assert set(places.values()) == {1, 2, 8}
    evening.enter()
    evening.pair()
    evening.enter()
    evening.pair()  # the final and the match for the third place
    final = next(pairing for pairing in evening.event.rounds[-1].pairings if pairing.slot.startswith("main"))
    evening.do(EnterResult(3, final.board, won(0)))
    assert [(line.entrant, line.place) for line in evening.table()][:4] == [(1, 1), (2, 2), (3, 3), (4, 3)]


def test_a_corrected_result_draws_the_matches_after_it_again_or_leaves_who_went_on() -> None:
    def corrected(then: str) -> Evening:
        evening = Evening("double-elimination", 8)
        evening.pair()
        evening.enter().pair()
        return evening.do(ChangeResult(1, 1, won(1), then))  # type: ignore[arg-type]

    again = corrected("re_pair")
    redrawn = again.pair()
    assert any(8 in pair for pair in redrawn)
    kept = corrected("keep")
    assert kept.pairs() == Evening("double-elimination", 8).play(rounds=1).pair()
    for evening in (again, kept):
        evening.enter().play()
        assert evening.form.is_over(evening.event)
        for round_ in evening.event.rounds:
            there = [one for pairing in round_.pairings for one in (pairing.first, pairing.second)]
            assert len(there) == len(set(there))


def test_a_played_match_stands_in_the_way_of_drawing_again() -> None:
    evening = Evening("single-elimination", 4).play()
    assert evening.refuses(ChangeResult(1, 1, won(1), "re_pair")) == "LATER_RESULTS"
    evening.do(ChangeResult(1, 1, won(1), "keep"))
    assert evening.order()[:2] == [1, 2]


def test_a_pairing_taken_out_of_a_bracket_is_made_again_and_two_may_be_swapped() -> None:
    evening = Evening("single-elimination", 4)
    evening.pair()
    assert evening.do(RemovePairing(1, 2)).pair() == [(2, 3)]
    evening = Evening("single-elimination", 4)
    evening.pair()
    assert evening.do(Swap(1, 4, 3)).pairs() == [(1, 3), (2, 4)]
    assert evening.play().order()[:2] == [1, 2]


@pytest.mark.parametrize("form", sorted(LIVES))
def test_any_results_and_absences_leave_a_champion_or_a_reason_why_not(form: str) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        evening = Evening(form, rng.randint(2, 20))
        choose = by_chance(rng, draws=False)
        while not evening.form.is_over(evening.event):
            evening.do(PairRound(0))
            if rng.random() < 0.3:
                there = [one.id for one in evening.event.entrants if one.status == "playing"]
                evening.do(*[Withdraw(rng.choice(there))] if there else [])
            evening.enter(choose)
        champions = [line for line in evening.table() if line.note == "champion"]
        assert len(champions) <= 1
        assert [line.place for line in champions] in ([], [1])
