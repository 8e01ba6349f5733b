"""What a seat and a spectator may see (RULES 1.5)."""

from __future__ import annotations

import pytest

from games.domain.actions import SERVER, Deal, Discard
from games.domain.cards import iter_cards, parse_card
from games.domain.events import CardDiscarded, HandDealt, Knocked, KnockFailed, ScoreLine, StockDrawn
from games.domain.melds import min_deadwood
from games.domain.perspective import Can, SeatView, recall, redact, view
from tests.games.domain.hands.gin.test_the_wall import NEARLY, WAITING, fifty_cards
from tests.games.domain.table import ALICE, BOB, CHARLIE, PLAIN, Table, cards, hand, rigged_deck

EVERYBODY = (ALICE, BOB, CHARLIE)


def knock(shed: str = "QD") -> Table:
    """Alice has knocked with 1; Bob is to lay off."""
    table = Table().deal("7C 7D 7H 3S 4S 5S KC KD KS AC", "7S 2S 6S 8H 2D 4D 6D 8D TD QH", "QC", shed)
    return table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", f"0 knock {shed}")


def test_before_the_first_deal_there_is_only_the_score() -> None:
    seen = Table().sees(ALICE)
    assert (seen.phase, seen.hand_no, seen.players, seen.pile, seen.upcard) == ("draw_for_deal", 0, (), (), None)
    assert seen.can == Can(resign=True, offer_void=True)
    assert [seat.cards for seat in seen.seats] == [0, 0]


def test_one_sees_ones_own_cards_and_the_number_of_the_others(table: Table) -> None:
    alice, bob, charlie = map(table.sees, EVERYBODY)
    assert alice.seats[ALICE].hand == hand(PLAIN)
    assert alice.seats[BOB].hand is None
    assert alice.seats[BOB].cards == 10
    assert bob.seats[ALICE].hand is None
    assert [seat.hand for seat in charlie.seats] == [None, None]
    assert alice.best is not None
    assert (alice.best.melds, alice.best.count) == ((), 57)
    assert charlie.best is None


def test_the_public_facts_are_the_same_for_all(table: Table) -> None:
    table.play("0 take-upcard", "0 discard KS")
    for seen in map(table.sees, EVERYBODY):
        assert (seen.phase, seen.turn, seen.dealer, seen.limit) == ("draw", (BOB,), BOB, 10)
        assert (seen.upcard, seen.stock, seen.pile_count, seen.pile) == (
            parse_card("KD"),
            31,
            1,
            (parse_card("KS"),),
        )
        assert seen.players == (ALICE, BOB)


def test_pick_ups_from_the_pile_show_for_as_long_as_they_matter(table: Table) -> None:
    table.play("0 take-upcard", "0 discard KS", "1 draw-stock", "1 discard QD", "0 take-discard", "0 discard KD")
    for seen in map(table.sees, EVERYBODY):
        assert seen.seats[ALICE].taken == tuple(cards("KD QD"))
        assert seen.seats[ALICE].holds == tuple(cards("QD"))


def test_buried_discards_are_not_listed_under_top_only(table: Table) -> None:
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 discard QD", "1 draw-stock", "1 discard JD")
    for seen in map(table.sees, EVERYBODY):
        assert (seen.pile_count, seen.pile) == (3, tuple(cards("JD")))


def test_who_pays_attention_recalls_the_whole_pile_and_who_shed_each_card(table: Table) -> None:
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 discard QD", "1 draw-stock", "1 discard JD")
    for seat in (ALICE, BOB):
        recalled = recall(table.match, seat).recalled
        assert recalled == tuple(zip(cards("KD QD JD"), (None, ALICE, BOB), strict=True))
    assert not any(table.sees(reader).recalled for reader in EVERYBODY)


def test_what_is_taken_from_the_pile_and_shed_again_is_recalled_as_the_last_ones() -> None:
    table = Table().deal(PLAIN, None, "KD", "QD JD").play("0 take-upcard", "0 discard KS", "1 take-discard")
    assert recall(table.match, ALICE).recalled == ()
    held = next(iter_cards(table.hand.hands[1] ^ 1 << parse_card("KS")))
    table.do(BOB, Discard(held)).play("0 draw-stock", "0 discard KD", "1 draw-stock", "1 discard KS")
    kings = tuple(zip(cards("KD KS"), (ALICE, BOB), strict=True))
    assert recall(table.match, ALICE).recalled == ((held, BOB), *kings)


def test_all_else_is_recalled_as_it_is_seen(table: Table) -> None:
    assert recall(Table().match, ALICE) == Table().sees(ALICE)
    assert recall(knock().match, ALICE)._replace(recalled=()) == knock().sees(ALICE)


@pytest.mark.parametrize(("upcard", "limit"), [("5C", 5), ("AC", 0), ("KC", 10)])
def test_oklahomas_limit_is_on_show_all_hand_long(upcard: str, limit: int) -> None:
    """EC-60, EC-61, EC-62: to players and spectators, whoever takes the upcard, until the result has been seen."""
    table = Table(oklahoma="gin_only").deal("7C 7D 7H 3S 4S 5S JC JD JS QH", None, upcard, "QS")
    moves = ("0 take-upcard", "0 discard QH", "1 draw-stock", "1 discard QS", "0 offer-void", "1 offer-void")
    for move in (*moves, None):
        assert {(seen.limit, seen.upcard) for seen in map(table.sees, EVERYBODY)} == {(limit, parse_card(upcard))}
        assert table.hand.dealt.limit == limit
        if move is not None:
            table.play(move)
    assert table.match.phase == "over"


def test_a_spade_deal_is_said_to_count_double_from_the_deal_on() -> None:
    for upcard, doubled in (("KS", True), ("KD", False)):
        table = Table(oklahoma="one", spade_doubles=True).deal("7C 7D 7H 3S 4S 5S JC JD JS QH", None, upcard)
        assert {seen.doubled for seen in map(table.sees, EVERYBODY)} == {doubled}


def test_an_open_pile_shows_everything() -> None:
    table = Table(discard_history="open").deal(PLAIN, None, "KD", "QD JD")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 discard QD", "1 draw-stock", "1 discard JD")
    assert table.sees(CHARLIE).pile == tuple(cards("KD QD JD"))


def test_each_phase_allows_what_the_rules_allow(table: Table) -> None:
    leave = Can(resign=True, offer_void=True)
    assert table.sees(ALICE).can == leave._replace(take_upcard=True, pass_upcard=True)
    assert table.sees(BOB).can == leave
    assert table.sees(CHARLIE).can == Can()
    table.play("0 pass-upcard")
    assert table.sees(BOB).can == leave._replace(take_upcard=True, pass_upcard=True)
    table.play("1 pass-upcard")
    assert table.sees(ALICE).can == leave._replace(draw_stock=True)
    assert table.sees(ALICE).phase == "draw"
    table.play("0 draw-stock", "0 discard QD")
    assert table.sees(BOB).can == leave._replace(draw_stock=True, take_discard=True)


def test_the_seat_that_sheds_is_told_what_each_card_would_leave(table: Table) -> None:
    table.play("0 take-upcard")
    seen = table.sees(ALICE)
    assert (seen.drawn, seen.banned) == (parse_card("KD"), parse_card("KD"))
    assert set(seen.can.discard) == set(cards(PLAIN)) == set(seen.after)
    assert all(seen.after[card] == min_deadwood(hand(f"{PLAIN} KD") ^ 1 << card) for card in seen.after)
    for other in (table.sees(BOB), table.sees(CHARLIE)):
        assert (other.drawn, other.banned, other.after, other.can.discard) == (None, None, {}, ())


def test_a_card_from_the_stock_is_drawn_but_not_banned(table: Table) -> None:
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")
    seen = table.sees(ALICE)
    assert (seen.drawn, seen.banned) == (parse_card("QD"), None)
    assert parse_card("QD") in seen.can.discard
    assert table.sees(BOB).seats[ALICE].hand is None
    assert table.sees(BOB).seats[ALICE].cards == 11


def test_knocks_and_gin_are_told_apart() -> None:
    table = Table("wikipedia").deal("7C 7D 7H 3S 4S 5S KC KD KS 2H", None, "QC", "6S")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")
    can = table.sees(ALICE).can
    assert can.gin == (parse_card("2H"),)
    assert dict(can.knock) == {parse_card("3S"): 2, parse_card("6S"): 2}
    assert not can.big_gin


def test_big_gin_is_offered() -> None:
    table = Table("wikipedia").deal("4C 5C 6C 7C 8C 9D 9H 9S JD QD", None, "KD").play("0 take-upcard")
    can = table.sees(ALICE).can
    assert can.big_gin
    assert set(can.gin) == {parse_card("4C"), parse_card("8C")}


def test_the_last_chance_is_shown() -> None:
    table = fifty_cards(WAITING, NEARLY, "2C", last_discard="knock_only").play("0 discard 2C")
    seen = table.sees(BOB)
    assert seen.phase == "last_chance"
    assert (seen.can.knock_last, seen.can.gin_last) == (((parse_card("JH"), 2),), ())
    assert (seen.can.pass_last, seen.can.big_gin_last) == (True, False)
    assert table.sees(ALICE).can.pass_last is False
    gin = fifty_cards(WAITING, NEARLY, "6S", last_discard="knock_only").play("0 discard 6S").sees(BOB)
    assert gin.can.gin_last == (parse_card("JH"),)


def test_after_a_knock_the_knockers_ten_cards_are_public() -> None:
    table = knock()
    for seen in map(table.sees, EVERYBODY):
        assert seen.knock is not None
        assert (seen.knock.seat, seen.knock.kind, seen.knock.count) == (ALICE, "knock", 1)
        assert seen.knock.melds == (hand("3S 4S 5S"), hand("7H 7D 7C"), hand("KS KD KC"))
        assert seen.knock.deadwood == hand("AC")
        assert seen.seats[ALICE].hand == hand("7C 7D 7H 3S 4S 5S KC KD KS AC")


def test_the_knock_discard_lies_face_down_until_the_hand_is_over() -> None:
    """EC-35."""
    table = knock()
    assert [seen.knock.discard for seen in map(table.sees, EVERYBODY) if seen.knock] == [parse_card("QD"), None, None]
    table.play("1 defend * *")
    assert {seen.result.discard for seen in map(table.sees, EVERYBODY) if seen.result} == {parse_card("QD")}


def test_the_defenders_cards_stay_private_until_the_answer_is_complete() -> None:
    table = knock()
    assert table.sees(BOB).seats[BOB].hand is not None
    assert table.sees(ALICE).seats[BOB].hand is None
    assert table.sees(CHARLIE).seats[BOB].hand is None
    assert table.sees(ALICE).defence is None
    assert table.sees(CHARLIE).defence is None


def test_the_defender_is_offered_the_best_answer() -> None:
    defence = knock().sees(BOB).defence
    assert defence is not None
    assert defence.layoffs[:2] == ((parse_card("2S"), 0), (parse_card("6S"), 0))
    assert {card for card, _ in defence.layoffs} == set(cards("2S 6S 7S"))
    assert defence.count == defence.best == 48
    assert set(defence.fits) <= set(iter_cards(defence.deadwood))


def test_when_a_hand_is_over_its_whole_deal_is_public() -> None:
    table = knock().play("1 defend * *")
    results = [seen.result for seen in map(table.sees, EVERYBODY)]
    assert results[0] == results[1] == results[2]
    result = results[0]
    assert result is not None
    assert (result.kind, result.winner, result.knocker, result.points, result.boxes) == ("knock", ALICE, ALICE, 47, 1)
    assert (result.knocker_count, result.defender_count) == (1, 48)
    assert result.lines == (ScoreLine("difference", 47),)
    alice, bob = result.seats
    assert alice.dealt == hand("7C 7D 7H 3S 4S 5S KC KD KS AC")
    assert bob.dealt == hand("7S 2S 6S 8H 2D 4D 6D 8D TD QH")
    assert len(bob.layoffs) == 3
    assert len(result.stock) == 30
    shown = alice.dealt | bob.dealt | 1 << parse_card("QC") | 1 << parse_card("QD")
    assert sorted([*result.stock, *iter_cards(shown)]) == list(range(52))
    assert table.sees(CHARLIE).seats[BOB].hand == bob.dealt


def test_a_void_hand_is_shown_as_well() -> None:
    table = Table().deal(PLAIN, None, "QD").play("0 offer-void", "1 offer-void")
    result = table.sees(CHARLIE).result
    assert result is not None
    assert (result.kind, result.void, result.winner, result.points, result.lines) == ("void", "agreed", None, 0, ())
    assert result.seats[ALICE].dealt == hand(PLAIN)
    assert table.sees(CHARLIE).phase == "over"
    assert table.sees(CHARLIE).match == table.match.end


def test_between_hands_one_may_be_ready() -> None:
    table = knock().play("1 defend * *")
    assert table.sees(ALICE).phase == "between"
    assert table.sees(ALICE).can.ready
    table.play("0 ready")
    assert not table.sees(ALICE).can.ready
    assert [seat.ready for seat in table.sees(CHARLIE).seats] == [True, False]


def test_an_offer_is_seen_by_all(table: Table) -> None:
    table.play("0 offer-void")
    assert table.sees(BOB).void_offers == (ALICE,)
    assert (table.sees(ALICE).can.offer_void, table.sees(BOB).can.offer_void) == (False, True)
    assert table.sees(BOB).can.decline_void


def test_a_view_depends_on_nothing_hidden() -> None:
    """Two matches that differ only in what Alice cannot see give her the same view, event by event."""
    moves = ["0 take-upcard", "0 discard KS", "1 draw-stock"]
    tables = [
        Table().deal(PLAIN, bob, "KD", stock)
        for bob, stock in (("2S 4S 6S 8S TS QS 3H 5H 7H 9H", "QD"), ("2C 4C 6C 8C TC QC 3D 5D 7D 9D", "KC"))
    ]
    assert view(tables[0].match, ALICE) == view(tables[1].match, ALICE)
    for move in moves:
        first, second = (table.play(move) for table in tables)
        assert view(first.match, ALICE) == view(second.match, ALICE)
        assert view(first.match, CHARLIE) == view(second.match, CHARLIE)
        assert [redact(event, ALICE) for event in first.events] == [redact(event, ALICE) for event in second.events]
    assert view(tables[0].match, BOB) != view(tables[1].match, BOB)


# Events.


@pytest.mark.parametrize(("seat", "hands"), [(ALICE, (1, None)), (BOB, (None, 2)), (CHARLIE, (None, None))])
def test_a_deal_tells_each_seat_its_own_hand(seat: int | None, hands: tuple[int | None, ...]) -> None:
    assert redact(HandDealt(1, 0, BOB, (0, 1), (1, 2), 30, 10), seat) == HandDealt(1, 0, BOB, (0, 1), hands, 30, 10)


def test_a_card_from_the_stock_is_told_to_its_drawer_alone() -> None:
    drawn = StockDrawn(ALICE, 7, 20)
    assert redact(drawn, ALICE) == drawn
    assert redact(drawn, BOB) == redact(drawn, CHARLIE) == StockDrawn(ALICE, None, 20)


def test_a_knock_discard_is_told_to_the_knocker_alone() -> None:
    knocked = Knocked(ALICE, "knock", 7, (), 0, 3)
    assert redact(knocked, ALICE) == knocked
    assert redact(knocked, BOB) == redact(knocked, CHARLIE) == Knocked(ALICE, "knock", None, (), 0, 3)


@pytest.mark.parametrize("event", [CardDiscarded(ALICE, 7), KnockFailed(ALICE, 7, 15, 12)])
def test_what_is_public_is_told_as_it_is(event: CardDiscarded | KnockFailed) -> None:
    assert redact(event, BOB) is event
    assert redact(event, CHARLIE) is event


def test_a_new_deal_hides_what_the_last_one_showed() -> None:
    table = Table(next_dealer="alternate").deal(PLAIN, None, "QD").play("0 offer-void", "1 decline-void")
    while table.match.phase == "play":
        seen: SeatView = table.sees(table.hand.players[table.hand.place])
        if seen.can.discard:
            table.play(f"{seen.seat} discard {table.held(seen.seat or 0).split()[0]}")
        else:
            table.play(f"{seen.seat} {'pass-upcard' if seen.can.pass_upcard else 'draw-stock'}")
    assert all(seat.hand is not None for seat in table.sees(CHARLIE).seats)
    table.do(SERVER, Deal((rigged_deck(PLAIN, None, "QD"),)))
    assert all(seat.hand is None for seat in table.sees(CHARLIE).seats)
    assert table.sees(CHARLIE).result is None
