"""What changes if you do this: seen before it is done."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.evening import Evening
from tournaments.domain.actions import ChangeResult, EnterResult, KeepApart, Pause, Swap, UndoRound, Withdraw
from tournaments.domain.errors import Refusal
from tournaments.domain.preview import PairingChange, PrizeChange, ResultChange, preview
from tournaments.domain.values import won


def test_a_corrected_result_moves_standings_and_prizes() -> None:
    evening = Evening("swiss", 4, rounds=3).play(rounds=2)
    board = next(
        pairing.board for pairing in evening.event.round(2).pairings if {pairing.first, pairing.second} == {1, 2}
    )
    side = int(evening.event.pairing(2, board).first == 1)
    changes = preview(evening.event, ChangeResult(2, board, won(side)), evening.form, (100, 50))
    moved = {one.entrant: (one.before, one.after) for one in changes.standings}
    assert set(moved) >= {1, 2}
    before, after = moved[2]
    assert before is not None
    assert after is not None
    assert after.points == before.points + 2
    assert changes.results == (ResultChange(2, board, won(1 - side), won(side)),)
    assert not changes.pairings
    assert not changes.slots
    assert PrizeChange(1, 100, 50) in changes.prizes
    assert PrizeChange(2, 25, 100) in changes.prizes, "before, 2 and 3 shared the second prize"


def test_a_bracket_shows_who_would_go_on_instead_and_what_would_be_played() -> None:
    evening = Evening("single-elimination", 4)
    evening.pair()
    evening.enter().pair()
    changes = preview(evening.event, ChangeResult(1, 1, won(1), "re_pair"), evening.form)
    assert {(one.slot, one.side, one.before, one.after) for one in changes.slots} == {
        ("main-2-1", 0, 1, 4),
        ("third-1-1", 0, 4, 1),
    }
    swapped = {(one.before[1:3], one.after[1:3]) for one in changes.pairings if one.before and one.after}
    assert swapped == {((1, 2), (4, 2)), ((4, 3), (1, 3))}
    kept = preview(evening.event, ChangeResult(1, 1, won(1), "keep"), evening.form)
    assert not kept.slots
    assert not kept.pairings


def test_a_swiss_round_would_be_drawn_again() -> None:
    evening = Evening("swiss", 4, rounds=3).play(rounds=1)
    evening.pair()
    changes = preview(evening.event, ChangeResult(1, 1, won(1), "re_pair"), evening.form)
    assert {one.round for one in changes.pairings} == {2}
    there = {number for one in changes.pairings if one.after for number in one.after[1:3]}
    assert there == {1, 2, 3, 4}


def test_pairings_that_fall_or_have_other_people() -> None:
    evening = Evening("swiss", 4, rounds=3).play(rounds=1)
    evening.pair()
    fallen = preview(evening.event, UndoRound(), evening.form).pairings
    assert fallen == tuple(
        PairingChange(2, pairing.board, pairing, None) for pairing in evening.event.round(2).pairings
    )
    first, other = evening.event.round(2).pairings
    changed = preview(evening.event, Swap(2, first.first, other.first), evening.form).pairings
    assert [(one.before[1:3], one.after[1:3]) for one in changed if one.before and one.after] == [
        ((first.first, first.second), (other.first, first.second)),
        ((other.first, other.second), (first.first, other.second)),
    ]


def test_what_nobody_would_see_is_no_change_and_a_phase_is_one() -> None:
    evening = Evening("swiss", 4)
    assert not preview(evening.event, KeepApart(1, 2), evening.form).any
    assert preview(evening.event, Pause(), evening.form).phase == ("running", "paused")
    assert preview(evening.event, Withdraw(1), evening.form).standings[0].entrant == 1


def test_what_may_not_be_done_has_no_preview() -> None:
    evening = Evening("swiss", 4)
    with pytest.raises(Refusal, match="NO_ROUND"):
        preview(evening.event, EnterResult(1, 1, won(0)), evening.form)
