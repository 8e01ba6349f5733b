"""An invalid knock under ``expose`` (RULES 5): nine points, and what ``refuse`` does instead."""

from __future__ import annotations

from typing import Any

from games.domain.actions import SERVER, Deal, Knock
from games.domain.cards import parse_card
from games.domain.errors import Code
from games.domain.events import HandVoided, KnockFailed, StockDrawn
from games.domain.match import legal_actions, must_act
from games.domain.perspective import redact
from tests.games.domain.hands.gin.test_the_wall import NEARLY, WAITING, fifty_cards
from tests.games.domain.table import ALICE, BOB, CHARLIE, PLAIN, Table, hand, rigged_deck


def false_knock(stock: str = "TD 8D 9D", **numbers: Any) -> Table:
    """Alice has knocked over the limit, shedding AS."""
    table = Table(invalid_knock="expose", **numbers).deal(PLAIN, None, "QD", stock)
    return table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock AS")


def test_w12_a_false_knock_is_refused_by_default_and_changes_nothing(table: Table) -> None:
    """W12, EC-45."""
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")
    table.refuses("0 knock QD", Code.KNOCK_OVER_LIMIT, count=57, limit=10)
    assert not table.sees(ALICE).can.false_knock


def test_w12_under_expose_play_goes_on_with_the_offenders_hand_open() -> None:
    """W12, RULES 5 points 2, 3 and 9."""
    table = false_knock()
    assert table.events == (KnockFailed(ALICE, parse_card("AS"), hand("3S 5S 7S 9S JS KS 2H 4H 6H TD"), 66),)
    assert (table.phase, must_act(table.match)) == ("draw", (BOB,))
    assert table.hand.pile[-1] == parse_card("AS")
    for viewer in (BOB, CHARLIE):
        alice = table.sees(viewer).seats[ALICE]
        assert alice.exposed
        assert alice.hand == hand("3S 5S 7S 9S JS KS 2H 4H 6H TD")
    assert not table.sees(ALICE).seats[BOB].exposed
    assert table.sees(ALICE).seats[BOB].hand is None


def test_a_card_drawn_into_an_open_hand_is_seen() -> None:
    """RULES 5 point 3."""
    table = false_knock().play("1 draw-stock", "1 discard 8D", "0 draw-stock")
    (drawn,) = table.events
    assert drawn == StockDrawn(ALICE, parse_card("9D"), 28, open=True)
    assert redact(drawn, BOB) == drawn
    assert table.sees(BOB).seats[ALICE].hand == hand("3S 5S 7S 9S JS KS 2H 4H 6H TD 9D")
    assert redact(StockDrawn(BOB, parse_card("8D"), 29), ALICE) == StockDrawn(BOB, None, 29)


def test_a_knock_that_could_be_regrouped_is_no_false_knock() -> None:
    """RULES 5 point 1."""
    table = Table(invalid_knock="expose").deal("2H 3H 4H KC KD KH 3S 4S 5S AC", None, "JD", "QC")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")
    table.refuses("0 knock QC 3S4S5S,2H3H4H", Code.ARRANGEMENT_OVER_LIMIT, count=31, limit=10, best=1)
    assert not table.hand.exposed


def test_the_forbidden_discard_holds_for_a_false_knock_too() -> None:
    """RULES 5 point 2."""
    table = Table(invalid_knock="expose").deal(PLAIN, None, "QD").play("0 take-upcard")
    table.refuses("0 knock QD", Code.TAKEN_CARD_RETURNED)
    table.refuses("0 knock 2S", Code.NOT_IN_HAND)


def test_the_offender_may_knock_later_if_it_is_legal() -> None:
    """RULES 5 point 4; a second false knock costs that turn's choice only."""
    table = Table(invalid_knock="expose").deal("7C 7D 7H 3S 4S 5S KC KD 2H JH", None, "QD", "9H TC KS")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock JH")
    assert table.sees(BOB).seats[ALICE].exposed
    table.play("1 draw-stock", "1 discard TC", "0 draw-stock", "0 knock 9H", "1 defend * *")
    assert table.scored()[:2] == ("knock", ALICE)
    table = false_knock().play("1 draw-stock", "1 discard 8D", "0 draw-stock", "0 knock KS")
    assert isinstance(table.events[0], KnockFailed)
    assert table.phase == "draw"


def test_the_opponent_plays_on_and_may_knock() -> None:
    """RULES 5 point 5: the score ends the exposure, and nothing carries over."""
    table = Table(invalid_knock="expose", next_dealer="alternate").deal(WAITING, NEARLY, "QD", "TH 2C")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock AS", "1 draw-stock", "1 knock JH")
    assert table.sees(BOB).seats[ALICE].exposed
    table.play("0 defend * *")
    assert table.scored()[1] == BOB
    table.do(SERVER, Deal((rigged_deck(WAITING, NEARLY, "QD"),)))
    assert not any(seat.exposed for seat in table.sees(CHARLIE).seats)


def test_in_oklahoma_the_deals_limit_is_the_test() -> None:
    """RULES 5 point 6, EC-60: with an ace upcard any count above 0 is false."""
    table = Table(invalid_knock="expose", oklahoma="gin_only", target=100)
    table.deal("7C 7D 7H 3S 4S 5S KC KD KS JH", None, "AC", "2C")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock JH")
    assert isinstance(table.events[0], KnockFailed)
    assert table.events[0].count == 2


def test_a_false_knock_with_card_fifty_voids_the_hand() -> None:
    """RULES 5 point 7, under ``dead``."""
    table = fifty_cards(invalid_knock="expose")
    table.play(f"0 knock {table.held(ALICE).split()[0]}")
    assert [type(event) for event in table.events] == [KnockFailed, HandVoided]
    assert table.voided() == "wall"


def test_a_false_knock_with_card_fifty_gives_the_last_chance() -> None:
    """RULES 5 point 7, under ``knock_only``: on the face-up shed."""
    table = fifty_cards(WAITING, NEARLY, "2C", invalid_knock="expose", last_discard="knock_only")
    table.play("0 knock 2C")
    assert table.phase == "last_chance"
    table.play("1 knock-last JH", "0 defend * *")
    assert table.scored()[1] == BOB


def test_false_knocks_are_never_listed() -> None:
    """RULES 5 point 8: the computer never knocks falsely; the page may."""
    table = Table(invalid_knock="expose").deal(PLAIN, None, "QD").play("0 take-upcard")
    assert not [action for action in legal_actions(table.match, ALICE) if isinstance(action, Knock)]
    assert table.sees(ALICE).can.false_knock
    assert table.sees(ALICE).can.knock == ()


def test_a_false_call_of_gin_within_the_limit_is_simply_a_knock() -> None:
    """RULES 5 point 8."""
    table = Table(invalid_knock="expose").deal(NEARLY, None, "QD", "2C")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock JH")
    assert table.phase == "layoff"
    assert not table.hand.exposed


def test_a_stall_may_end_in_a_false_knock() -> None:
    """EC-13: it is a plain shed."""
    table = Table(invalid_knock="expose").deal(PLAIN, None, "QD").play("0 take-upcard")
    while table.hand.streak < 20:
        (seat,) = must_act(table.match)
        if table.phase == "draw":
            table.play(f"{seat} take-discard")
        else:
            shed = next(card for card in table.held(seat).split() if parse_card(card) != table.hand.drawn)
            table.play(f"{seat} discard {shed}")
    (seat,) = must_act(table.match)
    shed = next(card for card in table.held(seat).split() if parse_card(card) != table.hand.drawn)
    table.play(f"{seat} knock {shed}")
    assert table.voided() == "stall"


def test_a_malformed_knock_is_refused_before_it_can_be_false() -> None:
    table = Table(invalid_knock="expose").deal(PLAIN, None, "QD").play("0 take-upcard")
    table.refuses("0 knock AS 3S5S7S", Code.NOT_A_MELD)
    assert isinstance(table.do(ALICE, Knock(parse_card("AS"), ())).events[0], KnockFailed)
