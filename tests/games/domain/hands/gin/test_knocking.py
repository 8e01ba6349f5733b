"""Knock, gin and big gin: the limit, the arrangement shown, and what the hand is worth (RULES 1.4, 1.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import BigGin, Knock
from games.domain.cards import format_hand, parse_card
from games.domain.errors import Code
from games.domain.events import HandScored, Knocked
from games.domain.match import legal_actions
from tests.games.domain.table import ALICE, BOB, Table, hand


def drawn(
    alice: str,
    card: str,
    *,
    bob: str | None = None,
    upcard: str = "QD",
    preset: str = "he-wikihow",
    **numbers: Any,
) -> Table:
    """Alice holds ten cards and has drawn one from the stock, after two refusals of the upcard."""
    table = Table(preset, upcard_offer="nondealer_then_dealer", **numbers).deal(alice, bob, upcard, card)
    return table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")


def shown(table: Table) -> list[str]:
    knock = table.sees(BOB).knock
    assert knock is not None
    return [format_hand(meld) for meld in knock.melds]


def test_w01_a_knock_with_eleven_is_refused_and_says_count_and_limit() -> None:
    """W01, EC-07."""
    table = drawn("3S 5S 7S 9S 9C 9D 9H AH KD 4S", "6S")
    table.refuses("0 knock 7S", Code.KNOCK_OVER_LIMIT, count=11, limit=10)
    assert Knock(parse_card("7S")) not in legal_actions(table.match, ALICE)


def test_ec07_a_knock_with_exactly_ten_is_accepted() -> None:
    """EC-07, W23r."""
    table = drawn("KC KD KH 3S 4S 5S 2H 7D AC TC", "6S")
    table.play("0 knock TC")
    assert table.events == (
        Knocked(ALICE, "knock", parse_card("TC"), (hand("3S 4S 5S 6S"), hand("KH KD KC")), hand("2H 7D AC"), 10),
    )
    assert table.phase == "layoff"


def test_ec08_the_count_is_taken_on_the_ten_that_stay() -> None:
    """EC-08: eleven cards that count 13, of which a king is shed."""
    table = drawn("KC KD KH 3S 4S 5S AC AH AD QC", "2C")
    assert {action.card for action in legal_actions(table.match, ALICE) if isinstance(action, Knock)} >= {
        parse_card("QC")
    }
    table.play("0 knock QC")
    assert table.hand.showdown is not None
    assert table.hand.showdown.count == 2


def test_ec03_greedy_melding_would_have_refused_this_knock() -> None:
    """EC-03."""
    table = drawn("3H 4H 5H 6H 7H 3C 3D 7C 7D QC", "KS", upcard="QD")
    table.play("0 knock QC")
    assert table.hand.showdown is not None
    assert table.hand.showdown.count == 10


def test_ec06_one_meld_can_be_enough() -> None:
    """EC-06."""
    table = drawn("5S 6S 7S 8S 9S TS JS AH 2D 3C", "KD")
    table.play("0 knock KD")
    assert table.hand.showdown is not None
    assert table.hand.showdown.count == 6


def test_ec11_the_taken_card_may_not_be_the_knock_discard() -> None:
    """EC-11: with KS from the pile no shed leaves ten or less; drawn from the stock KS may be shed."""
    holding = "3S 4S 5S 9D 9H 9C AH 2D 3C 4H"
    bob = "2S 6S 8S TS QS 3H 5H 7H 9S JH"
    taken = Table().deal(holding, bob, "KS").play("0 take-upcard")
    taken.refuses("0 knock KS", Code.TAKEN_CARD_RETURNED)
    assert not [action for action in legal_actions(taken.match, ALICE) if isinstance(action, Knock)]
    for card in holding.split():
        taken.refuses(f"0 knock {card}", Code.KNOCK_OVER_LIMIT)
    from_stock = drawn(holding, "KS", bob=bob)
    from_stock.play("0 knock KS")
    assert from_stock.phase == "layoff"


def test_w59_knocking_is_never_a_duty() -> None:
    """W59, EC-44: not even with gin."""
    table = drawn("KC KD KH 3S 4S 5S 6S AC AH AD", "2C")
    table.play("0 discard 2C")
    assert table.phase == "draw"


def test_w31_a_knock_on_the_very_first_turn_is_allowed() -> None:
    """W31."""
    table = drawn("KC KD KH 3S 4S 5S AC 2H 4D QC", "3C", preset="pagat")
    table.play("0 knock QC")
    assert table.phase == "layoff"


def test_ec16_the_dealer_may_knock_right_after_taking_the_refused_upcard() -> None:
    """EC-16: the non-dealer has not played."""
    table = Table().deal("2S 4C 6S 8S TS QS 3H 5H 7H 9H", "KC KD KH 3S 4S 5S AC 2C 4D QC", "AD")
    table.play("0 pass-upcard", "1 take-upcard", "1 knock QC")
    assert table.phase == "layoff"


def test_ec18_a_player_dealt_gin_must_draw_first() -> None:
    """EC-18: in the offer the best is to take the upcard and knock with it."""
    table = Table().deal("4C 5C 6C 9D 9H 9S TD JD QD KD", None, "2H")
    table.refuses("0 knock KD", Code.WRONG_PHASE)
    table.play("0 take-upcard")
    knocks = [action for action in legal_actions(table.match, ALICE) if isinstance(action, Knock)]
    assert Knock(parse_card("TD")) in knocks
    table.play("0 knock TD")
    assert table.hand.showdown is not None
    assert table.hand.showdown.count == 2


def test_ec17_eleven_melded_cards_are_plain_gin_when_big_gin_is_off() -> None:
    """EC-17: an end card is shed."""
    eleven = "4C 5C 6C 7C 8C 9D 9H 9S JD QD"
    table = drawn(eleven, "KD", bob=None, upcard="QC")
    table.refuses("0 big-gin", Code.BIG_GIN_OFF)
    view = table.sees(ALICE)
    assert not view.can.big_gin
    assert set(view.can.gin) == {parse_card("4C"), parse_card("8C")}
    table.play("0 knock 4C")
    assert table.scored()[0] == "gin"


def test_w40_gin_scores_at_once_without_lay_off() -> None:
    """W08, W26, W27, W40, EC-30: Bob's seven fits and may not go; 21 + 25."""
    bob = "KC KH KD 2S 3S 4S 7S AH 3D TC"
    table = drawn("7C 7D 7H 8S 9S TS JS QC QD QH", "5D", bob=bob, upcard="JD", preset="bg-wikihow")
    table.play("0 knock 5D")
    assert table.phase == "done"
    assert table.scored() == ("gin", ALICE, 21 + 25)
    assert [type(event).__name__ for event in table.events] == ["Knocked", "HandScored"]
    table.refuses("1 defend * 7S@0", Code.LAYOFF_ON_GIN)
    table.refuses("0 defend * *", Code.WRONG_PHASE)


def test_w27_the_alternative_numbers_give_41() -> None:
    """W27."""
    table = drawn(
        "7C 7D 7H 8S 9S TS JS QC QD QH", "5D", bob="KC KH KD 2S 3S 4S 7S AH 3D TC", upcard="JD", preset="bg-wikihow-alt"
    )
    table.play("0 knock 5D")
    assert table.scored() == ("gin", ALICE, 41)


@pytest.mark.parametrize("bob", ["2S 3S 4S JC JD JH 5C 6C 7C 8C"])
def test_ec36_gin_against_a_defender_without_deadwood_is_still_gin(bob: str) -> None:
    """EC-36, EC-42, W56: 25 and nothing for the defender."""
    table = drawn("7D 7S 7H 8S 9S TS JS QC QD QH", "5D", bob=bob, upcard="KD")
    table.play("0 knock 5D")
    assert table.scored() == ("gin", ALICE, 25)


def test_ec26_a_knocker_may_show_more_deadwood_than_necessary() -> None:
    """EC-26: the shown arrangement counts."""
    table = drawn("2H 3H 4H KC KD KH 3S 4S 5S AC", "QC", upcard="JD")
    table.play("0 knock QC 3S4S5S,KHKDKC")
    assert table.hand.showdown is not None
    assert (table.hand.showdown.kind, table.hand.showdown.count) == ("knock", 10)


def test_an_arrangement_over_the_limit_is_to_be_regrouped_when_another_would_do() -> None:
    table = drawn("2H 3H 4H KC KD KH 3S 4S 5S AC", "QC", upcard="JD")
    table.refuses("0 knock QC 3S4S5S,2H3H4H", Code.ARRANGEMENT_OVER_LIMIT, count=31, limit=10, best=1)
    table.play("0 knock QC 2H3H4H,3S4S5S,KHKDKC")
    assert table.phase == "layoff"


def test_w58_melds_are_checked_card_by_card() -> None:
    """W58, EC-02, EC-09."""
    table = drawn("7S 7D 7H 8H 9H KC KD KH AC 2C", "QC", upcard="JD")
    table.refuses("0 knock QC 7S7H7D,7H8H9H,KHKDKC", Code.MELDS_OVERLAP)
    table.refuses("0 knock QC 7S7H,KHKDKC", Code.NOT_A_MELD)
    table.refuses("0 knock QC QSQHQD,KHKDKC", Code.NOT_IN_HAND)
    table.refuses("0 knock QC KHKDKC,JCQCKC", Code.MELDS_OVERLAP)
    table.refuses("0 knock QC ACKCQC", Code.NOT_A_MELD)
    table.refuses("0 knock 2C ACKDQS", Code.NOT_A_MELD)


def test_the_shed_card_may_not_be_among_the_melds() -> None:
    table = drawn("7S 7D 7H 8H 9H KC KD KH AC 2C", "KS", upcard="JD")
    table.refuses("0 knock KS KSKHKD,7S7H7D", Code.NOT_IN_HAND)


def test_w23_the_declared_arrangement_counts_even_where_a_better_one_exists() -> None:
    """W23: the loose 2, 7 and ace are ten as declared, although the seven would fit both melds."""
    table = drawn("7C 7D 7H 7S 3S 4S 5S 6S 2H AD", "QC", upcard="JD")
    table.play("0 knock QC 3S4S5S6S,7H7D7C")
    assert table.hand.showdown is not None
    assert (table.hand.showdown.count, table.hand.showdown.deadwood) == (10, hand("7S 2H AD"))


def test_zero_shown_is_gin_and_more_shown_is_a_knock() -> None:
    """EC-44: a knock with count 0 is scored as gin; whoever shows a loose ace with gin in hand has knocked."""
    ten = "AS 2S 3S 4S KC KD KH 7C 7D 7H"
    gin = drawn(ten, "QC", upcard="JD").play("0 knock QC")
    assert gin.scored()[0] == "gin"
    knock = drawn(ten, "QC", upcard="JD").play("0 knock QC 2S3S4S,KHKDKC,7H7D7C")
    assert knock.phase == "layoff"
    assert knock.hand.showdown is not None
    assert knock.hand.showdown.count == 1


@pytest.mark.parametrize(("melds", "left"), [("5S5H5D5C,6S7S8S", 17), ("5H5D5C,5S6S7S8S", 10)])
def test_ec24_the_choice_among_equal_counts_is_the_knockers(melds: str, left: int) -> None:
    """EC-24."""
    table = drawn("5S 5H 5D 5C 6S 7S 8S AH 2D 3C", "JD", bob="4S 3S KC KD KH 9C 9D 9H 8C 2H", upcard="QD")
    table.play(f"0 knock JD {melds}", "1 defend * *")
    assert table.sees(ALICE).result is not None
    outcome = table.hand.outcome
    assert isinstance(outcome, HandScored)
    assert (outcome.knocker_count, outcome.defender_count) == (6, left)


def test_ec25_the_default_arrangement_offers_least_to_unseen_cards() -> None:
    """EC-25: four fives deny 3S and 4S their place."""
    table = drawn("5S 5H 5D 5C 6S 7S 8S AH 2D 3C", "JD", bob="4S 3S KC KD KH 9C 9D 9H 8C 2H", upcard="QD")
    table.play("0 knock JD")
    assert shown(table) == ["6S 7S 8S", "5S 5H 5D 5C"]


def test_ec25_the_default_arrangement_depends_on_what_the_knocker_knows_alone() -> None:
    """EC-25: two deals that differ only in Bob's hand give the same arrangement."""
    bobs = ["4S 3S KC KD KH 9C 9D 9H 8C 2H", "2C 4C TH KC KD KH 8D 9D JH 2H"]
    ways = set()
    for bob in bobs:
        table = drawn("5S 5H 5D 5C 6S 7S 8S AH 2D 3C", "JD", bob=bob, upcard="QD")
        ways.add(tuple(shown(table.play("0 knock JD"))))
    assert len(ways) == 1


def test_ec25_cards_that_the_knocker_saw_go_by_are_not_feared() -> None:
    """EC-25: a run offers two ends, a set one card; once both ends lie on the pile the run is the safer one."""
    ten = "2H 3H 4H 3D 3C KS KH KD KC AD"
    fresh = drawn(ten, "QC").play("0 knock QC")
    assert shown(fresh) == ["3H 3D 3C", "KS KH KD KC"]
    table = Table().deal(ten, None, "AH", "5H QD QC")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 discard 5H", "1 draw-stock", "1 discard QD")
    table.play("0 draw-stock", "0 knock QC")
    assert shown(table) == ["2H 3H 4H", "KS KH KD KC"]


def test_big_gin_melds_all_eleven_and_replaces_the_gin_bonus() -> None:
    """EC-43, RULES 2h: 31 in place of 25, no lay-off."""
    table = drawn(
        "4C 5C 6C 7C 8C 9D 9H 9S JD QD", "KD", bob="2S 4S 6S 8S TS QS 3H 5H 7H JC", upcard="QC", preset="wikipedia"
    )
    table.refuses("0 big-gin 4C5C6C7C8C,9S9H9D", Code.NOT_BIG_GIN, count=30)
    assert BigGin() in legal_actions(table.match, ALICE)
    table.play("0 big-gin")
    assert table.scored() == ("big_gin", ALICE, 65 + 31)
    assert table.sees(BOB).knock is not None
    assert table.sees(BOB).knock.discard is None  # type: ignore[union-attr]


def test_big_gin_is_allowed_with_the_card_from_the_pile() -> None:
    table = Table("wikipedia").deal("4C 5C 6C 7C 8C 9D 9H 9S JD QD", "2S 4S 6S 8S TS QS 3H 5H 7H JC", "KD")
    table.play("0 take-upcard", "0 big-gin JDQDKD,4C5C6C7C8C,9S9H9D")
    assert table.scored()[0] == "big_gin"


def test_big_gin_with_a_loose_card_is_refused() -> None:
    table = drawn("4C 5C 6C 7C 8C 9D 9H 9S JD QD", "2C", upcard="QC", preset="wikipedia")
    table.refuses("0 big-gin", Code.NOT_BIG_GIN, count=22)
    assert BigGin() not in legal_actions(table.match, ALICE)


def test_straight_gin_allows_no_knock_but_gin() -> None:
    """RULES 2h: the limit is 0."""
    table = drawn("AS 2S 3S 4S KC KD KH 7C 7D 6H", "7H", upcard="JD", knock_limit=0)
    table.refuses("0 knock 7H", Code.KNOCK_OVER_LIMIT)
    table.play("0 knock 6H")
    assert table.scored()[0] == "gin"


def test_ec35_the_shed_card_of_a_knock_lies_face_down() -> None:
    """EC-35: it is not on the pile, nobody may lay it off, and nothing may be laid next to it."""
    table = drawn("KC KD KH 3S 4S 5S AC 2H 4D AD", "6S", bob="7S 7C 6C 8S TS QS 3H 5H JC 9D")
    table.play("0 knock 6S")
    assert parse_card("6S") not in table.hand.pile
    table.refuses("1 defend * 6S@0", Code.NOT_IN_HAND)
    table.refuses("1 defend * 7S@0", Code.LAYOFF_DOES_NOT_FIT, card="7S")
