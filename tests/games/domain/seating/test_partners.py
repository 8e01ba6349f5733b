"""Two teams at two tables: who faces whom, who deals, and which table is done (RULES 2d)."""

from __future__ import annotations

import pytest

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Sheet, partners_sheet
from games.domain.seating import PARTNERS, Pairing, Pairings
from tests.games.domain.table import cards, whole_deck

A1, B1, A2, B2 = range(4)
NET = RuleSet()
GAMES = RuleSet(four_players="sum_of_games", target=25)
SWAPPING = RuleSet(swap_opponents=True)
FIRST = (Pairing(A1, (B1, A1), 0), Pairing(B2, (A2, B2), 1))


def won(table: int, winner: int, points: int = 9, hand_no: int = 1) -> HandScored:
    return HandScored(hand_no, table, "knock", winner, winner, 3, 12, points, 1, ())


def void(table: int) -> HandVoided:
    return HandVoided(1, table, "wall")


def drawn(rules: RuleSet, first: str) -> Pairings:
    draw = PARTNERS.draw(rules, whole_deck(cards(first)), 4)
    assert draw is not None
    return draw.pairings


def after(rules: RuleSet, last: Pairings, *outcomes: HandScored | HandVoided, sheet: Sheet | None = None) -> Pairings:
    entered = (sheet or partners_sheet(rules, 2)).enter_round(outcomes)
    return PARTNERS.after(rules, last, outcomes, entered)


def test_partners_sit_opposite_each_other() -> None:
    assert PARTNERS.sides(4) == ((A1, A2), (B1, B2))
    assert PARTNERS.roles(FIRST, 4) == (None,) * 4


def test_at_each_table_the_lower_card_deals() -> None:
    assert drawn(NET, "2S 9S KH 3H") == FIRST
    assert drawn(NET, "2S 2H KH 3H 9S 4S") == (Pairing(B1, (A1, B1), 0), FIRST[1]), "the tied draw again"


@pytest.mark.parametrize(("rule", "dealers"), [("loser", (B1, A2)), ("winner", (A1, B2)), ("alternate", (B1, A2))])
def test_each_table_goes_on_by_its_own_rule(rule: str, dealers: tuple[int, int]) -> None:
    rules = RuleSet(next_dealer=rule)  # type: ignore[arg-type]
    pairings = after(rules, FIRST, won(0, A1), won(1, B2))
    assert tuple(pairing.dealer for pairing in pairings) == dealers
    assert [set(pairing.players) for pairing in pairings] == [{A1, B1}, {A2, B2}]


def test_ec51_the_table_that_washed_keeps_its_dealer() -> None:
    assert after(NET, FIRST, void(0), won(1, B2)) == (FIRST[0], Pairing(A2, (B2, A2), 1))


def test_with_swapping_the_side_that_drew_low_deals_at_both_tables_first() -> None:
    assert drawn(SWAPPING, "9S 5S KH 3H") == (Pairing(B1, (A1, B1), 0), Pairing(B2, (A2, B2), 1))
    assert drawn(SWAPPING, "9S 5S 3D 3H 4H 7C") == (Pairing(A1, (B1, A1), 0), Pairing(A2, (B2, A2), 1))


@pytest.mark.parametrize("ended", [(won(0, A1), won(1, A2)), (won(0, B1), void(1)), (void(0), void(1))])
def test_with_swapping_opponents_and_dealing_side_change_every_round(
    ended: tuple[HandScored | HandVoided, ...],
) -> None:
    first = drawn(SWAPPING, "2S 5S KH 3H")
    second = after(SWAPPING, first, *ended)
    assert second == (Pairing(B2, (A1, B2), 0), Pairing(B1, (A2, B1), 1))
    assert after(SWAPPING, second, *ended) == first


def test_ec81_a_table_whose_game_is_over_is_dealt_no_more() -> None:
    """EC-81, W20: it waits for the other, which keeps its number."""
    sheet = partners_sheet(GAMES, 2).enter_round((won(0, A1, 30), won(1, B2)))
    assert PARTNERS.after(GAMES, FIRST, (won(0, A1, 30), won(1, B2)), sheet) == (Pairing(A2, (B2, A2), 1),)
    (going_on,) = after(GAMES, (FIRST[1],), won(1, A2, hand_no=2), sheet=sheet)
    assert going_on.table == 1


def test_a_deck_that_does_not_decide_is_no_draw() -> None:
    same = tuple(13 * suit + rank for rank in range(13) for suit in range(4))
    assert PARTNERS.draw(NET, same[:4], 4) is None
    assert PARTNERS.draw(SWAPPING, same[:4], 4) is None
