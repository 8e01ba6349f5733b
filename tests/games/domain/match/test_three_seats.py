"""Whole hands of three players: who gets cards, who may act, who scores (RULES 2b, 2c)."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.errors import Code
from games.domain.events import DealDrawn, HandDealt, MatchEnded
from games.domain.match import DealNeeded, legal_actions, must_act, next_deal
from tests.games.domain.table import Table, cards

A, B, C = range(3)


def three(preset: str = "he-wikihow", **numbers: Any) -> Table:
    """A drew lowest: A deals, B acts first, C has the second refusal."""
    return Table(preset, variant="three-handed", seats=3, **numbers).draw("AS 9H KD")


def box(**numbers: Any) -> Table:
    """A is the box, B the captain, C the adviser."""
    return Table("he-spruce-3p", variant="in-the-box", seats=3, **numbers).draw("KS 9H 2D")


def test_w19_the_dealer_gets_no_cards_and_the_deal_moves_on() -> None:
    table = three()
    assert table.events == (DealDrawn((tuple(cards("AS 9H KD")),), A),)
    assert next_deal(table.match) == DealNeeded(1, 1)
    table.deal_gin()
    (dealt,) = table.events
    assert isinstance(dealt, HandDealt)
    assert (dealt.dealer, dealt.players) == (A, (B, C))
    table.go_gin().deal_gin()
    assert table.hand.dealt.dealer == B
    assert table.hand.players == (C, A)


def test_the_active_players_have_the_two_refusals_and_the_sitter_none() -> None:
    table = three().deal_gin()
    assert must_act(table.match) == (B,)
    assert legal_actions(table.match, A) == ()
    table.refuses("0 take-upcard", Code.NOT_SEATED)
    table.play("1 pass-upcard", "2 pass-upcard")
    table.refuses("0 draw-stock", Code.NOT_SEATED)
    assert table.phase == "forced_stock"


def test_the_sitter_scores_nothing_and_is_asked_too_whether_all_have_seen_the_result() -> None:
    table = three(target=200).deal_gin().go_gin()
    assert table.match.sheet.columns[0].totals == (0, 78, 0)
    table.play("1 ready", "2 ready")
    assert next_deal(table.match) is None
    assert next_deal(table.play("0 ready").match) == DealNeeded(2, 1)


def test_w34_the_loser_deals_next_where_the_book_says_so() -> None:
    table = three("bg-wikihow").deal_gin().go_gin()
    assert table.match.pairings[0].dealer == C
    assert set(table.match.pairings[0].players) == {A, B}


def test_ec51_a_void_hand_changes_nothing() -> None:
    table = three()
    before = table.match.pairings
    table.deal_gin().wash()
    assert table.match.pairings == before
    assert table.match.sheet.columns[0].entries == ()


def test_the_first_of_three_to_the_target_wins_with_a_shutout_for_each_scoreless_opponent() -> None:
    table = three(target=75).deal_gin().go_gin()
    end = table.events[-1]
    assert isinstance(end, MatchEnded)
    assert (end.reason, end.winner, end.totals) == ("target", B, (0, 78 + 100 + 25 + 2 * 100, 0))
    assert table.match.phase == "over"


def test_cutthroat_deals_to_the_dealer_and_lets_the_loser_out() -> None:
    table = three("cutthroat").deal_gin()
    assert (table.hand.dealt.dealer, table.hand.players) == (B, (C, B)), "A drew lowest and sits out"
    table.go_gin().deal_gin()
    assert (table.hand.dealt.dealer, table.hand.players) == (A, (C, A)), "the idle player deals and plays the winner"


def test_a_three_handed_match_goes_through_its_last_stage_to_the_target() -> None:
    table = three("bg-wikihow", target=200)
    while table.match.phase != "over":
        table.deal_gin().go_gin()
    end = table.match.end
    assert end is not None
    hands = next(line.amounts for line in end.lines if line.key == "hands")
    assert end.winner is not None
    assert hands[end.winner] >= 200
    assert all(total < 200 for seat, total in enumerate(hands) if seat != end.winner)


def test_ec75_the_adviser_gets_no_cards_and_takes_no_part() -> None:
    """EC-75, EC-74: the captain decides everything; the adviser has nothing to do on the table."""
    table = box().deal_gin()
    assert (table.hand.dealt.dealer, table.hand.players) == (A, (B, A))
    for move in ("take-upcard", "pass-upcard", "draw-stock", "take-discard", "discard 7H", "knock 7H", "defend * *"):
        table.refuses(f"2 {move}", Code.NOT_SEATED)
    assert legal_actions(table.match, C) == ()
    assert must_act(table.match) == (B,), "the captain has the first choice"


def test_w57_the_points_are_the_captains_own_and_the_adviser_never_scores() -> None:
    table = box(target=200).deal_gin().go_gin()
    assert table.scored() == ("gin", B, 78)
    assert table.match.sheet.columns[0].totals == (0, 78, 0)
    assert table.match.variant.seating.roles(table.match.pairings, 3) == ("adviser", "box", "captain")


def test_ec73_a_box_that_knocks_and_is_undercut_has_lost() -> None:
    table = box(target=200)
    captain, knocker = "8S 8H 8D TS JS QS AH AD AC 2D", "7C 7D 7H 3S 4S 5S KC KD KS 9H"
    table.deal_hands(captain, knocker, "QC", "TD QD").play("1 pass-upcard", "0 pass-upcard")
    table.play("1 draw-stock", "1 discard TD", "0 draw-stock", "0 knock QD", "1 defend * *")
    assert table.scored() == ("undercut", B, 7 + 10)
    assert table.match.variant.seating.roles(table.match.pairings, 3) == ("adviser", "box", "captain")


@pytest.mark.parametrize("target", [75, 78])
def test_w60_whoever_reaches_the_target_wins_at_once_without_bonuses(target: int) -> None:
    table = box(target=target).deal_gin().go_gin()
    assert table.match.end is not None
    assert (table.match.end.winner, table.match.end.totals) == (B, (0, 78, 0))


def test_w54_a_void_hand_leaves_the_box_where_it_is() -> None:
    table = box()
    before = table.match.pairings
    table.deal_gin().wash()
    assert table.match.pairings == before
