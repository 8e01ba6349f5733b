"""The pages on which a game is found."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.application import lobby
from games.application.terms import Terms, house_terms, presets_of
from games.domain.variants import VARIANTS, get_preset
from games.models import Match
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
    with django_assert_max_num_queries(5):  # type: ignore[operator]
        assert len(client.get(reverse("games:lobby")).context["tables"]) == 9


def test_the_lobby_shows_the_tables_of_one_game_or_of_all(client: Client, alice: User, bob: User) -> None:
    lobby.create_table(alice, Terms())
    table = lobby.create_table(alice, house_terms("rummy", 4))
    lobby.join_table(bob, table.code)
    assert len(client.get(reverse("games:lobby")).context["tables"]) == 2
    assert len(client.get(reverse("games:lobby"), {"game": "canasta"}).context["tables"]) == 2
    page = client.get(reverse("games:lobby"), {"game": "rummy"})
    assert [row["table"] for row in page.context["tables"]] == [table]
    text = page.content.decode()
    assert "2 of 4 chairs taken" in text
    assert "<bdi>bob</bdi>" in text
    assert "/lobby/?game=rummy" in text


# A new table


def test_the_form_opens_a_table_and_leads_to_it(as_alice: Client) -> None:
    response = as_alice.post(reverse("games:create"), USUAL | {"game": "oklahoma", "oklahoma": "one", "rated": "on"})
    table = Match.objects.get()
    assert response.headers["Location"] == at(table)
    assert (table.variant, table.rated, table.visibility, table.preset) == ("oklahoma", True, "open", "he-wikihow")


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_can_be_opened_from_its_blank_form(as_alice: Client, game: str) -> None:
    page = as_alice.get(reverse("games:create"), {"game": game})
    assert page.context["said"]
    form = page.context["form"]
    sent = {name: value for name in form.fields if (value := form[name].value()) not in (None, "", False)}
    assert as_alice.post(reverse("games:create"), sent).status_code == 302
    table = Match.objects.get()
    assert (table.variant, table.preset) == (game, presets_of(game)[0])
    assert table.seat_count == min(VARIANTS[game].seating.seats)


def test_another_game_brings_its_own_choices_and_keeps_what_both_have(as_alice: Client) -> None:
    asked = {"game": "oklahoma", "preset": "pagat", "target": "250", "spade_doubles": "on", "big_gin": "31"}
    part = as_alice.get(reverse("games:create"), asked, headers={"HX-Request": "true"})
    form = part.context["form"]
    assert [form[name].value() for name in ("preset", "target", "big_gin")] == ["pagat", "250", "31"]
    assert 'name="clock"' not in part.content.decode()
    rummy = as_alice.get(reverse("games:create"), asked | {"game": "rummy"}, headers={"HX-Request": "true"})
    assert rummy.context["form"]["target"].value() == "250"
    assert rummy.context["form"]["preset"].value() == "am-rummy"
    assert "big_gin" not in rummy.context["form"].fields


def test_without_scripts_a_button_brings_the_choices_of_the_game(as_alice: Client) -> None:
    asked = USUAL | {"game": "rummy", "change": "game", "clock": "blitz", "company": "link"}
    page = as_alice.post(reverse("games:create"), asked)
    assert page.status_code == 200
    assert not Match.objects.exists()
    form = page.context["form"]
    assert [form[name].value() for name in ("game", "clock", "company")] == ["rummy", "blitz", "link"]
    assert "Basic rummy for two to 150" in page.content.decode()


def test_the_form_fills_the_chairs_with_the_computer_at_once(client: Client) -> None:
    asked = USUAL | {"game": "rummy", "preset": "am-rummy", "seats": "4", "company": "computer", "level": "beginner"}
    response = client.post(reverse("games:create"), asked)
    match = Match.objects.get()
    assert response.headers["Location"] == at(match)
    assert (match.status, match.clock, match.practice) == (Match.Status.PLAYING, "standard", True)
    assert [seat.bot for seat in match.seats.all()] == ["", "beginner", "beginner", "beginner"]


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
        {"game": "hollywood", "spade_doubles": "on"},
        {"game": "partnership", "four_players": "sum_of_games", "swap_opponents": "on"},
        {"game": "three-handed", "seats": "4"},
        {"game": "canasta"},
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
    said = client.get(
        reverse("games:said"), USUAL | {"game": "oklahoma", "preset": "pagat", "oklahoma": "one"}
    ).content.decode()
    assert "Oklahoma gin to 150, the upcard sets the knock limit, gin 20, undercut 10; 30 seconds a move" in said
    assert "Anybody in the lobby can sit down." in said


def test_what_does_not_go_together_is_said_back_too(client: Client) -> None:
    said = client.get(reverse("games:said"), USUAL | {"clock": "none"}).content.decode()
    assert "A game without a clock is for a table by invitation only." in said


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


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_can_be_played_against_the_computer(client: Client, game: str) -> None:
    page = client.get(reverse("games:practice"), {"game": game})
    assert page.context["practice"].variant.name == game
    assert client.post(reverse("games:computer"), {"game": game, "level": "beginner"}).status_code == 302
    match = Match.objects.get()
    assert (match.variant, match.practice, match.status) == (game, True, Match.Status.PLAYING)
    assert [seat.bot for seat in match.seats.all()][1:] == ["beginner"] * (match.seat_count - 1)


def test_one_plays_rummy_against_as_many_computers_as_one_likes(client: Client) -> None:
    client.post(reverse("games:computer"), {"game": "rummy", "seats": "5", "target": "100"})
    match = Match.objects.get()
    assert (match.seat_count, match.seats.exclude(bot="").count()) == (5, 4)


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
