"""What a seat and a spectator may see of basic rummy (RULES 1.5, 2g)."""

from __future__ import annotations

import pytest

from games.domain.cards import parse_card, parse_hand
from games.domain.events import RummyDealt, StockDrawn
from games.domain.hands.rummy import TableMeld
from games.domain.match import apply
from games.domain.notation import parse_action
from games.domain.perspective import RummyCan, RummyView, View, recall, redact, view
from tests.games.domain.hands.rummy.table import ALICE, BOB, CAROL, RummyTable, cards

LEAVE = RummyCan(resign=True, offer_void=True)
EVERYBODY = (ALICE, BOB, CAROL, None)


def seen(table: RummyTable, seat: int | None) -> RummyView:
    found: View = view(table.match, seat)
    assert isinstance(found, RummyView)
    return found


@pytest.fixture
def table() -> RummyTable:
    """Alice is about to draw; a set of Bob's lies on the table."""
    return RummyTable(3).lay(
        "4H 5H 6H 9S KD", "AC 2C QS", "JH QH", pile="3S 9C", stock="9D TD", melds=("9H 9D 9C",), played=(BOB,)
    )


def test_before_the_first_deal_there_is_only_the_score() -> None:
    found = seen(RummyTable(3), BOB)
    assert (found.game, found.phase, found.players, found.melds, found.can) == ("rummy", "draw_for_deal", (), (), LEAVE)
    assert [seat.cards for seat in found.seats] == [0, 0, 0]


def test_one_sees_ones_own_cards_and_the_number_of_the_others(table: RummyTable) -> None:
    assert [seat.hand for seat in seen(table, ALICE).seats] == [parse_hand("4H 5H 6H 9S KD"), None, None]
    assert [seat.hand for seat in seen(table, CAROL).seats] == [None, None, parse_hand("JH QH")]
    for reader in EVERYBODY:
        assert [seat.cards for seat in seen(table, reader).seats] == [5, 3, 2]
        assert [seat.played for seat in seen(table, reader).seats] == [False, True, False]
    assert [seat.hand for seat in seen(table, None).seats] == [None, None, None]
    best = seen(table, ALICE).best
    assert best is not None
    assert (best.melds, best.count) == ((parse_hand("4H 5H 6H"),), 19)
    assert seen(table, None).best is None


def test_what_lies_on_the_table_is_everybodys_to_see(table: RummyTable) -> None:
    table.play("0 draw-stock", "0 meld 4H5H6H", "0 lay-off 9S@0")
    laid = (
        TableMeld(BOB, parse_hand("9S 9H 9D 9C"), ((parse_card("9S"), ALICE),)),
        TableMeld(ALICE, parse_hand("4H 5H 6H")),
    )
    for reader in EVERYBODY:
        assert seen(table, reader).melds == laid
        assert (seen(table, reader).phase, seen(table, reader).turn) == ("meld", (ALICE,))


def test_only_the_top_of_the_pile_is_listed_unless_the_table_agreed_otherwise(table: RummyTable) -> None:
    assert (seen(table, BOB).pile_count, seen(table, BOB).pile) == (2, cards("9C"))
    lying_open = RummyTable(3, discard_history="open").lay("4H", pile="3S 9C")
    assert seen(lying_open, BOB).pile == cards("3S 9C")


def test_the_seat_in_turn_is_told_what_it_may_do_and_nobody_else_is(table: RummyTable) -> None:
    assert seen(table, ALICE).can == LEAVE._replace(draw_stock=True, take_discard=True)
    assert seen(table, BOB).can == LEAVE
    assert seen(table, None).can == RummyCan()
    table.play("0 take-discard")
    can = seen(table, ALICE).can
    assert can.meld == (parse_hand("4H 5H 6H"),)
    assert can.lay_off == {parse_card("9S"): (0,)}
    assert set(can.discard) == set(cards("4H 5H 6H 9S KD"))
    assert (seen(table, ALICE).drawn, seen(table, ALICE).banned) == (parse_card("9C"), parse_card("9C"))
    assert (seen(table, BOB).drawn, seen(table, BOB).banned, seen(table, BOB).can) == (None, None, LEAVE)


def test_a_card_from_the_stock_is_its_drawers_own_affair(table: RummyTable) -> None:
    after, (drawn,) = apply(table.match, *parse_action("0 draw-stock"))
    assert redact(drawn, ALICE) == StockDrawn(ALICE, parse_card("9D"), 1)
    for reader in (BOB, CAROL, None):
        assert redact(drawn, reader) == StockDrawn(ALICE, None, 1)
    table.match = after
    assert seen(table, ALICE).drawn == parse_card("9D")
    assert seen(table, BOB).drawn is None


def test_a_deal_tells_each_seat_its_own_cards() -> None:
    table = RummyTable(3).deal()
    dealt = table.match.variant.hands.dealt_event(table.hand)
    assert isinstance(dealt, RummyDealt)
    for reader in EVERYBODY:
        told = redact(dealt, reader)
        assert isinstance(told, RummyDealt)
        assert told.hands == tuple(
            cards if seat == reader else None for seat, cards in zip(dealt.players, dealt.hands, strict=True)
        )


def test_a_card_that_a_refill_has_hidden_is_not_known_when_its_taker_draws_it_again() -> None:
    table = RummyTable(2).lay("7H 2S 4D", "AC 4C JC", pile="3S 9C", stock="QC JD TC", reshuffle="9C")
    table.play("0 take-discard", "0 discard 7H")
    assert (seen(table, BOB).seats[ALICE].taken, seen(table, BOB).seats[ALICE].holds) == (cards("9C"), cards("9C"))
    table.play("1 draw-stock", "1 discard QC", "0 draw-stock", "0 discard 9C", "1 draw-stock", "1 discard TC")
    table.play("0 draw-stock")
    assert (table.hand.refills, table.hand.drawn) == (1, parse_card("9C"))
    for reader in (BOB, None):
        assert (seen(table, reader).seats[ALICE].taken, seen(table, reader).seats[ALICE].holds) == ((), ())


def test_once_the_hand_is_over_everything_is_shown(table: RummyTable) -> None:
    table.lay("4H 5H 6H", "AC 2C QS", "JH QH", pile="3S 9C", stock="KD TD").play("0 draw-stock", "0 meld 4H5H6H")
    table.play("0 discard KD")
    for reader in EVERYBODY:
        found = seen(table, reader)
        result = found.result
        assert result is not None
        assert (result.kind, result.winner, result.points) == ("rummy", ALICE, 2 * (1 + 2 + 10 + 20))
        assert [(line.seat, line.left, line.count) for line in result.seats] == [
            (ALICE, 0, 0),
            (BOB, parse_hand("AC 2C QS"), 13),
            (CAROL, parse_hand("JH QH"), 20),
        ]
        assert result.stock == cards("TD")
        assert [seat.hand for seat in found.seats] == [0, parse_hand("AC 2C QS"), parse_hand("JH QH")]
        assert found.phase == "between"


def test_who_pays_attention_recalls_the_whole_pile_and_who_shed_each_card(table: RummyTable) -> None:
    table.play("0 draw-stock", "0 discard KD")
    recalled = recall(table.match, CAROL).recalled
    assert [(found.card, found.seat) for found in recalled] == [*zip(cards("3S 9C KD"), (BOB, BOB, ALICE), strict=True)]
    assert not any(seen(table, reader).recalled for reader in EVERYBODY)


def test_who_is_away_does_not_play_and_the_computer_in_that_chair_does(table: RummyTable) -> None:
    table.play("0 resign")
    assert (seen(table, ALICE).can, seen(table, ALICE).away) == (RummyCan(), (ALICE,))
    found = recall(table.match, ALICE)
    assert isinstance(found, RummyView)
    assert found.can == RummyCan(draw_stock=True, take_discard=True)
