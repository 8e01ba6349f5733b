"""The table page: who may see it, and that its first paint is the real state."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.application import lobby
from games.application.terms import Terms
from games.models import Match
from games.views.table import in_order
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db


def page(client: Client, table: Match) -> Any:
    return client.get(reverse("games:table", args=[table.code]))


def in_page(response: Any, name: str) -> Any:
    """The JSON that the page carries under this id."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', response.content.decode())
    assert found is not None
    return json.loads(found[1])


def link_table(user: User) -> Match:
    return lobby.create_table(user, Terms(by_link=True))


def test_an_owner_who_waits_sees_the_link_and_its_picture(client: Client, alice: User) -> None:
    table = link_table(alice)
    client.force_login(alice)
    response = page(client, table)
    assert response.status_code == 200
    assert reverse("games:invite", args=[table.invite_token]) in response.content.decode()
    assert "waiting__qr" in response.content.decode()
    assert in_page(response, "snapshot")["view"] is None


def test_a_stranger_at_a_table_by_invitation_is_turned_away(client: Client, alice: User, bob: User) -> None:
    table = link_table(alice)
    assert page(client, table).status_code == 403
    client.force_login(bob)
    assert page(client, table).status_code == 403


def test_a_passer_by_at_a_table_of_the_lobby_may_sit_down(client: Client, alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms())
    client.force_login(bob)
    response = page(client, table)
    assert response.status_code == 200
    assert reverse("games:join", args=[table.code]) in response.content.decode()
    assert in_page(response, "snapshot")["table"]["you"] is None


def test_the_first_paint_holds_the_own_cards_and_only_those(client: Client, alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms())
    lobby.join_table(bob, table.code)
    client.force_login(alice)
    response = page(client, table)
    snapshot = in_page(response, "snapshot")
    you = snapshot["table"]["you"]
    view = snapshot["view"]
    shown = set(re.findall(r'data-key="([A2-9TJQK][SHDC])"', response.content.decode()))
    own = view["seats"][you]["hand"]
    assert shown == set((own or "").split())
    assert view["seats"][1 - you]["hand"] is None


def test_the_page_is_never_kept_by_a_browser(client: Client, alice: User) -> None:
    table = lobby.create_table(alice, Terms())
    client.force_login(alice)
    assert "no-store" in page(client, table)["Cache-Control"]


def test_a_closed_table_says_so(client: Client, alice: User) -> None:
    table = lobby.create_table(alice, Terms())
    lobby.leave(alice, table.code)
    client.force_login(alice)
    assert page(client, table).status_code == 410


def test_there_is_no_table_without_a_code(client: Client) -> None:
    assert client.get(reverse("games:table", args=["nothing234"])).status_code == 404


def test_no_inline_style_or_script_but_the_import_map_and_data(client: Client, alice: User) -> None:
    table = lobby.create_table(alice, Terms())
    client.force_login(alice)
    text = page(client, table).content.decode()
    assert " style=" not in text
    assert " onclick=" not in text
    inline = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", text)
    assert all("importmap" in attributes or "application/json" in attributes for attributes in inline)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("suit", "AS 4S 7H 8H 9H 4C 4D KD"),
        ("rank", "AS 4S 4C 4D 7H 8H 9H KD"),
        ("melds", "7H 8H 9H 4S 4C 4D AS KD"),
    ],
)
def test_the_hand_is_in_the_preferred_order(how: str, expected: str) -> None:
    cards = ["KD", "4C", "7H", "4S", "8H", "4D", "9H", "AS"]
    melds = [["9H", "7H", "8H"], ["4C", "4S", "4D"]]
    assert in_order(cards, how, melds) == expected.split()
