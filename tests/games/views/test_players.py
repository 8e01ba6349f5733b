"""A player's page and the ladder."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.application import projections
from games.application.players import Moment, Tally, record_of
from games.models import Rating
from games.views.players import HEIGHT, LEAST_SPAN, MARGIN, WIDTH, draw
from ginsite.accounts.departures import blank
from ginsite.accounts.models import User
from tests.games.application.test_ratings import played
from tests.games.conftest import member

pytestmark = pytest.mark.django_db


def page_of(user: User) -> str:
    """The address of somebody's page."""
    return reverse("games:player", args=[user.username])


def read(client: Client, address: str) -> str:
    """A page's words, without its markup."""
    response = client.get(address)
    assert response.status_code == 200
    text = re.sub(r"<[^>]*>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text)


def season(user: User, wins: int, matches: int = 20) -> None:
    """Rated matches against strangers, the first ones won."""
    for number in range(matches):
        played(user, member(f"{user.username}{number}"), won=0 if number < wins else 1, day=number)
    while projections.sweep():
        pass


# The page


def test_a_newcomers_page_says_kindly_that_there_is_nothing_yet(client: Client, alice: User) -> None:
    page = read(client, page_of(alice))
    assert "No rating yet. It begins at 1500 with the first rated game." in page
    assert "No game has been played to its end yet." in page
    assert "No game to show yet." in page


def test_the_own_empty_page_shows_the_way_to_a_game(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert "You have no rating yet." in read(client, page_of(alice))
    assert reverse("games:lobby") in client.get(page_of(alice)).content.decode()


def test_a_rating_after_few_games_is_called_provisional(client: Client, alice: User, bob: User) -> None:
    played(alice, bob)
    projections.sweep()
    page = read(client, page_of(alice))
    assert "1526 provisional" in page
    assert "the rating may still move a good deal" in page


def test_a_sure_rating_says_between_what_the_strength_lies(client: Client, alice: User) -> None:
    season(alice, wins=10)
    page = read(client, page_of(alice))
    assert "provisional" not in page
    assert re.search(r"The true strength most likely lies between 1[34]\d\d and 1[56]\d\d\.", page)


def test_the_record_tells_rated_casual_and_the_computer_apart(client: Client, alice: User, bob: User) -> None:
    played(alice, bob, won=0)
    played(bob, alice, won=0)
    played(alice, bob, won=None, end_reason="hands", rated=False)
    played(alice, "casual", won=0)
    played(alice, "casual", won=1, rated=False)
    played(alice, bob, won=None, end_reason="agreed")
    assert record_of(alice) == (Tally(1, 1, 0), Tally(0, 0, 1), Tally(1, 1, 0))
    page = read(client, page_of(alice))
    assert "Rated, against people 1 1 0" in page
    assert "Casual, against people 0 0 1" in page
    assert "Against the computer 1 1 0" in page
    assert "All games 2 2 1" in page


def test_the_last_games_show_result_and_change(client: Client, alice: User, bob: User) -> None:
    match = played(alice, bob, won=1)
    projections.sweep()
    page = client.get(page_of(alice)).content.decode()
    assert reverse("games:match", args=[match.code]) in page
    assert "−26" in page
    assert "+26" in client.get(page_of(bob)).content.decode()


def test_a_private_game_is_listed_for_its_players_and_the_referee_alone(
    client: Client, alice: User, bob: User, charlie: User, rita: User
) -> None:
    match = played(alice, bob, visibility="link", invite_token="secret")
    projections.sweep()
    link = reverse("games:match", args=[match.code])
    for viewer, sees in ((charlie, False), (bob, True), (rita, True)):
        client.force_login(viewer)
        assert (link in client.get(page_of(alice)).content.decode()) is sees
    client.logout()
    assert link not in client.get(page_of(alice)).content.decode()


def test_the_curve_has_a_table_beside_it(client: Client, alice: User) -> None:
    season(alice, wins=2, matches=3)
    page = client.get(page_of(alice)).content.decode()
    assert 'role="img" aria-label="The rating over the last 3 rated games, as listed below"' in page
    assert page.count('<th scope="row"><a href="/games/') == 3


def test_a_name_is_found_in_any_case_at_one_address(client: Client, alice: User) -> None:
    response = client.get(reverse("games:player", args=["ALICE"]))
    assert (response.status_code, response.headers["Location"]) == (302, page_of(alice))


def test_guests_and_those_who_left_and_nobody_have_no_page(client: Client, guest: User, bob: User) -> None:
    assert client.get(page_of(guest)).status_code == 404
    assert client.get(reverse("games:player", args=["nobody"])).status_code == 404
    played(bob, member("eve"))
    projections.sweep()
    blank(bob)
    bob.refresh_from_db()
    for name in ("bob", bob.username):
        assert client.get(reverse("games:player", args=[name])).status_code == 404


def test_who_played_somebody_who_left_still_shows_the_game(client: Client, alice: User, bob: User) -> None:
    played(alice, bob)
    projections.sweep()
    blank(bob)
    assert "Deleted player" in read(client, page_of(alice))


def test_a_member_of_a_team_has_what_the_team_made_of_it(client: Client, alice: User, bob: User) -> None:
    people = (alice, bob, member("carol"), member("dave"))
    played(*people, won=0, variant="partnership", totals="[130,20]", rated=False)
    assert [record_of(person).casual for person in people] == [Tally(1, 0, 0), Tally(0, 1, 0)] * 2


def test_the_page_shows_all_games_or_one(client: Client, alice: User, bob: User, charlie: User) -> None:
    played(alice, bob, won=0)
    played(alice, bob, charlie, won=1, variant="rummy", totals="[20,150,30]")
    projections.sweep()
    everything = read(client, page_of(alice))
    assert "Rating in Gin rummy 1526" in everything
    assert "Rated, against people 1 1 0" in everything
    rummy = read(client, page_of(alice) + "?game=rummy")
    assert "Rating in Basic rummy" in rummy
    assert "1526" not in rummy
    assert "Rated, against people 0 1 0" in rummy
    assert client.get(page_of(alice) + "?game=whist").context["chosen"] is None


# The curve


def test_the_curve_runs_from_the_first_match_to_the_last_inside_its_frame() -> None:
    moments = [Moment(timezone.now(), 1500 + 40 * step, 40, None) for step in range(1, 8)]
    curve = draw(moments)
    assert curve is not None
    places = [tuple(map(float, place.split())) for place in curve.d.removeprefix("M").split(" L")]
    assert len(places) == 8
    assert places[0] == (MARGIN, HEIGHT - MARGIN)
    assert places[-1] == curve.last == (WIDTH - MARGIN, MARGIN)
    assert (curve.lowest, curve.highest) == (1500, 1780)


def test_a_small_change_is_no_mountain() -> None:
    curve = draw([Moment(timezone.now(), 1510, 10, None), Moment(timezone.now(), 1500, -10, None)])
    assert curve is not None
    assert curve.highest - curve.lowest == LEAST_SPAN


def test_one_match_is_no_curve() -> None:
    assert draw([Moment(timezone.now(), 1526, 26, None)]) is None


# The ladder


def test_an_empty_ladder_says_so(client: Client) -> None:
    assert "Nobody stands on the ladder yet." in read(client, reverse("games:players"))


def test_the_ladder_has_the_sure_ones_by_rating_and_computers_by_name(client: Client, alice: User, bob: User) -> None:
    season(alice, wins=15)
    season(bob, wins=5)
    Rating.objects.create(
        bot="casual", game="gin", rating=1490, deviation=40, volatility=0.01, matches=60, as_of=timezone.now()
    )
    page = read(client, reverse("games:players"))
    assert re.search(r"1 A? ?a? ?alice .* 2 Computer casual 60 rated games .* 3 b bob", page)
    assert "alice0" not in page  # one match is not enough
    assert page_of(alice) in client.get(reverse("games:players")).content.decode()


def test_who_has_not_played_for_a_year_or_has_left_steps_off_the_ladder(client: Client, alice: User, bob: User) -> None:
    season(alice, wins=10)
    season(bob, wins=10)
    Rating.objects.filter(user=alice).update(as_of=timezone.now() - timedelta(days=366))
    blank(bob)
    assert "Nobody stands on the ladder yet." in read(client, reverse("games:players"))


def test_who_is_not_yet_on_the_ladder_is_told_how_near_it_is(client: Client, alice: User, bob: User) -> None:
    played(alice, bob)
    projections.sweep()
    client.force_login(alice)
    assert "Your rating is 1526, and still provisional." in read(client, reverse("games:players"))


def test_each_game_has_a_ladder_of_its_own(client: Client) -> None:
    for bot, game in (("casual", "gin"), ("club", "rummy")):
        Rating.objects.create(
            bot=bot, game=game, rating=1490, deviation=40, volatility=0.01, matches=60, as_of=timezone.now()
        )
    assert "Computer casual" in read(client, reverse("games:players"))
    rummy = read(client, reverse("games:players") + "?game=rummy")
    assert "Ladder: Basic rummy" in rummy
    assert "Computer club player" in rummy
    assert "casual" not in rummy


# Names and ratings elsewhere


def test_lobby_rows_show_the_owners_rating_and_link_the_name(client: Client, alice: User, bob: User) -> None:
    client.force_login(alice)
    client.post(reverse("games:create"), {"preset": "he-wikihow", "clock": "blitz", "company": "open"})
    played(alice, bob)
    projections.sweep()
    client.logout()
    page = client.get(reverse("games:lobby")).content.decode()
    assert page_of(alice) in page
    assert "1526" in page
    assert "provisional: after few games" in page


def test_the_page_of_a_rated_match_says_what_it_changed(client: Client, alice: User, bob: User) -> None:
    match = played(alice, bob, won=0)
    projections.sweep()
    page = read(client, reverse("games:match", args=[match.code]))
    assert "Rating 1500 → 1526 (+26)" in page
    assert "Rating 1500 → 1474 (−26)" in page
    assert page_of(bob) in client.get(reverse("games:match", args=[match.code])).content.decode()


def test_the_page_of_a_match_called_off_shows_no_rating(client: Client, alice: User, bob: User) -> None:
    match = played(alice, bob, won=None, end_reason="agreed")
    projections.sweep()
    assert "Rating" not in read(client, reverse("games:match", args=[match.code]))


def test_my_games_show_what_each_changed(client: Client, alice: User, bob: User) -> None:
    played(alice, bob, won=1)
    projections.sweep()
    client.force_login(alice)
    assert "−26" in read(client, reverse("games:mine"))
