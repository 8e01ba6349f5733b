"""The match around the hands: the draw, dealing, the pause, leaving, the end (RULES 1.7, 1.8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import (
    SERVER,
    Deal,
    DeclineVoid,
    DrawForDeal,
    Flag,
    OfferVoid,
    Ready,
    Resign,
)
from games.domain.cards import format_card
from games.domain.errors import Code, RuleViolation
from games.domain.events import DealDrawn, Flagged, HandDealt, HandVoided, MatchEnded, Resigned, TotalLine, VoidOffered
from games.domain.match import (
    DealNeeded,
    all_ready,
    apply,
    legal_actions,
    must_act,
    next_deal,
    standing_actions,
    verify,
)
from tests.games.domain.table import ALICE, BOB, BOBS_DEAL, PLAIN, Table, cards, rigged_deck, whole_deck

ALICES_GIN = "7C 7D 7H 8S 9S TS JS QC QH QD"
BOBS_FIRST = "KC 2H 4H 6D 8D 2C 4C 6S TH AS"
"""No meld, count 55, and nothing that fits ALICES_GIN matters: gin allows no lay-off."""


def won_hand(table: Table) -> Table:
    """One more hand, in which Alice acts first and goes gin: 53 points and the gin bonus."""
    if table.match.phase == "between":
        table.play("0 ready", "1 ready")
    table.deal(ALICES_GIN, BOBS_FIRST, "5D", "3D")
    return table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock 3D")


def test_ec59_every_match_begins_with_the_draw_for_deal() -> None:
    table = Table()
    assert next_deal(table.match) == DealNeeded(0, 1)
    assert must_act(table.match) == ()
    table.refuses("0 draw-stock", Code.WRONG_PHASE)
    table.refuses("0 ready", Code.WRONG_PHASE)
    with pytest.raises(RuleViolation, match="WRONG_PHASE"):
        verify(table.match, SERVER, Deal((rigged_deck(PLAIN, None, "QD"),)))
    table.do(SERVER, DrawForDeal(whole_deck(cards("5S 5H KS 2S"))))
    assert table.events == (DealDrawn((tuple(cards("5S 5H")), tuple(cards("KS 2S"))), BOB),)


def test_the_first_hand_is_dealt_at_once_after_the_draw() -> None:
    table = Table().do(SERVER, DrawForDeal(whole_deck(list(BOBS_DEAL))))
    assert next_deal(table.match) == DealNeeded(1, 1)
    table.refuses("0 ready", Code.ALREADY_DONE)
    table.do(SERVER, Deal((rigged_deck(PLAIN, None, "QD"),)))
    assert isinstance(table.events[0], HandDealt)
    assert next_deal(table.match) is None
    assert next_deal(table.match, early=True) is None


@pytest.mark.parametrize(
    "deck", [(), tuple(range(51)), (0, *range(51)), tuple(range(53)), (*range(51), 52), (*range(51), -1)]
)
def test_a_deck_is_fifty_two_different_cards(deck: tuple[int, ...]) -> None:
    table = Table()
    with pytest.raises(RuleViolation, match="BAD_DECK"):
        verify(table.match, SERVER, DrawForDeal(deck))
    table.do(SERVER, DrawForDeal(whole_deck(list(BOBS_DEAL))))
    for decks in ((deck,), (), (tuple(range(52)), tuple(range(52)))):
        with pytest.raises(RuleViolation, match="BAD_DECK"):
            verify(table.match, SERVER, Deal(decks))


def test_a_draw_that_decides_nothing_is_a_bad_deck() -> None:
    pairs = tuple(13 * suit + rank for half in (0, 2) for rank in range(13) for suit in (half, half + 1))
    with pytest.raises(RuleViolation, match="BAD_DECK"):
        verify(Table().match, SERVER, DrawForDeal(pairs))


@pytest.mark.parametrize("seat", [-2, 2, 6])
def test_nobody_else_has_a_seat(table: Table, seat: int) -> None:
    for move in ("take-upcard", "ready", "resign", "offer-void", "discard 7H", "knock 7H", "defend * *"):
        table.refuses(f"{seat} {move}", Code.NOT_SEATED)
    assert legal_actions(table.match, seat) == ()
    assert standing_actions(table.match, seat) == ()


@pytest.mark.parametrize("seat", [ALICE, BOB])
def test_players_do_not_deal_nor_flag_each_other(table: Table, seat: int) -> None:
    deck = tuple(range(52))
    for action in (DrawForDeal(deck), Deal((deck,)), Flag(BOB), Flag(ALICE)):
        with pytest.raises(RuleViolation, match="NOT_SEATED"):
            verify(table.match, seat, action)


def test_the_server_does_not_play(table: Table) -> None:
    table.refuses("-1 take-upcard", Code.NOT_SEATED)
    table.refuses("-1 resign", Code.NOT_SEATED)


def test_between_hands_both_say_that_they_are_ready() -> None:
    table = won_hand(Table(target=200))
    assert table.match.phase == "between"
    assert must_act(table.match) == ()
    assert legal_actions(table.match, BOB) == (Ready(),)
    assert next_deal(table.match) is None
    table.play("1 ready")
    table.refuses("1 ready", Code.ALREADY_DONE)
    assert not all_ready(table.match)
    assert legal_actions(table.match, BOB) == ()
    assert next_deal(table.match) is None
    table.play("0 ready")
    assert next_deal(table.match) == DealNeeded(2, 1)


def test_the_server_may_deal_before_both_are_ready() -> None:
    table = won_hand(Table(target=200))
    assert next_deal(table.match, early=True) == DealNeeded(2, 1)
    table.do(SERVER, Deal((rigged_deck(PLAIN, None, "QD"),)))
    assert table.match.phase == "play"
    table.refuses("0 ready", Code.WRONG_PHASE)


def test_the_loser_deals_next() -> None:
    table = won_hand(Table(target=200))
    assert table.match.pairings[0].dealer == BOB
    table = won_hand(Table(target=200, next_dealer="winner"))
    assert table.match.pairings[0].dealer == ALICE


def test_ec53_the_match_ends_with_the_hand_that_reaches_the_target() -> None:
    """EC-53, EC-57, W18: boxes and bonuses come afterwards."""
    table = won_hand(Table())
    assert table.match.end is None
    assert table.match.sheet.columns[0].totals == (78, 0)
    won_hand(table)
    end = table.events[-1]
    assert isinstance(end, MatchEnded)
    assert end == MatchEnded(
        "target",
        ALICE,
        (
            TotalLine("hands", (156, 0)),
            TotalLine("game_bonus", (100, 0)),
            TotalLine("boxes", (50, 0)),
            TotalLine("shutout", (100, 0)),
        ),
        (406, 0),
        406,
    )
    assert table.match.phase == "over"
    assert table.match.end == end


def test_ec52_an_undercutter_may_be_the_one_to_reach_the_target() -> None:
    """EC-52: the score decides, not whose turn it was."""
    table = Table(target=25).deal("7C 7D 7H 3S 4S 5S KC KD KS 9H", "8S 8H 8D TS JS QS AH AD AC 2D", "QC", "QD")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock QD", "1 defend * *")
    assert table.match.end is not None
    assert table.match.end.winner == BOB


def test_a_fixed_number_of_hands_ends_the_match() -> None:
    table = won_hand(Table(fixed_hands=2))
    assert table.match.phase == "between"
    won_hand(table)
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("hands", ALICE)


def test_after_the_end_nothing_is_allowed() -> None:
    table = won_hand(Table(target=50))
    assert table.match.phase == "over"
    for move in ("0 ready", "0 resign", "1 offer-void", "1 decline-void", "0 draw-stock", "1 defend * *", "flag 0"):
        table.refuses(move, Code.MATCH_OVER)
    with pytest.raises(RuleViolation, match="MATCH_OVER"):
        verify(table.match, SERVER, Deal((tuple(range(52)),)))
    assert next_deal(table.match, early=True) is None
    assert legal_actions(table.match, ALICE) == standing_actions(table.match, ALICE) == ()


# Leaving and time: RULES 1.8.


def test_resigning_voids_the_hand_and_gives_the_other_side_the_match() -> None:
    """With the game bonus, the boxes as they stand, and no shutout."""
    table = won_hand(Table(target=200))
    table.play("0 ready", "1 ready").deal(PLAIN, None, "QD").play("0 resign")
    assert table.events == (
        Resigned(ALICE),
        HandVoided(2, 0, "left"),
        MatchEnded(
            "resigned",
            BOB,
            (
                TotalLine("hands", (78, 0)),
                TotalLine("game_bonus", (0, 100)),
                TotalLine("boxes", (25, 0)),
                TotalLine("shutout", (0, 0)),
            ),
            (103, 100),
            -3,
        ),
    )
    assert table.match.sheet.hands[-1] == HandVoided(2, 0, "left")


@pytest.mark.parametrize("seat", [ALICE, BOB])
def test_one_may_resign_at_any_time(seat: int) -> None:
    before = Table().play(f"{seat} resign")
    assert [type(event) for event in before.events] == [Resigned, MatchEnded]
    drawn = Table().do(SERVER, DrawForDeal(whole_deck(list(BOBS_DEAL)))).play(f"{seat} resign")
    assert drawn.match.end is not None
    assert drawn.match.end.winner == 1 - seat
    between = won_hand(Table(target=200)).play(f"{seat} resign")
    assert [type(event) for event in between.events] == [Resigned, MatchEnded]
    assert len(between.match.sheet.hands) == 1


def test_an_empty_bank_in_draw_or_shed_loses_the_match(table: Table) -> None:
    table.play("0 pass-upcard", "1 pass-upcard")
    forced = Table().deal(PLAIN, None, "QD").play("0 pass-upcard", "1 pass-upcard", "flag 0")
    assert forced.match.end is not None
    table.play("0 draw-stock", "flag 0")
    assert table.events[:2] == (Flagged(ALICE, "lose"), HandVoided(1, 0, "left"))
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("flagged", BOB)


def test_the_upcard_offer_times_out_as_a_pass(table: Table) -> None:
    table.play("flag 0")
    assert [type(event).__name__ for event in table.events] == ["Flagged", "UpcardPassed"]
    table.play("flag 1")
    assert table.phase == "forced_stock"
    table.play("flag 0")
    assert table.match.phase == "over"


def test_only_a_running_clock_can_run_out(table: Table) -> None:
    table.refuses("flag 1", Code.NOT_YOUR_TURN)
    table.refuses("flag 2", Code.NOT_SEATED)
    table.refuses("flag -1", Code.NOT_SEATED)


def test_between_hands_a_seat_can_run_out_of_time_for_the_seed_that_it_owes() -> None:
    """Who owes one the rules do not know (RULES 1.8): the match is lost as if it had resigned, and no hand is void."""
    won_hand(over := Table(target=200))
    over.play("flag 0")
    assert over.match.end is not None
    assert (over.match.end.reason, over.match.end.winner) == ("flagged", BOB)
    assert over.events == (Flagged(ALICE, "lose"), over.match.end)


def test_a_void_needs_every_seat(table: Table) -> None:
    table.play("0 offer-void")
    assert table.events == (VoidOffered(ALICE),)
    table.refuses("0 offer-void", Code.ALREADY_DONE)
    assert DeclineVoid() in standing_actions(table.match, BOB)
    table.play("1 offer-void")
    assert table.events[:2] == (VoidOffered(BOB), HandVoided(1, 0, "agreed"))
    end = table.match.end
    assert end is not None
    assert (end.reason, end.winner, end.settlement) == ("agreed", None, 0)
    assert end.lines[1] == TotalLine("game_bonus", (0, 0))


def test_a_match_called_off_gives_no_bonus_to_whoever_is_ahead() -> None:
    """Only the points and boxes of the hands played stand, with a target as with fixed hands."""
    both: tuple[dict[str, Any], ...] = ({"target": 200}, {"fixed_hands": 5})
    for numbers in both:
        table = won_hand(Table(**numbers)).play("0 offer-void", "1 offer-void")
        end = table.match.end
        assert end is not None
        assert [line.amounts for line in end.lines] == [(78, 0), (0, 0), (25, 0), (0, 0)]
        assert (end.winner, end.settlement) == (None, 0)


def test_an_offer_can_be_declined_or_withdrawn(table: Table) -> None:
    table.refuses("1 decline-void", Code.NO_OFFER)
    table.play("0 offer-void", "1 decline-void")
    table.refuses("0 decline-void", Code.NO_OFFER)
    table.play("0 offer-void", "0 decline-void", "1 offer-void")
    assert table.match.phase == "play"
    assert standing_actions(table.match, ALICE) == (Resign(), OfferVoid(), DeclineVoid())


def test_an_offer_lasts_until_the_next_deal() -> None:
    table = won_hand(Table(target=300)).play("0 offer-void", "0 ready", "1 ready").deal(PLAIN, None, "QD")
    table.refuses("1 decline-void", Code.NO_OFFER)


def test_an_offer_does_not_stop_play(table: Table) -> None:
    table.play("1 offer-void", "0 take-upcard", "0 discard KS")
    assert table.match.void_offers == 1 << BOB


# Values.


def test_a_refused_action_leaves_the_very_same_match(table: Table) -> None:
    before = table.match
    with pytest.raises(RuleViolation):
        apply(table.match, BOB, Ready())
    assert table.match is before


def test_a_match_is_an_immutable_value(table: Table) -> None:
    before = table.match
    table.play("0 take-upcard")
    assert before.tables[0].phase == "upcard_n"
    assert table.match != before
    assert apply(before, *table.inputs[-1]).match == table.match


# Oklahoma's numbers: RULES 2e.


@pytest.mark.parametrize(
    ("upcard", "ace", "limit"),
    [("AC", "gin_only", 0), ("AC", "one", 1), ("2C", "one", 2), ("9D", "gin_only", 9), ("TD", "one", 10)]
    + [(court, "gin_only", 10) for court in ("JD", "QD", "KD")],
)
def test_ec60_the_upcard_sets_the_limit(upcard: str, ace: str, limit: int) -> None:
    """EC-60, EC-61."""
    table = Table(oklahoma=ace).deal("3S 5S 7S 9S JS KS 2H 4H 6H 8C", None, upcard)
    assert table.sees(None).limit == limit


def test_ec60_an_ace_upcard_refuses_a_knock_with_one() -> None:
    """EC-60: under ``gin_only``; under ``one`` it is good."""
    ten, moves = "7C 7D 7H 8S 9S TS QC QH QD AD", ("0 pass-upcard", "1 pass-upcard", "0 draw-stock")
    strict = Table(oklahoma="gin_only").deal(ten, None, "AC", "KD").play(*moves)
    strict.refuses("0 knock KD", Code.KNOCK_OVER_LIMIT, count=1, limit=0)
    kind = Table(oklahoma="one").deal(ten, None, "AC", "KD").play(*moves, "0 knock KD")
    assert kind.phase == "layoff"


def test_straight_gin_stays_straight_in_oklahoma() -> None:
    assert Table(oklahoma="one", knock_limit=0).deal(PLAIN, None, "QD").sees(None).limit == 0


def test_ec62_the_limit_stays_when_the_upcard_is_taken() -> None:
    """EC-62: and stays on show."""
    table = Table(oklahoma="one").deal("7C 7D 7H 3S 4S 5S KC KD KS 6H", None, "5C", "2D")
    table.play("0 take-upcard")
    assert table.sees(BOB).limit == 5
    assert table.sees(BOB).upcard == cards("5C")[0]
    table.refuses("0 knock 5C", Code.TAKEN_CARD_RETURNED)
    table.play("0 knock 6H")
    assert table.phase == "layoff"


def test_ec63_a_spade_upcard_doubles_the_whole_hand() -> None:
    """EC-63, EC-64: (7 + 25) x 2 for the defender, boxes once."""
    table = Table("wikipedia", oklahoma="one", spade_doubles=True)
    table.deal("7C 7D 7H 3S 4S 5S KC KD KH 9H", "8C 8H 8D TS JS QS AH AD AC 2D", "KS", "QD")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock QD", "1 defend * *")
    assert table.scored() == ("undercut", BOB, 64)
    assert table.match.sheet.columns[0].boxes == (0, 1)
    assert table.sees(None).doubled


def test_ec65_a_new_deal_sets_a_new_limit() -> None:
    """EC-65."""
    table = Table(oklahoma="one").deal(PLAIN, None, "QD")
    assert table.sees(None).limit == 10
    table.play("0 pass-upcard", "1 pass-upcard")
    while table.match.phase == "play":
        (seat,) = must_act(table.match)
        table.play(f"{seat} draw-stock")
        table.play(f"{seat} discard {format_card(table.hand.drawn)}")
    table.deal(PLAIN, None, "8C")
    assert table.sees(None).limit == 8


def test_the_text_of_a_match_and_of_its_deal_names_no_card() -> None:
    """An error report made while a hand is in play may show either."""
    table = Table()
    table.deal(PLAIN, None, "QD")
    another = Table()
    another.deal(BOBS_FIRST, None, "QD")
    assert table.match != another.match
    assert repr(table.match) == repr(another.match)
    assert repr(Deal((rigged_deck(PLAIN, None, "QD"),))) == repr(Deal((rigged_deck(BOBS_FIRST, None, "QD"),)))
