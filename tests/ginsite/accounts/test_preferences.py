"""Preferences: of members, of guests and of visitors, on the page and in every template."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import Settings

from ginsite.accounts import guests
from ginsite.accounts.models import Preferences, User
from tests.ginsite.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

CHOICE = {
    "theme": "dark",
    "deck": "classic",
    "colours": "four",
    "card_size": "large",
    "sort_order": "rank",
    "confirm_knock": "on",
}
"""A form in which every switch but one is off."""


def root_of(client: Client) -> dict[str, str]:
    """The data attributes of the page's root element."""
    page = client.get("/accounts/preferences/").content.decode()
    return dict(re.findall(r'data-([a-z-]+)="(\w+)"', page[page.index("<html") : page.index("<head")]))


@pytest.fixture(params=["visitor", "guest", "member"])
def somebody(request: pytest.FixtureRequest, client: Client) -> Client:
    """A browser of each kind of person."""
    if request.param == "guest":
        client.force_login(guests.create_guest())
    elif request.param == "member":
        client.force_login(User.objects.create_user("alice"))
    return client


def test_whoever_chooses_finds_the_choice_on_every_page(somebody: Client) -> None:
    assert root_of(somebody) == {"theme": "system", "deck": "clear", "colours": "two", "card-size": "medium"}

    answer = somebody.post("/accounts/preferences/", CHOICE)

    assert (answer.status_code, answer["Location"]) == (302, "/accounts/preferences/")
    assert root_of(somebody) == {"theme": "dark", "deck": "classic", "colours": "four", "card-size": "large"}


def test_the_table_page_learns_every_preference_and_nothing_else(somebody: Client) -> None:
    somebody.post("/accounts/preferences/", CHOICE)
    told = somebody.get("/accounts/preferences/").context["preferences"]
    assert told == {
        "theme": "dark",
        "deck": "classic",
        "colours": "four",
        "card_size": "large",
        "sort_order": "rank",
        "confirm_discard": False,
        "confirm_knock": True,
        "sounds": False,
        "hints": False,
    }


def test_the_pages_script_saves_in_place(somebody: Client) -> None:
    accept = {"Accept": "application/json"}
    assert somebody.post("/accounts/preferences/", CHOICE, headers=accept).status_code == 204
    assert root_of(somebody)["deck"] == "classic"


@pytest.mark.parametrize("nonsense", [{"theme": "pink"}, {"card_size": ""}, {"deck": "<script>"}])
def test_nonsense_is_refused_and_changes_nothing(somebody: Client, nonsense: dict[str, str]) -> None:
    assert somebody.post("/accounts/preferences/", CHOICE | nonsense).status_code == 422
    assert root_of(somebody)["theme"] == "system"


def test_a_visitors_choice_goes_into_the_account(client: Client, alice: User) -> None:
    client.post("/accounts/preferences/", CHOICE)
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    assert Preferences.objects.get(user=alice).deck == "classic"
    assert root_of(client)["deck"] == "classic"


def test_a_visitors_choice_does_not_overrule_the_account(client: Client, alice: User) -> None:
    Preferences.objects.create(user=alice, card_size="small")
    client.post("/accounts/preferences/", CHOICE)
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    assert root_of(client)["card-size"] == "small"


def test_the_button_in_the_head_wins_in_its_browser_until_the_preferences_are_saved(somebody: Client) -> None:
    somebody.cookies["theme"] = "light"
    assert root_of(somebody)["theme"] == "light"

    somebody.post("/accounts/preferences/", CHOICE)
    assert root_of(somebody)["theme"] == "dark"


def test_a_cookie_with_another_theme_counts_for_nothing(client: Client) -> None:
    client.cookies["theme"] = "pink"
    assert root_of(client)["theme"] == "system"


def test_the_language_in_the_foot_is_kept(somebody: Client, settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("bg", "Bulgarian")]
    answer = somebody.post("/accounts/language/", {"language": "bg", "next": "/accounts/"})
    assert answer["Location"] == "/accounts/"
    assert '<html lang="bg"' in somebody.get("/accounts/").content.decode()

    somebody.post("/accounts/language/", {"language": "xx", "next": "/accounts/"})
    assert '<html lang="bg"' in somebody.get("/accounts/").content.decode()


def test_choosing_a_language_leads_nowhere_else(client: Client) -> None:
    for there in ("https://elsewhere.example.com/", "//elsewhere.example.com", "javascript:alert(1)"):
        assert client.post("/accounts/language/", {"language": "en", "next": there})["Location"] == "/"


def test_one_language_leaves_the_other_preferences_alone(somebody: Client) -> None:
    somebody.post("/accounts/preferences/", CHOICE)
    somebody.post("/accounts/language/", {"language": "en", "next": "/"})
    assert root_of(somebody)["deck"] == "classic"
