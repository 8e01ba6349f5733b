"""Two to six players, each for itself: who deals first, and how the deal goes round (RULES 2g)."""

from __future__ import annotations

import pytest

from games.domain.events import HandScored, HandVoided
from games.domain.rummy_rules import RummyRules
from games.domain.scoresheets import rummy_sheet
from games.domain.seating import ROUND_THE_TABLE, Pairing, Pairings
from tests.games.domain.table import cards, whole_deck

RULES = RummyRules()


def test_the_lowest_card_deals_and_the_next_seat_begins() -> None:
    draw = ROUND_THE_TABLE.draw(RULES, whole_deck(cards("9H 3S KD 5C")), 4)
    assert draw is not None
    assert draw.rounds == (tuple(cards("9H 3S KD 5C")),)
    assert draw.pairings == (Pairing(1, (2, 3, 0, 1)),)


def test_who_shares_the_lowest_rank_draws_again_and_the_others_do_not() -> None:
    draw = ROUND_THE_TABLE.draw(RULES, whole_deck(cards("3H 9S 3D KC KD")), 3)
    assert draw is not None
    assert draw.rounds == (tuple(cards("3H 9S 3D")), (cards("KC")[0], None, cards("KD")[0]), *draw.rounds[2:])
    assert len(draw.rounds) > 2


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_deal_goes_clockwise_whoever_wins(seats: int) -> None:
    pairings: Pairings = (Pairing(0, tuple((step + 1) % seats for step in range(seats))),)
    sheet = rummy_sheet(RULES, seats)
    for turn in range(1, seats + 1):
        ended = HandScored(turn, 0, "out", 0, 0, 0, 9, 9, 1, ())
        pairings = ROUND_THE_TABLE.after(RULES, pairings, (ended,), sheet)
        dealer = turn % seats
        assert pairings == (Pairing(dealer, tuple((dealer + step) % seats for step in range(1, seats + 1))),)


def test_after_a_void_hand_the_same_dealer_deals() -> None:
    pairings = (Pairing(2, (0, 1, 2)),)
    assert ROUND_THE_TABLE.after(RULES, pairings, (HandVoided(1, 0, "stuck"),), rummy_sheet(RULES, 3)) == pairings
