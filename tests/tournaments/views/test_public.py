"""A tournament's page, in its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.application import events, rounds
from tournaments.domain.actions import EnterResult
from tournaments.domain.formats import FORMATS
from tournaments.domain.values import won
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

Announced = Callable[..., Tournament]
Browser = Callable[[str], Client]
CAST = ("ben", "cleo", "dan", "eve")


def at(tournament: Tournament, part: str, *more: Any) -> str:
    return reverse(f"tournaments:{part}", args=[tournament.code, *more])


def started(tournament: Tournament, **changes: Any) -> Tournament:
    """The first round is paired."""
    rounds.start(tournament, **changes)
    tournament.refresh_from_db()
    return tournament


def decide(tournament: Tournament) -> None:
    """The first side of every open match wins 100:40."""
    for number, pairing in list(events.load(tournament).open_pairings()):
        events.act(tournament, EnterResult(number, pairing.board, won(0, hand_points=(100, 40))))
    tournament.refresh_from_db()


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_shows_what_comes_and_what_is_on(client: Client, announced: Announced) -> None:
    announced(*CAST)
    listed = page(client, reverse("tournaments:tournaments"))
    assert "Club evening" in listed
    assert "Swiss in 5 rounds" in listed
    assert "4 entries" in listed


@pytest.mark.parametrize("name", [name for name in FORMATS if not name.startswith("team")])
def test_every_part_of_every_format_can_be_shown(name: str, client: Client, announced: Announced) -> None:
    tournament = announced(*CAST, format=name)
    for part in ("tournament", "entries", "tournament-rules", "log"):
        page(client, at(tournament, part))
    decide(started(tournament))
    for part in ("tournament", "rounds", "standings", "bracket", "entries", "tournament-rules", "log"):
        assert "Club evening" in page(client, at(tournament, part))


def test_the_own_match_comes_first(announced: Announced, as_member: Browser) -> None:
    tournament = started(announced(*CAST))
    shown = page(as_member("ben"), tournament.get_absolute_url())
    pairing = next(one for one in events.load(tournament).rounds[0].pairings if one.has(1))
    other = tournament.entries.get(number=pairing.other(1)).printed_name
    assert f"You play {other} at table {pairing.board}" in shown
    assert shown.index("You play") < shown.index('id="round-1"')


def test_a_bye_is_said(announced: Announced, as_member: Browser) -> None:
    tournament = started(announced("ben", "cleo", "dan"))
    idle = next(one.first for one in events.load(tournament).rounds[0].pairings if one.second is None)
    name = tournament.entries.get(number=idle).printed_name
    assert "You sit out in round 1" in page(as_member(name), tournament.get_absolute_url())


def test_a_pairing_says_why(client: Client, announced: Announced) -> None:
    tournament = started(announced(*CAST))
    shown = page(client, at(tournament, "rounds"))
    assert "Why do " in shown
    assert "Both have 0 points." in shown


def test_a_number_of_the_table_says_where_it_comes_from(client: Client, announced: Announced) -> None:
    tournament = started(announced(*CAST))
    decide(tournament)
    winner = events.load(tournament).rounds[0].pairings[0].first
    other = events.load(tournament).rounds[0].pairings[0].second
    loser = tournament.entries.get(number=other).printed_name
    address = at(tournament, "why", winner, "hand_points_difference")
    assert address in page(client, at(tournament, "standings"))
    alone = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert f"Round 1, {loser}: 60" in alone
    assert "<html" not in alone
    assert f"Round 1, {loser}: 60" in page(client, address)
    assert client.get(at(tournament, "why", winner, "luck")).status_code == 404
    assert client.get(at(tournament, "why", 99, "points")).status_code == 404


def test_the_page_asks_again_and_gets_nothing_while_nothing_changes(client: Client, announced: Announced) -> None:
    tournament = started(announced(*CAST))
    address = tournament.get_absolute_url()
    mark = client.get(address).context["mark"]
    seen = {"seen": mark}
    assert client.get(address, seen, headers={"HX-Request": "true"}).status_code == 204
    decide(tournament)
    response = client.get(address, seen, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "<html" not in response.content.decode()


def test_the_bracket_is_drawn_with_every_match_in_words(client: Client, announced: Announced) -> None:
    tournament = started(announced(*CAST, format="single-elimination"))
    decide(tournament)
    shown = page(client, at(tournament, "bracket"))
    assert "<svg" in shown
    assert "Semifinals" in shown
    assert " beats " in shown
    assert "The winner goes to match 3." in shown
    assert "The loser goes to match 4." in shown
    assert "Winner of 1" not in shown


def test_the_log_can_be_read_by_anybody(client: Client, announced: Announced) -> None:
    tournament = started(announced(*CAST))
    shown = page(client, at(tournament, "log"))
    assert "ben entered." in shown
    assert "Round 1 was published." in shown


def test_who_may_enter_enters_and_leaves_again(announced: Announced, as_member: Browser) -> None:
    tournament = announced("ben")
    cleo = as_member("cleo")
    assert "Will you play?" in page(cleo, tournament.get_absolute_url())
    cleo.post(at(tournament, "enter"))
    assert "You are entered." in page(cleo, tournament.get_absolute_url())
    cleo.post(at(tournament, "withdraw"), {"when": "now"})
    assert tournament.entries.get(user__username="cleo").status == Entry.Status.LEFT


def test_a_full_tournament_puts_in_line(announced: Announced, as_member: Browser) -> None:
    tournament = announced("ben", "cleo", capacity=2)
    dan = as_member("dan")
    assert "you are next in line" in page(dan, tournament.get_absolute_url())
    dan.post(at(tournament, "enter"))
    assert "You are on the waiting list." in page(dan, tournament.get_absolute_url())
    as_member("ben").post(at(tournament, "withdraw"))
    assert "You are entered." in page(dan, tournament.get_absolute_url())


def test_a_round_is_asked_off(announced: Announced, as_member: Browser) -> None:
    tournament = announced(*CAST)
    as_member("ben").post(at(tournament, "ask-bye"), {"round": "2"})
    assert events.load(Tournament.objects.get()).entrants[0].half_byes == (2,)
    assert "Ask for this round off" not in page(as_member("ben"), tournament.get_absolute_url())


def test_a_stranger_is_told_what_an_entry_needs(client: Client, announced: Announced) -> None:
    tournament = announced("ben")
    assert reverse("account_signup") in page(client, tournament.get_absolute_url())
    assert client.post(at(tournament, "enter")).status_code == 302
    assert tournament.entries.count() == 1


# Calls


def test_a_called_player_is_told_on_every_page_and_comes_to_the_table(announced: Announced, as_member: Browser) -> None:
    tournament = started(announced("ben", "cleo", rounds=1))
    calls = reverse("tournaments:calls")
    ben, cleo = as_member("ben"), as_member("cleo")
    assert "Your match is ready" in page(ben, calls)
    assert "Your match is ready" not in page(ben, calls + f"?at={tournament.get_absolute_url()}")
    assert ben.post(at(tournament, "come", 1, 1))["Location"] == tournament.get_absolute_url()
    response = cleo.post(at(tournament, "come", 1, 1))
    assert response["Location"].startswith("/tables/")
    assert response["Location"] in page(ben, calls)
    assert "To your table" in page(ben, tournament.get_absolute_url())


def test_who_plays_nowhere_is_not_asked_again(as_member: Browser, client: Client, announced: Announced) -> None:
    announced("ben")
    assert as_member("dan").get(reverse("tournaments:calls")).status_code == 286
    assert client.get(reverse("tournaments:calls")).status_code == 286
    assert as_member("ben").get(reverse("tournaments:calls")).status_code == 200


def test_nobody_comes_to_anothers_table(announced: Announced, as_member: Browser) -> None:
    tournament = started(announced("ben", "cleo", rounds=1))
    as_member("dan").post(at(tournament, "come", 1, 1))
    pairing = tournament.pairings.get()
    assert pairing.first_came_at is None
    assert pairing.second_came_at is None


def test_the_desk_is_warned_of_more_rounds_than_the_field_carries(announced: Announced, as_member: Browser) -> None:
    tournament = announced("ben", "cleo", "dan", rounds=7)
    warning = "without somebody meeting the same opponent twice"
    shown = page(as_member("ann"), tournament.get_absolute_url())
    assert warning in shown
    assert at(tournament, "edit-tournament") + "?format=round-robin" in shown
    assert warning not in page(as_member("ben"), tournament.get_absolute_url())
