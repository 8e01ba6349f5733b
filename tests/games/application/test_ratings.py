"""Ratings of finished matches: exactly once, in order, and made anew."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections, transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.application import broadcast, projections
from games.application.ratings import NOT_RATED, changes_of, shown_at, strength_of
from games.application.refold import refold
from games.application.strength import NEWCOMER, after, aged, is_same
from games.models import Applied, Match, Rating, RatingChange, Seat
from ginsite.accounts.models import User
from ginsite.accounts.signals import guest_merged
from tests.games.conftest import member

pytestmark = pytest.mark.django_db

NOON = timezone.now() - timedelta(days=60)
"""When the season began."""


def played(*players: User | str, won: int | None = 0, rated: bool = True, day: float = 0, **fields: Any) -> Match:
    """A finished match whose effects are still to be made; a player by name is the computer of that level."""
    values: dict[str, Any] = {"rules": "{}", "clock": "standard", "end_reason": "target"} | fields
    match = Match.objects.create(
        seat_count=len(players),
        status=Match.Status.FINISHED,
        rated=rated,
        finished_at=NOON + timedelta(days=day),
        winner_seat=won,
        result_no=1,
        result_pending=True,
        **values,
    )
    for number, player in enumerate(players):
        person, bot = (None, player) if isinstance(player, str) else (player, "")
        Seat.objects.create(match=match, seat=number, user=person, bot=bot)
    return match


def rule(match: Match, **result: Any) -> None:
    """What a referee's ruling does to the row of a match."""
    match.result_no += 1
    match.result_pending = True
    for name, value in result.items():
        setattr(match, name, value)
    match.save()


def points(player: User) -> int:
    """The rating of a person as shown, on the day of the first match."""
    return round(Rating.objects.get(user=player).rating)


# What counts


def test_the_winner_rises_and_the_loser_falls(alice: User, bob: User) -> None:
    played(alice, bob)
    projections.sweep()
    assert points(alice) == 1526
    assert points(bob) == 1474


def test_both_are_rated_by_what_they_were_before_the_match(alice: User, bob: User) -> None:
    played(alice, bob, won=0)
    played(alice, bob, won=1)
    projections.sweep()

    one = after(NEWCOMER, [(NEWCOMER, 1)])
    other = after(NEWCOMER, [(NEWCOMER, 0)])
    assert is_same(strength_of(alice)._replace(deviation=0), after(one, [(other, 0)])._replace(deviation=0))
    assert is_same(strength_of(bob)._replace(deviation=0), after(other, [(one, 1)])._replace(deviation=0))


def test_a_draw_leaves_equals_where_they_were(alice: User, bob: User) -> None:
    played(alice, bob, won=None, end_reason="hands")
    projections.sweep()
    assert points(alice) == points(bob) == 1500
    assert Rating.objects.get(user=alice).matches == 1


@pytest.mark.parametrize("reason", ["resigned", "flagged"])
def test_giving_up_and_running_out_of_time_are_losses(alice: User, bob: User, reason: str) -> None:
    played(alice, bob, won=1, end_reason=reason)
    projections.sweep()
    assert points(alice) < 1500 < points(bob)


def test_a_match_called_off_does_not_count(alice: User, bob: User) -> None:
    played(alice, bob, won=None, end_reason="agreed")
    projections.sweep()
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


def test_a_casual_match_does_not_count(alice: User, bob: User) -> None:
    played(alice, bob, rated=False)
    projections.sweep()
    assert not Rating.objects.exists()


def test_a_guest_has_no_rating_and_gives_none(alice: User, guest: User) -> None:
    played(alice, guest)  # no lobby lets this happen
    projections.sweep()
    assert not Rating.objects.exists()


def test_the_presets_of_a_game_share_one_rating(alice: User, bob: User) -> None:
    played(alice, bob, preset="pagat")
    played(alice, bob, preset="bicycle-classic")
    projections.sweep()
    assert [row.matches for row in Rating.objects.filter(user=alice)] == [2]


def test_a_computer_player_is_rated_by_its_level(alice: User) -> None:
    played(alice, "casual", won=1)
    played("beginner", alice, won=0)
    projections.sweep()
    assert Rating.objects.get(bot="casual").rating > 1500
    assert Rating.objects.get(bot="beginner").rating > 1500
    assert Rating.objects.get(user=alice).matches == 2


def test_somebody_who_left_in_the_middle_still_loses(alice: User, bob: User) -> None:
    bob.deleted_at = NOON
    bob.save()
    played(alice, bob)
    projections.sweep()
    assert points(alice) > 1500


def test_a_rest_before_the_match_is_counted_in_days(alice: User, bob: User) -> None:
    played(alice, bob)
    played(alice, bob, day=200)
    projections.sweep()

    first, second = RatingChange.objects.filter(player__user=alice)
    rested = aged(after(NEWCOMER, [(NEWCOMER, 1)]), NOON, NOON + timedelta(days=200))
    assert second.rating_before == first.rating_after
    assert second.deviation_before == pytest.approx(rested.deviation)
    assert second.deviation_before > first.deviation_after


# Exactly once


def test_sweeping_again_rates_nothing_again(alice: User, bob: User) -> None:
    match = played(alice, bob)
    projections.sweep()
    Match.objects.update(result_pending=True)  # a sweep was killed between effect and tick
    projections.sweep()
    assert Rating.objects.get(user=alice).matches == 1
    assert RatingChange.objects.filter(match=match).count() == 2
    assert Applied.objects.filter(name="ratings").count() == 1


def test_a_rating_that_fails_half_way_leaves_nothing_behind(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(alice, bob)
    with monkeypatch.context() as patch:
        patch.setattr(RatingChange.objects, "bulk_create", lambda _rows: 1 / 0)
        projections.sweep()
    assert not Rating.objects.exists()
    assert not Applied.objects.filter(name="ratings").exists()

    projections.sweep()
    assert Rating.objects.get(user=alice).matches == 1


@pytest.mark.django_db(transaction=True)
def test_sweeps_that_run_at_once_rate_every_match_once(alice: User, bob: User, charlie: User) -> None:
    rng = random.Random(4)
    people: list[User | str] = [alice, bob, charlie, "casual"]
    matches = [played(*rng.sample(people, 2), won=rng.choice([0, 1, None]), day=day) for day in range(24)]
    barrier = threading.Barrier(3)

    def sweep(_number: int) -> None:
        try:
            barrier.wait(timeout=10)
            projections.sweep()
        finally:
            connections["default"].close()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(sweep, range(3)))

    assert not Match.objects.filter(result_pending=True).exists()
    assert RatingChange.objects.count() == 2 * len(matches)
    assert sum(row.matches for row in Rating.objects.all()) == 2 * len(matches)
    assert not refold().any


@pytest.mark.django_db(transaction=True)
def test_two_matches_of_newcomers_at_once_make_one_row_each(alice: User, bob: User) -> None:
    matches = [played(alice, bob), played(bob, alice)]
    barrier = threading.Barrier(2)

    def rate(match: Match) -> None:
        try:
            barrier.wait(timeout=10)
            projections.apply_once(match, "ratings", projections._effects["ratings"])
        finally:
            connections["default"].close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(rate, matches))

    assert [row.matches for row in Rating.objects.all()] == [2, 2]
    assert not refold().any


# Rulings


def test_a_ruling_that_turns_the_result_gives_what_the_other_result_had_given(alice: User, bob: User) -> None:
    match = played(alice, bob, won=0)
    projections.sweep()
    rule(match, winner_seat=1)
    projections.sweep()
    assert points(alice) == 1474
    assert points(bob) == 1526
    assert Rating.objects.get(user=alice).matches == 1


def test_a_ruling_that_calls_a_match_off_takes_back_what_it_gave(alice: User, bob: User, charlie: User) -> None:
    match = played(alice, bob, won=0)
    played(alice, charlie, won=0, day=1)
    projections.sweep()
    before = points(alice)
    rule(match, winner_seat=None, end_reason="agreed")
    projections.sweep()
    assert points(bob) == 1500
    assert points(alice) == before - 26
    assert Rating.objects.get(user=alice).matches == 1
    assert changes_of(match) == {}


def test_a_ruling_upon_a_ruling_is_counted_from_what_is_left(alice: User, bob: User) -> None:
    match = played(alice, bob, won=0)
    projections.sweep()
    rule(match, winner_seat=None, end_reason="agreed")
    projections.sweep()
    rule(match, winner_seat=0, end_reason="target")
    projections.sweep()
    assert points(alice) == 1526
    assert Rating.objects.get(user=alice).matches == 1
    assert not refold().any


def test_a_ruling_before_the_first_sweep_is_the_only_result(alice: User, bob: User) -> None:
    match = played(alice, bob, won=0)
    rule(match, winner_seat=1)
    projections.sweep()
    assert points(alice) == 1474
    assert RatingChange.objects.count() == 2


def test_a_result_that_a_ruling_overtook_is_not_taken_in(alice: User, bob: User) -> None:
    match = played(alice, bob, won=0)
    seen_by_the_sweep = Match.objects.get(pk=match.pk)
    rule(match, winner_seat=1)
    projections.apply_once(seen_by_the_sweep, "ratings", projections._effects["ratings"])
    assert not Rating.objects.exists()


# Made anew


@pytest.fixture
def season(alice: User, bob: User, charlie: User) -> list[Match]:
    """Forty matches between three people and a computer, one of them ruled on."""
    rng = random.Random(8)
    people: list[User | str] = [alice, bob, charlie, "casual"]
    matches = [played(*rng.sample(people, 2), won=rng.choice([0, 1, None]), day=day * 0.7) for day in range(40)]
    projections.sweep()
    rule(matches[5], winner_seat=1 - (matches[5].winner_seat or 0))
    projections.sweep()
    return matches


def test_what_was_rated_as_it_happened_is_what_the_matches_say(season: list[Match]) -> None:
    assert refold() == (40, 0, 0)
    call_command("refold_ratings")


def test_a_tampered_rating_is_found_and_put_right(season: list[Match], alice: User) -> None:
    due = Rating.objects.get(user=alice).rating
    Rating.objects.filter(user=alice).update(rating=2400)
    with pytest.raises(CommandError, match="1 ratings and 0 rows"):
        call_command("refold_ratings")
    call_command("refold_ratings", write=True)
    assert Rating.objects.get(user=alice).rating == pytest.approx(due)
    assert not refold().any


def test_a_tampered_row_of_the_ledger_is_found_and_put_right(season: list[Match]) -> None:
    row = RatingChange.objects.all()[7]
    RatingChange.objects.filter(pk=row.pk).update(rating_after=9)
    assert refold() == (40, 0, 1)
    refold(write=True)
    assert RatingChange.objects.all()[7].rating_after == pytest.approx(row.rating_after)


def test_a_lost_ledger_is_made_anew_from_the_matches(alice: User, bob: User) -> None:
    for day in range(6):
        played(alice, bob, won=day % 2, day=day)
    projections.sweep()
    before = sorted(Rating.objects.values_list("user", "rating", "deviation", "matches"))
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    assert refold(write=True).any
    assert sorted(Rating.objects.values_list("user", "rating", "deviation", "matches")) == before
    assert not refold().any


def test_matches_that_the_sweep_has_still_to_take_in_are_left_to_it(alice: User, bob: User) -> None:
    played(alice, bob)
    assert refold(write=True) == (0, 0, 0)
    projections.sweep()
    assert not refold().any


def test_what_a_refold_wrote_is_not_rated_again_by_a_sweep(alice: User, bob: User) -> None:
    match = played(alice, bob)
    Match.objects.update(result_pending=False)  # played before there were ratings
    refold(write=True)
    Match.objects.update(result_pending=True)
    projections.sweep()
    assert Rating.objects.get(user=alice).matches == 1
    assert RatingChange.objects.filter(match=match).count() == 2


# People


def test_a_guest_who_logs_in_brings_matches_and_no_ratings(alice: User, bob: User, guest: User) -> None:
    played(alice, bob)
    casual = played(guest, bob, rated=False)
    projections.sweep()
    before = list(Rating.objects.values())
    with transaction.atomic():
        guest_merged.send(sender=User, guest_id=guest.pk, user_id=alice.pk)

    assert casual.seats.filter(user=alice).exists()
    assert list(Rating.objects.values()) == before
    assert not refold().any


def test_a_guest_who_signs_up_is_rated_from_then_on(bob: User, guest: User) -> None:
    guest.is_guest, guest.guest_number, guest.username = False, None, "newly"
    guest.save()
    played(guest, bob)
    projections.sweep()
    assert points(guest) == 1526


# What is shown


def test_a_table_shows_ratings_and_whether_they_are_provisional(alice: User, bob: User) -> None:
    for day in range(20):
        played(alice, member(f"opponent{day}"), won=day % 2, day=day)
    projections.sweep()
    table = Match.objects.create(rules="{}", clock="standard")
    seats = [Seat.objects.create(match=table, seat=0, user=alice), Seat.objects.create(match=table, seat=1, user=bob)]
    shown = shown_at(table, seats)
    assert shown[0].points == points(alice)
    assert not shown[0].provisional
    assert shown[1] == NOT_RATED


def test_a_rated_match_shows_what_it_changed_whatever_came_after(alice: User, bob: User) -> None:
    match = played(alice, bob)
    played(alice, bob, day=1)
    projections.sweep()
    shown = shown_at(match, list(match.seats.all()))
    assert [(one.before, one.points, one.change) for one in shown.values()] == [(1500, 1526, 26), (1500, 1474, -26)]


def test_the_table_hears_of_the_change_once_it_is_made(
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told: list[int] = []
    monkeypatch.setattr(broadcast, "seats_changed", told.append)
    match = played(alice, bob)
    with django_capture_on_commit_callbacks(execute=True):
        projections.sweep()
    assert told == [match.pk]
