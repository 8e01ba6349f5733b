"""The deal, the draw, melds, lay-offs and the discard (RULES 2g)."""

from __future__ import annotations

import pytest

from games.domain.cards import hand_of, parse_card, parse_hand
from games.domain.errors import Code
from games.domain.events import CardDiscarded, LaidOff, Melded, PileTaken, RummyDealt, StockDrawn
from games.domain.match import must_act
from tests.games.domain.hands.rummy.table import ALICE, BOB, CAROL, RummyTable, any_deck


@pytest.mark.parametrize(("seats", "each"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_w45_the_number_of_players_decides_how_many_cards_are_dealt(seats: int, each: int) -> None:
    table = RummyTable(seats).deal()
    assert [cards.bit_count() for cards in table.hand.hands] == [each] * seats
    assert table.hand.stock == 52 - 1 - seats * each


def test_ec90_six_players_leave_fifteen_cards_in_the_stock() -> None:
    hand = RummyTable(6).deal().hand
    assert (sum(cards.bit_count() for cards in hand.hands), len(hand.pile), hand.stock) == (36, 1, 15)


def test_cards_are_dealt_one_at_a_time_and_the_next_is_turned_up() -> None:
    table = RummyTable(3).deal(any_deck())
    (dealt,) = table.events
    hands = tuple(hand_of(range(first, 21, 3)) for first in range(3))
    assert dealt == RummyDealt(1, 0, CAROL, (ALICE, BOB, CAROL), hands, 21)
    assert table.hand.order[0] == 22


def test_the_player_on_the_dealers_left_starts_and_may_just_take_the_upcard() -> None:
    table = RummyTable(3).deal()
    assert must_act(table.match) == (ALICE,)
    assert table.allowed(ALICE) == ["0 draw-stock", "0 take-discard"]
    table.play("0 take-discard")
    assert table.events == (PileTaken(ALICE, 21),)


def test_a_turn_is_a_draw_melds_and_lay_offs_and_a_discard() -> None:
    table = RummyTable().lay("7H 8H 9H TH 2S KC", "AC 3D", stock="2D", melds=("KS KH KD",))
    table.refuses("0 discard 2S", Code.WRONG_PHASE)
    table.refuses("0 meld 7H8H9H", Code.WRONG_PHASE)
    table.play("0 draw-stock")
    assert table.events == (StockDrawn(ALICE, parse_card("2D"), 0),)
    table.refuses("0 draw-stock", Code.WRONG_PHASE)
    table.refuses("0 take-discard", Code.WRONG_PHASE)
    table.play("0 meld 7H8H9H")
    assert table.events == (Melded(ALICE, parse_hand("7H 8H 9H"), 1),)
    table.play("0 lay-off TH@1", "0 lay-off KC@0")
    assert table.events == (LaidOff(ALICE, parse_card("KC"), 0),)
    assert table.on_the_table() == ["KS KH KD KC", "7H 8H 9H TH"]
    assert [meld.owner for meld in table.hand.melds] == [BOB, ALICE]
    assert table.hand.melds[0].layoffs == ((parse_card("KC"), ALICE),)
    table.play("0 discard 2D")
    assert table.events == (CardDiscarded(ALICE, parse_card("2D")),)
    assert must_act(table.match) == (BOB,)
    assert table.held(ALICE) == "2S"


def test_nobody_plays_out_of_turn_or_from_another_chair() -> None:
    table = RummyTable().lay("7H 8H 9H 2S")
    table.refuses("1 draw-stock", Code.NOT_YOUR_TURN)
    table.refuses("2 draw-stock", Code.NOT_SEATED)


def test_the_turn_goes_round_the_table() -> None:
    table = RummyTable(3).lay("7H 2S", "8S QS", "3S JD", stock="2C 4C 6C 8C")
    for seat, drawn in zip((ALICE, BOB, CAROL, ALICE), ["2C", "4C", "6C", "8C"], strict=True):
        assert must_act(table.match) == (seat,)
        table.play(f"{seat} draw-stock", f"{seat} discard {drawn}")


def test_a_card_from_the_stock_may_be_shed_at_once() -> None:
    table = RummyTable().lay("7H 2S", stock="QC JC").play("0 draw-stock", "0 discard QC")
    assert table.held(ALICE) == "2S 7H"


def test_w51_the_card_just_taken_from_the_pile_may_not_be_shed() -> None:
    """W51: it may on a later turn."""
    table = RummyTable().lay("7H 2S", pile="KD", stock="QC JC").play("0 take-discard")
    table.refuses("0 discard KD", Code.TAKEN_CARD_RETURNED)
    table.play("0 discard 2S", "1 draw-stock", "1 discard QC", "0 draw-stock", "0 discard KD")
    assert table.held(ALICE) == "7H JC"


def test_only_what_is_held_is_played() -> None:
    table = RummyTable().lay("7H 8H 2S 3D", melds=("KS KH KD",)).play("0 draw-stock")
    table.refuses("0 discard 9H", Code.NOT_IN_HAND)
    table.refuses("0 meld 7H8H9H", Code.NOT_IN_HAND)
    table.refuses("0 lay-off KC@0", Code.NOT_IN_HAND)
    table.refuses("0 meld 7H8H", Code.NOT_A_MELD)
    table.refuses("0 meld 2S3D7H", Code.NOT_A_MELD)


def test_w46_a_fourth_card_goes_on_another_players_set() -> None:
    table = RummyTable().lay("8S 2D KC", melds=("8H 8D 8C",)).play("0 draw-stock", "0 lay-off 8S@0")
    assert table.on_the_table() == ["8S 8H 8D 8C"]


@pytest.mark.parametrize("laid", [("7H",), ("JH",), ("7H", "JH"), ("JH", "7H")])
def test_w47_a_run_grows_at_both_ends(laid: tuple[str, ...]) -> None:
    table = RummyTable().lay("7H JH 2D KC", melds=("8H 9H TH",)).play("0 draw-stock")
    for card in laid:
        table.play(f"0 lay-off {card}@0")
    assert set(table.on_the_table()[0].split()) == {"8H", "9H", "TH", *laid}


def test_w48_a_card_may_follow_one_just_laid_but_not_skip_one() -> None:
    table = RummyTable().lay("6C 7C 2D KH", melds=("3C 4C 5C",)).play("0 draw-stock")
    table.refuses("0 lay-off 7C@0", Code.LAYOFF_DOES_NOT_FIT)
    table.play("0 lay-off 6C@0", "0 lay-off 7C@0")
    assert table.on_the_table() == ["3C 4C 5C 6C 7C"]


def test_a_card_that_fits_two_melds_goes_on_the_one_that_is_named() -> None:
    """EC-23: the first way leaves a place for the eight, the second does not."""
    lying = ("7C 7D 7H", "4S 5S 6S")
    table = RummyTable().lay("7S 8S 2D KC", melds=lying).play("0 draw-stock", "0 lay-off 7S@1", "0 lay-off 8S@1")
    assert table.on_the_table() == ["7H 7D 7C", "4S 5S 6S 7S 8S"]
    table = RummyTable().lay("7S 8S 2D KC", melds=lying).play("0 draw-stock", "0 lay-off 7S@0")
    table.refuses("0 lay-off 8S@1", Code.LAYOFF_DOES_NOT_FIT)


@pytest.mark.parametrize("meld", [-1, 1, 7])
def test_there_has_to_be_a_meld_of_that_number(meld: int) -> None:
    table = RummyTable().lay("8S 2D KC", melds=("8H 8D 8C",)).play("0 draw-stock")
    table.refuses(f"0 lay-off 8S@{meld}", Code.NO_SUCH_MELD)


def test_an_own_meld_just_laid_down_takes_cards_too() -> None:
    table = RummyTable().lay("7H 8H 9H TH 2D KC").play("0 draw-stock", "0 meld 8H9HTH", "0 lay-off 7H@0")
    assert table.on_the_table() == ["7H 8H 9H TH"]


def test_several_melds_may_be_laid_in_one_turn() -> None:
    table = RummyTable().lay("7H 8H 9H 3S 3D 3C 2D KC").play("0 draw-stock", "0 meld 7H8H9H", "0 meld 3S3D3C")
    assert len(table.on_the_table()) == 2


def test_nobody_has_to_meld() -> None:
    table = RummyTable().lay("7H 8H 9H 2D").play("0 draw-stock", "0 discard 2D")
    assert table.held(ALICE) == "7H 8H 9H QC"


# One meld a turn.


def test_under_one_a_second_meld_waits_for_the_next_turn() -> None:
    table = RummyTable(melds_per_turn="one").lay("7H 8H 9H 3S 3D 3C 2D KC 5D", stock="QC JC TC 9C")
    table.play("0 draw-stock", "0 meld 7H8H9H")
    table.refuses("0 meld 3S3D3C", Code.ONE_MELD_A_TURN)
    table.play("0 discard QC", "1 draw-stock", "1 discard JC", "0 draw-stock", "0 meld 3S3D3C")
    assert len(table.on_the_table()) == 2


def test_under_one_going_rummy_is_excepted_and_then_has_to_be_done() -> None:
    table = RummyTable(melds_per_turn="one").lay("7H 8H 9H TH 3S 3D 3C", stock="QC JC")
    table.play("0 draw-stock", "0 meld 7H8H9H", "0 meld 3S3D3C")
    table.refuses("0 discard TH", Code.TURN_CANNOT_END)
    table.play("0 lay-off TH@0", "0 discard QC")
    assert table.scored()[:2] == ("rummy", ALICE)


def test_under_one_whoever_has_played_before_may_not_lay_two_melds_to_go_out() -> None:
    table = RummyTable(melds_per_turn="one").lay("7H 8H 9H 3S 3D 3C", stock="QC JC", played=(ALICE,))
    table.play("0 draw-stock", "0 meld 7H8H9H")
    table.refuses("0 meld 3S3D3C", Code.ONE_MELD_A_TURN)


def test_under_one_lay_offs_on_the_way_to_rummy_may_not_block_it() -> None:
    lying = ("TH JH QH",)
    table = RummyTable(melds_per_turn="one").lay("7H 8H 9H 3S 3D 3C 5C 6C 7C", stock="QC JC", melds=lying)
    table.play("0 draw-stock", "0 meld 3S3D3C", "0 meld 5C6C7C")
    table.play("0 lay-off 9H@0")
    table.refuses("0 discard QC", Code.TURN_CANNOT_END)
    table.play("0 lay-off 8H@0", "0 lay-off 7H@0", "0 discard QC")
    assert table.scored()[:2] == ("rummy", ALICE)


def test_under_one_a_lay_off_that_leaves_no_way_to_rummy_is_refused() -> None:
    lying = ("4H 5H 6H",)
    table = RummyTable(melds_per_turn="one").lay("7H 7D 7C 3S 3D 3C 9S 9D QC", stock="9C JC", melds=lying)
    table.play("0 draw-stock", "0 meld 3S3D3C", "0 meld 9S9D9C")
    table.refuses("0 lay-off 7H@0", Code.TURN_CANNOT_END)
    table.play("0 meld 7H7D7C", "0 discard QC")
    assert table.scored()[:2] == ("rummy", ALICE)


# Aces.


def test_ec01_with_the_ace_low_it_lies_under_the_two_only() -> None:
    table = RummyTable().lay("QS KS AS AH 2H 3H 4D KC").play("0 draw-stock")
    table.refuses("0 meld QSKSAS", Code.NOT_A_MELD)
    table.play("0 meld AH2H3H")
    table = RummyTable().lay("AS 4D KC", melds=("JS QS KS",)).play("0 draw-stock")
    table.refuses("0 lay-off AS@0", Code.LAYOFF_DOES_NOT_FIT)


def test_w52_with_the_ace_high_or_low_it_lies_above_the_king_too() -> None:
    """W52, EC-01: K-A-2 is a run nowhere."""
    table = RummyTable(ace="high_or_low").lay("QS KS AS AH 2H KH 3H 4D KC").play("0 draw-stock")
    table.refuses("0 meld AH2HKH", Code.NOT_A_MELD)
    table.play("0 meld ASQSKS", "0 meld AH2H3H")
    table = RummyTable(ace="high_or_low").lay("AS 4D KC", melds=("JS QS KS",)).play("0 draw-stock", "0 lay-off AS@0")
    assert table.on_the_table() == ["AS JS QS KS"]


def test_ec88_nothing_follows_an_ace_above_a_king() -> None:
    table = RummyTable(ace="high_or_low").lay("2S JS 4D KC", melds=("QS KS AS",)).play("0 draw-stock")
    table.refuses("0 lay-off 2S@0", Code.LAYOFF_DOES_NOT_FIT)
    table.play("0 lay-off JS@0")


def test_ec04_high_is_a_place_in_runs_and_no_equality_with_a_king() -> None:
    table = RummyTable(ace="high_or_low").lay("KC KD AD 4D 5H").play("0 draw-stock")
    table.refuses("0 meld KCKDAD", Code.NOT_A_MELD)
