"""The front door, and the site's own small pages."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.application import lobby
from games.application.stories import must_move
from games.application.terms import Terms
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_stranger_can_play_from_the_front_door(client: Client) -> None:
    page = client.get(reverse("home")).content.decode()
    for name in ("games:computer", "games:quick", "games:create", "rules-gin", "games:lobby"):
        assert reverse(name) in page


def test_the_front_door_makes_no_guests(client: Client) -> None:
    client.get(reverse("home"))
    assert not User.objects.exists()


def test_it_shows_a_few_open_tables(client: Client, alice: User, bob: User) -> None:
    for clock in ("blitz", "standard", "slow-1"):
        lobby.create_table(alice, Terms(clock=clock))
        lobby.create_table(bob, Terms(clock=clock))
    assert len(client.get(reverse("home")).context["tables"]) == 4
    peek = client.get(reverse("games:lobby"), {"peek": "1"}, headers={"HX-Request": "true"})
    assert len(peek.context["tables"]) == 4


@pytest.mark.parametrize("company", [True, False])
def test_one_thing_is_the_next_thing_to_do(client: Client, alice: User, company: bool) -> None:
    if company:
        lobby.create_table(alice, Terms())
    assert client.get(reverse("home")).content.decode().count("button--primary") == 1


def test_whoever_is_to_move_is_called_to_the_table(client: Client, alice: User, bob: User) -> None:
    match = lobby.join_table(bob, lobby.create_table(alice, Terms(clock="slow-1")).code)
    people = [alice, bob]
    (seat,) = must_move(match)
    client.force_login(people[seat])
    page = client.get(reverse("home")).content.decode()
    assert f"It is your turn against <strong>{people[1 - seat].username}</strong>." in page
    client.force_login(people[1 - seat])
    assert "It is your turn" not in client.get(reverse("home")).content.decode()


def test_health_names_the_version_while_the_database_answers(client: Client) -> None:
    response = client.get("/health/")
    assert response.status_code == 200
    assert json.loads(response.content)["status"] == "ok"
    assert json.loads(response.content)["version"].count(".") == 2


def test_health_says_when_the_database_is_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginsite.views.connection.is_usable", lambda: False)
    assert client.get("/health/").status_code == 503


def test_the_offline_page_says_nothing_of_who_is_there(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.get("/offline/").content.decode()
    assert "No connection" in page
    assert "alice" not in page


def test_the_service_worker_stands_at_the_root_as_a_script(client: Client) -> None:
    response = client.get("/service-worker.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert b"/offline/" in response.content


def test_the_style_guide_is_for_those_who_build(client: Client, alice: User, rita: User) -> None:
    assert client.get("/styleguide/").status_code == 404
    client.force_login(alice)
    assert client.get("/styleguide/").status_code == 404
    client.force_login(rita)
    assert client.get("/styleguide/").status_code == 200
