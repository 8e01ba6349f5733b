"""Three players, one of whom sits out: who deals, who plays, who begins (RULES 2b)."""

from __future__ import annotations

import pytest

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import new_sheet
from games.domain.seating import THREE_HANDED, Pairing
from tests.games.domain.table import cards, whole_deck

A, B, C = range(3)
ROTATE = RuleSet(three_players="dealer_out_rotate")
LOSER_DEALS = RuleSet(three_players="dealer_out_loser_deals")
CUTTHROAT = RuleSet(three_players="cutthroat")


def drawn(rules: RuleSet, first: str) -> Pairing:
    draw = THREE_HANDED.draw(rules, whole_deck(cards(first)), 3)
    assert draw is not None
    (pairing,) = draw.pairings
    return pairing


def after(rules: RuleSet, last: Pairing, winner: int | None) -> Pairing:
    ended = HandVoided(1, 0, "wall") if winner is None else HandScored(1, 0, "knock", winner, winner, 3, 12, 9, 1, ())
    (pairing,) = THREE_HANDED.after(rules, (last,), (ended,), new_sheet(rules, 3))
    return pairing


def played(rules: RuleSet, first: Pairing, *winners: int | None) -> list[Pairing]:
    pairings = [first]
    for winner in winners:
        pairings.append(after(rules, pairings[-1], winner))
    return pairings


@pytest.mark.parametrize("rules", [ROTATE, LOSER_DEALS])
def test_the_lowest_card_deals_and_sits_out_and_the_player_on_its_left_begins(rules: RuleSet) -> None:
    assert drawn(rules, "9S 2H KD") == Pairing(B, (C, A))
    assert drawn(rules, "9S 2H 2D 7C 3C") == Pairing(C, (A, B))
    assert drawn(rules, "AS KH KD") == Pairing(A, (B, C)), "who is not lowest need not be told apart"


def test_ec76_the_loser_deals_and_the_winner_plays_the_former_dealer() -> None:
    """EC-76, W34: A deals, B beats C; C deals, B beats A; A deals, C beats B; B deals."""
    hands = played(LOSER_DEALS, Pairing(A, (B, C)), B, B, C)
    assert [hand.dealer for hand in hands] == [A, C, A, B]
    assert [set(hand.players) for hand in hands] == [{B, C}, {A, B}, {B, C}, {A, C}]


def test_ec77_the_deal_moves_round_the_table_whatever_happens() -> None:
    """EC-77, W19: the dealer gets no cards; pairs B-C, C-A, A-B."""
    for winners in ((B, C, A), (C, A, B)):
        hands = played(ROTATE, Pairing(A, (B, C)), *winners)
        assert [hand.dealer for hand in hands] == [A, B, C, A]
        assert [hand.players for hand in hands] == [(B, C), (C, A), (A, B), (B, C)]


@pytest.mark.parametrize("rules", [ROTATE, LOSER_DEALS, CUTTHROAT])
def test_ec51_after_a_void_hand_the_same_two_play_and_the_same_one_deals(rules: RuleSet) -> None:
    first = drawn(rules, "9S 2H KD")
    assert after(rules, first, None) == first


def test_cutthroat_begins_with_the_lowest_sitting_out_and_the_second_lowest_dealing() -> None:
    assert drawn(CUTTHROAT, "9S 2H KD") == Pairing(A, (C, A))
    assert drawn(CUTTHROAT, "9S 9H 2D AC AS KS QS") == Pairing(B, (A, B)), (
        "all three places matter: the tied draw again"
    )


def test_in_cutthroat_the_loser_sits_out_and_the_idle_player_deals_to_the_winner() -> None:
    hands = played(CUTTHROAT, Pairing(A, (C, A)), C, C, A)
    assert hands[1:] == [Pairing(B, (C, B)), Pairing(A, (C, A)), Pairing(B, (A, B))]


def test_whoever_gets_no_cards_sits_out() -> None:
    assert THREE_HANDED.roles((Pairing(A, (B, C)),), 3) == ("sits_out", None, None)
    assert THREE_HANDED.roles((Pairing(A, (C, A)),), 3) == (None, "sits_out", None)
    assert THREE_HANDED.roles((), 3) == (None, None, None), "before the draw nobody does"


def test_a_deck_that_does_not_decide_is_no_draw() -> None:
    same = tuple(13 * suit + rank for rank in range(13) for suit in range(4))
    assert THREE_HANDED.draw(CUTTHROAT, same[:5], 3) is None
