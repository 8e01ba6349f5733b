"""My games, and the page of a finished match."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.application import lobby
from games.application.sides import totals_of
from games.application.stories import must_move, story_of
from games.application.terms import Terms
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.test_stories import play_on

pytestmark = pytest.mark.django_db


def match_between(host: User, other: User, terms: Terms) -> Match:
    """A match in play."""
    return lobby.join_by_invite(other, str(lobby.create_table(host, terms).invite_token))


def page_of(match: Match) -> str:
    """The address of a finished match."""
    return reverse("games:match", args=[match.code])


@pytest.fixture
def public(alice: User, bob: User) -> Match:
    """A match of the lobby, played to the end."""
    return play_on(match_between(alice, bob, Terms(clock="slow-1")))


@pytest.fixture
def private(alice: User, bob: User) -> Match:
    """A match by invitation, played to the end."""
    return play_on(match_between(alice, bob, Terms(clock="slow-3", by_link=True)))


def test_my_games_begin_with_those_that_wait_for_me(client: Client, alice: User, bob: User, charlie: User) -> None:
    matches = [
        match_between(*pair, Terms(clock=clock))
        for pair, clock in [((alice, bob), "slow-1"), ((bob, alice), "slow-3"), ((alice, charlie), "slow-7")]
    ]
    client.force_login(alice)
    rows = client.get(reverse("games:mine")).context["playing"]
    assert {row["match"] for row in rows} == set(matches)
    turns = [row["my_turn"] for row in rows]
    assert turns == sorted(turns, reverse=True)
    for row in rows:
        assert row["my_turn"] == (row["match"].seats.get(seat=must_move(row["match"])[0]).user == alice)


def test_my_games_name_the_opponent_and_the_deadline(client: Client, alice: User, bob: User) -> None:
    match = match_between(alice, bob, Terms(clock="slow-3"))
    client.force_login(alice)
    page = client.get(reverse("games:mine")).content.decode()
    assert "bob" in page
    assert f'data-until="{match.deadline}"' in page
    assert ("Your turn" in page) or ("Their turn" in page)


def test_somebody_without_games_is_shown_the_way(client: Client) -> None:
    page = client.get(reverse("games:mine")).content.decode()
    assert "You are in no game just now." in page


def test_a_guest_is_told_how_to_keep_the_games(client: Client, guest: User) -> None:
    client.force_login(guest)
    assert reverse("account_signup") in client.get(reverse("games:mine")).content.decode()


def test_played_games_say_who_won_and_how_high(client: Client, public: Match, alice: User, bob: User) -> None:
    totals = totals_of(public)
    for seat, person in enumerate((alice, bob)):
        client.force_login(person)
        (row,) = client.get(reverse("games:mine")).context["finished"]
        assert row["outcome"] == ("won" if public.winner_seat == seat else "lost")
        assert (row["mine"], row["theirs"]) == (totals[seat], [totals[1 - seat]])


def test_many_played_games_come_in_pages(client: Client, public: Match, alice: User, bob: User) -> None:
    for _copy in range(21):
        match = Match.objects.create(
            rules=public.rules,
            clock="standard",
            status="finished",
            finished_at=public.finished_at,
            result_no=1,
            end_reason="agreed",
        )
        match.seats.create(seat=0, user=alice)
        match.seats.create(seat=1, user=bob)
    client.force_login(alice)
    first, second = (client.get(reverse("games:mine"), {"page": page}) for page in (1, 2))
    assert (len(first.context["finished"]), len(second.context["finished"])) == (20, 2)
    assert "void" in first.content.decode()


def test_the_page_of_a_match_shows_result_sheet_and_every_hand(client: Client, public: Match) -> None:
    response = client.get(page_of(public))
    page = response.content.decode()
    story = story_of(public)
    assert "wins the match." in page
    assert all(f">{total}</td>" in page for total in totals_of(public))
    assert page.count('class="panel played"') == len(story.hands)
    assert "Gin rummy to 100, knock with 10 or less" in page
    assert "Every number" in page


def test_the_winner_is_told_so(client: Client, public: Match, alice: User, bob: User) -> None:
    client.force_login((alice, bob)[public.winner_seat or 0])
    assert "You won" in client.get(page_of(public)).content.decode()


def test_the_lines_of_each_hand_add_up(client: Client, public: Match) -> None:
    for hand in client.get(page_of(public)).context["hands"]:
        assert sum(line.points for line in hand["lines"]) == hand["points"]


def test_charlie_sees_a_match_of_the_lobby(client: Client, public: Match, charlie: User) -> None:
    client.force_login(charlie)
    assert client.get(page_of(public)).status_code == 200


def test_charlie_and_strangers_do_not_see_a_private_match(client: Client, private: Match, charlie: User) -> None:
    assert client.get(page_of(private)).status_code == 403
    client.force_login(charlie)
    assert client.get(page_of(private)).status_code == 403


def test_players_and_the_referee_see_a_private_match(
    client: Client, private: Match, alice: User, bob: User, rita: User
) -> None:
    for person in (alice, bob, rita):
        client.force_login(person)
        assert client.get(page_of(private)).status_code == 200


def test_a_match_in_play_is_at_its_table(client: Client, alice: User, bob: User) -> None:
    match = match_between(alice, bob, Terms())
    assert client.get(page_of(match)).headers["Location"] == match.get_absolute_url()
    assert client.get(reverse("games:match", args=["nosuchcode"])).status_code == 404
