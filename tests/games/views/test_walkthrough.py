"""Learn by playing."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match

pytestmark = pytest.mark.django_db


def test_a_stranger_gets_a_practice_match_against_a_beginner_and_a_coach(client: Client) -> None:
    answer = client.post(reverse("games:walkthrough"), follow=True)
    match = Match.objects.get()
    assert answer.redirect_chain == [(f"{reverse('games:table', args=[match.code])}?coach=1", 302)]
    assert match.practice
    assert match.seats.get(seat=1).bot == "beginner"
    assert 'id="coach"' in answer.content.decode()


def test_pressing_twice_starts_one_match(client: Client) -> None:
    for _press in range(2):
        client.post(reverse("games:walkthrough"))
    assert Match.objects.count() == 1


def test_a_look_is_no_start(client: Client) -> None:
    assert client.get(reverse("games:walkthrough")).status_code == 405
    assert not Match.objects.exists()


def test_without_asking_there_is_no_coach(client: Client) -> None:
    client.post(reverse("games:walkthrough"))
    page = client.get(reverse("games:table", args=[Match.objects.get().code]))
    assert 'id="coach"' not in page.content.decode()


def test_a_match_that_counts_is_never_coached(client: Client) -> None:
    client.post(reverse("games:walkthrough"))
    match = Match.objects.get()
    Match.objects.update(practice=False)
    page = client.get(reverse("games:table", args=[match.code]), {"coach": "1"})
    assert 'id="coach"' not in page.content.decode()
