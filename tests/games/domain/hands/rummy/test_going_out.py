"""The end of a hand: the three ways out, going rummy, what the hand is worth, and turns that could not be finished."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.cards import parse_hand
from games.domain.errors import Code
from games.domain.events import HandScored, ScoreLine
from games.domain.hands.rummy.going_out import Terms, WayOut, way_out
from games.domain.hands.rummy.state import NO_CARD
from games.domain.match import must_act
from tests.games.domain.hands.rummy.table import ALICE, BOB, RummyTable, cards

OTHERS = "AC 9D KS"
"""What the others hold in W49."""


def test_the_last_card_may_leave_by_a_discard() -> None:
    table = RummyTable().lay("7H", "9D KS", stock="8H QD", melds=("4H 5H 6H",), played=(ALICE,))
    table.play("0 draw-stock", "0 lay-off 7H@0", "0 discard 8H")
    assert table.scored() == ("out", ALICE, 19)
    assert must_act(table.match) == ()


def test_w50_the_last_card_may_leave_in_a_meld_without_a_discard() -> None:
    """W50: under ``must_discard_last`` one may not go out so."""
    table = RummyTable().lay("7H 8H", "9D KS", stock="9H", played=(ALICE,)).play("0 draw-stock", "0 meld 7H8H9H")
    assert table.scored() == ("out", ALICE, 19)
    table = RummyTable(must_discard_last=True).lay("7H 8H", "9D KS", stock="9H", played=(ALICE,)).play("0 draw-stock")
    table.refuses("0 meld 7H8H9H", Code.TURN_CANNOT_END)
    table.play("0 discard 7H")
    assert table.hand.outcome is None


def test_the_last_card_may_leave_by_a_lay_off() -> None:
    table = RummyTable().lay("7H", "9D KS", stock="8H", melds=("4H 5H 6H",), played=(ALICE,))
    table.play("0 draw-stock", "0 lay-off 7H@0", "0 lay-off 8H@0")
    assert table.scored() == ("out", ALICE, 19)


def test_ec83_of_two_cards_that_both_could_be_laid_off_one_has_to_be_shed() -> None:
    table = RummyTable(must_discard_last=True).lay("7H", "9D KS", stock="8H", melds=("4H 5H 6H",), played=(ALICE,))
    table.play("0 draw-stock", "0 lay-off 7H@0")
    table.refuses("0 lay-off 8H@0", Code.TURN_CANNOT_END)
    table.play("0 discard 8H")
    assert table.scored() == ("out", ALICE, 19)


def test_ec83_if_one_of_them_came_from_the_pile_it_is_that_one_that_goes_on_the_table() -> None:
    table = RummyTable(must_discard_last=True).lay("8H", pile="7H", melds=("4H 5H 6H",), played=(ALICE,))
    table.play("0 take-discard")
    table.refuses("0 discard 7H", Code.TAKEN_CARD_RETURNED)
    table.play("0 lay-off 7H@0", "0 discard 8H")
    assert table.scored()[:2] == ("out", ALICE)


def test_ec82_melds_that_would_leave_just_the_card_taken_are_refused() -> None:
    table = RummyTable().lay("7H 8H 9H", pile="KD").play("0 take-discard")
    table.refuses("0 meld 7H8H9H", Code.TURN_CANNOT_END)
    table.play("0 discard 7H")


def test_ec82_a_lay_off_that_would_leave_just_the_card_taken_is_refused() -> None:
    table = RummyTable().lay("7H", pile="KD", melds=("4H 5H 6H",), played=(ALICE,)).play("0 take-discard")
    table.refuses("0 lay-off 7H@0", Code.TURN_CANNOT_END)
    table.play("0 discard 7H")
    assert table.hand.outcome is None


def test_ec82_if_the_card_taken_can_be_laid_off_it_may_be_the_last() -> None:
    table = RummyTable().lay("7H 8H 9H", pile="KD", melds=("KS KH KC",)).play("0 take-discard", "0 meld 7H8H9H")
    assert table.allowed(ALICE) == ["0 lay-off KD@0"]
    table.play("0 lay-off KD@0")
    assert table.scored()[:2] == ("rummy", ALICE)


def test_ec82_a_place_that_the_meld_itself_makes_for_it_counts() -> None:
    table = RummyTable().lay("7H 8H 9H", pile="TH", played=(ALICE,)).play("0 take-discard", "0 meld 7H8H9H")
    table.play("0 lay-off TH@0")
    assert table.scored()[:2] == ("out", ALICE)


def test_ec82_under_must_discard_last_the_card_taken_may_not_be_the_last_even_if_it_fits() -> None:
    table = RummyTable(must_discard_last=True).lay("7H 8H 9H", pile="KD", melds=("KS KH KC",)).play("0 take-discard")
    table.refuses("0 meld 7H8H9H", Code.TURN_CANNOT_END)


@pytest.mark.parametrize(
    ("numbers", "played", "points"),
    [
        ({}, (ALICE,), 20),
        ({}, (), 40),
        ({"ace": "high_or_low"}, (ALICE,), 34),
        ({"ace": "high_or_low"}, (), 68),
        ({"going_rummy": "plain"}, (), 20),
    ],
)
def test_w49_every_card_left_counts_and_going_rummy_doubles(
    numbers: dict[str, Any], played: tuple[int, ...], points: int
) -> None:
    table = RummyTable(4, **numbers).lay("7H 8H", *OTHERS.split(), stock="9H", played=played)
    table.play("0 draw-stock", "0 meld 7H8H9H")
    assert table.scored() == ("out" if played else "rummy", ALICE, points)


def test_the_reckoning_shows_what_was_left_and_what_going_rummy_adds() -> None:
    table = RummyTable(4).lay("7H 8H", *OTHERS.split(), stock="9H").play("0 draw-stock", "0 meld 7H8H9H")
    lines = (ScoreLine("left_in_hands", 20), ScoreLine("going_rummy", 20))
    assert table.events[-1] == HandScored(1, 0, "rummy", ALICE, ALICE, 0, 20, 40, 1, lines)


def test_ec84_going_rummy_by_lay_offs_alone_counts() -> None:
    table = RummyTable().lay("7H", "9D KS", stock="8H QD", melds=("4H 5H 6H",))
    table.play("0 draw-stock", "0 lay-off 7H@0", "0 discard 8H")
    assert table.scored() == ("rummy", ALICE, 38)


def test_ec85_whoever_laid_off_a_card_in_an_earlier_turn_goes_out_but_not_rummy() -> None:
    table = RummyTable().lay("7H 2S 2D 2C", "9D KS", stock="QC JC TC", melds=("4H 5H 6H",))
    table.play("0 draw-stock", "0 lay-off 7H@0", "0 discard QC", "1 draw-stock", "1 discard JC")
    table.play("0 draw-stock", "0 meld 2S2D2C", "0 discard TC")
    assert table.scored() == ("out", ALICE, 19)


def test_the_other_players_earlier_cards_do_not_spoil_a_rummy() -> None:
    table = RummyTable().lay("7H", "9D KS", stock="8H QD", melds=("4H 5H 6H",), played=(BOB,))
    table.play("0 draw-stock", "0 lay-off 7H@0", "0 discard 8H")
    assert table.scored()[0] == "rummy"


def test_ec86_melds_that_were_not_laid_count_in_full() -> None:
    table = RummyTable().lay("7H", "7S 7D 7C", stock="8H QD", melds=("4H 5H 6H",), played=(ALICE,))
    table.play("0 draw-stock", "0 lay-off 7H@0", "0 discard 8H")
    assert table.scored() == ("out", ALICE, 21)


def test_ec87_with_the_ace_high_or_low_one_laid_low_is_legal_and_one_left_costs_fifteen() -> None:
    table = RummyTable(ace="high_or_low").lay("AH 2H", "AS 2D", stock="3H", played=(ALICE,))
    table.play("0 draw-stock", "0 meld AH2H3H")
    assert table.scored() == ("out", ALICE, 17)


# Looking for the way out.


def found(hand: str, *table: str, **terms: Any) -> WayOut | None:
    return way_out(parse_hand(hand), tuple(map(parse_hand, table)), Terms(terms.pop("ace", "low"), **terms))


def test_a_way_out_may_need_the_long_meld_split_between_hand_and_table() -> None:
    """Melding the four tens first would strand the jack: as EC-20, but for the card that is shed."""
    way = found("TC TD TH TS JC 2H", "7C 8C 9C")
    assert way is not None
    assert (way.melds, way.layoffs) == ((parse_hand("TS TH TD"),), ((cards("TC")[0], 0), (cards("JC")[0], 0)))


def test_a_way_out_sheds_at_most_one_card_and_never_the_one_taken() -> None:
    assert found("2S 9D") is None
    assert found("2S") == WayOut((), (), cards("2S")[0])
    assert found("2S", banned=parse_hand("2S")) is None
    assert found("") == WayOut((), (), NO_CARD)


def test_a_way_out_keeps_a_card_to_shed_where_that_is_asked() -> None:
    assert found("7H 8H 9H", must_discard=True) is None
    way = found("7H 8H 9H TH", must_discard=True)
    assert way is not None
    assert way.discard in cards("7H TH")


def test_a_way_out_keeps_to_the_melds_allowed() -> None:
    assert found("7H 8H 9H 3S 3D 3C", most_melds=1) is None
    assert found("7H 8H 9H 3S 3D 3C", most_melds=2) is not None
    assert found("7H 8H 9H 3S", "3H 3D 3C", most_melds=1) is not None


def test_a_way_out_may_end_in_an_ace_above_a_king() -> None:
    assert found("KS AS 4D", "TS JS QS") is None
    assert found("KS AS 4D", "TS JS QS", ace="high_or_low") is not None
