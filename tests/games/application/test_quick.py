"""Quick match: pairs of like strength, asked once, twice and by many at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.application import broadcast, company, lobby, quick
from games.application.chairs import LobbyRefusal
from games.application.pairing import ANYBODY_AFTER, Seeker, may_meet, window
from games.application.terms import Terms
from games.models import Match, Rating, Seat
from ginsite.accounts.models import User
from tests.games.application.test_lobby import at_once, seated, together
from tests.games.conftest import member

pytestmark = pytest.mark.django_db


def rated_at(user: User, rating: float) -> User:
    """Give somebody a rating."""
    Rating.objects.create(user=user, game="gin", rating=rating, deviation=40, volatility=0.01, matches=30)
    return user


def waited(table: Match, seconds: float) -> None:
    """Let a table have waited so long, its owner looking at it all the time."""
    Match.objects.filter(pk=table.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))


def test_quick_match_waits_on_the_house_rules_and_the_standard_clock(alice: User) -> None:
    table = quick.quick_match(alice)
    assert (table.status, table.preset, table.clock, table.rated) == ("open", "he-wikihow", "standard", False)


def test_quick_match_pairs_two_people(alice: User, bob: User) -> None:
    assert quick.quick_match(alice) == quick.quick_match(bob)
    match = Match.objects.get()
    assert match.status == Match.Status.PLAYING
    assert seated(match) == {0: "alice", 1: "bob"}


def test_quick_match_asked_twice_waits_at_one_table(alice: User) -> None:
    assert quick.quick_match(alice) == quick.quick_match(alice)
    assert Match.objects.count() == 1


def test_a_click_that_comes_after_the_pairing_leads_to_the_same_match(alice: User, bob: User) -> None:
    waiting = quick.quick_match(alice)
    quick.quick_match(bob)
    assert quick.quick_match(alice) == quick.quick_match(bob) == waiting


def test_quick_match_takes_a_table_of_the_lobby_on_the_same_terms(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms())
    assert quick.quick_match(bob) == table


def test_quick_match_leaves_other_terms_alone(alice: User, bob: User) -> None:
    lobby.create_table(alice, Terms(clock="blitz"))
    lobby.create_table(alice, Terms(rated=True))
    lobby.create_table(alice, Terms(by_link=True))
    assert quick.quick_match(bob).status == Match.Status.OPEN


def test_quick_match_passes_over_people_who_are_away(alice: User, bob: User) -> None:
    table = quick.quick_match(alice)
    Seat.objects.filter(match=table).update(last_seen=0)
    assert quick.quick_match(bob) != table


def test_the_longest_wait_is_ended_first(alice: User, bob: User, charlie: User) -> None:
    first = lobby.create_table(alice, Terms())
    lobby.create_table(bob, Terms())
    assert quick.quick_match(charlie) == first


def test_whoever_finds_company_gives_up_the_own_waiting_table(alice: User, bob: User) -> None:
    mine = lobby.create_table(alice, Terms())
    his = lobby.create_table(bob, Terms())
    assert quick.quick_match(alice) == his
    mine.refresh_from_db()
    assert mine.status == Match.Status.CLOSED


@at_once
@pytest.mark.parametrize("people", [2, 4])
def test_people_who_ask_at_the_same_moment_are_paired(people: int, db: None) -> None:
    crowd = [member(f"player{number}") for number in range(people)]
    together(*[lambda person=person: quick.quick_match(person) for person in crowd])
    for person in crowd:  # whoever was left over asks again, as the page of a waiting table does not have to
        quick.quick_match(person)
    playing = Match.objects.filter(status=Match.Status.PLAYING)
    assert playing.count() == people // 2
    assert sorted(name for match in playing for name in seated(match).values() if name) == sorted(
        person.username for person in crowd
    )
    assert not Match.objects.filter(status=Match.Status.OPEN).exists()


@at_once
def test_two_people_at_the_same_moment_need_no_second_try(alice: User, bob: User) -> None:
    together(lambda: quick.quick_match(alice), lambda: quick.quick_match(bob))
    assert Match.objects.filter(status=Match.Status.PLAYING).count() == 1
    assert not Match.objects.filter(status=Match.Status.OPEN).exists()


@at_once
def test_a_double_click_on_quick_match_waits_at_one_table(alice: User) -> None:
    together(*[lambda: quick.quick_match(alice)] * 3)
    assert Match.objects.count() == 1


# By rating


def test_the_window_widens_with_the_wait_until_anybody_will_do() -> None:
    assert [window(seconds) for seconds in (0, 14, 15, 30, 59)] == [100, 100, 200, 400, 400]
    assert window(ANYBODY_AFTER) is None


def test_two_meet_when_the_wider_of_their_windows_reaches() -> None:
    near, far = Seeker(1, 1500), Seeker(2, 1650)
    assert not may_meet(near, far)
    assert may_meet(near._replace(seconds=15), far)
    assert may_meet(near, far._replace(seconds=15))
    assert may_meet(near._replace(seconds=60), far._replace(points=2900))


def test_nobody_meets_themselves() -> None:
    assert not may_meet(Seeker(1, 1500, 500), Seeker(1, 1500, 500))


def test_quick_match_passes_over_people_too_strong_until_they_have_waited(alice: User, bob: User) -> None:
    table = quick.quick_match(rated_at(alice, 1800))
    mine = quick.quick_match(bob)
    assert mine != table
    waited(table, 61)
    assert quick.quick_match(bob) == table
    mine.refresh_from_db()
    assert mine.status == Match.Status.CLOSED


def test_the_own_wait_widens_the_window_as_well(alice: User, bob: User) -> None:
    mine = quick.quick_match(bob)
    table = quick.quick_match(rated_at(alice, 1680))
    assert table != mine
    waited(mine, 20)
    assert quick.quick_match(bob) == table


def test_a_rated_wish_meets_rated_wishes_only(alice: User, bob: User, charlie: User) -> None:
    table = quick.quick_match(alice, rated=True)
    assert table.rated
    assert quick.quick_match(bob) != table
    assert quick.quick_match(charlie, rated=True) == table


def test_whoever_changes_between_rated_and_casual_waits_in_one_place(alice: User) -> None:
    rated = quick.quick_match(alice, rated=True)
    casual = quick.quick_match(alice)
    rated.refresh_from_db()
    assert (rated.status, casual.status) == (Match.Status.CLOSED, Match.Status.OPEN)


def test_a_guest_is_not_matched_for_a_rating(guest: User) -> None:
    with pytest.raises(LobbyRefusal, match="MEMBERS_ONLY"):
        quick.quick_match(guest, rated=True)
    assert not Match.objects.exists()


def test_people_kept_apart_are_not_matched_however_long_they_wait(alice: User, bob: User) -> None:
    company.block(bob, alice)
    hers, his = quick.quick_match(alice), quick.quick_match(bob)
    assert hers != his
    waited(hers, 600)
    waited(his, 600)
    assert quick.pair_waiting() == 0


# People who both wait


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Where tables that were given up are led to."""
    led: list[tuple[int, str]] = []
    monkeypatch.setattr(broadcast, "rematch_made", lambda match_id, url: led.append((match_id, url)))
    return led


def test_two_who_wait_are_paired_once_a_window_is_wide_enough(
    alice: User, bob: User, told: list[tuple[int, str]]
) -> None:
    hers, his = quick.quick_match(rated_at(alice, 1700)), quick.quick_match(bob)
    assert quick.pair_waiting() == 0
    waited(hers, 16)

    assert quick.pair_waiting() == 1

    hers.refresh_from_db()
    his.refresh_from_db()
    assert seated(hers) == {0: "alice", 1: "bob"}
    assert (hers.status, his.status) == (Match.Status.PLAYING, Match.Status.CLOSED)
    assert told == [(his.pk, hers.get_absolute_url())]
    assert quick.pair_waiting() == 0


def test_who_no_longer_looks_at_the_table_is_not_paired(alice: User, bob: User) -> None:
    hers = quick.quick_match(rated_at(alice, 2000))
    quick.quick_match(bob)
    waited(hers, 100)
    Seat.objects.filter(match=hers).update(last_seen=0)
    assert quick.pair_waiting() == 0


def test_casual_and_rated_tables_are_not_mixed(alice: User, bob: User) -> None:
    waited(quick.quick_match(alice), 100)
    waited(quick.quick_match(bob, rated=True), 100)
    assert quick.pair_waiting() == 0


def test_three_who_wait_make_one_match_and_one_waits_on(alice: User, bob: User, charlie: User) -> None:
    people = ((alice, 1200), (bob, 1500), (charlie, 1800))
    tables = [quick.quick_match(rated_at(person, rating)) for person, rating in people]
    for table in tables:
        waited(table, 50)
    assert quick.pair_waiting() == 1
    assert Match.objects.filter(status=Match.Status.OPEN).count() == 1


@at_once
def test_pairing_at_the_same_moment_seats_nobody_twice(alice: User, bob: User, charlie: User) -> None:
    tables = [
        quick.quick_match(rated_at(person, rating)) for person, rating in ((alice, 1000), (bob, 1500), (charlie, 2000))
    ]
    for table in tables:
        waited(table, 100)

    def pair() -> Match:
        quick.pair_waiting()
        return tables[0]

    wishes: list[Callable[[], Match]] = [pair, pair, lambda: quick.quick_match(charlie)]
    together(*wishes)

    assert Match.objects.filter(status=Match.Status.PLAYING).count() == 1
    playing = Match.objects.get(status=Match.Status.PLAYING)
    assert playing.seats.count() == 2


def test_only_a_quick_table_counts_its_wait(alice: User) -> None:
    table = quick.quick_match(alice)
    waited(table, 33)
    table.refresh_from_db()
    assert quick.waiting_for(table) == 33
    assert quick.waiting_for(lobby.create_table(alice, Terms(clock="blitz"))) is None
    assert quick.waiting_for(lobby.play_computer(alice)) is None
