"""What a player can tell of the opponent's hand."""

from __future__ import annotations

import pytest

from games.bots.reading import COMPANIONS, DEAR, DOUBT, Reading, read
from games.domain.cards import FULL_DECK, format_card, format_hand, hand_of, parse_card, parse_hand
from tests.games.bots.gin_views import recall
from tests.games.domain.table import ALICE, BOB, PLAIN, Table


def reading(table: Table, seat: int) -> Reading:
    return read(recall(table.match, seat))


def test_what_was_never_seen_may_be_anywhere() -> None:
    table = Table().deal(PLAIN, None, "KD")
    known = reading(table, ALICE)
    assert known.unseen == FULL_DECK & ~parse_hand(f"{PLAIN} KD")
    assert (known.held, known.let_go, known.last_shed) == (0, 0, None)
    assert sum(known.chances()) == pytest.approx(10)


def test_buried_discards_are_not_forgotten() -> None:
    table = Table().deal(PLAIN, None, "KD", "QD JD TD").play("0 pass-upcard", "1 pass-upcard")
    table.play("0 draw-stock", "0 discard QD", "1 draw-stock", "1 discard JD", "0 draw-stock")
    known = reading(table, ALICE)
    assert not known.unseen & parse_hand("KD QD JD TD")
    assert known.let_go == parse_hand("KD QD JD")


def test_a_card_taken_is_held_until_it_is_shed() -> None:
    table = Table().deal(PLAIN, None, "KD", "QD JD TD").play("0 take-upcard", "0 discard KS")
    assert reading(table, BOB).held == parse_hand("KD")
    assert reading(table, BOB).chances()[parse_card("KD")] == 1.0
    table.play("1 draw-stock", "1 discard QD", "0 draw-stock", "0 discard KD")
    assert reading(table, BOB).held == 0
    assert reading(table, BOB).let_go & parse_hand("KD QD") == parse_hand("KD QD")


def test_who_has_not_been_offered_the_upcard_has_not_refused_it() -> None:
    table = Table().deal(PLAIN, None, "KD")
    assert reading(table, ALICE).let_go == 0
    table.play("0 pass-upcard")
    assert reading(table, BOB).let_go == parse_hand("KD")


def test_where_the_first_player_draws_at_once_the_other_was_not_asked() -> None:
    table = Table(upcard_offer="none").deal(PLAIN, None, "KD", "QD").play("0 draw-stock")
    assert reading(table, ALICE).let_go == 0
    table.play("0 discard QD")
    assert reading(table, BOB).let_go == parse_hand("KD QD")


def test_what_the_opponent_shed_last_is_known_even_when_it_was_taken() -> None:
    table = Table().deal(PLAIN, None, "KD", "QD JD TD").play("0 pass-upcard", "1 pass-upcard")
    table.play("0 draw-stock", "0 discard QD", "1 draw-stock", "1 discard JD")
    assert reading(table, ALICE).last_shed == parse_card("JD")
    table.play("0 take-discard")
    assert reading(table, ALICE).last_shed == parse_card("JD")
    assert reading(table, ALICE).let_go & parse_hand("JD")


def test_companions_of_a_card_let_go_and_cards_dearer_than_the_last_one_are_less_likely() -> None:
    seven, ace, king, jack = (parse_card(card) for card in ("7H", "AS", "KC", "JC"))
    let_go = hand_of([parse_card("8H")])
    chances = Reading(own=0, unseen=FULL_DECK & ~let_go, held=0, let_go=let_go, last_shed=None).chances()
    assert chances[seven] == pytest.approx(DOUBT * chances[ace])
    assert chances[king] == chances[ace]
    chances = Reading(own=0, unseen=FULL_DECK & ~let_go, held=0, let_go=let_go, last_shed=parse_card("8H")).chances()
    assert chances[king] == chances[jack] == pytest.approx(DEAR * chances[ace])


def test_a_hand_that_lies_open_is_known() -> None:
    table = Table(invalid_knock="expose").deal(PLAIN, "2S 4S 6S 8S TS QS 3H 5H 7H 9H", "KD", "QD JD")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 discard QD", "1 draw-stock", "1 knock JD")
    known = reading(table, ALICE)
    assert format_hand(known.held) == "2S 4S 6S 8S TS QS 3H 5H 7H 9H"
    assert sum(known.chances()) == pytest.approx(10)


def test_companions_are_the_pairs_that_make_a_meld_of_three() -> None:
    def pairs(card: str) -> set[frozenset[str]]:
        return {frozenset(map(format_card, pair)) for pair in COMPANIONS[parse_card(card)]}

    kings = {frozenset(pair) for pair in (("KS", "KH"), ("KS", "KD"), ("KH", "KD"))}
    assert pairs("KC") == {*kings, frozenset(("JC", "QC"))}
    assert {pair for pair in pairs("7H") if all(card.endswith("H") for card in pair)} == {
        frozenset(pair) for pair in (("5H", "6H"), ("6H", "8H"), ("8H", "9H"))
    }
    assert sum(map(len, COMPANIONS)) == 52 * 3 + 4 * (11 * 3)
