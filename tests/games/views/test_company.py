"""Muting and blocking over the web: with and without script, and nobody for anybody else."""

from __future__ import annotations

import pytest
from django.test import Client

from games.application import company, lobby
from games.application.terms import Terms
from games.models import Distance, Match
from ginsite.accounts.models import User
from tests.games.application.seated import seat

pytestmark = pytest.mark.django_db

SCRIPT = {"accept": "application/json"}


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1, by invitation."""
    return seat(alice, bob, by_link=True)


@pytest.fixture
def hers(alice: User) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(alice)
    return client


# Distance


def test_a_script_mutes_and_gets_the_new_conversation(hers: Client, match: Match) -> None:
    answer = hers.post(f"/tables/{match.code}/distance/", {"seat": 1, "do": "mute"}, headers=SCRIPT)
    assert answer.json()["chat"]["muted"] == [1]
    answer = hers.post(f"/tables/{match.code}/distance/", {"seat": 1, "do": "unmute"}, headers=SCRIPT)
    assert answer.json()["chat"]["muted"] == []


def test_a_script_blocks_and_takes_it_back(hers: Client, match: Match, alice: User, bob: User) -> None:
    answer = hers.post(f"/tables/{match.code}/distance/", {"seat": 1, "do": "block"}, headers=SCRIPT)
    assert answer.json()["chat"]["blocked"] == [1]
    assert not company.may_meet(alice, bob)
    hers.post(f"/tables/{match.code}/distance/", {"seat": 1, "do": "unblock"}, headers=SCRIPT)
    assert company.may_meet(alice, bob)


def test_a_form_leads_back_to_the_table(hers: Client, match: Match) -> None:
    answer = hers.post(f"/tables/{match.code}/distance/", {"seat": 1, "do": "block"})
    assert answer.headers["Location"] == match.get_absolute_url()


@pytest.mark.parametrize(
    "asked",
    [{}, {"seat": 1}, {"seat": 1, "do": "ban"}, {"seat": 0, "do": "mute"}, {"seat": 9, "do": "mute"}, {"do": "mute"}],
)
def test_what_is_not_offered_is_refused(hers: Client, match: Match, asked: dict[str, object]) -> None:
    assert hers.post(f"/tables/{match.code}/distance/", asked, headers=SCRIPT).status_code == 400
    assert not Distance.objects.exists()


def test_not_too_many_changes_in_a_minute(hers: Client, match: Match) -> None:
    asked = [{"seat": 1, "do": do} for do in ("mute", "unmute")] * 16
    answers = [hers.post(f"/tables/{match.code}/distance/", one, headers=SCRIPT).status_code for one in asked]
    assert answers == [200] * 30 + [429] * 2


def test_nobody_keeps_a_computer_at_a_distance(hers: Client, alice: User) -> None:
    practice = lobby.play_computer(alice)
    assert hers.post(f"/tables/{practice.code}/distance/", {"seat": 1, "do": "mute"}, headers=SCRIPT).status_code == 400


def test_charlie_has_no_say_at_a_table_of_others(client: Client, match: Match, charlie: User) -> None:
    asked = {"seat": 1, "do": "mute"}
    assert client.post(f"/tables/{match.code}/distance/", asked, headers=SCRIPT).status_code == 403
    client.force_login(charlie)
    assert client.post(f"/tables/{match.code}/distance/", asked, headers=SCRIPT).status_code == 403
    assert client.post(f"/tables/{match.code}/distance/", asked).status_code == 403
    assert not Distance.objects.exists()


def test_looking_changes_nothing(hers: Client, match: Match) -> None:
    assert hers.get(f"/tables/{match.code}/distance/").status_code == 405


def test_another_site_cannot_ask_for_it(match: Match, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(f"/tables/{match.code}/distance/", {"seat": 1, "do": "block"}).status_code == 403
    assert not Distance.objects.exists()


# The list of the blocked


def test_the_list_shows_whom_one_blocked_and_takes_it_back(hers: Client, alice: User, bob: User, charlie: User) -> None:
    company.block(alice, bob)
    company.block(charlie, alice)
    page = hers.get("/accounts/blocked/").content.decode()
    assert "bob" in page
    assert "charlie" not in page
    hers.post("/accounts/blocked/unblock/", {"person": bob.pk})
    assert company.blocked_by(alice) == []
    assert "bob is no longer blocked" in hers.get("/accounts/blocked/").content.decode()


def test_taking_back_does_nothing_about_others_blocks(hers: Client, bob: User, charlie: User) -> None:
    company.block(charlie, bob)
    for person in (bob.pk, charlie.pk, "x", "", "9" * 30):
        assert hers.post("/accounts/blocked/unblock/", {"person": person}).status_code == 302
    assert Distance.objects.count() == 1


def test_a_stranger_is_asked_to_log_in_first(client: Client) -> None:
    assert client.get("/accounts/blocked/").status_code == 302
    assert client.post("/accounts/blocked/unblock/").status_code == 302


def test_the_account_leads_to_the_list(hers: Client) -> None:
    assert "/accounts/blocked/" in hers.get("/accounts/").content.decode()


# Neutral refusals


def test_an_invite_of_somebody_who_blocked_one_is_refused_neutrally(client: Client, alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms(by_link=True))
    company.block(alice, bob)
    client.force_login(bob)
    for answer in (client.get(f"/join/{table.invite_token}/"), client.post(f"/join/{table.invite_token}/")):
        page = answer.content.decode()
        assert answer.status_code == 403
        assert "You cannot sit down at this table." in page
        assert "block" not in page.lower()


# The table's page


def test_a_player_has_the_phrases_and_a_watcher_has_not(hers: Client, client: Client, alice: User, bob: User) -> None:
    match = seat(alice, bob)
    assert 'data-phrase="good_luck"' in hers.get(f"/tables/{match.code}/").content.decode()
    watched = client.get(f"/tables/{match.code}/").content.decode()
    assert "data-phrase" not in watched
    assert '"chat": null' in watched


def test_a_game_against_the_computer_has_no_phrases(hers: Client, alice: User) -> None:
    assert "data-phrase" not in hers.get(f"/tables/{lobby.play_computer(alice).code}/").content.decode()
