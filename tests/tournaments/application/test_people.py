"""Somebody leaves the site for good in the middle of a tournament."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ginsite.accounts import signals
from tests.tournaments.application import tables
from tests.tournaments.application.conftest import Member
from tournaments.application import events, registration
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def test_who_leaves_the_site_is_withdrawn_and_forgotten_by_name(
    announced: Callable[..., Tournament], member: Member
) -> None:
    tournament = announced("bob", "cleo", "dan")
    tables.start(tournament)
    bob = member("bob")
    signals.account_deleted.send(None, user_id=bob.pk)
    bob.deleted_at = tournament.created_at
    bob.save()
    tournament.refresh_from_db()
    assert events.load(tournament).entrant(1).status == "withdrawn"
    assert registration.names_of(tournament)[1] == "Deleted player"
    assert not Entry.objects.filter(name="bob").exists()
    signals.account_deleted.send(None, user_id=bob.pk)
    assert events.load(tournament).entrant(1).status == "withdrawn"
