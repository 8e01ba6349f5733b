"""Ratings of matches with more than two at the table: pair by pair, in teams, with computers on several chairs."""

from __future__ import annotations

from typing import Any

import pytest

from games.application import projections
from games.application.ratings import changes_of, strength_of
from games.application.refold import refold
from games.application.strength import NEWCOMER, after, is_same
from games.models import Match, Rating, RatingChange
from ginsite.accounts.models import User
from tests.games.application.test_ratings import played, rule
from tests.games.conftest import member

pytestmark = pytest.mark.django_db


def at_three(*players: User | str, totals: str, won: int | None, **fields: Any) -> Match:
    """A rated match of rummy between three or more."""
    return played(*players, won=won, variant="rummy", totals=totals, **fields)


def changes(match: Match) -> list[float]:
    """What the seats gained, in order."""
    rows = RatingChange.objects.filter(match=match).order_by("seat")
    return [round(row.rating_after - row.rating_before, 6) for row in rows]


def scores(match: Match) -> list[float | None]:
    return list(RatingChange.objects.filter(match=match).order_by("seat").values_list("score", flat=True))


def test_every_pair_at_a_table_of_many_is_a_game_in_one_period(alice: User, bob: User, charlie: User) -> None:
    match = at_three(alice, bob, charlie, totals="[80,150,20]", won=1)
    projections.sweep()
    assert scores(match) == [0.5, 1.0, 0.0]
    best = after(NEWCOMER, [(NEWCOMER, 1), (NEWCOMER, 1)])
    assert is_same(strength_of(bob, "rummy")._replace(deviation=0), best._replace(deviation=0))
    assert changes(match)[0] == 0
    assert changes(match)[1] == -changes(match)[2] > 26
    assert not Rating.objects.exclude(game="rummy").exists(), "each game has a rating of its own"


def test_equal_totals_are_a_draw_between_the_two(alice: User, bob: User, charlie: User) -> None:
    match = at_three(alice, bob, charlie, totals="[20,150,20]", won=1)
    projections.sweep()
    assert scores(match) == [0.25, 1.0, 0.25]
    drawn = at_three(alice, bob, charlie, totals="[90,90,20]", won=None, day=1)
    projections.sweep()
    assert scores(drawn) == [0.75, 0.75, 0.0]


def test_the_winner_stands_first_whatever_the_totals_and_whoever_was_left_to_the_computer_last(
    alice: User, bob: User, charlie: User
) -> None:
    match = at_three(alice, bob, charlie, totals="[120,150,40]", won=0)
    left = at_three(alice, bob, charlie, totals="[120,150,40]", won=0, away_seats=0b010, day=1)
    projections.sweep()
    assert scores(match) == [1.0, 0.5, 0.0]
    assert scores(left) == [1.0, 0.0, 0.5]


def test_in_a_team_each_meets_each_opponent(alice: User, bob: User, charlie: User) -> None:
    match = played(alice, bob, charlie, member("dave"), won=1, variant="partnership", totals="[90,130]")
    projections.sweep()
    assert scores(match) == [0.0, 1.0, 0.0, 1.0]
    lost, won = after(NEWCOMER, [(NEWCOMER, 0)] * 2), after(NEWCOMER, [(NEWCOMER, 1)] * 2)
    due = [round(one.rating - NEWCOMER.rating, 6) for one in (lost, won, lost, won)]
    assert changes(match) == due
    assert sorted(changes_of(match)) == [0, 1, 2, 3]


def test_a_computer_on_two_chairs_does_not_meet_itself_and_is_changed_once(alice: User) -> None:
    match = at_three("casual", alice, "casual", totals="[10,150,20]", won=1)
    projections.sweep()
    computer = Rating.objects.get(bot="casual", game="rummy")
    assert computer.matches == 1
    due = after(NEWCOMER, [(NEWCOMER, 0)] * 2)
    assert computer.rating == pytest.approx(due.rating)
    assert changes(match)[2] == 0
    assert sum(changes(match)[seat] for seat in (0, 2)) == pytest.approx(computer.rating - 1500)
    assert not refold().any


def test_a_ruling_on_a_table_of_many_is_put_right_and_folded_again(alice: User, bob: User, charlie: User) -> None:
    match = at_three(alice, bob, "club", charlie, totals="[80,150,20,70]", won=1)
    at_three(alice, bob, charlie, totals="[80,150,20]", won=1, day=1)
    projections.sweep()
    assert not refold().any
    rule(match, winner_seat=3, totals="[80,70,20,150]")
    projections.sweep()
    assert not refold().any
    rule(match, end_reason="agreed", winner_seat=None)
    projections.sweep()
    assert not refold().any
    assert [change for seat, change in sorted(changes_of(match).items())] == []
