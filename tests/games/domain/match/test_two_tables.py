"""Two hands side by side: a round of a partnership (RULES 2d, "Rounds")."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import SERVER, Deal, DrawForDeal
from games.domain.cards import format_card
from games.domain.errors import Code, RuleViolation
from games.domain.match import DealNeeded, Match, apply, legal_actions, must_act, new_match, next_deal, verify
from games.domain.notation import parse_action
from games.domain.perspective import view
from games.domain.ruleset import RuleSet
from games.domain.variants import get_variant
from tests.games.domain.table import PLAIN, Table, cards, rigged_deck, whole_deck

GIN_HAND = "7C 7D 7H 8S 9S TS JS QC QH QD"


@pytest.fixture
def match() -> Match:
    """Seats 1 and 3 drew the lower cards and deal, seats 0 and 2 act first."""
    match = new_match(get_variant("partnership"), 4, RuleSet())
    match = apply(match, SERVER, DrawForDeal(whole_deck(cards("KS 2S KH 2H")))).match
    assert next_deal(match) == DealNeeded(1, 2)
    decks = (rigged_deck(GIN_HAND, None, "5D", "3D"), rigged_deck(PLAIN, None, "QD"))
    after, events = apply(match, SERVER, Deal(decks))
    assert [(event.table, event.players) for event in events] == [(0, (0, 1)), (1, (2, 3))]  # type: ignore[union-attr]
    return after


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match = apply(match, *parse_action(move)).match
    return match


def test_both_tables_play_at_once(match: Match) -> None:
    assert must_act(match) == (0, 2)
    match = play(match, "2 pass-upcard", "0 pass-upcard", "3 pass-upcard")
    assert must_act(match) == (1, 2)
    assert legal_actions(match, 3) == ()
    with pytest.raises(RuleViolation, match="NOT_YOUR_TURN"):
        verify(match, *parse_action("3 draw-stock"))
    match = play(match, "2 draw-stock")
    assert [hand.stock for hand in match.tables] == [31, 30]
    assert view(match, 2).stock == 30
    assert view(match, 1).stock == 31
    assert view(match, 3).seats[2].hand is None


def finish_first(match: Match) -> Match:
    return play(match, "0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock 3D")


def test_a_finished_table_waits_for_the_other(match: Match) -> None:
    match = finish_first(match)
    assert match.phase == "play"
    assert must_act(match) == (2,)
    assert next_deal(match, early=True) is None
    assert match.sheet.hands == ()
    assert view(match, 0).phase == "between"
    assert view(match, 2).phase == "upcard"
    with pytest.raises(RuleViolation, match="WRONG_PHASE"):
        verify(match, *parse_action("0 ready"))


def test_the_round_is_entered_once_both_tables_are_done(match: Match) -> None:
    match = play(finish_first(match), "2 pass-upcard", "3 pass-upcard")
    while match.phase == "play":
        (seat,) = must_act(match)
        match = play(match, f"{seat} draw-stock")
        match = play(match, f"{seat} discard {format_card(match.tables[1].drawn)}")
    assert match.phase == "between"
    assert [type(ended).__name__ for ended in match.sheet.hands] == ["HandScored", "HandVoided"]
    assert [ended.table for ended in match.sheet.hands] == [0, 1]
    match = play(match, "0 ready", "2 ready", "1 ready")
    assert next_deal(match) is None
    assert next_deal(play(match, "3 ready")) == DealNeeded(2, 2)


def test_the_finished_table_stays_scored_when_a_team_concedes(match: Match) -> None:
    match = play(finish_first(match), "2 resign")
    assert match.phase == "play"
    after, events = apply(match, *parse_action("0 resign"))
    assert [type(event).__name__ for event in events] == ["SeatLeft", "HandVoided", "MatchEnded"]
    assert [type(ended).__name__ for ended in after.sheet.hands] == ["HandScored", "HandVoided"]
    assert after.end is not None
    assert (after.end.reason, after.end.winner, after.end.away) == ("resigned", 1, (0, 2))


def sum_of_games(**numbers: Any) -> Table:
    """Seats 0 and 2 act first; a game is two hands of gin."""
    table = Table(variant="partnership", seats=4, four_players="sum_of_games", target=150, **numbers)
    return table.draw("9S 2H KD 3C")


def test_ec81_the_table_that_is_done_waits_and_is_dealt_no_more() -> None:
    """EC-81, W20: the totals are compared when both games are over."""
    table = sum_of_games().deal_gin().go_gin(0).wash(1)
    table.deal_gin().go_gin(0).go_gin(1)
    assert table.match.phase == "between"
    assert [column.closed for column in table.match.sheet.columns] == [True, False]
    assert [pairing.table for pairing in table.match.pairings] == [1]
    assert next_deal(table.match, early=True) == DealNeeded(3, 1)
    table.deal_gin()
    assert [hand.dealt.table for hand in table.match.tables] == [1]
    assert must_act(table.match) == (2,)
    assert legal_actions(table.match, 0) == legal_actions(table.match, 1) == ()
    table.refuses("0 draw-stock", Code.NOT_SEATED)
    table.go_gin(1)
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("target", 0)
    assert table.match.sheet.columns[0].totals == table.match.sheet.columns[1].totals == (156, 0)


def test_both_games_lost_and_won_are_added_up_by_team() -> None:
    table = sum_of_games(next_dealer="alternate").deal_gin().go_gin(0).go_gin(1)
    assert [column.totals for column in table.match.sheet.columns] == [(78, 0), (78, 0)]
    table.deal_gin().go_gin(0).go_gin(1)
    assert [column.totals for column in table.match.sheet.columns] == [(78, 78), (78, 78)], "now the others act first"
    table.deal_gin().go_gin(0).wash(1).deal_gin().go_gin(1)
    assert table.match.end is not None
    assert len(set(table.match.end.totals)) == 2


def test_the_opponents_change_each_round_where_agreed() -> None:
    table = Table("bg-wikihow", variant="partnership", seats=4, swap_opponents=True, team_target=1000)
    table.draw("9S 2H KD 3C").deal_gin()
    assert [hand.players for hand in table.match.tables] == [(0, 1), (2, 3)]
    table.go_gin(0).wash(1).deal_gin()
    assert [hand.players for hand in table.match.tables] == [(3, 0), (1, 2)], "now the other side deals"
    table.wash(0).wash(1).deal_gin()
    assert [hand.players for hand in table.match.tables] == [(0, 1), (2, 3)]


def test_the_match_ends_after_the_round_that_reaches_the_teams_target() -> None:
    table = Table("bg-wikihow", variant="partnership", seats=4, team_target=100).draw("9S 2H KD 3C").deal_gin()
    table.go_gin(0)
    assert table.match.phase == "play"
    table.go_gin(1)
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("target", 0)
