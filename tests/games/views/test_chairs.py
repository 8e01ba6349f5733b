"""Sitting down at tables, standing up from them, and who takes the chairs that stay free."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.application import lobby
from games.application.terms import Terms, house_terms
from games.models import Match
from ginsite.accounts.models import User
from ginsite.qr import qr_path
from tests.games.conftest import member

pytestmark = pytest.mark.django_db


def browser(user: User) -> Client:
    """A browser in which somebody is logged in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def as_alice(alice: User) -> Client:
    """Alice's browser."""
    return browser(alice)


@pytest.fixture
def as_bob(bob: User) -> Client:
    """Bob's browser."""
    return browser(bob)


@pytest.fixture
def as_charlie(charlie: User) -> Client:
    """Charlie's browser."""
    return browser(charlie)


def at(table: Match) -> str:
    """The table's address."""
    return reverse("games:table", args=[table.code])


# Sitting down


def test_one_click_joins_and_leads_to_the_table(as_charlie: Client, alice: User) -> None:
    table = lobby.create_table(alice, Terms())
    response = as_charlie.post(reverse("games:join", args=[table.code]))
    assert response.headers["Location"] == at(table)
    table.refresh_from_db()
    assert table.status == Match.Status.PLAYING


def test_charlie_who_comes_too_late_is_told_so_and_shown_other_tables(
    as_charlie: Client, alice: User, bob: User
) -> None:
    table = lobby.create_table(alice, Terms())
    lobby.join_table(bob, table.code)
    lobby.create_table(alice, Terms(clock="blitz"))
    response = as_charlie.post(reverse("games:join", args=[table.code]))
    assert response.status_code == 409
    assert "Somebody else was quicker: this seat is taken." in response.content.decode()
    assert len(response.context["tables"]) == 1


@pytest.mark.parametrize(
    ("terms", "status"), [(Terms(by_link=True), 403), (Terms(rated=True), 403)], ids=["by link", "rated"]
)
def test_what_is_not_for_everybody_is_not_joined_by_a_guest(
    client: Client, alice: User, terms: Terms, status: int
) -> None:
    table = lobby.create_table(alice, terms)
    assert client.post(reverse("games:join", args=[table.code])).status_code == status
    assert table.seats.count() == 1


def test_a_table_that_never_was_is_not_found(as_charlie: Client) -> None:
    assert as_charlie.post(reverse("games:join", args=["nosuchcode"])).status_code == 404


@pytest.mark.parametrize("name", ["games:quick", "games:computer"])
def test_looking_at_an_address_never_sits_anybody_down(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 405
    assert not User.objects.exists()


def test_join_and_leave_are_asked_by_post(as_alice: Client, alice: User) -> None:
    table = lobby.create_table(alice, Terms())
    for name in ("games:join", "games:leave"):
        assert as_alice.get(reverse(name, args=[table.code])).status_code == 405


def test_the_owner_closes_the_table_and_nobody_else(
    client: Client, as_alice: Client, as_charlie: Client, alice: User
) -> None:
    table = lobby.create_table(alice, Terms())
    leave = reverse("games:leave", args=[table.code])
    assert client.post(leave).status_code == 403
    assert as_charlie.post(leave).status_code == 403
    assert as_alice.post(leave).headers["Location"] == reverse("games:lobby")
    table.refresh_from_db()
    assert table.status == Match.Status.CLOSED


def test_who_stands_up_is_told_who_keeps_the_table(as_alice: Client, alice: User, bob: User) -> None:
    table = lobby.create_table(alice, house_terms("three-handed"))
    lobby.join_table(bob, table.code)
    page = as_alice.post(reverse("games:leave", args=[table.code]), follow=True)
    assert "You stood up. The table is bob&#x27;s now." in page.content.decode()


# The chairs of a waiting table


@pytest.fixture
def partners(alice: User, bob: User) -> Match:
    """A partnership table at which Alice and Bob wait for two more."""
    table = lobby.create_table(alice, house_terms("partnership"))
    return lobby.join_table(bob, table.code)


def test_at_a_table_of_teams_one_chooses_the_partner(as_charlie: Client, partners: Match) -> None:
    page = as_charlie.get(at(partners)).content.decode()
    assert page.count("Sit here") == 2
    assert as_charlie.post(reverse("games:join", args=[partners.code]), {"chair": "2"}).status_code == 302
    assert [seat.seat for seat in partners.seats.all()] == [0, 1, 2]


def test_the_waiting_page_asks_who_sits_where_until_the_game_begins(as_alice: Client, partners: Match) -> None:
    where = reverse("games:chairs", args=[partners.code])
    first = as_alice.get(where)
    assert "Team 2" in first.content.decode()
    mark = first.context["chairs"]["mark"]
    assert as_alice.get(where, {"seen": mark}).status_code == 204
    lobby.join_table(member("dora"), partners.code)
    assert as_alice.get(where, {"seen": mark}).status_code == 200
    lobby.join_table(member("emil"), partners.code)
    assert as_alice.get(where, {"seen": mark}).status_code == 286


def test_only_the_owner_is_offered_the_computer(as_alice: Client, as_bob: Client, partners: Match) -> None:
    words = "Give the chairs to the computer"
    assert words in as_alice.get(at(partners)).content.decode()
    assert words not in as_bob.get(at(partners)).content.decode()
    fill = reverse("games:fill", args=[partners.code])
    assert as_bob.post(fill).status_code == 403
    assert as_alice.post(fill, {"level": "club"}).headers["Location"] == at(partners)
    assert [seat.bot for seat in partners.seats.all()] == ["", "", "club", "club"]


# Invitations


@pytest.fixture
def invitation(alice: User) -> Match:
    """Alice's table by invitation."""
    return lobby.create_table(alice, Terms(by_link=True, clock="blitz"))


def link(table: Match) -> str:
    """The invite link."""
    return reverse("games:invite", args=[table.invite_token])


def test_an_invitation_says_who_invites_and_to_what(client: Client, invitation: Match) -> None:
    page = client.get(link(invitation)).content.decode()
    assert "alice invites you to a game" in page
    assert "Gin rummy to 100, knock with 10 or less" in page
    assert "Blitz: 10 seconds a move" in page
    assert "Play as a guest" in page
    assert f"{reverse('account_login')}?next={link(invitation)}" in page


def test_looking_at_an_invitation_makes_no_guest(client: Client, invitation: Match) -> None:
    client.get(link(invitation))
    assert User.objects.filter(is_guest=True).count() == 0


def test_a_guest_follows_the_link_and_plays(client: Client, invitation: Match) -> None:
    assert client.post(link(invitation)).headers["Location"] == at(invitation)
    invitation.refresh_from_db()
    assert invitation.status == Match.Status.PLAYING
    guest = invitation.seats.get(seat=1).user
    assert guest is not None
    assert guest.is_guest


def test_the_owner_who_opens_the_own_link_comes_to_the_table(as_alice: Client, invitation: Match) -> None:
    assert as_alice.get(link(invitation)).headers["Location"] == at(invitation)


def test_an_invitation_that_is_taken_says_so(client: Client, as_charlie: Client, invitation: Match, bob: User) -> None:
    lobby.join_by_invite(bob, str(invitation.invite_token))
    assert "This seat is no longer free." in client.get(link(invitation)).content.decode()
    assert as_charlie.post(link(invitation)).status_code == 409


def test_an_unknown_invitation_is_not_found(client: Client) -> None:
    assert client.get(reverse("games:invite", args=["nosuchtoken"])).status_code == 404
    assert client.post(reverse("games:invite", args=["nosuchtoken"])).status_code == 404


def test_a_rated_invitation_asks_a_stranger_to_sign_up_first(client: Client, alice: User) -> None:
    table = lobby.create_table(alice, Terms(by_link=True, rated=True))
    page = client.get(link(table)).content.decode()
    assert "Play as a guest" not in page
    assert f"{reverse('account_signup')}?next=" in page
    assert client.post(link(table)).status_code == 403


def test_the_picture_of_a_link_is_a_square_of_dark_runs_with_a_quiet_zone() -> None:
    size, d = qr_path("https://gin.example.com/join/abc/")
    boxes = [tuple(map(int, box)) for box in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", d)]
    assert boxes
    assert all(x >= 4 and x + width <= size - 4 and 4 <= y < size - 4 for x, y, width in boxes)
    assert (4, 4, 7) in boxes  # the upper edge of the first finder pattern
