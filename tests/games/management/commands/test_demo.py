"""The demonstration."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from games.application.stories import must_move, story_of
from games.models import Match
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db


def demo() -> str:
    """Run the command and give what it printed."""
    said = StringIO()
    call_command("demo", stdout=said)
    return said.getvalue()


def test_it_shows_a_finished_match_one_in_play_and_an_open_table() -> None:
    said = demo()
    statuses = {match.status: match for match in Match.objects.all()}
    assert set(statuses) == {"finished", "playing", "open"}
    assert all(match.code in said for match in statuses.values())
    assert story_of(statuses["finished"]).end is not None
    assert must_move(statuses["playing"]) == (0,)
    assert len(story_of(statuses["playing"]).hands) >= 1  # one is told, the next is in play


def test_the_printed_password_opens_every_account_and_rita_is_staff() -> None:
    password = demo().split("Password of all: ")[1].split()[0]
    request = RequestFactory().post("/")
    people = [authenticate(request, username=name, password=password) for name in ("alice", "bob", "charlie", "rita")]
    assert [person is not None and person.is_staff for person in people] == [False, False, False, True]


def test_running_it_twice_adds_nothing() -> None:
    demo()
    before = (User.objects.count(), Match.objects.count())
    demo()
    assert (User.objects.count(), Match.objects.count()) == before


def test_it_leaves_somebody_else_of_the_same_name_alone() -> None:
    User.objects.create(username="Bob", email="bob@somewhere.example.com")
    with pytest.raises(CommandError, match="Somebody else is called bob"):
        demo()
