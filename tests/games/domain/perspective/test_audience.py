"""Who sees whose cards with three and four seats: sitters, advisers, partners, and whoever is away."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import SERVER, Deal, DrawForDeal
from games.domain.cards import parse_card
from games.domain.events import HandDealt, Knocked, StockDrawn
from games.domain.match import Match, apply, new_match
from games.domain.notation import parse_action
from games.domain.numbers import changed
from games.domain.perspective import Can, SeatView, View, follows, recall, redact, sees, view
from games.domain.variants import get_variant
from tests.games.domain.table import PLAIN, cards, hand, rigged_deck, whole_deck

GIN_HAND = "7C 7D 7H 8S 9S TS JS QC QH QD"
KNOCKING = "7C 7D 7H 3S 4S 5S KC KD KS AC"
LAYING_OFF = "7S 2S 6S 8H 2D 4D 6D 8D TD QH"
OTHER = "2C 4C 6C 8C TC QC 3D 5D 7D 9D"
LEAVE = Can(resign=True, offer_void=True)


def began(game: str, seats: int, drawn: str, **numbers: Any) -> Match:
    """A match whose draw for deal has been made with these cards."""
    variant = get_variant(game)
    return apply(
        new_match(variant, seats, changed(variant.rules, numbers)), SERVER, DrawForDeal(whole_deck(cards(drawn)))
    ).match


def dealt(match: Match, *decks: tuple[int, ...]) -> Match:
    return apply(match, SERVER, Deal(decks)).match


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match = apply(match, *parse_action(move)).match
    return match


def seen(match: Match, seat: int | None) -> SeatView:
    found: View = view(match, seat)
    assert isinstance(found, SeatView)
    return found


def hands(found: SeatView) -> list[int | None]:
    return [seat.hand for seat in found.seats]


# -- three seats, one sits out ----------------------------------------------------------------------------------------


@pytest.fixture
def three() -> Match:
    """Seat 0 drew the lowest card: it deals and sits out, seat 1 acts first."""
    return dealt(began("three-handed", 3, "2S KS QS"), rigged_deck(PLAIN, OTHER, "KD", "QD"))


def test_the_dealer_who_sits_out_sees_what_a_spectator_sees(three: Match) -> None:
    for match in (three, play(three, "1 take-upcard"), play(three, "1 take-upcard", "1 discard KS")):
        sitter, spectator = seen(match, 0), seen(match, None)
        assert sitter._replace(seat=None, can=Can()) == spectator
        assert sitter.can == LEAVE
        assert hands(sitter) == [None, None, None]
        assert (sitter.roles, sitter.dealer, sitter.players) == (("sits_out", None, None), 0, (1, 2))
        assert sitter.sees == ()


def test_the_sitters_place_is_empty_and_the_players_see_their_own(three: Match) -> None:
    assert [seat.cards for seat in seen(three, 1).seats] == [0, 10, 10]
    assert hands(seen(three, 1)) == [None, hand(PLAIN), None]
    assert seen(three, 2).sides == ((0,), (1,), (2,))


# -- in the box -------------------------------------------------------------------------------------------------------

BOX, CAPTAIN, ADVISER = 0, 1, 2


@pytest.fixture
def box() -> Match:
    """Seat 0 is the box, seat 1 the captain with the upcard before it, seat 2 the adviser."""
    return dealt(began("in-the-box", 3, "KS QS 2S"), rigged_deck(KNOCKING, LAYING_OFF, "JD", "QD"))


def test_the_adviser_sees_the_captains_hand_and_never_that_of_the_box(box: Match) -> None:
    for match in (
        box,
        play(box, "1 pass-upcard"),
        play(box, "1 pass-upcard", "0 take-upcard"),
        play(box, "1 pass-upcard", "0 pass-upcard", "1 draw-stock"),
    ):
        adviser = seen(match, ADVISER)
        assert adviser.sees == (CAPTAIN,)
        assert adviser.roles == ("box", "captain", "adviser")
        assert hands(adviser) == [None, match.tables[0].hands[0], None]
        assert hands(seen(match, BOX))[CAPTAIN] is None
        assert hands(seen(match, None)) == [None, None, None]


def test_the_adviser_decides_nothing_and_is_not_shown_what_the_captain_is_reckoning(box: Match) -> None:
    """W57."""
    match = play(box, "1 pass-upcard", "0 pass-upcard", "1 draw-stock")
    adviser, captain = seen(match, ADVISER), seen(match, CAPTAIN)
    assert adviser.can == LEAVE
    assert (adviser.best, adviser.after, adviser.drawn, adviser.banned, adviser.defence) == (None, {}, None, None, None)
    assert captain.can.discard
    assert captain.drawn == parse_card("QD")


def test_the_adviser_is_told_what_the_captain_draws_and_the_others_are_not(box: Match) -> None:
    match = play(box, "1 pass-upcard", "0 pass-upcard")
    after, (drawn,) = apply(match, *parse_action("1 draw-stock"))
    for seat, knows in ((BOX, False), (CAPTAIN, True), (ADVISER, True), (None, False)):
        assert redact(drawn, seat, follows(after, seat)) == StockDrawn(CAPTAIN, parse_card("QD") if knows else None, 30)
    match = play(after, "1 discard QD")
    after, (drawn,) = apply(match, *parse_action("0 draw-stock"))
    for seat in (CAPTAIN, ADVISER, None):
        assert redact(drawn, seat, follows(after, seat)) == StockDrawn(BOX, None, 29)


def test_the_deal_tells_the_adviser_the_captains_cards(box: Match) -> None:
    event = box.variant.hands.dealt_event(box.tables[0])
    assert isinstance(event, HandDealt)
    told_to = redact(event, ADVISER, follows(box, ADVISER))
    assert isinstance(told_to, HandDealt)
    assert (told_to.players, told_to.hands) == ((CAPTAIN, BOX), (hand(KNOCKING), None))


def test_the_adviser_knows_which_card_the_captain_knocked_with(box: Match) -> None:
    after, events = apply(play(box, "1 pass-upcard", "0 pass-upcard", "1 draw-stock"), *parse_action("1 knock QD"))
    (knocked,) = events
    assert isinstance(knocked, Knocked)
    assert redact(knocked, ADVISER, follows(after, ADVISER)) == knocked
    shown = [seen(after, seat).knock for seat in (BOX, CAPTAIN, ADVISER)]
    assert [knock.discard for knock in shown if knock] == [None, parse_card("QD"), parse_card("QD")]
    assert hands(seen(after, ADVISER))[BOX] is None, "the box is to lay off"


def test_the_adviser_does_not_know_the_card_that_the_box_knocked_with(box: Match) -> None:
    match = dealt(began("in-the-box", 3, "KS QS 2S"), rigged_deck(LAYING_OFF, KNOCKING, "JD", "9D QD"))
    match = play(match, "1 pass-upcard", "0 pass-upcard", "1 draw-stock", "1 discard 9D", "0 draw-stock")
    after, (knocked,) = apply(match, *parse_action("0 knock QD"))
    assert redact(knocked, ADVISER, follows(after, ADVISER)) == redact(knocked, None)
    assert seen(after, ADVISER).defence is None
    assert seen(after, CAPTAIN).defence is not None


def test_between_hands_the_roles_are_those_of_the_hand_on_the_table_and_then_they_move(box: Match) -> None:
    match = play(box, "1 pass-upcard", "0 pass-upcard", "1 draw-stock", "1 knock QD", "0 defend - -")
    assert match.phase == "between"
    assert seen(match, ADVISER).roles == ("box", "captain", "adviser")
    match = play(match, "0 ready", "1 ready", "2 ready")
    match = dealt(match, rigged_deck(PLAIN, OTHER, "JD", "QD"))
    # The captain won: now the box itself, the adviser is captain, and the old box advises.
    assert seen(match, 0).roles == ("adviser", "box", "captain")
    assert hands(seen(match, 0)) == [None, None, hand(PLAIN)]
    assert hands(seen(match, 2)) == [None, None, hand(PLAIN)]
    assert hands(seen(match, 1)) == [None, hand(OTHER), None]


def test_nobody_advises_before_the_first_deal() -> None:
    match = began("in-the-box", 3, "KS QS 2S")
    assert seen(match, ADVISER).roles == ("box", "captain", "adviser")
    assert hands(seen(match, ADVISER)) == [None, None, None]


# -- partners ---------------------------------------------------------------------------------------------------------


def partners(second: str = PLAIN, second_deals: str = OTHER, **numbers: Any) -> Match:
    """Table 0: seat 0 against the dealer, seat 1; table 1: seat 2 against the dealer, seat 3."""
    return dealt(
        began("partnership", 4, "KS 2S KH 2H", upcard_offer="nondealer_then_dealer", **numbers),
        rigged_deck(GIN_HAND, None, "5D", "3D"),
        rigged_deck(second, second_deals, "JD", "QD 9C"),
    )


FIRST_GOES_GIN = ("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock 3D")


def test_each_player_sees_the_own_table_and_the_other_one_as_a_spectator_does() -> None:
    match = play(partners(), "2 pass-upcard")
    alice, charlie, spectator = seen(match, 0), seen(match, 2), seen(match, None)
    assert (alice.table, alice.players, charlie.table, charlie.players) == (0, (0, 1), 1, (2, 3))
    assert alice.turn == charlie.turn == (0, 3)
    (beside,) = alice.beside
    assert (beside.table, beside.players, beside.turn, beside.phase) == (1, (2, 3), (3,), "upcard")
    assert (beside.upcard, beside.stock, beside.pile) == (parse_card("JD"), 31, (parse_card("JD"),))
    assert spectator.table == 0
    assert spectator.beside == alice.beside
    assert charlie.beside[0].table == 0
    assert alice.sides == ((0, 2), (1, 3))
    assert alice.roles == (None,) * 4
    assert hands(alice) == [hand(GIN_HAND), None, None, None]
    assert [seat.cards for seat in alice.seats] == [10, 10, 10, 10]


def test_the_first_finished_score_is_shown_to_all() -> None:
    """RULES 2d, advice and waiting."""
    match = play(partners(), *FIRST_GOES_GIN)
    charlie = seen(match, 2)
    result = charlie.beside[0].result
    assert result is not None
    assert (result.kind, result.winner, result.table) == ("gin", 0, 0)
    assert (charlie.phase, charlie.result) == ("upcard", None)
    alice = seen(match, 0)
    assert (alice.phase, alice.beside[0].phase) == ("between", "upcard")
    assert not alice.can.ready


def test_a_face_down_knock_discard_at_the_other_table_stays_face_down() -> None:
    match = partners(KNOCKING, LAYING_OFF)
    match = play(match, "2 pass-upcard", "3 pass-upcard", "2 draw-stock", "2 knock QD")
    for seat in (0, 1, None):
        shown = seen(match, seat).beside[0].knock
        assert shown is not None
        assert shown.discard is None
    own = seen(match, 2).knock
    assert own is not None
    assert own.discard == parse_card("QD")


SECOND_KNOCKS = ("2 pass-upcard", "3 pass-upcard", "2 draw-stock", "2 discard QD", "3 draw-stock", "3 knock 9C")


def advised(advice: str) -> tuple[Match, Match, Match]:
    """Seat 3 has knocked against seat 2; seat 0 has finished its own hand; both."""
    match = partners(LAYING_OFF, KNOCKING, partner_advice=advice)
    return play(match, *SECOND_KNOCKS), play(match, *FIRST_GOES_GIN), play(match, *SECOND_KNOCKS, *FIRST_GOES_GIN)


def test_a_partner_who_has_finished_sees_the_others_hand_once_that_ones_opponent_has_knocked() -> None:
    only_knocked, only_finished, both = advised("layoff_only")
    assert hands(seen(only_knocked, 0))[2] is None
    assert hands(seen(only_finished, 0))[2] is None
    assert sees(both, 0) == seen(both, 0).sees == (2,)
    assert follows(both, 0) == (), "how the hand came about stays untold"
    assert hands(seen(both, 0))[2] == hand(LAYING_OFF)
    for other in (1, 3, None):
        assert sees(both, other) == ()
        assert hands(seen(both, other))[2] is None
    assert seen(both, 0).defence is None, "the defender alone is shown the best answer"
    assert seen(both, 0).can == LEAVE


def test_without_the_option_partners_see_nothing_of_each_other() -> None:
    for match in advised("off"):
        assert hands(seen(match, 0))[2] is None
        assert sees(match, 0) == ()


def test_once_a_game_of_two_is_over_its_players_watch_the_other_table() -> None:
    """EC-81."""
    match = partners(four_players="sum_of_games", target=25, partner_advice="layoff_only")
    match = play(match, *FIRST_GOES_GIN, "2 pass-upcard", "3 pass-upcard", "2 draw-stock", "2 discard QD")
    while match.phase == "play":
        (seat,) = seen(match, None).turn
        match = play(match, f"{seat} draw-stock") if not seen(match, seat).after else shed(match, seat)
    match = play(match, *(f"{seat} ready" for seat in range(4)))
    match = dealt(match, rigged_deck(PLAIN, OTHER, "JD", "QD"))
    alice = seen(match, 0)
    assert (alice.table, alice.players, alice.beside) == (1, (2, 3), ())
    assert [seat.cards for seat in alice.seats] == [0, 0, 10, 10]
    assert hands(alice) == [None] * 4
    assert alice.can == LEAVE


def shed(match: Match, seat: int) -> Match:
    drawn = seen(match, seat).drawn
    assert drawn is not None
    return play(match, f"{seat} discard {'A23456789TJQK'[drawn % 13]}{'SHDC'[drawn // 13]}")


# -- away -------------------------------------------------------------------------------------------------------------


def test_who_is_away_may_only_come_back_and_that_between_hands(three: Match) -> None:
    match = play(three, "2 resign")
    assert [seen(match, seat).away for seat in (0, 1, 2, None)] == [(2,)] * 4
    assert seen(match, 2).can == Can()
    assert seen(match, 1).can == LEAVE._replace(take_upcard=True, pass_upcard=True)
    match = play(match, "1 pass-upcard", "2 pass-upcard", "1 draw-stock", "1 discard QD")
    while match.phase == "play":
        (seat,) = seen(match, None).turn
        match = play(match, f"{seat} draw-stock")
        match = shed(match, seat)
    assert seen(match, 2).can == Can(come_back=True)
    assert seen(match, 0).can == LEAVE._replace(ready=True)
    back = play(match, "2 come-back")
    assert seen(back, 2).away == ()
    assert seen(back, 2).can == LEAVE._replace(ready=True)


def test_the_computer_that_plays_for_who_is_away_is_told_what_it_may_do(three: Match) -> None:
    match = play(three, "1 resign")
    found = recall(match, 1)
    assert isinstance(found, SeatView)
    assert (found.can.take_upcard, found.can.pass_upcard, found.can.resign) == (True, True, False)
    match = play(match, "1 take-upcard")
    found = recall(match, 1)
    assert isinstance(found, SeatView)
    assert set(found.can.discard) == set(found.after) != set()
    waiting = recall(match, 2)
    assert isinstance(waiting, SeatView)
    assert waiting.can == LEAVE
