"""Quick match on the page: rated or not, how far it looks, and the computer that offers itself."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.application import quick
from games.models import Match, Rating
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db


def wait(table: Match, seconds: float) -> None:
    """Let a table have waited so long."""
    Match.objects.filter(pk=table.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))


def search_at(table: Match, seen: str = "") -> str:
    """The address of the words about a search."""
    return reverse("games:search", args=[table.code]) + (f"?seen={seen}" if seen else "")


@pytest.fixture
def searching(client: Client, alice: User) -> Match:
    """Alice, rated 1620, has just asked for a rated quick match and looks at the table."""
    Rating.objects.create(user=alice, game="gin", rating=1620, deviation=40, volatility=0.01, matches=30)
    client.force_login(alice)
    client.post(reverse("games:quick"), {"rated": "on"})
    return Match.objects.get()


def test_a_member_chooses_whether_quick_match_is_rated(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert 'name="rated"' in client.get(reverse("games:lobby")).content.decode()
    client.post(reverse("games:quick"), {"rated": "on"})
    client.post(reverse("games:quick"))
    assert sorted(Match.objects.values_list("rated", flat=True)) == [False, True]


def test_a_stranger_is_not_offered_and_not_given_a_rated_match(client: Client) -> None:
    assert 'name="rated"' not in client.get(reverse("games:lobby")).content.decode()
    assert client.post(reverse("games:quick"), {"rated": "on"}).status_code == 403
    assert not Match.objects.exists()


def test_the_waiting_page_says_how_far_quick_match_looks(client: Client, searching: Match) -> None:
    page = client.get(searching.get_absolute_url()).content.decode()
    assert "Looking for somebody within 100 points of your 1620." in page
    assert "The game is rated." in page
    assert "Play the computer instead" not in page


def test_the_words_change_only_when_the_search_does(client: Client, searching: Match) -> None:
    assert client.get(search_at(searching, "100-0")).status_code == 204
    wait(searching, 31)
    answer = client.get(search_at(searching, "100-0")).content.decode()
    assert "within 400 points of your 1620" in answer
    assert "Play the computer instead" in answer
    wait(searching, 70)
    assert "Looking for anybody, however strong." in client.get(search_at(searching, "400-1")).content.decode()


def test_the_page_asks_no_more_once_somebody_sat_down(client: Client, searching: Match, bob: User) -> None:
    quick.quick_match(bob, rated=True)
    wait(searching, 70)
    quick.quick_match(bob, rated=True)
    assert client.get(search_at(searching)).status_code == 286


def test_a_search_is_its_owners_own(client: Client, searching: Match, charlie: User) -> None:
    client.force_login(charlie)
    assert client.get(search_at(searching)).status_code == 286
    client.logout()
    assert client.get(search_at(searching)).status_code == 286


def test_the_computer_ends_the_wait_with_a_rated_match(client: Client, searching: Match) -> None:
    wait(searching, 60)
    response = client.post(reverse("games:computer"), {"instead_of": searching.code, "rated": "on"})
    searching.refresh_from_db()
    match = Match.objects.exclude(pk=searching.pk).get()
    assert searching.status == Match.Status.CLOSED
    assert response.headers["Location"] == match.get_absolute_url()
    assert (match.rated, match.clock, match.practice) == (True, "standard", False)


def test_whoever_sat_down_first_goes_before_the_computer(client: Client, searching: Match, bob: User) -> None:
    wait(searching, 70)
    assert quick.quick_match(bob, rated=True) == searching
    response = client.post(reverse("games:computer"), {"instead_of": searching.code, "rated": "on"})
    assert response.headers["Location"] == searching.get_absolute_url()
    assert Match.objects.count() == 1


def test_nobody_closes_a_table_of_others_by_playing_the_computer(
    client: Client, searching: Match, charlie: User
) -> None:
    client.force_login(charlie)
    assert client.post(reverse("games:computer"), {"instead_of": searching.code}).status_code == 403
    searching.refresh_from_db()
    assert searching.status == Match.Status.OPEN


def test_a_guest_who_asks_the_computer_for_a_rating_is_led_back(client: Client) -> None:
    response = client.post(reverse("games:computer"), {"preset": "pagat", "rated": "on"})
    assert response.headers["Location"] == reverse("games:lobby")
    assert not Match.objects.exists()


def test_the_level_of_the_computer_can_be_chosen(client: Client) -> None:
    client.post(reverse("games:computer"), {"preset": "pagat", "level": "casual"})
    assert Match.objects.get().seats.get(seat=1).bot == "casual"
    client.post(reverse("games:computer"), {"preset": "pagat", "level": "grandmaster"})
    assert Match.objects.count() == 1
