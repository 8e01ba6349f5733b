"""Who deals first and next of two (RULES 2a)."""

from __future__ import annotations

import pytest

from games.domain.cards import parse_card
from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import new_sheet
from games.domain.seating import DUEL, Pairing
from tests.games.domain.table import cards, whole_deck

ALICE_DEALS, BOB_DEALS = (Pairing(0, (1, 0)),), (Pairing(1, (0, 1)),)


def won_by(seat: int) -> HandScored:
    return HandScored(1, 0, "knock", seat, seat, 3, 12, 9, 1, ())


def test_the_lower_card_deals_and_the_other_player_acts_first() -> None:
    drawn = DUEL.draw(RuleSet(), whole_deck(cards("KS 2H")), 2)
    assert drawn is not None
    assert drawn.rounds == ((parse_card("KS"), parse_card("2H")),)
    assert drawn.pairings == BOB_DEALS


def test_the_ace_is_lowest() -> None:
    drawn = DUEL.draw(RuleSet(), whole_deck(cards("AC 2H")), 2)
    assert drawn is not None
    assert drawn.pairings == ALICE_DEALS


def test_equal_ranks_draw_again() -> None:
    drawn = DUEL.draw(RuleSet(), whole_deck(cards("KS KH 5D 5C 9S TS")), 2)
    assert drawn is not None
    assert [len(cards) for cards in drawn.rounds] == [2, 2, 2]
    assert drawn.rounds[-1] == (parse_card("9S"), parse_card("TS"))
    assert drawn.pairings == ALICE_DEALS


def test_a_deck_of_pairs_decides_nothing() -> None:
    pairs = tuple(13 * suit + rank for half in (0, 2) for rank in range(13) for suit in (half, half + 1))
    assert sorted(pairs) == list(range(52))
    assert DUEL.draw(RuleSet(), pairs, 2) is None


@pytest.mark.parametrize(
    ("rule", "winner", "dealer"),
    [
        ("loser", 0, 1),
        ("loser", 1, 0),
        ("winner", 0, 0),
        ("winner", 1, 1),
        ("alternate", 0, 0),
        ("alternate", 1, 0),
    ],
)
def test_the_next_dealer_follows_the_rule(rule: str, winner: int, dealer: int) -> None:
    rules = RuleSet(next_dealer=rule)  # type: ignore[arg-type]
    (pairing,) = DUEL.after(rules, BOB_DEALS, (won_by(winner),), new_sheet(rules, 2))
    assert pairing == Pairing(dealer, (1 - dealer, dealer))


@pytest.mark.parametrize("rule", ["loser", "winner", "alternate"])
def test_ec51_after_a_void_hand_the_same_dealer_deals_again(rule: str) -> None:
    """EC-51, W32."""
    rules = RuleSet(next_dealer=rule)  # type: ignore[arg-type]
    assert DUEL.after(rules, ALICE_DEALS, (HandVoided(1, 0, "wall"),), new_sheet(rules, 2)) == ALICE_DEALS
