"""The one door to a tournament's log: races, refusals, what is remembered, and the rows that follow."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.db import transaction

from tests.tournaments.application import tables
from tests.tournaments.application.conftest import Member
from tournaments.application import events
from tournaments.domain.actions import Action, CheckIn, Enter, EnterResult, PairRound, Start, UndoRound, Withdraw
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.values import won
from tournaments.models import Entry, LoggedAction, Pairing, Tournament

pytestmark = pytest.mark.django_db

Announced = Callable[..., Tournament]


def test_whoever_loses_a_race_looks_again_and_tries_once_more(announced: Announced) -> None:
    tournament, seen = announced(), []

    def enter_after_another(event: Event) -> Action:
        seen.append(len(event.entrants))
        if len(seen) == 1:
            events.act(Tournament.objects.get(), Enter(1600))
        return Enter(1400)

    after = events.act(tournament, enter_after_another)
    assert seen == [0, 1]
    assert [entrant.rating for entrant in after.entrants] == [1600, 1400]
    assert list(tournament.log.values_list("number", flat=True)) == [1, 2]


def test_whoever_loses_every_race_is_told_and_nothing_was_done(announced: Announced) -> None:
    def always_late(_event: Event) -> Action:
        events.act(Tournament.objects.get(), Enter(1600))
        return Enter(1400)

    with pytest.raises(events.Busy):
        events.act(announced(), always_late)
    assert not LoggedAction.objects.filter(payload__contains="1400").exists()


def test_a_refused_action_leaves_no_trace(announced: Announced) -> None:
    tournament = announced("bob")
    with pytest.raises(Refusal, match="TOO_FEW"):
        events.act(tournament, Start(1))
    tournament.refresh_from_db()
    assert (tournament.phase, tournament.version) == ("entries", 1)


def test_what_was_rolled_back_is_not_remembered(announced: Announced) -> None:
    tournament = announced("bob", "cleo")
    with transaction.atomic():
        events.act(tournament, Enter(1111))
        transaction.set_rollback(True)
    tournament.refresh_from_db()
    events.act(tournament, Enter(2222))
    assert [entrant.rating for entrant in events.load(tournament).entrants][2:] == [2222]


def test_the_log_says_who_and_why_and_the_rows_follow(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", "dan")
    events.act(tournament, CheckIn(1), actor=member("ann"))
    events.act(tournament, Withdraw(2), actor=member("ann"), reason="ill")
    row = tournament.log.get(kind="withdraw")
    assert (row.actor, row.reason, json.loads(row.payload)) == (member("ann"), "ill", {"entrant": 2, "when": "now"})
    entries = {entry.number: (entry.status, entry.checked_in) for entry in Entry.objects.all()}
    assert entries == {1: ("entered", True), 2: ("left", False), 3: ("entered", False)}


def test_a_round_that_is_taken_back_leaves_no_rows_and_drawn_again_is_the_same(announced: Announced) -> None:
    tournament = announced("bob", "cleo", "dan", "eve")
    tables.start(tournament)
    rows = set(Pairing.objects.values_list("board", "first", "second"))
    seed = events.load(tournament).rounds[0].seed
    events.act(tournament, UndoRound())
    assert not Pairing.objects.exists()
    events.act(tournament, PairRound(seed))
    assert set(Pairing.objects.values_list("board", "first", "second")) == rows


def test_settings_that_change_under_an_action_make_it_look_again(announced: Announced) -> None:
    tournament, seen = announced(rounds=5), []

    def enter_while_settings_change(event: Event) -> Action:
        seen.append(event.settings.rounds)
        if len(seen) == 1:
            other = events.write_settings(event.settings.__class__(rounds=3))
            Tournament.objects.update(settings=other)
        return Enter()

    events.act(tournament, enter_while_settings_change)
    assert seen == [5, 3]


def test_whatever_is_done_the_server_looks_again(announced: Announced) -> None:
    tournament = announced("bob", "cleo")
    (pairing,) = tables.start(tournament)
    tables.look_again(tournament)
    Tournament.objects.update(due_at=None)
    events.act(tournament, EnterResult(1, pairing.board, won(0)))
    assert tournament.due_at is not None
