"""A ruling on hand n folds the sheet again from there (RULES 1.8)."""

from __future__ import annotations

import pytest

from games.domain.actions import (
    SERVER,
    AwardMatch,
    CorrectHand,
    Flag,
    Remedy,
    Resign,
    ResumeMatch,
    ReverseRuling,
    Rule,
    VoidHand,
)
from games.domain.errors import RuleViolation
from games.domain.events import HandScored, HandVoided, MatchEnded, Ruled
from games.domain.match import legal_actions
from tests.games.domain.table import ALICE, BOB, Table

HAND = ("7C 7D 7H 3S 4S 5S KC KD KS AC", "7S 2S 6S 8H 2D 4D 6D 8D TD QH", "QC", "QD")
"""Alice knocks with the ace left and wins 47."""


def win(table: Table) -> Table:
    """One more hand in which the first to act knocks for 47."""
    first = table.deal(*HAND).match.tables[0].players[0]
    other = 1 - first
    moves = (f"{first} pass-upcard", f"{other} pass-upcard", f"{first} draw-stock", f"{first} knock QD")
    return table.play(*moves, f"{other} defend * *")


def ruled(table: Table, *remedies: Remedy, then: str = "resume") -> Table:
    number = 1 if table.match.ruled is None else len(table.match.ruled.rulings) + 1
    return table.do(SERVER, Rule(number, remedies, then))  # type: ignore[arg-type]


def totals(table: Table) -> tuple[int, ...]:
    return tuple(table.match.sheet.columns[0].totals)


@pytest.fixture
def two_hands() -> Table:
    """Alice has won 47 twice: the loser deals, so that she acts first each time."""
    return win(win(Table(target=150)))


def test_a_corrected_score_counts_at_once_and_the_event_says_so(two_hands: Table) -> None:
    assert totals(two_hands) == (94, 0)
    ruled(two_hands, CorrectHand(1, 0, BOB, 25))
    assert totals(two_hands) == (47, 25)
    assert two_hands.events == (Ruled(1, ((1, 0),), (), resumed=False),)
    first = two_hands.match.sheet.hands[0]
    assert isinstance(first, HandScored)
    assert first.kind == "undercut"
    assert [(line.key, line.points) for line in first.lines] == [("ruled", 25)]


def test_a_voided_hand_counts_for_nothing(two_hands: Table) -> None:
    ruled(two_hands, VoidHand(1, 0))
    assert two_hands.match.sheet.hands[0] == HandVoided(1, 0, "ruled")
    assert totals(two_hands) == (47, 0)
    assert two_hands.match.phase == "between"


def test_the_match_ends_at_the_first_hand_that_now_reaches_the_target_and_later_hands_are_struck(
    two_hands: Table,
) -> None:
    ruled(two_hands, CorrectHand(1, 0, ALICE, 150))
    assert two_hands.match.phase == "over"
    assert two_hands.match.end is not None
    assert (two_hands.match.end.reason, two_hands.match.end.winner) == ("target", ALICE)
    assert two_hands.match.ruled is not None
    assert two_hands.match.ruled.struck == (2,)
    assert isinstance(two_hands.events[-1], MatchEnded)


def test_a_hand_in_play_after_the_new_end_is_void_and_struck() -> None:
    table = win(Table(target=150)).deal(*HAND)
    ruled(table, CorrectHand(1, 0, ALICE, 150))
    assert table.match.phase == "over"
    assert table.match.ruled is not None
    assert table.match.ruled.struck == (2,)
    assert HandVoided(2, 0, "ruled") in table.events


def test_a_finished_match_that_no_longer_reaches_its_target_plays_on_as_the_referee_chooses() -> None:
    table = win(win(Table(target=90)))
    assert table.match.end is not None
    after = ruled(table, VoidHand(1, 0), then="resume").match
    assert (after.phase, after.end) == ("between", None)
    assert table.events[0] == Ruled(1, ((1, 0),), (), resumed=True)
    assert all(legal_actions(table.match, seat) for seat in (ALICE, BOB)), "both are asked whether they are ready"
    assert win(table).match.end is not None


@pytest.mark.parametrize(("points", "winner"), [(10, ALICE), (47, None)])
def test_or_the_leader_wins_and_a_level_match_is_drawn(points: int, winner: int | None) -> None:
    table = win(win(Table(target=90)))
    ruled(table, CorrectHand(2, 0, BOB, points), then="award")
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("ruled", winner)


def test_an_awarded_match_has_the_game_bonus_boxes_and_no_shutout(two_hands: Table) -> None:
    ruled(two_hands, AwardMatch(BOB))
    end = two_hands.match.end
    assert end is not None
    assert (end.reason, end.winner) == ("ruled", BOB)
    lines = {line.key: line.amounts for line in end.lines}
    assert (lines["game_bonus"], lines["shutout"]) == ((0, 100), (0, 0))


def test_a_hand_in_play_can_be_voided_and_is_dealt_anew_by_the_same_dealer() -> None:
    table = win(Table()).deal(*HAND)
    dealer = table.match.tables[0].dealt.dealer
    ruled(table, VoidHand(2, 0))
    assert table.match.phase == "between"
    assert table.match.pairings[0].dealer == dealer
    assert table.events[1] == HandVoided(2, 0, "ruled")
    ruled(table, ReverseRuling(1))
    assert table.match.sheet.hands[1] == HandVoided(2, 0, "ruled"), "its cards lie open: it stays void"


def test_a_match_that_was_flagged_can_be_resumed_and_forfeited_again() -> None:
    table = win(Table()).deal(*HAND)
    table.play(f"{table.match.tables[0].players[0]} pass-upcard", f"{table.match.tables[0].players[1]} pass-upcard")
    late = table.match.tables[0].players[0]
    table.do(SERVER, Flag(late))
    assert table.match.end is not None
    ruled(table, ResumeMatch())
    assert table.match.phase == "between"
    win(table)
    ruled(table, ReverseRuling(1))
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("flagged", 1 - late)
    assert table.match.ruled is not None
    assert table.match.ruled.struck == (3,)


def test_a_second_resignation_after_a_resumption_counts() -> None:
    table = win(Table())
    table.do(ALICE, Resign())
    ruled(table, ResumeMatch())
    table.do(BOB, Resign())
    ruled(table, CorrectHand(1, 0, ALICE, 12))
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("resigned", ALICE)


def test_a_reversed_reversal_stands_again(two_hands: Table) -> None:
    ruled(two_hands, VoidHand(1, 0))
    voided = two_hands.match.sheet
    ruled(two_hands, ReverseRuling(1))
    assert two_hands.match.sheet.hands[0] != voided.hands[0]
    ruled(two_hands, ReverseRuling(2))
    assert two_hands.match.sheet == voided


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (Rule(2, ()), "BAD_RULING"),
        (Rule(1, (CorrectHand(7, 0, ALICE, 1),)), "NO_SUCH_HAND"),
        (Rule(1, (CorrectHand(1, 1, ALICE, 1),)), "NO_SUCH_HAND"),
        (Rule(1, (CorrectHand(1, 0, 2, 1),)), "BAD_RULING"),
        (Rule(1, (CorrectHand(1, 0, ALICE, -1),)), "BAD_RULING"),
        (Rule(1, (AwardMatch(2),)), "BAD_RULING"),
        (Rule(1, (ReverseRuling(1),)), "NO_SUCH_RULING"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(two_hands: Table, rule: Rule, code: str) -> None:
    before = two_hands.match
    with pytest.raises(RuleViolation, match=code):
        two_hands.do(SERVER, rule)
    assert two_hands.match is before


def test_the_score_of_a_hand_in_play_cannot_be_corrected() -> None:
    table = win(Table()).deal(*HAND)
    with pytest.raises(RuleViolation, match="HAND_IN_PLAY"):
        ruled(table, CorrectHand(2, 0, ALICE, 1))
