"""The match holds any number of hands side by side: what partnership play will stand on.

The seating here is the test's own: four seats, two tables, no teams.
"""

from __future__ import annotations

import pytest

from games.domain.actions import SERVER, Deal, DrawForDeal
from games.domain.cards import format_card
from games.domain.errors import RuleViolation
from games.domain.hands.gin import GIN
from games.domain.match import DealNeeded, Match, apply, legal_actions, must_act, new_match, next_deal, verify
from games.domain.notation import parse_action
from games.domain.perspective import view
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import new_sheet
from games.domain.seating import DealDraw, Outcomes, Pairing, Pairings, Seating
from games.domain.variants import Variant
from tests.games.domain.table import PLAIN, rigged_deck

PAIRINGS = (Pairing(2, (0, 2)), Pairing(3, (1, 3)))


def draw(_rules: RuleSet, deck: tuple[int, ...], seats: int) -> DealDraw:
    return DealDraw((deck[:seats],), PAIRINGS)


def same_again(_rules: RuleSet, last: Pairings, _outcomes: Outcomes) -> Pairings:
    return last


TWO_TABLES = Variant(
    "two tables", GIN, Seating("two tables", (4,), 2, draw, same_again, lambda seat: seat ^ 2), new_sheet, RuleSet()
)
GIN_HAND = "7C 7D 7H 8S 9S TS JS QC QH QD"


@pytest.fixture
def match() -> Match:
    match = new_match(TWO_TABLES, 4)
    match = apply(match, SERVER, DrawForDeal(tuple(range(52)))).match
    assert next_deal(match) == DealNeeded(1, 2)
    decks = (rigged_deck(GIN_HAND, None, "5D", "3D"), rigged_deck(PLAIN, None, "QD"))
    after, events = apply(match, SERVER, Deal(decks))
    assert [(event.table, event.players) for event in events] == [(0, (0, 2)), (1, (1, 3))]  # type: ignore[union-attr]
    return after


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match = apply(match, *parse_action(move)).match
    return match


def test_both_tables_play_at_once(match: Match) -> None:
    assert must_act(match) == (0, 1)
    match = play(match, "1 pass-upcard", "0 pass-upcard", "3 pass-upcard")
    assert must_act(match) == (2, 1)
    assert legal_actions(match, 3) == ()
    with pytest.raises(RuleViolation, match="NOT_YOUR_TURN"):
        verify(match, *parse_action("3 draw-stock"))
    match = play(match, "1 draw-stock")
    assert [hand.stock for hand in match.tables] == [31, 30]
    assert view(match, 1).stock == 30
    assert view(match, 2).stock == 31
    assert view(match, 3).seats[1].hand is None


def finish_first(match: Match) -> Match:
    return play(match, "0 pass-upcard", "2 pass-upcard", "0 draw-stock", "0 knock 3D")


def test_a_finished_table_waits_for_the_other(match: Match) -> None:
    match = finish_first(match)
    assert match.phase == "play"
    assert must_act(match) == (1,)
    assert next_deal(match, early=True) is None
    assert match.sheet.hands == ()
    assert view(match, 0).phase == "between"
    assert view(match, 1).phase == "upcard"
    with pytest.raises(RuleViolation, match="WRONG_PHASE"):
        verify(match, *parse_action("0 ready"))


def test_the_round_is_entered_once_both_tables_are_done(match: Match) -> None:
    match = play(finish_first(match), "1 pass-upcard", "3 pass-upcard")
    while match.phase == "play":
        (seat,) = must_act(match)
        match = play(match, f"{seat} draw-stock")
        match = play(match, f"{seat} discard {format_card(match.tables[1].drawn)}")
    assert match.phase == "between"
    assert [type(ended).__name__ for ended in match.sheet.hands] == ["HandScored", "HandVoided"]
    assert [ended.table for ended in match.sheet.hands] == [0, 1]
    match = play(match, "0 ready", "1 ready", "2 ready")
    assert next_deal(match) is None
    assert next_deal(play(match, "3 ready")) == DealNeeded(2, 2)


def test_leaving_voids_only_the_hands_still_in_play(match: Match) -> None:
    after, events = apply(finish_first(match), *parse_action("1 resign"))
    assert [type(event).__name__ for event in events] == ["Resigned", "HandVoided", "MatchEnded"]
    assert [type(ended).__name__ for ended in after.sheet.hands] == ["HandScored", "HandVoided"]
    assert after.end is not None
    assert after.end.winner == 3
