"""Staff may look at matches and change nothing."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.application import store
from games.application.start import first_step
from games.application.store import Pending
from games.models import Case, Look, Match, Ruling, Sanction, Signal, Visit
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
    row = match.events.get(number=1)
    assert client.get("/admin/games/matchevent/add/").status_code == 403
    assert client.post(f"/admin/games/matchevent/{row.pk}/change/", {"kind": "resign"}).status_code == 403

    assert Match.objects.filter(pk=match.pk).values().get() == before


@pytest.mark.usefixtures("rita")
def test_the_log_is_listed_and_tells_nothing_before_the_match_is_over(client: Client, match: Match) -> None:
    row = match.events.get(number=1)
    assert row.hash in client.get("/admin/games/matchevent/").content.decode()
    assert "shown when the match is over" in client.get(f"/admin/games/matchevent/{row.pk}/change/").content.decode()
    finish = {"status": "finished", "end_reason": "agreed", "finished_at": timezone.now(), "result_no": 1}
    Match.objects.filter(pk=match.pk).update(**finish)
    shown = client.get(f"/admin/games/matchevent/{row.pk}/change/").content.decode()
    assert "rules_version" in shown
    assert Look.objects.filter(match=match, what="log").count() == 1


@pytest.mark.usefixtures("rita")
def test_cases_and_what_follows_are_listed_with_a_link_to_the_desk(client: Client, match: Match) -> None:
    alice = User.objects.get(username="alice")
    case = Case.objects.create(match=match, reason="other", words="A secret between us.")
    ruling = Ruling.objects.create(case=case, match=match, remedies="{}", reasons="So.", status="proposed")
    Sanction.objects.create(user=alice, kind="warning", ruling=ruling)
    Look.objects.create(user=alice, what="case", case=case)
    Signal.objects.create(kind="speed", about=alice, score=2, case=case)
    Visit.objects.create(match=match, seat=0, user=alice, came_at=NOON, address="a1" * 32)
    for name in ("case", "ruling", "look", "signal"):
        assert f"/desk/{case.code}/" in client.get(f"/admin/games/{name}/").content.decode()
    pages = [client.get(f"/admin/games/{name}/") for name in ("sanction", "visit")]
    assert all("alice" in page.content.decode() for page in pages)
    assert "A secret" not in client.get(f"/admin/games/case/{case.pk}/change/").content.decode()
    visit = Visit.objects.get()
    assert "a1a1" not in client.get(f"/admin/games/visit/{visit.pk}/change/").content.decode()
    assert client.post(f"/admin/games/ruling/{ruling.pk}/change/", {"reasons": "No."}).status_code == 403
