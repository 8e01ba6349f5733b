"""What the score makes of a hand, in every kind of sheet."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.bots.casual import shed
from games.bots.score import knocks_in_vain, outlook, wins_the_match
from games.domain.actions import SERVER, Deal, Discard, DrawForDeal, Knock
from games.domain.events import HandScored
from games.domain.match import Match, must_act, new_match, next_deal, step
from games.domain.perspective import SeatView, recall
from games.domain.ruleset import customise
from games.domain.variants import get_preset, get_variant
from tests.games.bots.conftest import shuffled


def won(seat: int, points: int, table: int = 0) -> HandScored:
    return HandScored(1, table, "knock", seat, seat, 0, points, points, 1, ())


def dealt(game: str, rules: object, *rounds: tuple[HandScored, ...]) -> Match:
    """The next hand of a match in which these were played."""
    variant = get_variant(game)
    match = new_match(variant, variant.seating.seats[0], rules)  # type: ignore[arg-type]
    for outcomes in rounds:
        match = match._replace(sheet=match.sheet.enter_round(outcomes))
    dice = random.Random(5)
    match = step(match, SERVER, DrawForDeal(shuffled(dice)))
    needed = next_deal(match)
    assert needed is not None
    return step(match, SERVER, Deal(tuple(shuffled(dice) for _ in range(needed.decks))))


def seen(match: Match, seat: int) -> SeatView:
    view = recall(match, seat)
    assert isinstance(view, SeatView)
    return view


def test_a_hand_that_reaches_the_target_wins_and_one_that_lets_the_other_reach_it_loses() -> None:
    view = seen(dealt("gin", get_preset("he-wikihow"), (won(0, 95),), (won(1, 60),)), 0)
    assert [outlook(view, 0, 4), outlook(view, 0, 5), outlook(view, 1, 39), outlook(view, 1, 40)] == [
        "open",
        "won",
        "open",
        "lost",
    ]
    assert wins_the_match(view)
    assert not wins_the_match(seen(dealt("gin", get_preset("he-wikihow"), (won(0, 93),)), 0))


def test_a_closed_column_of_hollywood_asks_for_nothing_more() -> None:
    """RULES 2f: the first column is lost, the others are within reach."""
    rules = customise(get_preset("pagat"), hollywood="next_open", target=50)
    view = seen(dealt("hollywood", rules, (won(1, 60),), (won(0, 48),), (won(0, 48),), (won(0, 10),)), 0)
    assert view.sheet.columns[0].closed
    assert outlook(view, 0, 40) == "won"


@pytest.mark.parametrize(("behind", "in_vain"), [(20, False), (40, True), (70, False)])
def test_in_the_last_hand_a_knock_that_cannot_catch_up_is_in_vain_while_gin_might(behind: int, in_vain: bool) -> None:
    rules = replace(get_preset("he-wikihow"), fixed_hands=2, game_bonus=0, box_bonus=0, shutout="none")
    assert knocks_in_vain(seen(dealt("gin", rules, (won(1, behind),)), 0)) is in_vain


def test_partners_add_what_their_other_table_has_brought() -> None:
    """RULES 2d: the other team is 30 ahead at the other table, and at the target with it."""
    match = dealt("partnership", customise(get_preset("pagat"), team_target=100), (won(1, 80),))
    first, second = match.tables
    over = second._replace(phase="done", outcome=won(3, 45, 1))
    view = seen(match._replace(tables=(first, over)), 0)
    assert [outlook(view, 0, 25), outlook(view, 0, 26)] == ["lost", "open"]
    assert knocks_in_vain(view)
    assert not knocks_in_vain(seen(match, 0))


def test_the_casual_player_waits_for_gin_when_a_knock_is_in_vain() -> None:
    rules = replace(get_preset("he-wikihow"), fixed_hands=2, game_bonus=0, box_bonus=0, shutout="none")
    match = dealt("gin", rules, (won(1, 40),))
    seat = must_act(match)[0]
    view = seen(match, seat)
    behind = view if seat == 0 else seen(dealt("gin", rules, (won(0, 40),)), seat)
    can = view.can._replace(knock=((3, 4),), discard=(3, 5))
    after = {3: 4, 5: 9}
    assert shed(behind._replace(can=can, after=after), random.Random(1)) == Discard(3)
    level = seen(dealt("gin", rules), seat)
    assert shed(level._replace(can=can, after=after), random.Random(1)) == Knock(3)
