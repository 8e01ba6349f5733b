"""The stock runs out: refills, their limit, and hands that are stuck (RULES 2g)."""

from __future__ import annotations

import pytest

from games.domain.cards import format_card, parse_card
from games.domain.events import HandScored, HandVoided, ScoreLine, StockDrawn, StockRefilled
from tests.games.domain.hands.rummy.table import ALICE, BOB, RummyTable


def coming(table: RummyTable) -> str:
    """The stock's cards, next first."""
    hand = table.hand
    return " ".join(map(format_card, hand.order[len(hand.order) - hand.stock :]))


def test_w53_all_discards_but_the_top_become_the_stock_in_the_order_of_their_reshuffle() -> None:
    """W53: whoever wants a card from the empty stock brings the refill about, and has its first card."""
    table = RummyTable().lay("7H 2S", pile="3S 9C JD 5H KD", stock="", reshuffle="JD AH 5H 3S")
    table.play("0 draw-stock")
    assert table.events == (StockRefilled(1, 4, "shuffled"), StockDrawn(ALICE, parse_card("JD"), 3))
    assert coming(table) == "5H 3S 9C"
    assert [format_card(card) for card in table.hand.pile] == ["KD"]


def test_whoever_takes_the_top_of_the_pile_needs_no_stock() -> None:
    table = RummyTable().lay("7H 2S", pile="3S 9C JD 5H KD", stock="").play("0 take-discard")
    assert (table.hand.stock, table.hand.refills, len(table.hand.pile)) == (0, 0, 4)


def test_by_option_the_pile_is_turned_over_and_what_was_shed_first_comes_first() -> None:
    table = RummyTable(stock_empty="turn_over").lay("7H 2S", pile="3S 9C JD 5H KD", stock="").play("0 draw-stock")
    assert table.events == (StockRefilled(1, 4, "turned"), StockDrawn(ALICE, parse_card("3S"), 3))
    assert coming(table) == "9C JD 5H"


def test_each_refill_has_an_order_of_its_own() -> None:
    table = RummyTable().lay("7H 2S", pile="3S 9C JD KD", stock="", refills=1)
    decks = table.hand.dealt.decks
    assert len(decks) == 4
    second = tuple(map(parse_card, ["9C", "JD", "3S"]))
    rest = tuple(card for card in range(52) if card not in second)
    table.put(table.hand._replace(dealt=table.hand.dealt._replace(decks=(*decks[:2], (*second, *rest), decks[3]))))
    table.play("0 draw-stock")
    assert coming(table) == "JD 3S"


@pytest.mark.parametrize("stock_empty", ["shuffle_keep_top", "turn_over"])
def test_w53_the_fourth_refill_voids_the_hand(stock_empty: str) -> None:
    """The same dealer deals again."""
    table = RummyTable(stock_empty=stock_empty).lay("7H 2S", pile="3S 9C KD", stock="", refills=2)
    table.play("0 draw-stock", "0 discard 2S")
    assert table.hand.refills == 3
    table.lay("7H 2S", pile="3S 9C KD", stock="", refills=3).play("0 draw-stock")
    assert table.events == (HandVoided(1, 0, "refills"),)
    assert table.voided() == "refills"
    assert table.match.pairings[0].dealer == BOB
    assert table.match.sheet.columns[0].entries == ()


def test_without_refills_the_first_need_of_one_voids_the_hand() -> None:
    table = RummyTable(reshuffle_limit=0).lay("7H 2S", pile="3S 9C KD", stock="").play("0 draw-stock")
    assert table.voided() == "refills"


def test_ec89_nothing_to_turn_and_the_one_discard_not_wanted_the_hand_is_void() -> None:
    table = RummyTable().lay("7H 2S", pile="KD", stock="")
    assert table.allowed(ALICE) == ["0 draw-stock", "0 take-discard"]
    table.play("0 draw-stock")
    assert table.events == (HandVoided(1, 0, "stuck"),)


def test_ec89_whoever_takes_the_one_discard_plays_on() -> None:
    table = RummyTable().lay("7H 2S", pile="KD", stock="").play("0 take-discard", "0 discard 7H")
    assert table.hand.outcome is None


def test_ec89_by_option_the_lowest_hand_wins_what_the_others_hold() -> None:
    table = RummyTable(3, no_turn="lowest_wins").lay("7H 2S", "AC 4D", "KS", pile="KD", stock="").play("0 draw-stock")
    assert table.events == (HandScored(1, 0, "lowest", BOB, BOB, 5, 19, 19, 1, (ScoreLine("left_in_hands", 19),)),)


def test_ec89_where_two_are_equally_low_nobody_wins() -> None:
    table = RummyTable(3, no_turn="lowest_wins").lay("3H 2S", "AC 4D", "KS", pile="KD", stock="").play("0 draw-stock")
    assert table.voided() == "stuck"
