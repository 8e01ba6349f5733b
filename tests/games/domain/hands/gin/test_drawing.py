"""The upcard offer, the draw and the plain discard (RULES 1.4)."""

from __future__ import annotations

from games.domain.cards import format_card, parse_card
from games.domain.errors import Code
from games.domain.events import CardDiscarded, HandDealt, PileTaken, StockDrawn, UpcardPassed
from games.domain.match import legal_actions, must_act
from tests.games.domain.table import ALICE, BOB, PLAIN, Table, hand

BOBS = "2S 4S 6S 8S TS QS 3H 5H 7H 9H"


def test_ten_cards_each_are_dealt_in_turn_and_the_next_is_the_upcard(table: Table) -> None:
    (dealt,) = table.events
    assert dealt == HandDealt(1, 0, BOB, (ALICE, BOB), (hand(PLAIN), hand(BOBS)), parse_card("KD"), 10)
    assert table.hand.stock == 31
    assert must_act(table.match) == (ALICE,)


def test_the_non_dealer_may_take_the_upcard(table: Table) -> None:
    table.play("0 take-upcard")
    assert table.events == (PileTaken(ALICE, parse_card("KD")),)
    assert table.held(ALICE).endswith("KD")
    assert table.phase == "shed"
    assert table.hand.pile == ()


def test_w43_the_dealer_takes_the_refused_upcard_sheds_and_the_non_dealer_has_a_normal_turn(table: Table) -> None:
    """W43, EC-14."""
    table.play("0 pass-upcard")
    assert table.events == (UpcardPassed(ALICE),)
    table.play("1 take-upcard", "1 discard QS")
    assert table.events == (CardDiscarded(BOB, parse_card("QS")),)
    assert must_act(table.match) == (ALICE,)
    table.play("0 take-discard")
    assert table.events == (PileTaken(ALICE, parse_card("QS")),)


def test_w44_after_two_refusals_the_non_dealer_must_draw_from_the_stock(table: Table) -> None:
    """W44, EC-15: nobody may have the upcard after all."""
    table.play("0 pass-upcard", "1 pass-upcard")
    table.refuses("0 take-upcard", Code.WRONG_PHASE)
    table.refuses("0 take-discard", Code.WRONG_PHASE)
    table.refuses("0 pass-upcard", Code.WRONG_PHASE)
    table.play("0 draw-stock", "0 discard QD")
    assert list(map(format_card, table.hand.pile)) == ["KD", "QD"]
    table.play("1 take-discard")
    assert table.events == (PileTaken(BOB, parse_card("QD")),)


def test_during_the_offer_nobody_may_draw_from_the_stock(table: Table) -> None:
    table.refuses("0 draw-stock", Code.WRONG_PHASE)
    table.refuses("0 take-discard", Code.WRONG_PHASE)
    table.refuses("1 pass-upcard", Code.NOT_YOUR_TURN)


def test_ec10_the_upcard_taken_may_not_be_shed_in_the_same_turn(table: Table) -> None:
    """EC-10, W15: neither plainly nor in a knock."""
    table.play("0 take-upcard")
    table.refuses("0 discard KD", Code.TAKEN_CARD_RETURNED, card="KD")
    table.refuses("0 knock KD", Code.TAKEN_CARD_RETURNED, card="KD")
    assert parse_card("KD") not in [action.card for action in legal_actions(table.match, ALICE)]  # type: ignore[union-attr]


def test_w15_a_taken_card_may_be_shed_on_a_later_turn(table: Table) -> None:
    """W15."""
    table.play("0 take-upcard", "0 discard KS", "1 draw-stock", "1 discard QD", "0 draw-stock", "0 discard KD")
    assert table.events == (CardDiscarded(ALICE, parse_card("KD")),)


def test_w16_a_card_drawn_from_the_stock_may_be_shed_at_once(table: Table) -> None:
    """W16, EC-12."""
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")
    assert table.events == (StockDrawn(ALICE, parse_card("QD"), 30),)
    table.play("0 discard QD")
    assert table.held(ALICE) == PLAIN


def test_w13_a_second_card_may_not_be_drawn(table: Table) -> None:
    """W13."""
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")
    table.refuses("0 draw-stock", Code.WRONG_PHASE)
    table.refuses("0 take-discard", Code.WRONG_PHASE)


def test_w14_nothing_may_be_taken_out_of_turn(table: Table) -> None:
    """W14: and only the top discard is ever named by an action, so that none inside the pile can be taken."""
    table.play("0 pass-upcard", "1 pass-upcard")
    table.refuses("1 draw-stock", Code.NOT_YOUR_TURN)
    table.play("0 draw-stock", "0 discard QD")
    table.refuses("0 take-discard", Code.NOT_YOUR_TURN)
    table.play("1 take-discard")
    assert table.held(BOB).endswith("QD")
    assert list(map(format_card, table.hand.pile)) == ["KD"]


def test_only_a_card_in_hand_may_be_shed(table: Table) -> None:
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")
    table.refuses("0 discard 2S", Code.NOT_IN_HAND)
    table.refuses("0 knock 2S", Code.NOT_IN_HAND)


def test_nobody_may_shed_before_drawing(table: Table) -> None:
    table.play("0 pass-upcard", "1 pass-upcard")
    table.refuses("0 discard AS", Code.WRONG_PHASE)
    table.refuses("0 knock AS", Code.WRONG_PHASE)


def test_ec19_without_an_offer_the_first_to_act_has_an_ordinary_turn() -> None:
    """EC-19: upcard or stock straight away, and the dealer has no refusal."""
    table = Table("bg-wikihow").deal(PLAIN, BOBS, "KD", "QD JD")
    table.refuses("0 pass-upcard", Code.WRONG_PHASE)
    table.play("0 take-discard", "0 discard KS", "1 draw-stock", "1 discard QD")
    table = Table("bg-wikihow").deal(PLAIN, BOBS, "KD", "QD JD")
    table.play("0 draw-stock", "0 discard QD")
    table.refuses("1 take-upcard", Code.WRONG_PHASE)
    assert [type(action).__name__ for action in legal_actions(table.match, BOB)] == ["DrawStock", "TakeDiscard"]


def test_the_banned_card_is_forgotten_when_the_turn_passes(table: Table) -> None:
    table.play("0 take-upcard", "0 discard KS", "1 take-discard", "1 discard QS", "0 draw-stock", "0 discard QD")
    assert list(map(format_card, table.hand.pile)) == ["QS", "QD"]
