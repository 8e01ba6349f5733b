"""The sheet of basic rummy: to the target, or for a number of hands (RULES 2g)."""

from __future__ import annotations

from games.domain.rummy_rules import RummyRules
from games.domain.scoresheets import Sheet, rummy_sheet
from tests.games.domain.scoresheets.ledger import ALICE, BOB, CHARLIE, Ledger, filled, lines, scored, washed


def kept(ledger: Ledger, seats: int = 3, **numbers: object) -> Sheet:
    return filled(rummy_sheet(RummyRules(**numbers), seats), ledger)  # type: ignore[arg-type]


def test_the_match_ends_with_the_hand_that_brings_a_player_to_the_target() -> None:
    sheet = kept([(ALICE, 80), (BOB, 100), (ALICE, 69)])
    assert sheet.end_reason is None
    sheet = filled(sheet, [(ALICE, 1)])
    assert sheet.end_reason == "target"
    assert sheet.columns[0].closed
    final = sheet.final()
    assert (final.totals, final.winner, final.settlement) == ((150, 100, 0), ALICE, 50 + 150)


def test_nothing_is_added_to_the_points_from_hands() -> None:
    assert lines(kept([(ALICE, 80), (BOB, 20)]).final()) == {"hands": (80, 20, 0)}


def test_void_hands_are_kept_but_do_not_count_among_a_number_of_hands() -> None:
    sheet = kept([(ALICE, 10)], fixed_hands=2).enter_round([washed(2)])
    assert sheet.end_reason is None
    sheet = sheet.enter_round([scored(3, BOB, 30)])
    assert sheet.end_reason == "hands"
    assert [hand.hand_no for hand in sheet.hands] == [1, 2, 3]
    assert sheet.final().winner == BOB


def test_a_tie_after_the_last_hand_is_shared() -> None:
    final = kept([(ALICE, 30), (BOB, 30)], fixed_hands=2).final()
    assert (final.winner, final.settlement) == (None, 0)


def test_a_match_that_has_to_be_decided_goes_on_one_hand_at_a_time() -> None:
    sheet = kept([(ALICE, 30), (BOB, 30)], fixed_hands=2, must_decide=True)
    assert sheet.end_reason is None
    sheet = filled(sheet, [(CHARLIE, 30)])
    assert sheet.end_reason is None
    sheet = filled(sheet, [(CHARLIE, 5)])
    assert sheet.end_reason == "hands"
    assert sheet.final().winner == CHARLIE


def test_a_match_left_early_goes_to_the_one_it_is_awarded_to() -> None:
    final = kept([(ALICE, 80)]).final(BOB)
    assert (final.totals, final.winner, final.settlement) == ((80, 0, 0), BOB, -80)
