"""A bracket as a value: numbers without gaps, ways that lead on, byes left out."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.evening import Evening
from tournaments.domain.actions import EnterResult
from tournaments.domain.bracket import Bracket, bracket
from tournaments.domain.settings import KNOCKOUTS
from tournaments.domain.values import won


def drawn(evening: Evening) -> Bracket:
    found = bracket(evening.event, evening.form)
    assert found is not None
    return found


@pytest.mark.parametrize("form", sorted(KNOCKOUTS))
def test_matches_are_numbered_in_order_and_the_ways_agree_with_the_sides(form: str) -> None:
    for players in range(2, 40):
        picture = drawn(Evening(form, players))
        matches = picture.matches
        assert sorted(matches) == list(range(1, len(matches) + 1))
        assert picture.players == players
        seeds = sorted(side.of for match in matches.values() for side in match.sides if side.comes_from == "seed")
        assert seeds == list(range(1, players + 1)), "everybody comes in once"
        for match in matches.values():
            for side in match.sides:
                if side.comes_from != "seed":
                    before = matches[side.of]
                    assert before.number < match.number
                    assert match.number == (before.winner_to if side.comes_from == "winner" else before.loser_to)


def test_within_a_column_matches_stand_apart_from_above() -> None:
    for players in (5, 8, 13, 32):
        for column in drawn(Evening("double-elimination", players)).columns:
            rows = [match.row for match in column.matches]
            assert rows == sorted(set(rows))


def test_a_match_shows_its_result_and_who_went_on() -> None:
    evening = Evening("single-elimination", 5)
    evening.pair()
    first = evening.event.round(1).pairings[0]
    evening.do(EnterResult(1, first.board, won(1, hand_points=(80, 125))))
    match = next(one for one in drawn(evening).matches.values() if one.slot == first.slot)
    assert (match.state, match.winner, match.round, match.board) == ("over", 1, 1, first.board)
    assert match.result is not None
    assert match.result.hand_points == (80, 125)
    after = drawn(evening).matches[match.winner_to]
    assert first.second in [side.entrant for side in after.sides]
    assert {one.state for one in drawn(evening).matches.values()} == {"over", "playing", "ready", "waiting"}


def test_other_formats_have_none_and_groups_have_one_once_they_are_over() -> None:
    assert bracket(Evening("swiss", 4).event, Evening("swiss", 4).form) is None
    evening = Evening("groups-knockout", 8)
    assert bracket(evening.event, evening.form) is None
    assert len(drawn(evening.play(rounds=3)).matches) == 4
