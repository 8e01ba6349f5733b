"""Staff may look at matches and change nothing."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client

from games.application import store
from games.application.start import first_step
from games.application.store import Pending
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.matches import NOON, new_row

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita(client: Client) -> User:
    """The referee, logged in; she may do all that the admin allows anybody."""
    rita = User.objects.create_superuser("rita")
    client.force_login(rita)
    return rita


@pytest.fixture
def match() -> Match:
    """A match in play."""
    match = new_row(visibility="link", invite_token="a-secret-invitation")
    match.seats.create(seat=0, user=User.objects.create_user("alice"))
    store.commit_batch(connection, [Pending.of(first_step(match, NOON))])
    return match


@pytest.mark.usefixtures("rita")
def test_staff_see_matches_and_who_sits_at_them(client: Client, match: Match) -> None:
    listed = client.get("/admin/games/match/")
    shown = client.get(f"/admin/games/match/{match.pk}/change/")

    assert match.code in listed.content.decode()
    assert "alice" in shown.content.decode()
    assert "a-secret-invitation" not in shown.content.decode()


@pytest.mark.usefixtures("rita")
def test_nothing_can_be_added_changed_or_deleted(client: Client, match: Match) -> None:
    before = Match.objects.filter(pk=match.pk).values().get()

    assert client.get("/admin/games/match/add/").status_code == 403
    assert client.post(f"/admin/games/match/{match.pk}/change/", {"preset": "pagat"}).status_code == 403
    assert client.post(f"/admin/games/match/{match.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.get("/admin/games/matchevent/").status_code == 404

    assert Match.objects.filter(pk=match.pk).values().get() == before
