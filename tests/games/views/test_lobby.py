"""The pages on which a game is found."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.application import lobby
from games.application.terms import Terms
from games.domain.variants import get_preset
from games.models import Match
from games.views.links import qr_path
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db

USUAL = {"preset": "he-wikihow", "clock": "standard", "company": "open"}


@pytest.fixture
def as_alice(alice: User) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def as_charlie(charlie: User) -> Client:
    """Charlie's browser."""
    client = Client()
    client.force_login(charlie)
    return client


def at(table: Match) -> str:
    """The table's address."""
    return reverse("games:table", args=[table.code])


# The lobby


def test_the_lobby_shows_open_tables_with_rules_clock_and_owner(client: Client, alice: User) -> None:
    lobby.create_table(alice, Terms(rules=get_preset("pagat"), preset="pagat", clock="slow-3", rated=True))
    page = client.get(reverse("games:lobby")).content.decode()
    assert "alice" in page
    assert "Gin rummy to 100, knock with 10 or less, gin 20, undercut 10." in page
    assert "Slow: 3 days a move" in page
    assert "rated" in page


def test_an_empty_lobby_says_what_to_do(client: Client) -> None:
    assert "No table is open just now." in client.get(reverse("games:lobby")).content.decode()


def test_htmx_gets_the_list_alone(client: Client) -> None:
    response = client.get(reverse("games:lobby"), headers={"HX-Request": "true"})
    assert "games/_tables.html" in [template.name for template in response.templates]
    assert "<html" not in response.content.decode()


def test_ones_own_table_waits_above_the_list(as_alice: Client, alice: User) -> None:
    lobby.create_table(alice, Terms())
    response = as_alice.get(reverse("games:lobby"))
    assert "Your table waits for somebody." in response.content.decode()
    assert response.context["tables"] == []


def test_whoever_waits_in_the_lobby_learns_that_the_game_is_on(as_alice: Client, alice: User, bob: User) -> None:
    match = lobby.join_table(bob, lobby.create_table(alice, Terms()).code)
    lobby.join_table(bob, lobby.create_table(alice, Terms(clock="slow-1")).code)
    lobby.play_computer(alice)
    page = as_alice.get(reverse("games:lobby"), headers={"HX-Request": "true"})
    assert [found for found, _opponent in page.context["live"]] == [match]
    assert "Your game against <strong>bob</strong> is on." in page.content.decode()


def test_a_table_by_invitation_is_not_in_the_lobby(client: Client, alice: User) -> None:
    lobby.create_table(alice, Terms(by_link=True))
    assert client.get(reverse("games:lobby")).context["tables"] == []


def test_a_name_is_never_markup(client: Client, alice: User) -> None:
    alice.username = "<b>bold</b>"
    alice.save()
    lobby.create_table(alice, Terms())
    page = client.get(reverse("games:lobby")).content.decode()
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page


def test_the_lobby_asks_the_database_the_same_few_questions_for_one_table_and_for_ten(
    client: Client, alice: User, bob: User, charlie: User, django_assert_max_num_queries: object
) -> None:
    for person in (alice, bob, charlie):
        for clock in ("blitz", "standard", "slow-1"):
            lobby.create_table(person, Terms(clock=clock))
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        assert len(client.get(reverse("games:lobby")).context["tables"]) == 9


# A new table


def test_the_form_opens_a_table_and_leads_to_it(as_alice: Client) -> None:
    response = as_alice.post(reverse("games:create"), USUAL | {"oklahoma": "one", "rated": "on"})
    table = Match.objects.get()
    assert response.headers["Location"] == at(table)
    assert (table.rated, table.visibility, table.preset) == (True, "open", "he-wikihow")


def test_a_table_by_invitation_gets_a_link(as_alice: Client) -> None:
    as_alice.post(reverse("games:create"), USUAL | {"company": "link", "clock": "none"})
    table = Match.objects.get()
    assert table.visibility == "link"
    assert table.invite_token


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": "none"},
        {"expose": "on"},
        {"rated": "on", "gin_bonus": "99"},
        {"gin_bonus": "1000"},
        {"preset": "cutthroat"},
        {"spade_doubles": "on"},
    ],
)
def test_a_request_made_by_hand_opens_no_table_that_the_form_would_not(as_alice: Client, wrong: dict[str, str]) -> None:
    response = as_alice.post(reverse("games:create"), USUAL | wrong)
    assert response.status_code == 422
    assert "field__error" in response.content.decode()
    assert not Match.objects.exists()


def test_a_guest_opens_a_casual_table_but_no_rated_one(client: Client) -> None:
    assert client.post(reverse("games:create"), USUAL | {"rated": "on"}).status_code == 422
    assert not User.objects.exists()
    assert client.post(reverse("games:create"), USUAL).status_code == 302
    owner = Match.objects.get().owner
    assert owner is not None
    assert owner.is_guest


def test_too_many_tables_are_refused_in_words(as_alice: Client, alice: User) -> None:
    for clock in ("blitz", "standard", "slow-1", "slow-3", "slow-7"):
        lobby.create_table(alice, Terms(clock=clock))
    response = as_alice.post(reverse("games:create"), USUAL | {"target": "50"})
    assert response.status_code == 422
    assert "You have too many open tables." in response.content.decode()


def test_invite_a_friend_opens_the_form_on_by_invitation(client: Client) -> None:
    response = client.get(reverse("games:create"), {"company": "link"})
    assert response.context["form"]["company"].value() == "link"
    assert "Only who has your link can sit down." in response.content.decode()


def test_the_choice_is_said_back(client: Client) -> None:
    said = client.get(reverse("games:said"), USUAL | {"preset": "pagat", "oklahoma": "one"}).content.decode()
    assert "Oklahoma gin to 150, the upcard sets the knock limit, gin 20, undercut 10; 30 seconds a move" in said
    assert "Anybody in the lobby can sit down." in said


def test_what_does_not_go_together_is_said_back_too(client: Client) -> None:
    said = client.get(reverse("games:said"), USUAL | {"clock": "none"}).content.decode()
    assert "A game without a clock is for a table by invitation only." in said


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


# Quick match and the computer


def test_two_strangers_meet_by_quick_match(client: Client, as_charlie: Client) -> None:
    first = client.post(reverse("games:quick")).headers["Location"]
    second = as_charlie.post(reverse("games:quick")).headers["Location"]
    assert first == second
    assert Match.objects.get().status == Match.Status.PLAYING


def test_a_stranger_plays_the_computer_with_one_click(client: Client) -> None:
    response = client.post(reverse("games:computer"))
    match = Match.objects.get()
    assert response.headers["Location"] == at(match)
    assert match.practice
    assert match.preset == "he-wikihow"


def test_the_computer_plays_by_the_rules_that_were_chosen(client: Client) -> None:
    client.post(reverse("games:computer"), {"preset": "tournament", "target": "50"})
    match = Match.objects.get()
    assert match.preset == "tournament"
    assert '"target":50' in match.rules


def test_rules_that_there_are_not_lead_back_to_the_lobby(client: Client) -> None:
    response = client.post(reverse("games:computer"), {"preset": "none"})
    assert response.headers["Location"] == reverse("games:lobby")
    assert not Match.objects.exists()


def test_a_crowd_of_guests_from_one_address_is_held_back(settings: Settings) -> None:
    settings.GUEST_RATE_LIMITS = {"create_guest": "2/h/ip"}
    statuses = [Client().post(reverse("games:computer")).status_code for _stranger in range(3)]
    assert statuses == [302, 302, 429]
    assert Match.objects.count() == 2


def test_a_foreign_page_cannot_seat_anybody() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("games:quick")).status_code == 403
    assert not Match.objects.exists()
