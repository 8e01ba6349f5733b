"""The box, the captain and the adviser: who is who, and who moves when (RULES 2c)."""

from __future__ import annotations

import pytest

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import new_sheet
from games.domain.seating import IN_THE_BOX, Pairing
from games.domain.variants import get_preset
from tests.games.domain.table import cards, whole_deck

A, B, C = range(3)
RULES: RuleSet = get_preset("he-spruce-3p")
BOX_A = Pairing(A, (B, A))
"""A is the box and deals, B the captain, C the adviser."""


def after(last: Pairing, winner: int | None) -> Pairing:
    ended = HandVoided(1, 0, "wall") if winner is None else HandScored(1, 0, "undercut", winner, A, 3, 2, 11, 1, ())
    (pairing,) = IN_THE_BOX.after(RULES, (last,), (ended,), new_sheet(RULES, 3))
    return pairing


def roles(pairing: Pairing) -> tuple[str | None, ...]:
    return IN_THE_BOX.roles((pairing,), 3)


def test_the_highest_card_is_the_box_the_middle_the_captain_the_lowest_the_adviser() -> None:
    draw = IN_THE_BOX.draw(RULES, whole_deck(cards("2S KH 7D")), 3)
    assert draw is not None
    assert draw.pairings == (Pairing(B, (C, B)),)
    assert roles(draw.pairings[0]) == ("adviser", "box", "captain")


@pytest.mark.parametrize(
    ("first", "expected"),
    [("KS KH 2D 3S 9S", ("captain", "box", "adviser")), ("KS 2H 2D 9S 3S", ("box", "captain", "adviser"))],
)
def test_equal_ranks_draw_again_between_the_tied(first: str, expected: tuple[str, ...]) -> None:
    draw = IN_THE_BOX.draw(RULES, whole_deck(cards(first)), 3)
    assert draw is not None
    assert roles(draw.pairings[0]) == expected


def test_the_box_deals_and_the_captain_acts_first() -> None:
    """EC-75: only these two get cards."""
    assert BOX_A.dealer == A
    assert BOX_A.players == (B, A)
    assert roles(BOX_A) == ("box", "captain", "adviser")
    assert IN_THE_BOX.roles((), 3) == (None, None, None)


def test_w54_the_box_stays_while_it_wins_and_the_others_swap() -> None:
    assert roles(after(BOX_A, A)) == ("box", "adviser", "captain")
    assert after(after(BOX_A, A), A) == BOX_A


def test_ec73_a_lost_box_becomes_the_adviser_the_captain_the_box_the_adviser_the_captain() -> None:
    """EC-73, W54: also when the captain won by undercutting the box's knock."""
    assert roles(after(BOX_A, B)) == ("adviser", "box", "captain")


def test_w54_after_a_void_hand_nobody_moves_and_the_box_deals_again() -> None:
    """W54, EC-51."""
    assert after(BOX_A, None) == BOX_A


def test_a_deck_that_does_not_decide_is_no_draw() -> None:
    same = tuple(13 * suit + rank for rank in range(13) for suit in range(4))
    assert IN_THE_BOX.draw(RULES, same[:5], 3) is None
