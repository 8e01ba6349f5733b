"""My games, and the page of a finished match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.application import dealing, lobby, record, store
from games.application.record import LiveMatch, Step
from games.application.sides import result_for, sides_of, totals_of
from games.application.stories import must_move, story_of
from games.application.terms import Terms
from games.domain.actions import Resign
from games.domain.shuffle import commit_player
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.seated import seat_all
from tests.games.application.test_stories import play_on
from tests.games.conftest import member

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


@pytest.mark.parametrize(
    ("variant", "seats", "numbers"),
    [
        ("hollywood", 2, {"target": 25, "hollywood": "next_open"}),
        ("three-handed", 3, {"target": 25}),
        ("in-the-box", 3, {"target": 25}),
        ("partnership", 4, {"target": 25, "four_players": "sum_of_games"}),
        ("rummy", 6, {"target": 25}),
    ],
)
def test_the_page_of_every_game_names_all_who_played_and_adds_up(
    client: Client, alice: User, bob: User, variant: str, seats: int, numbers: dict[str, Any]
) -> None:
    people = [alice, bob, *(member(f"player{number}") for number in range(2, seats))]
    match = play_on(seat_all(variant, *people, **numbers))
    response = client.get(page_of(match))
    page, context = response.content.decode(), response.context
    assert all(person.username in page for person in people)
    sides = sides_of(match)
    assert len(context["names"]) == len(context["totals"]) == len(context["sides"]) == len(sides)
    assert [side["won"] for side in context["sides"]].count(True) == (match.winner_seat is not None)
    for column in context["columns"]:
        assert all(len(amounts) == len(sides) for _number, amounts in column["rows"])
    lines = [amounts for _label, amounts in context["lines"]]
    assert list(map(sum, zip(*lines, strict=True))) == totals_of(match)
    assert len(context["columns"]) == {"hollywood": 3, "partnership": 2}.get(variant, 1)
    assert len(context["hands"]) == len(story_of(match).hands) > 0
    for person in people:
        client.force_login(person)
        (row,) = client.get(reverse("games:mine")).context["finished"]
        number = people.index(person)
        assert row["outcome"] == result_for(match.winner_seat, sides, number)
        assert ("You won" in client.get(page_of(match)).content.decode()) == (row["outcome"] == "won")


def test_the_winners_of_a_partnership_are_called_by_both_names(client: Client, alice: User, bob: User) -> None:
    people = [alice, bob, member("carol"), member("dave")]
    match = play_on(seat_all("partnership", *people, team_target=25))
    page = client.get(page_of(match)).content.decode()
    assert match.winner_seat is not None
    client.force_login(alice)
    (row,) = client.get(reverse("games:mine")).context["finished"]
    assert row["opponent"] == "bob and dave, with carol"
    assert ("alice and carol", "bob and dave")[match.winner_seat] + " win the match." in page


def test_the_hands_in_the_box_say_who_was_what(client: Client, alice: User, bob: User, charlie: User) -> None:
    match = play_on(seat_all("in-the-box", alice, bob, charlie, target=25))
    for hand in client.get(page_of(match)).context["hands"]:
        roles = {role: name for name, role in hand["roles"]}
        assert set(roles) == {"Box", "Captain", "Adviser"}
        assert roles["Box"] == hand["dealer"]
        assert {shown["name"] for shown in hand["shown"]} in (set(), {roles["Box"], roles["Captain"]})


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


def append(match: Match, *steps: Callable[[LiveMatch], Step]) -> None:
    """Go on with a match by these steps."""
    loaded = store.load(match.pk)
    assert loaded is not None
    live = loaded.live
    for make in steps:
        step = make(live)
        with transaction.atomic():
            store.append(step)
        live = step.live


def test_a_match_given_up_before_its_first_deal_has_a_page(
    client: Client, alice: User, bob: User, settings: Settings
) -> None:
    """While the first hand's seeds are exchanged anybody may leave."""
    settings.DEAL_COMMIT_MS = 60_000
    match = match_between(alice, bob, Terms())
    client.force_login(bob)
    assert client.get(match.get_absolute_url()).status_code == 200
    append(match, lambda live: record.play(live, 0, Resign(), live.at))
    page = client.get(page_of(match))
    assert page.status_code == 200
    assert page.context["hands"] == []
    assert page.context["columns"][0]["rows"] == []


def test_a_hand_that_could_not_be_dealt_is_listed_with_the_others(
    client: Client, alice: User, bob: User, charlie: User, settings: Settings
) -> None:
    settings.DEAL_COMMIT_MS = 60_000
    match = seat_all("three-handed", alice, bob, charlie)
    settings.DEAL_COMMIT_MS = 0
    commitments = [commit_player(match.code, 1, seat, b"what nobody ever shows") for seat in range(3)]
    append(
        match,
        *(
            lambda live, seat=seat: dealing.commit_seed(live, seat, 1, commitments[seat], live.at, None)
            for seat in range(3)
        ),
        lambda live: record.play(live, 2, Resign(), live.at),
        lambda live: dealing.deal(live, live.at),
    )
    play_on(match)
    client.force_login(alice)
    page = client.get(page_of(match))
    first, second = page.context["hands"][:2]
    assert (first["number"], first["shown"], second["number"]) == (1, [], 2)
    assert first["said"] in page.content.decode()
    assert page.context["columns"][0]["rows"][0] == (1, [None, None, None])
