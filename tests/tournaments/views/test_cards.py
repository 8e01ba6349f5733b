"""The score card on a phone, and the calculator."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.application import desk, events, registration, scorecards
from tournaments.domain.actions import Start
from tournaments.domain.values import won
from tournaments.models import Pairing, Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}


@pytest.fixture
def table(announced: Any, member: Any) -> Pairing:
    """Bob against Gerda, who has no account."""
    tournament = announced("bob", format="single-elimination", **REAL)
    registration.enter_by_name(tournament, member("ann"), name="Gerda")
    desk.do(tournament, member("ann"), Start(1))
    return Pairing.objects.get(tournament=tournament)


def address(table: Pairing) -> str:
    return reverse("tournaments:card", args=[table.tournament.code, table.round, table.board])


def side_of_bob(table: Pairing) -> int:
    return 0 if table.first == 1 else 1


def test_a_member_and_a_guest_agree_on_the_result(table: Pairing, client: Client, member: Any) -> None:
    client.force_login(member("bob"))
    outcome = ("first", "second")[side_of_bob(table)]
    client.post(address(table), {"do": "result", "outcome": outcome, "hand_points_first": "104"})
    seat = scorecards.link_token(table.tournament, 2)
    gerda = Client()
    page = gerda.get(address(table), {"seat": seat})
    assert "That is right" in page.content.decode()
    answer = gerda.post(address(table), {"do": "agree", "seat": seat})
    assert seat in answer["Location"]
    result = events.load(Tournament.objects.get(pk=table.tournament_id)).round(1).results[0]
    assert result == won(side_of_bob(table), hand_points=(104, 0))


def test_nobody_else_has_a_card_here(table: Pairing, client: Client, member: Any) -> None:
    assert client.get(address(table)).status_code == 403
    assert client.get(address(table), {"seat": "made-up"}).status_code == 403
    client.force_login(member("eve"))
    assert client.post(address(table), {"do": "agree"}).status_code == 403


def test_players_do_not_rule_that_somebody_did_not_come(table: Pairing, client: Client, member: Any) -> None:
    client.force_login(member("bob"))
    client.post(address(table), {"do": "result", "outcome": "first_forfeit"})
    assert not table.cards.exists()


def test_the_running_sheet_is_kept_struck_and_brought_to_the_result(
    table: Pairing, client: Client, member: Any
) -> None:
    client.force_login(member("bob"))
    hand = {"do": "hand", "knocker": "0", "knocker_count": "5", "defender_count": "40"}
    client.post(address(table), hand)
    client.post(address(table), {"do": "void"})
    client.post(address(table), hand | {"knocker_count": "11"})  # no such knock
    client.post(address(table), {"do": "strike"})
    page = client.get(address(table))
    assert page.context["paper"].hand_points == (35, 0)
    client.post(address(table), hand | {"knocker_count": "0", "defender_count": "90"})
    page = client.get(address(table))
    assert page.context["paper"].over
    assert page.context["suggested"]["outcome"] == "first"


def test_a_count_that_cannot_be_is_marked_beside_its_field(table: Pairing, client: Client, member: Any) -> None:
    client.force_login(member("bob"))
    fields = {"do": "hand", "knocker": "0", "knocker_count": "12", "defender_count": "40"}
    page = client.post(address(table), fields)
    assert page.status_code == 422
    assert 'aria-invalid="true"' in page.content.decode()
    assert 'value="12"' in page.content.decode()


def test_the_calculator_reckons_by_the_rules_of_the_tournament(table: Pairing, client: Client) -> None:
    there = reverse("tournaments:calculator", args=[table.tournament.code])
    page = client.get(there, {"knocker_count": "4", "defender_count": "23"})
    assert page.context["said"].points == (19, 0)
    part = client.get(there, {"knocker_count": "14", "defender_count": "23"}, HTTP_HX_REQUEST="true")
    assert part.context["wrong"] == "knocker_count"
    assert "<html" not in part.content.decode()
