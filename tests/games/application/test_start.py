"""The beginning of a match."""

from __future__ import annotations

import json

import pytest
from django.db import transaction
from pytest_django import Settings

from games.application import record, start, store
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.matches import new_row

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Match:
    """An open table at which Alice and Bob sit."""
    match = new_row(status=Match.Status.OPEN, increment_ms=2_000)
    for seat, name in enumerate(["alice", "bob"]):
        match.seats.create(seat=seat, user=User.objects.create_user(name))
    return match


def test_a_full_table_starts_to_play(table: Match) -> None:
    start.start_match(table.pk)

    table.refresh_from_db()
    loaded = store.load(table.pk)
    assert loaded is not None
    assert table.status == Match.Status.PLAYING
    assert table.started_at is not None
    assert (table.version, table.head_hash) == (loaded.live.version, loaded.live.head_hash)
    assert table.deadline == record.deadline(loaded.live)
    assert table.due_at is None
    assert loaded.live.game.hand_no == 1
    assert loaded.live.clock.control.increment_ms == 2_000


def test_the_first_row_holds_the_agreement(table: Match) -> None:
    start.start_match(table.pk)

    agreed = json.loads(store.read_since(table.pk, 0)[0].payload)
    assert agreed["rules"] == json.loads(table.rules)
    assert (agreed["variant"], agreed["seats"], agreed["rules_version"], agreed["schema"]) == ("gin", 2, 1, 1)
    assert agreed["clock"]["name"] == "standard"


def test_the_log_names_no_person(table: Match) -> None:
    start.start_match(table.pk)

    said = " ".join(row.payload for row in store.read_since(table.pk, 0))
    assert "alice" not in said
    assert "bob" not in said


def test_a_computer_that_begins_is_due_at_once() -> None:
    for _try in range(40):  # the draw decides who begins
        match = new_row(status=Match.Status.OPEN, practice=True)
        match.seats.create(seat=0)
        match.seats.create(seat=1, bot="casual")
        start.start_match(match.pk)
        match.refresh_from_db()
        loaded = store.load(match.pk)
        assert loaded is not None
        computer_begins = record.running(loaded.live) == (1,)
        assert (match.due_at is not None) == computer_begins
        if computer_begins:
            return
    pytest.fail("the computer never began")


@pytest.mark.parametrize("bot", ["", "casual"])
def test_the_first_deal_waits_for_the_seeds_of_people(settings: Settings, bot: str) -> None:
    """However a match came about (table, rematch, tournament), its row says when the server goes on by itself."""
    settings.DEAL_COMMIT_MS = 2_000
    match = new_row(status=Match.Status.OPEN, practice=bool(bot))
    match.seats.create(seat=0)
    match.seats.create(seat=1, bot=bot)
    start.start_match(match.pk)
    match.refresh_from_db()
    loaded = store.load(match.pk)
    assert loaded is not None
    coming = loaded.live.coming
    assert coming is not None
    assert coming.exchange.offered == ((0,) if bot else (0, 1))
    assert (match.due_at, match.deadline) == (coming.until, None)


def test_a_match_starts_once(table: Match) -> None:
    start.start_match(table.pk)
    rows = store.read_since(table.pk, 0)

    with pytest.raises(store.Outrun):
        start.start_match(table.pk)

    assert store.read_since(table.pk, 0) == rows


def test_a_table_with_an_empty_seat_does_not_start(table: Match) -> None:
    table.seats.filter(seat=1).delete()

    with pytest.raises(ValueError, match="empty"):
        start.start_match(table.pk)

    assert store.load(table.pk) is None


def test_a_caller_that_gives_up_leaves_no_row(table: Match) -> None:
    def give_up() -> None:
        with transaction.atomic():
            start.start_match(table.pk)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        give_up()

    table.refresh_from_db()
    assert table.version == 0
    assert store.load(table.pk) is None
