"""Swiss pairings beside py4swiss, an independent engine of the FIDE (Dutch) system.

It minds colours, which gin has not, so the two pair differently. But whatever it makes is a pairing that we could have
made: by our own wishes it is never better than ours, also in fields too large to be searched.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from tests.tournaments.domain.evening import Evening, by_chance
from tests.tournaments.domain.formats.test_swiss import wishes
from tournaments.domain.event import Event
from tournaments.domain.formats import swiss
from tournaments.domain.standings import scores_of
from tournaments.domain.values import DRAW, WIN

TOKENS = {WIN: ResultToken.WIN, DRAW: ResultToken.DRAW, 0: ResultToken.LOSS}


def told(event: Event, rounds: int) -> ParsedTrf:
    """The event in the other engine's words; colours are given so that each one's stay balanced."""
    results: dict[int, list[RoundResult]] = {entrant.id: [] for entrant in event.entrants}
    balance: Counter[int] = Counter()
    for round_ in event.rounds:
        for pairing, result in zip(round_.pairings, round_.results, strict=True):
            assert result is not None
            if pairing.second is None:
                idle = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
                results[pairing.first].append(idle)
                continue
            white = min((pairing.first, pairing.second), key=balance.__getitem__)
            for side, number in enumerate((pairing.first, pairing.second)):
                color = ColorToken.WHITE if number == white else ColorToken.BLACK
                balance[number] += 1 if number == white else -1
                other = pairing.other(number)
                assert other is not None
                results[number].append(RoundResult(id=other, color=color, result=TOKENS[result.points[side]]))
    points = scores_of(event).points
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=5 * points[number],
            rank=number,
            results=found,
        )
        for number, found in results.items()
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    trf.validate_contents()
    return trf


@pytest.mark.parametrize(("players", "seed"), [(9, 1), (16, 2), (33, 3), (40, 4)])
def test_the_other_engine_never_finds_a_pairing_that_is_better_by_our_wishes(players: int, seed: int) -> None:
    rounds, compared, same_bye = 6, 0, 0
    evening = Evening("swiss", players, rounds=rounds)
    for _round in range(rounds):
        event, field = evening.event, swiss.field_of(evening.event)
        evening.pair()
        ours = wishes(event, field, evening.pairs())
        try:
            found = DutchEngine.generate_pairings(told(event, rounds))
        except PairingError:  # its colours do not come out even
            found = []
        if found:
            made = [(pair.white or pair.black, pair.black if pair.white else None) for pair in found]
            theirs = wishes(event, field, [(first, second or None) for first, second in made])
            assert ours <= theirs
            assert theirs[0] == 0, "the other engine knows no rematch"
            compared += 1
            same_bye += ours[1:3] == theirs[1:3]
        evening.enter(by_chance(random.Random(seed)))
    assert compared >= rounds - 1
    assert same_bye == compared, "both let somebody of equal score sit out"


def test_the_first_round_is_the_same_in_both() -> None:
    evening = Evening("swiss", 10)
    found = DutchEngine.generate_pairings(told(evening.event, 5))
    assert {frozenset((pair.white, pair.black)) for pair in found} == {frozenset(pair) for pair in evening.pair()}
