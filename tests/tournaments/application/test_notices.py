"""Players are called: on their pages, and by mail if they want it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from tests.tournaments.application import tables
from tests.tournaments.application.conftest import Member
from tournaments.application import notices, registration, rounds
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

Announced = Callable[..., Tournament]


def test_a_call_says_where_to_go_and_until_when(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", arrival_minutes=7)
    (pairing,) = tables.start(tournament)
    (call,) = notices.calls_for(member("bob"))
    assert pairing.called_at is not None
    assert (call.opponent, call.has_come, call.match) == ("cleo", False, None)
    assert call.until == pairing.called_at + timedelta(minutes=7)
    tables.sit_down(pairing)
    (call,) = notices.calls_for(member("bob"))
    assert (call.has_come, call.until) == (True, None)
    assert call.match == pairing.games.get().match
    assert notices.calls_for(member("stranger")) == []
    tables.end_game(pairing, winner=0)
    tables.tell(tournament)
    assert all(call.pairing.pk != pairing.pk for call in notices.calls_for(member("bob")))


def test_one_of_a_team_is_called_to_the_own_board(announced: Announced, member: Member) -> None:
    tournament = announced(format="team", boards=2, rounds=1)
    for team in (("bob", "cleo"), ("dan", "eve")):
        people = [registration.Player(name, member(name)) for name in team]
        registration.enter_by_name(tournament, member("ann"), name="-".join(team), team=people)
    (pairing,) = tables.start(tournament)
    rounds.arrive(pairing, member("bob"))
    rounds.arrive(pairing, member("eve"))
    (call,) = notices.calls_for(member("eve"))
    assert call.opponent == "bob-cleo"
    assert call.match is not None
    assert {seat.user for seat in call.match.seats.all()} == {member("cleo"), member("eve")}


def test_mail_goes_to_those_who_want_it_once_a_call(
    announced: Announced,
    member: Member,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.HAS_MAIL = True
    sent: list[EmailMessage] = []
    monkeypatch.setattr(notices._post, "submit", lambda _send, messages: sent.extend(messages))
    tournament = announced("bob")
    registration.enter(tournament, member("cleo"), by_mail=True)
    with django_capture_on_commit_callbacks(execute=True):
        tables.start(tournament)
        rounds.call(tournament, 1)
    (letter,) = sent
    assert letter.to == ["cleo@example.com"]
    assert "You play bob in round 1" in letter.body
    assert f"http://localhost:8000/tournaments/{tournament.code}/" in letter.body
