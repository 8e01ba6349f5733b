"""Score sheets and the final reckoning. Ids are those of docs/rules/cases.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.domain.events import HandScored
from games.domain.ruleset import RuleSet, ShutoutKind
from games.domain.scoresheets import Sheet, new_sheet
from games.domain.variants.presets import GIN_PRESETS
from tests.games.domain.scoresheets.ledger import (
    ALICE,
    BOB,
    CHARLIE,
    M1,
    M2,
    M3,
    M4,
    Ledger,
    filled,
    lines,
    scored,
    washed,
)


def kept(rules: RuleSet, ledger: Ledger, seats: int = 2) -> Sheet:
    return filled(new_sheet(rules, seats), ledger)


@pytest.mark.parametrize(
    ("preset", "ledger", "totals", "winner", "settlement"),
    [
        pytest.param("he-wikihow", M1, (383, 0), ALICE, 383, id="M1-he-wikihow-W18-EC-55"),
        pytest.param("bg-wikihow", M1, (368, 0), ALICE, 368, id="M1-bg-wikihow-W33-EC-55"),
        pytest.param("ar-cloudz", M1, (391, 0), ALICE, 391, id="M1-ar-cloudz-W42-EC-55-EC-56"),
        pytest.param("he-spruce-3p", M1, (108, 0), ALICE, 108, id="M1-he-spruce-3p-W60"),
        pytest.param("pagat", M1, (368, 0), ALICE, 368, id="M1-pagat"),
        pytest.param("wikipedia", M1, (391, 0), ALICE, 391, id="M1-wikipedia-EC-56"),
        pytest.param("bicycle-classic", M1, (368, 0), ALICE, 368, id="M1-bicycle-classic"),
        pytest.param("he-wikihow", M2, (286, 94), ALICE, 192, id="M2-he-wikihow-W18"),
        pytest.param("bg-wikihow", M2, (271, 84), ALICE, 187, id="M2-bg-wikihow-W33"),
        pytest.param("ar-cloudz", M2, (286, 44), ALICE, 242, id="M2-ar-cloudz"),
        pytest.param("he-spruce-3p", M2, (111, 44), ALICE, 67, id="M2-he-spruce-3p"),
        pytest.param("pagat", M2, (271, 84), ALICE, 187, id="M2-pagat"),
        pytest.param("wikipedia", M2, (286, 94), ALICE, 192, id="M2-wikipedia"),
        pytest.param("bicycle-classic", M2, (271, 84), ALICE, 187, id="M2-bicycle-classic"),
        pytest.param("he-wikihow", M3, (260, 324), BOB, 64, id="M3-EC-54-he-wikihow-the-higher-total-wins"),
        pytest.param("bg-wikihow", M3, (250, 279), ALICE, -29, id="M3-EC-54-bg-wikihow-the-winner-pays"),
        pytest.param("ar-cloudz", M3, (260, 99), ALICE, 161, id="M3-EC-54-ar-cloudz-no-boxes-for-the-loser"),
        pytest.param("he-spruce-3p", M3, (110, 99), ALICE, 11, id="M3-he-spruce-3p"),
        pytest.param("pagat", M3, (250, 279), BOB, 29, id="M3-EC-54-pagat"),
        pytest.param("wikipedia", M3, (260, 324), ALICE, -64, id="M3-wikipedia"),
        pytest.param("bicycle-classic", M3, (250, 279), BOB, 29, id="M3-EC-54-bicycle-classic"),
        pytest.param("he-wikihow", M4, (300, 55), ALICE, 245, id="M4-he-wikihow"),
        pytest.param("bg-wikihow", M4, (280, 50), ALICE, 230, id="M4-bg-wikihow"),
        pytest.param("ar-cloudz", M4, (300, 30), ALICE, 270, id="M4-ar-cloudz-W41"),
        pytest.param("he-spruce-3p", M4, (100, 30), ALICE, 70, id="M4-he-spruce-3p"),
        pytest.param("pagat", M4, (280, 50), ALICE, 230, id="M4-pagat"),
        pytest.param("wikipedia", M4, (300, 55), ALICE, 245, id="M4-wikipedia"),
        pytest.param("bicycle-classic", M4, (280, 50), ALICE, 230, id="M4-bicycle-classic"),
    ],
)
def test_one_match_under_every_preset(
    preset: str, ledger: Ledger, totals: tuple[int, ...], winner: int, settlement: int
) -> None:
    sheet = kept(GIN_PRESETS[preset], ledger)
    assert sheet.end_reason == "target"
    final = sheet.final()
    assert (final.totals, final.winner, final.settlement) == (totals, winner, settlement)
    assert final.totals == tuple(map(sum, zip(*(line.amounts for line in final.lines), strict=True)))


def test_the_lines_stand_in_the_order_of_the_reckoning() -> None:
    final = kept(GIN_PRESETS["he-wikihow"], M3).final()
    assert [line.key for line in final.lines] == ["hands", "game_bonus", "boxes", "shutout"]
    assert lines(final) == {"hands": (110, 99), "game_bonus": (100, 0), "boxes": (50, 225), "shutout": (0, 0)}


def test_w41_the_winner_of_four_hands_gets_a_hundred_for_boxes_and_the_loser_none() -> None:
    assert lines(kept(GIN_PRESETS["ar-cloudz"], M4).final())["boxes"] == (100, 0)


@pytest.mark.parametrize(
    ("kind", "points", "expected", "total"),
    [
        ("flat", 100, {"game_bonus": (100, 0), "shutout": (100, 0)}, 383),
        ("replace_game_bonus", 200, {"game_bonus": (0, 0), "shutout": (200, 0)}, 383),
        ("double_hands", 100, {"game_bonus": (100, 0), "shutout": (108, 0)}, 391),
        ("double_total", 100, {"game_bonus": (100, 0), "shutout": (283, 0)}, 566),
        ("none", 100, {"game_bonus": (100, 0), "shutout": (0, 0)}, 283),
    ],
)
def test_ec55_every_kind_of_shutout(
    kind: ShutoutKind, points: int, expected: dict[str, tuple[int, int]], total: int
) -> None:
    rules = RuleSet(shutout=kind, shutout_points=points)
    final = kept(rules, M1).final()
    assert {key: lines(final)[key] for key in expected} == expected
    assert final.totals == (total, 0)


def test_a_loser_with_one_box_is_not_shut_out() -> None:
    kinds: tuple[ShutoutKind, ...] = ("flat", "replace_game_bonus", "double_hands", "double_total")
    for kind in kinds:
        rules = RuleSet(shutout=kind)
        assert lines(kept(rules, M4).final())["shutout"] == (0, 0)


def test_a_tie_worth_nothing_is_still_a_hand_won() -> None:
    rules = RuleSet(tie_bonus=0)
    sheet = new_sheet(rules, 2).enter_round([scored(1, BOB, 0)]).enter_round([scored(2, ALICE, 100)])
    assert lines(sheet.final()) == {"hands": (100, 0), "game_bonus": (100, 0), "boxes": (25, 25), "shutout": (0, 0)}


def test_ec52_the_game_bonus_goes_to_whoever_scored_over_the_target() -> None:
    # Bob undercuts Alice's knock
    sheet = new_sheet(RuleSet(), 2).enter_round([scored(1, ALICE, 90)]).enter_round([scored(2, BOB, 80)])
    undercut = HandScored(3, 0, "undercut", BOB, ALICE, 9, 2, 32, 1, ())
    final = sheet.enter_round([undercut]).final()
    assert (final.winner, lines(final)["game_bonus"]) == (BOB, (0, 100))


def test_ec53_boxes_do_not_count_toward_the_target() -> None:
    sheet = new_sheet(RuleSet(), 2)
    for hand_no in range(1, 10):
        sheet = sheet.enter_round([scored(hand_no, ALICE, 11)])
    assert sheet.columns[0].totals == (99, 0)
    assert sheet.columns[0].boxes == (9, 0)
    assert sheet.end_reason is None


@pytest.mark.parametrize(("points", "reason"), [(99, None), (100, "target"), (101, "target")])
def test_ec57_reaching_the_target_is_enough(points: int, reason: str | None) -> None:
    assert new_sheet(RuleSet(), 2).enter_round([scored(1, ALICE, points)]).end_reason == reason


def test_ec58_only_one_side_scores_a_hand_so_one_reaches_the_target() -> None:
    sheet = kept(RuleSet(), [(ALICE, 99), (BOB, 99), (BOB, 1)])
    assert sheet.columns[0].first_to(100) == BOB


def test_ec51_a_void_hand_is_on_the_sheet_but_gives_nothing() -> None:
    sheet = new_sheet(RuleSet(fixed_hands=2), 2).enter_round([scored(1, ALICE, 20)]).enter_round([washed(2)])
    assert sheet.end_reason is None, "it does not count as one of the two hands"
    assert sheet.columns[0].totals == (20, 0)
    assert sheet.columns[0].boxes == (1, 0)
    assert [hand.hand_no for hand in sheet.hands] == [1, 2]
    assert sheet.enter_round([scored(3, BOB, 9)]).end_reason == "hands"


def test_extra_boxes_are_paid_for() -> None:
    sheet = new_sheet(RuleSet(shutout="none"), 2).enter_round([scored(1, ALICE, 100, boxes=3)])
    assert lines(sheet.final())["boxes"] == (75, 0)


def test_entries_say_which_hand_they_come_from() -> None:
    column = kept(RuleSet(), M4).columns[0]
    assert [(entry.hand, entry.side, entry.points) for entry in column.entries] == [
        (1, ALICE, 25),
        (2, BOB, 30),
        (3, ALICE, 25),
        (4, ALICE, 25),
        (5, ALICE, 25),
    ]


# -- a fixed number of hands ------------------------------------------------------------------------------------------


def test_fixed_hands_ignore_the_target_and_the_higher_total_wins() -> None:
    sheet = kept(RuleSet(fixed_hands=3), [(ALICE, 120), (BOB, 60), (BOB, 70)])
    final = sheet.final()
    assert sheet.end_reason == "hands"
    assert lines(final) == {"hands": (120, 130), "game_bonus": (0, 100), "boxes": (25, 50), "shutout": (0, 0)}
    assert final.winner == BOB


def test_fixed_hands_that_end_level_give_nobody_the_game_bonus() -> None:
    final = kept(RuleSet(fixed_hands=2), [(ALICE, 40), (BOB, 40)]).final()
    assert lines(final)["game_bonus"] == (0, 0)
    assert (final.winner, final.settlement, final.totals) == (None, 0, (65, 65))


def test_fixed_hands_level_in_points_can_be_decided_by_boxes() -> None:
    final = kept(RuleSet(fixed_hands=3), [(ALICE, 40), (BOB, 20), (BOB, 20)]).final()
    assert (final.winner, final.totals) == (BOB, (65, 90))


def test_fixed_hands_can_end_in_a_shutout() -> None:
    final = kept(RuleSet(fixed_hands=2), [(ALICE, 40), (ALICE, 20)]).final()
    assert lines(final)["shutout"] == (100, 0)


# -- level at the end -------------------------------------------------------------------------------------------------

LEVEL_RULES = RuleSet(game_bonus=0, match_winner="highest_total")


def level_sheet(rules: RuleSet) -> Sheet:
    """Both on 150: Alice by 100 points and two boxes, Bob by 75 and three."""
    return kept(rules, [(ALICE, 60), *[(BOB, 25)] * 3, (ALICE, 40)])


def test_equal_totals_under_highest_total_are_a_draw() -> None:
    sheet = level_sheet(LEVEL_RULES)
    final = sheet.final()
    assert sheet.end_reason == "target"
    assert (final.totals, final.winner, final.settlement) == ((150, 150), None, 0)


def test_must_decide_plays_one_hand_more_at_a_time_until_they_differ() -> None:
    sheet = level_sheet(replace(LEVEL_RULES, must_decide=True))
    assert sheet.end_reason is None
    sheet = sheet.enter_round([washed(6)])
    assert sheet.end_reason is None
    sheet = sheet.enter_round([scored(7, BOB, 5)])
    assert sheet.end_reason == "target"
    assert (sheet.final().winner, sheet.final().totals) == (BOB, (150, 180))


def test_must_decide_leaves_the_game_bonus_with_the_first_to_the_target() -> None:
    # 100 points, the bonus and two boxes of 60 against 80 points and four: level at 320
    rules = RuleSet(match_winner="highest_total", must_decide=True, box_bonus=60)
    sheet = kept(rules, [(ALICE, 70), *[(BOB, 20)] * 4, (ALICE, 30)])
    assert sheet.final().totals == (320, 320)
    assert sheet.end_reason is None
    final = sheet.enter_round([scored(7, BOB, 30)]).final()
    assert lines(final)["game_bonus"] == (100, 0)
    assert (final.winner, final.totals) == (BOB, (320, 410))


def test_must_decide_changes_nothing_when_the_target_decides() -> None:
    sheet = kept(RuleSet(must_decide=True), M3)
    assert (sheet.end_reason, sheet.final().winner) == ("target", ALICE)


def test_must_decide_with_fixed_hands_plays_on_as_well() -> None:
    sheet = kept(RuleSet(fixed_hands=2, must_decide=True), [(ALICE, 40), (BOB, 40)])
    assert sheet.end_reason is None
    assert sheet.enter_round([scored(3, BOB, 1)]).end_reason == "hands"


# -- leaving early ----------------------------------------------------------------------------------------------------


def test_a_match_left_early_goes_to_the_other_side_with_game_bonus_and_boxes_and_no_shutout() -> None:
    sheet = kept(GIN_PRESETS["he-wikihow"], [(ALICE, 40), (ALICE, 30)])
    final = sheet.final(awarded_to=ALICE)
    assert lines(final) == {"hands": (70, 0), "game_bonus": (100, 0), "boxes": (50, 0), "shutout": (0, 0)}
    assert (final.winner, final.settlement) == (ALICE, 220)


def test_the_side_that_is_left_wins_whatever_the_totals() -> None:
    sheet = kept(GIN_PRESETS["he-wikihow"], [(ALICE, 60), (ALICE, 30)])
    final = sheet.final(awarded_to=BOB)
    assert (final.winner, final.totals, final.settlement) == (BOB, (140, 100), -40)


@pytest.mark.parametrize("preset", GIN_PRESETS)
def test_an_award_never_doubles_or_replaces_anything(preset: str) -> None:
    rules = GIN_PRESETS[preset]
    final = kept(rules, [(BOB, 30)]).final(awarded_to=BOB)
    assert lines(final)["shutout"] == (0, 0)
    assert lines(final)["game_bonus"] == (0, rules.game_bonus)


def test_boxes_for_the_winner_alone_go_to_whom_the_match_is_awarded() -> None:
    final = kept(GIN_PRESETS["ar-cloudz"], [(ALICE, 30), (BOB, 20)]).final(awarded_to=BOB)
    assert lines(final)["boxes"] == (0, 25)


def test_a_match_that_is_called_off_has_a_sheet_without_a_winner() -> None:
    final = kept(RuleSet(), [(ALICE, 30), (BOB, 20)]).final()
    assert (final.winner, final.settlement) == (None, 0)
    assert lines(final)["game_bonus"] == (0, 0)


# -- three seats ------------------------------------------------------------------------------------------------------


def test_a_flat_shutout_counts_for_each_blank_opponent() -> None:
    both = kept(RuleSet(), [(ALICE, 100)], seats=3).final()
    assert lines(both)["shutout"] == (200, 0, 0)
    one = kept(RuleSet(), [(BOB, 20), (ALICE, 100)], seats=3).final()
    assert lines(one)["shutout"] == (100, 0, 0)


@pytest.mark.parametrize("kind", ["replace_game_bonus", "double_hands", "double_total"])
def test_the_other_shutouts_need_every_opponent_blank(kind: ShutoutKind) -> None:
    rules = RuleSet(shutout=kind, shutout_points=200)
    assert lines(kept(rules, [(BOB, 20), (ALICE, 100)], seats=3).final())["shutout"] == (0, 0, 0)
    assert lines(kept(rules, [(ALICE, 100)], seats=3).final())["shutout"][ALICE] > 0


def test_three_settle_with_each_other() -> None:
    final = kept(GIN_PRESETS["he-spruce-3p"], [(BOB, 30), (CHARLIE, 45), (ALICE, 100)], seats=3).final()
    assert (final.totals, final.winner, final.settlement) == ((100, 30, 45), ALICE, 70 + 55)


def test_w60_three_by_the_numbers_of_the_box_end_at_the_target_without_bonuses() -> None:
    sheet = kept(GIN_PRESETS["he-spruce-3p"], [(BOB, 60), (CHARLIE, 45), (ALICE, 30), (BOB, 41)], seats=3)
    final = sheet.final()
    assert (sheet.end_reason, final.winner, final.totals) == ("target", BOB, (30, 101, 45))
    assert lines(final) == {"hands": (30, 101, 45), "game_bonus": (0,) * 3, "boxes": (0,) * 3, "shutout": (0,) * 3}


def test_the_doubled_game_bonus_of_three_needs_both_others_scoreless() -> None:
    both = kept(GIN_PRESETS["bg-wikihow"], [(CHARLIE, 100)], seats=3).final()
    assert (lines(both)["game_bonus"], lines(both)["shutout"]) == ((0, 0, 0), (0, 0, 200))
    one = kept(GIN_PRESETS["bg-wikihow"], [(BOB, 10), (CHARLIE, 100)], seats=3).final()
    assert (lines(one)["game_bonus"], lines(one)["shutout"]) == ((0, 0, 100), (0, 0, 0))


CUTTHROAT = GIN_PRESETS["cutthroat"]


def test_in_the_cutthroat_game_each_settles_with_the_winner_and_who_is_shut_out_pays_a_hundred_more() -> None:
    final = kept(CUTTHROAT, [(CHARLIE, 30), (ALICE, 60), (ALICE, 45)], seats=3).final()
    assert lines(final) == {
        "hands": (105, 0, 30),
        "game_bonus": (100, 0, 0),
        "boxes": (50, 0, 25),
        "shutout": (0, -100, 0),
    }
    bob_pays, charlie_pays = 255 + 100, 255 - 55
    assert (final.totals, final.winner, final.settlement) == ((255, -100, 55), ALICE, bob_pays + charlie_pays)


def test_a_cutthroat_match_left_early_shuts_nobody_out() -> None:
    final = kept(CUTTHROAT, [(ALICE, 60)], seats=3).final(awarded_to=CHARLIE)
    assert lines(final)["shutout"] == (0, 0, 0)
    assert final.winner == CHARLIE


def test_three_who_share_the_lead_have_drawn() -> None:
    rules = RuleSet(fixed_hands=3)
    level = kept(rules, [(ALICE, 20), (CHARLIE, 20), (BOB, 5)], seats=3).final()
    assert (level.winner, level.settlement, lines(level)["game_bonus"]) == (None, 0, (0, 0, 0))


# -- the column -------------------------------------------------------------------------------------------------------


def test_the_column_is_closed_by_the_hand_that_ends_the_match_and_not_before() -> None:
    assert not kept(RuleSet(), M1[:2]).columns[0].closed
    assert kept(RuleSet(), M1).columns[0].closed
    undecided = level_sheet(replace(LEVEL_RULES, must_decide=True))
    assert not undecided.columns[0].closed
    assert undecided.enter_round([scored(7, BOB, 5)]).columns[0].closed
