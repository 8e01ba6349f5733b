"""The replay of a hand: for its players once the hand is over, for others once they may know that the match is."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from games.application import store
from games.application.replays import may_replay
from games.models import Look, Match
from ginsite.accounts.models import User
from tests.games.application.matches import move_on
from tests.games.application.seated import seat
from tests.games.application.test_stories import play_on

pytestmark = pytest.mark.django_db


def play_one_hand(match: Match) -> Match:
    """Play until the second hand has begun."""
    loaded = store.load(match.pk)
    assert loaded is not None
    live, rng = loaded.live, random.Random(7)
    while live.game.hand_no < 2 and live.finish is None:
        step = move_on(live, rng, live.at + 1_000)
        with transaction.atomic():
            store.append(step)
        live = step.live
    assert live.game.hand_no == 2
    match.refresh_from_db()
    return match


def address(match: Match, hand: int, name: str = "replay") -> str:
    return reverse(f"games:{name}", args=[match.code, hand])


def test_players_replay_a_hand_that_is_over_while_the_match_goes_on(client: Client, alice: User, bob: User) -> None:
    match = play_one_hand(seat(alice, bob))
    client.force_login(alice)
    answer = client.get(reverse("games:replays", args=[match.code]))
    assert answer.headers["Location"] == address(match, 1)
    page = client.get(address(match, 1))
    data = page.context["data"]
    assert data["you"] == 0
    assert [person["name"] for person in data["seats"]] == ["alice", "bob"]
    assert len(data["steps"]) > 3
    assert page.context["best"] == ""  # no advice while it goes on
    assert client.get(address(match, 2)).status_code == 404  # in play
    assert client.get(address(match, 1, "replay-computer")).status_code == 403


def test_nobody_else_replays_a_match_in_play(client: Client, alice: User, bob: User, charlie: User) -> None:
    match = play_one_hand(seat(alice, bob))
    assert client.get(address(match, 1)).status_code == 403
    client.force_login(charlie)
    assert client.get(address(match, 1)).status_code == 403
    assert client.get(reverse("games:replays", args=[match.code])).status_code == 403


def test_a_finished_match_is_replayed_by_whoever_may_look_at_it(client: Client, alice: User, bob: User) -> None:
    public, private = play_on(seat(alice, bob, target=25)), play_on(seat(alice, bob, by_link=True, target=25))
    assert client.get(reverse("games:replays", args=[public.code])).headers["Location"] == address(public, 1)
    page = client.get(address(public, 1))
    assert page.context["data"]["you"] is None
    assert b"replay/board.js" in page.content  # by the import map
    assert client.get(address(private, 1)).status_code == 403
    assert client.get(address(public, 1, "replay-computer")).status_code == 403  # for its players
    client.force_login(bob)
    plays = client.get(address(public, 1, "replay-computer")).json()["plays"]
    assert len(plays) == len(page.context["data"]["steps"])
    assert plays[0][0]["kind"] in ("take_upcard", "pass_upcard")
    assert plays[-1] == []


def test_spectators_who_are_behind_learn_of_the_end_when_they_have_come_to_it(
    client: Client, alice: User, bob: User
) -> None:
    match = play_on(seat(alice, bob, target=25))
    Match.objects.filter(pk=match.pk).update(spectator_delay=600)
    match.refresh_from_db()
    nobody = AnonymousUser()
    assert (may_replay(match, nobody), may_replay(match, alice)) == (False, True)
    assert client.get(reverse("games:match", args=[match.code])).headers["Location"] == match.get_absolute_url()
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(seconds=601))
    match.refresh_from_db()
    assert may_replay(match, nobody)
    assert client.get(reverse("games:match", args=[match.code])).status_code == 200


def test_staff_who_look_at_a_table_by_invitation_are_written_down_and_show_the_second_factor(
    client: Client, alice: User, bob: User, rita: User, settings: Settings
) -> None:
    match = play_on(seat(alice, bob, by_link=True, target=25))
    whole = [reverse(f"games:{name}", args=[match.code]) for name in ("record", "match")]
    places = [address(match, 1), address(match, 1, "deal"), *whole]
    client.force_login(rita)
    settings.STAFF_NEED_MFA = True
    assert [client.get(place).status_code for place in places] == [403] * 4
    assert not Look.objects.exists()
    settings.STAFF_NEED_MFA = False
    assert [client.get(place).status_code for place in places] == [200] * 4
    found = Look.objects.filter(user=rita, match=match, what=Look.What.HANDS)
    assert sorted(found.values_list("hand", flat=True)) == [0, 1]
    assert client.get(address(match, 10**20)).status_code == 404
    open_to_all = play_on(seat(alice, bob, target=25))
    assert client.get(address(open_to_all, 1)).status_code == 200
    assert not Look.objects.filter(match=open_to_all).exists()
