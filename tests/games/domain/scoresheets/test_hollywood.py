"""The Hollywood sheet (RULES 2f). Ids are those of docs/rules/cases.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.domain.ruleset import RuleSet, customise
from games.domain.scoresheets import Sheet, hollywood_sheet
from games.domain.variants.presets import GIN_PRESETS
from tests.games.domain.scoresheets.ledger import ALICE, BOB, Ledger, filled, lines, scored, washed

NEXT_OPEN = RuleSet(hollywood="next_open")
SCHEDULE = RuleSet(hollywood="schedule")
BLITZ: Ledger = [(ALICE, 40), (ALICE, 35), (ALICE, 30)]
"""Three hands that close the first column while Bob is blank in it."""

either_way = pytest.mark.parametrize("rules", [NEXT_OPEN, SCHEDULE], ids=["next_open", "schedule"])


def kept(rules: RuleSet, ledger: Ledger) -> Sheet:
    return filled(hollywood_sheet(rules, 2), ledger)


def totals(sheet: Sheet) -> list[tuple[int, ...]]:
    return [column.totals for column in sheet.columns]


def closed(sheet: Sheet) -> list[bool]:
    return [column.closed for column in sheet.columns]


@either_way
@pytest.mark.parametrize(
    ("ledger", "expected"),
    [
        ([(ALICE, 25), (ALICE, 18), (ALICE, 36)], [(79, 0), (54, 0), (36, 0)]),
        (
            [(ALICE, 18), (BOB, 12), (ALICE, 25), (BOB, 30), (ALICE, 15), (ALICE, 22), (BOB, 20)],
            [(80, 62), (62, 50), (37, 20)],
        ),
    ],
)
def test_ec66_first_hand_in_one_column_second_in_two_later_ones_in_all(
    rules: RuleSet, ledger: Ledger, expected: list[tuple[int, int]]
) -> None:
    sheet = kept(rules, ledger)
    assert totals(sheet) == expected
    assert closed(sheet) == [False, False, False]
    assert sheet.end_reason is None


@either_way
def test_ec67_a_column_closes_at_the_target_and_takes_no_more(rules: RuleSet) -> None:
    sheet = kept(rules, [(ALICE, 32), (ALICE, 28), (ALICE, 45)])
    assert totals(sheet) == [(105, 0), (73, 0), (45, 0)]
    assert closed(sheet) == [True, False, False]
    sheet = sheet.enter_round([scored(4, ALICE, 10)])
    assert totals(sheet) == [(105, 0), (83, 0), (55, 0)]


def test_ec68_who_is_blank_when_a_column_closes_goes_on_to_the_next_open_one() -> None:
    sheet = filled(kept(NEXT_OPEN, BLITZ), [(BOB, 20)])
    assert totals(sheet) == [(105, 0), (65, 20), (30, 0)]
    assert totals(filled(sheet, [(BOB, 15)])) == [(105, 0), (65, 35), (30, 15)]


def test_ec68_by_the_schedule_entries_for_closed_columns_are_lost() -> None:
    sheet = filled(kept(SCHEDULE, BLITZ), [(BOB, 20)])
    assert totals(sheet) == [(105, 0), (65, 0), (30, 0)]
    assert sheet.hands[-1] == scored(4, BOB, 20), "the hand is on the sheet, although in no column"
    assert totals(filled(sheet, [(BOB, 15)])) == [(105, 0), (65, 15), (30, 0)]
    assert totals(filled(sheet, [(BOB, 15), (BOB, 10)])) == [(105, 0), (65, 25), (30, 10)]


@either_way
def test_ec69_who_has_an_entry_in_the_closed_column_is_treated_alike_by_both_options(rules: RuleSet) -> None:
    sheet = kept(rules, [(BOB, 5), *BLITZ])
    assert closed(sheet) == [True, False, False]
    assert totals(filled(sheet, [(BOB, 15)])) == [(105, 5), (65, 15), (30, 0)]
    assert totals(filled(sheet, [(BOB, 15), (BOB, 10)])) == [(105, 5), (65, 25), (30, 10)]


@either_way
def test_ec70_several_columns_may_close_on_one_hand(rules: RuleSet) -> None:
    sheet = kept(rules, [(ALICE, 5), (ALICE, 100)])
    assert totals(sheet) == [(105, 0), (100, 0), (0, 0)]
    assert closed(sheet) == [True, True, False]
    first, second, third = (column.settlement for column in sheet.columns)
    assert first is not None
    assert second is not None
    assert third is None
    assert (first.totals, second.totals) == ((105 + 100 + 50 + 100, 0), (100 + 100 + 25 + 100, 0))
    assert sheet.end_reason is None


# Alice closes the first two columns, Bob the third.
MIXED: Ledger = [(BOB, 10), (ALICE, 40), (BOB, 5), (ALICE, 61), (BOB, 60), (ALICE, 39), (BOB, 45)]


def test_ec71_each_column_has_its_own_boxes_game_bonus_and_shutout() -> None:
    sheet = kept(NEXT_OPEN, MIXED[:4])
    assert closed(sheet) == [True, False, False]
    settled = sheet.columns[0].settlement
    assert settled is not None
    assert lines(settled) == {
        "hands": (101, 15),
        "game_bonus": (100, 0),
        "boxes": (50, 50),
        "shutout": (0, 0),
    }
    assert (settled.winner, settled.settlement) == (ALICE, 251 - 65)
    assert [column.boxes for column in sheet.columns] == [(2, 2), (1, 1), (0, 0)]


def test_ec71_a_loser_without_an_entry_in_a_column_is_shut_out_there_alone() -> None:
    sheet = kept(NEXT_OPEN, [(BOB, 10), *BLITZ, (ALICE, 40)])
    first, second = (column.settlement for column in sheet.columns[:2])
    assert first is not None
    assert second is not None
    assert lines(first)["shutout"] == (0, 0), "Bob has one entry there"
    assert lines(second)["shutout"] == (100, 0)
    assert (second.totals, second.winner) == ((105 + 100 + 75 + 100, 0), ALICE)


def test_ec72_the_sum_of_the_three_settlements_decides_and_not_the_number_of_columns_won() -> None:
    # Alice wins two columns narrowly; Bob wins the third by far.
    ledger: Ledger = [(BOB, 90), (ALICE, 50), (ALICE, 50), (BOB, 30), (BOB, 69), (ALICE, 50), (BOB, 90)]
    sheet = kept(RuleSet(hollywood="next_open", game_bonus=0, box_bonus=0, shutout="none"), ledger)
    assert totals(sheet) == [(100, 90), (100, 99), (50, 159)]
    assert sheet.end_reason == "target"
    settled = [column.settlement for column in sheet.columns]
    assert [(game.winner, game.settlement) for game in settled if game is not None] == [
        (ALICE, 10),
        (ALICE, 1),
        (BOB, 109),
    ]
    final = sheet.final()
    assert (final.winner, final.totals, final.settlement) == (BOB, (250, 348), 109 - 1 - 10)


def test_ec72_the_final_lines_are_the_sums_of_the_columns_lines() -> None:
    sheet = kept(NEXT_OPEN, MIXED)
    assert sheet.end_reason == "target"
    final = sheet.final()
    games = [column.settlement for column in sheet.columns]
    for place, line in enumerate(final.lines):
        assert line.amounts == tuple(
            sum(game.lines[place].amounts[side] for game in games if game is not None) for side in (ALICE, BOB)
        )
    assert final.totals == tuple(map(sum, zip(*(line.amounts for line in final.lines), strict=True)))


def test_the_match_is_over_once_all_three_are_closed() -> None:
    sheet = hollywood_sheet(NEXT_OPEN, 2)
    for hand_no, closing in ((1, 1), (2, 2), (3, 3)):
        assert sheet.end_reason is None
        sheet = sheet.enter_round([scored(hand_no, ALICE, 100)])
        assert closed(sheet) == [True] * closing + [False] * (3 - closing)
    assert sheet.end_reason == "target"
    assert sheet.final().totals == (3 * (100 + 100 + 25 + 100), 0)


def test_who_is_blank_in_two_closed_columns_begins_in_the_third() -> None:
    sheet = kept(NEXT_OPEN, [(ALICE, 100), (ALICE, 100), (BOB, 30), (BOB, 20)])
    assert totals(sheet) == [(100, 0), (100, 0), (0, 50)]


def test_a_void_hand_is_entered_nowhere() -> None:
    sheet = kept(NEXT_OPEN, [(ALICE, 25)]).enter_round([washed(2)])
    assert totals(filled(sheet, [(ALICE, 18)])) == [(43, 0), (18, 0), (0, 0)]
    assert [hand.hand_no for hand in sheet.hands] == [1, 2]


def test_each_column_goes_to_the_target_of_the_rules() -> None:
    rules = customise(GIN_PRESETS["pagat"], oklahoma="one", hollywood="next_open")
    sheet = kept(rules, [(ALICE, 60), (ALICE, 50), (ALICE, 39)])
    assert rules.target == 150
    assert closed(sheet) == [False, False, False]
    sheet = sheet.enter_round([scored(4, ALICE, 1)])
    assert totals(sheet) == [(150, 0), (90, 0), (40, 0)]
    assert closed(sheet) == [True, False, False]


def test_extra_boxes_of_oklahoma_count_in_every_column_that_the_hand_is_entered_in() -> None:
    sheet = kept(NEXT_OPEN, [(ALICE, 10)]).enter_round([scored(2, ALICE, 40, boxes=3)])
    assert [column.boxes for column in sheet.columns] == [(4, 0), (3, 0), (0, 0)]


def test_a_column_that_the_winner_of_the_race_loses_in_all_settles_against_them() -> None:
    # As in M3: Bob's boxes outweigh Alice's hundred, under a preset whose highest total wins.
    rules = customise(GIN_PRESETS["pagat"], hollywood="next_open")
    sheet = kept(rules, [(ALICE, 60), *[(BOB, 11)] * 9, (ALICE, 50)])
    settled = sheet.columns[0].settlement
    assert settled is not None
    assert (settled.totals, settled.winner, settled.settlement) == ((250, 279), BOB, 29)


# -- level at the end -------------------------------------------------------------------------------------------------

BARE = RuleSet(hollywood="next_open", target=25, game_bonus=0, box_bonus=0, shutout="none")
LEVEL: Ledger = [(ALICE, 50), (BOB, 25), (BOB, 25)]
"""Alice wins the first column 50 to 0; Bob the others, 25 to 0 each."""


def test_equal_sums_are_a_draw() -> None:
    sheet = kept(BARE, LEVEL)
    assert totals(sheet) == [(50, 0), (0, 25), (0, 25)]
    assert sheet.end_reason == "target"
    final = sheet.final()
    assert (final.totals, final.winner, final.settlement) == ((50, 50), None, 0)


def test_must_decide_keeps_the_last_column_open_until_the_sums_differ() -> None:
    sheet = kept(replace(BARE, must_decide=True), LEVEL)
    assert closed(sheet) == [True, True, False]
    assert sheet.end_reason is None
    sheet = sheet.enter_round([washed(4)])
    assert sheet.end_reason is None
    sheet = filled(sheet, [(ALICE, 3)])
    assert totals(sheet) == [(50, 0), (0, 25), (3, 25)]
    assert (sheet.end_reason, sheet.final().winner, sheet.final().totals) == ("target", ALICE, (53, 50))
    third = sheet.columns[2].settlement
    assert third is not None
    assert third.winner == BOB, "the first to the target there, as before"


# -- a fixed number of hands ------------------------------------------------------------------------------------------


def test_with_a_number_of_hands_all_columns_close_with_the_last_one() -> None:
    sheet = kept(replace(NEXT_OPEN, fixed_hands=4), [(ALICE, 120), (BOB, 60), (ALICE, 10)])
    assert closed(sheet) == [False, False, False]
    sheet = sheet.enter_round([washed(4)])
    assert sheet.end_reason is None
    sheet = filled(sheet, [(BOB, 30)])
    assert sheet.end_reason == "hands"
    assert totals(sheet) == [(130, 90), (10, 30), (0, 0)]
    assert [lines(column.settlement)["game_bonus"] for column in sheet.columns if column.settlement] == [
        (100, 0),
        (0, 100),
        (0, 0),
    ]
    assert sheet.final().totals == (130 + 100 + 50 + 10 + 25, 90 + 50 + 30 + 100 + 25)


# -- leaving early ----------------------------------------------------------------------------------------------------


def test_who_leaves_loses_every_open_column_and_closed_ones_stand() -> None:
    sheet = kept(NEXT_OPEN, [(BOB, 10), *BLITZ])
    final = sheet.final(awarded_to=BOB)
    assert lines(final) == {
        "hands": (105 + 65 + 30, 10),
        "game_bonus": (100, 200),  # the first column is Alice's; the others are awarded
        "boxes": (75 + 50 + 25, 25),
        "shutout": (0, 0),
    }
    assert (final.winner, final.settlement) == (BOB, 235 - 450)


def test_a_match_that_is_called_off_keeps_what_was_settled() -> None:
    final = kept(NEXT_OPEN, BLITZ).final()
    assert lines(final)["game_bonus"] == (100, 0)
    assert lines(final)["shutout"] == (100, 0)
