"""The sheets of two partnerships (RULES 2d). Alice and Charlie play Bob and Dora. Ids: docs/rules/cases.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Sheet, new_sheet, partners_sheet
from games.domain.variants.presets import GIN_PRESETS
from tests.games.domain.scoresheets.ledger import (
    ALICE,
    BOB,
    CHARLIE,
    DORA,
    M1,
    M2,
    M3,
    M4,
    Ledger,
    lines,
    scored,
    washed,
)

OURS, THEIRS = 0, 1
"""The teams: Alice and Charlie; Bob and Dora."""

Won = tuple[int, int] | None
"""Who won at a table, and with how many points; ``None`` for a wash."""

NET = GIN_PRESETS["bg-wikihow"]
GAMES = GIN_PRESETS["he-wikihow"]


def outcome(hand_no: int, table: int, won: Won) -> HandScored | HandVoided:
    return washed(hand_no, table) if won is None else scored(hand_no, *won, table=table)


def rounds(sheet: Sheet, *results: tuple[Won, ...]) -> Sheet:
    """The sheet after some rounds, each with what came of its two tables."""
    hand_no = max((hand.hand_no for hand in sheet.hands), default=0)
    for number, result in enumerate(results, start=hand_no + 1):
        assert sheet.end_reason is None
        sheet = sheet.enter_round([outcome(number, table, won) for table, won in enumerate(result)])
    return sheet


def kept(rules: RuleSet, *results: tuple[Won, ...]) -> Sheet:
    return rounds(partners_sheet(rules, 4), *results)


# -- each round netted ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "totals", "boxes"),
    [
        pytest.param((ALICE, 20), (CHARLIE, 15), (35, 0), (1, 0), id="W35-both-winners-in-one-team"),
        pytest.param((ALICE, 20), (DORA, 12), (8, 0), (1, 0), id="W35-the-difference"),
        pytest.param((ALICE, 20), (DORA, 31), (0, 11), (0, 1), id="W35-the-difference-to-the-other-team"),
        pytest.param((ALICE, 20), (DORA, 20), (0, 0), (0, 0), id="EC-78-level"),
        pytest.param((ALICE, 12), (DORA, 10), (2, 0), (1, 0), id="EC-79-two-points-and-a-box"),
        pytest.param((ALICE, 18), None, (18, 0), (1, 0), id="EC-80-one-table-washed"),
        pytest.param(None, (DORA, 18), (0, 18), (0, 1), id="EC-80-the-other-table-washed"),
        pytest.param(None, None, (0, 0), (0, 0), id="both-tables-washed"),
    ],
)
def test_a_round_gives_one_team_what_it_won_more(
    first: Won, second: Won, totals: tuple[int, int], boxes: tuple[int, int]
) -> None:
    (column,) = kept(NET, (first, second)).columns
    assert (column.totals, column.boxes) == (totals, boxes)
    assert len(column.entries) == sum(boxes)


def test_a_round_gives_one_box_whatever_the_hands_were_worth() -> None:
    sheet = partners_sheet(NET, 4).enter_round([scored(1, ALICE, 40, boxes=3), scored(1, CHARLIE, 9, table=1)])
    assert sheet.columns[0].boxes == (1, 0)
    assert [(hand.hand_no, hand.table) for hand in sheet.hands] == [(1, 0), (1, 1)]


@pytest.mark.parametrize(("preset", "target"), [("bg-wikihow", 100), ("pagat", 125), ("bicycle-classic", 125)])
def test_the_match_ends_with_the_round_that_reaches_the_teams_target(preset: str, target: int) -> None:
    rules = replace(GIN_PRESETS[preset], four_players="net_per_hand")
    sheet = kept(rules, ((ALICE, target - 10), (CHARLIE, 9)))
    assert (sheet.target, sheet.end_reason, sheet.columns[0].closed) == (target, None, False)
    sheet = rounds(sheet, ((BOB, 30), (CHARLIE, 31)))
    assert (sheet.end_reason, sheet.columns[0].closed) == ("target", True)
    assert sheet.final().winner == OURS


def test_the_teams_get_game_bonus_boxes_and_shutout_as_two_players_do() -> None:
    final = kept(NET, ((ALICE, 40), (DORA, 10)), ((BOB, 22), (DORA, 8)), ((ALICE, 50), (CHARLIE, 25))).final()
    assert lines(final) == {"hands": (105, 30), "game_bonus": (100, 0), "boxes": (40, 20), "shutout": (0, 0)}
    assert (final.winner, final.settlement) == (OURS, 245 - 50)
    blank = kept(NET, ((ALICE, 60), (CHARLIE, 40))).final()
    assert lines(blank)["shutout"] == (200, 0)


def test_a_team_that_won_hands_but_never_a_round_is_shut_out() -> None:
    final = kept(NET, ((ALICE, 60), (DORA, 20)), ((ALICE, 70), (DORA, 10))).final()
    assert lines(final) == {"hands": (100, 0), "game_bonus": (0, 0), "boxes": (40, 0), "shutout": (200, 0)}


def test_fixed_hands_count_rounds_and_not_those_that_both_tables_washed() -> None:
    sheet = kept(replace(NET, fixed_hands=2), ((ALICE, 20), (DORA, 20)), (None, None))
    assert sheet.end_reason is None
    sheet = rounds(sheet, (None, (DORA, 5)))
    assert (sheet.end_reason, sheet.final().winner) == ("hands", THEIRS)


def level_teams(*, must_decide: bool) -> Sheet:
    """Alice and Charlie reach 100 with one box; the others have 80 and two: level at 120 without a game bonus."""
    rules = replace(NET, game_bonus=0, must_decide=must_decide)
    return kept(rules, ((BOB, 40), None), ((BOB, 40), None), ((ALICE, 60), (CHARLIE, 40)))


def test_teams_with_equal_totals_have_drawn() -> None:
    sheet = level_teams(must_decide=False)
    assert sheet.end_reason == "target"
    assert (sheet.final().totals, sheet.final().winner, sheet.final().settlement) == ((120, 120), None, 0)


def test_teams_that_must_decide_play_one_more_round_at_a_time() -> None:
    sheet = level_teams(must_decide=True)
    assert sheet.end_reason is None
    sheet = rounds(sheet, ((ALICE, 7), (DORA, 7)))
    assert sheet.end_reason is None
    sheet = rounds(sheet, (None, (CHARLIE, 1)))
    assert (sheet.end_reason, sheet.final().winner) == ("target", OURS)


def test_a_team_that_leaves_loses_whatever_the_totals() -> None:
    final = kept(NET, ((ALICE, 60), None)).final(awarded_to=THEIRS)
    assert lines(final) == {"hands": (60, 0), "game_bonus": (0, 100), "boxes": (20, 0), "shutout": (0, 0)}
    assert (final.winner, final.settlement) == (THEIRS, 20)


# -- two whole games --------------------------------------------------------------------------------------------------


def at_tables(first: Ledger, second: Ledger) -> Sheet:
    """Both tables' ledgers, written as of Alice and Bob; at table 1 Charlie and Dora sit in their places."""
    sheet = partners_sheet(GAMES, 4)
    for number in range(max(len(first), len(second))):
        assert sheet.end_reason is None
        won: list[HandScored | HandVoided] = []
        if number < len(first):
            won.append(scored(number + 1, *first[number]))
        if number < len(second):
            winner, points = second[number]
            won.append(scored(number + 1, winner + 2, points, table=1))
        sheet = sheet.enter_round(won)
    return sheet


def turned(ledger: Ledger) -> Ledger:
    return [(1 - winner, points) for winner, points in ledger]


@pytest.mark.parametrize("first", [M1, M2, M3, M4])
@pytest.mark.parametrize("second", [M1, M2, M3, M4])
def test_w20_two_games_are_settled_alone_and_the_partners_totals_added(first: Ledger, second: Ledger) -> None:
    sheet = at_tables(first, turned(second))
    expected = []
    for column, ledger in zip(sheet.columns, (first, turned(second)), strict=True):
        alone = new_sheet(GAMES, 2)
        for hand_no, (winner, points) in enumerate(ledger, start=1):
            alone = alone.enter_round([scored(hand_no, winner, points)])
        assert (column.closed, column.settlement) == (True, alone.final())
        expected.append(alone.final().totals)
    ours, theirs = (sum(totals) for totals in zip(*expected, strict=True))
    final = sheet.final()
    assert (sheet.end_reason, final.totals) == ("target", (ours, theirs))
    assert final.winner == (None if ours == theirs else OURS if ours > theirs else THEIRS)
    assert final.settlement == abs(ours - theirs)


def test_w20_equal_sums_are_a_draw() -> None:
    final = at_tables(M1, turned(M1)).final()
    assert (final.totals, final.winner, final.settlement) == ((383, 383), None, 0)


def test_ec81_a_finished_table_waits_and_the_totals_are_compared_when_both_are_done() -> None:
    sheet = at_tables(M1, [(0, 10), (1, 12), (0, 9)])
    assert [column.closed for column in sheet.columns] == [True, False]
    assert sheet.end_reason is None
    sheet = sheet.enter_round([scored(4, DORA, 90, table=1)])
    assert sheet.end_reason == "target"
    assert [column.totals for column in sheet.columns] == [(108, 0), (19, 102)]
    assert sheet.final().winner == OURS


def test_a_wash_at_one_table_does_not_touch_the_other() -> None:
    sheet = kept(GAMES, (None, (DORA, 30)), ((BOB, 20), None))
    assert [column.totals for column in sheet.columns] == [(0, 20), (0, 30)]
    assert sheet.target == 100


def test_the_higher_sum_wins_even_where_the_first_to_the_target_wins_a_game() -> None:
    rules = replace(GAMES, match_winner="first_to_target", shutout="none", game_bonus=0, box_bonus=0)
    sheet = kept(rules, ((ALICE, 100), (DORA, 99)), (None, (CHARLIE, 10)), (None, (CHARLIE, 90)))
    assert [column.totals for column in sheet.columns] == [(100, 0), (100, 99)]
    assert sheet.final().winner == OURS


def test_fixed_hands_are_counted_at_each_table() -> None:
    sheet = kept(replace(GAMES, fixed_hands=2), ((ALICE, 20), (DORA, 30)), (None, (DORA, 30)))
    assert [column.closed for column in sheet.columns] == [False, True]
    sheet = rounds(sheet, ((ALICE, 20),))
    assert (sheet.end_reason, sheet.final().winner) == ("hands", THEIRS)


def test_games_that_must_be_decided_go_on_at_the_table_that_ended_last() -> None:
    rules = replace(GAMES, must_decide=True)
    sheet = kept(rules, ((ALICE, 100), (DORA, 60)))
    sheet = sheet.enter_round([scored(2, CHARLIE, 0, table=1)])  # a tie worth nothing: no shutout
    sheet = sheet.enter_round([scored(3, DORA, 40, table=1)])
    assert [column.closed for column in sheet.columns] == [True, True]
    level = kept(rules, ((ALICE, 100), None)).enter_round([scored(2, DORA, 100, table=1)])
    assert [column.closed for column in level.columns] == [True, False]
    assert level.end_reason is None
    decided = level.enter_round([scored(3, CHARLIE, 5, table=1)])
    assert (decided.end_reason, decided.final().winner) == ("target", OURS)


def test_a_team_that_leaves_loses_the_games_still_open() -> None:
    sheet = kept(GAMES, ((ALICE, 108), (CHARLIE, 30)))
    final = sheet.final(awarded_to=THEIRS)
    assert lines(final) == {"hands": (138, 0), "game_bonus": (100, 100), "boxes": (50, 0), "shutout": (100, 0)}
    assert (final.winner, final.settlement) == (THEIRS, 100 - 388)
