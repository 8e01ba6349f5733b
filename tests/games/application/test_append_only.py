"""The database itself refuses to change the log, its anchors, what was said in a dispute and who looked."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from games.application import append_only, store
from games.application.start import first_step
from games.application.store import Pending
from games.checks import the_log_is_append_only
from games.models import Anchor, Case, CaseEntry, Look, Match, MatchEvent
from ginsite.accounts.models import User
from tests.games.application.matches import NOON, new_row

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite only")
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL only")


def _match_with_a_log() -> Match:
    match = new_row()
    store.commit_batch(connection, [Pending.of(first_step(match, NOON))])
    return match


@pytest.mark.django_db
@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE games_matchevent SET payload = '{}' WHERE number = 2",
        "UPDATE games_matchevent SET payload = payload",
        "DELETE FROM games_matchevent WHERE number = 2",
        "DELETE FROM games_matchevent",
    ],
)
def test_no_row_of_the_log_can_be_changed_or_deleted(forgery: str) -> None:
    match = _match_with_a_log()
    rows = store.read_since(match.pk, 0)

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(forgery)

    assert store.read_since(match.pk, 0) == rows


@pytest.mark.django_db
@pytest.mark.parametrize("forgery", ["UPDATE {} SET id = id", "DELETE FROM {}"])
@pytest.mark.parametrize("table", append_only.TABLES[1:])
def test_anchors_entries_and_looks_can_only_be_added(table: str, forgery: str) -> None:
    rita, match = User.objects.create_user("rita"), new_row()
    case = Case.objects.create(match=match, reason=Case.Reason.SCORING)
    CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.RAISED, by=rita)
    Look.objects.create(user=rita, match=match, what=Look.What.LOG)
    Anchor.objects.create(day="2025-12-01", hash="0" * 64)

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(forgery.format(table))


@pytest.mark.django_db
@on_sqlite
def test_a_row_cannot_be_replaced_past_the_triggers() -> None:
    match = _match_with_a_log()
    columns = "match_id, number, seat, kind, payload, at, command_id, prev_hash, hash"
    forged = "SELECT match_id, number, seat, kind, '{}', at, command_id, prev_hash, hash FROM games_matchevent"

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"INSERT OR REPLACE INTO games_matchevent ({columns}) {forged} WHERE number = 2")

    assert not MatchEvent.objects.filter(match=match, payload="{}").exists()


@pytest.mark.django_db
@on_postgresql
def test_the_log_cannot_be_truncated() -> None:
    _match_with_a_log()
    connection.check_constraints()  # pending ones would be PostgreSQL's reason to refuse

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE games_matchevent")


@pytest.mark.django_db
def test_a_match_with_a_log_cannot_be_deleted_but_its_players_can() -> None:
    alice = User.objects.create_user("alice")
    match = _match_with_a_log()
    match.seats.create(seat=0, user=alice)
    Match.objects.filter(pk=match.pk).update(owner=alice)
    rows = store.read_since(match.pk, 0)

    alice.delete()

    match.refresh_from_db()
    assert match.owner is None
    assert match.seats.get().user is None
    assert store.read_since(match.pk, 0) == rows
    with pytest.raises(DatabaseError):
        match.delete()


@pytest.mark.django_db(transaction=True)
def test_the_check_sees_a_missing_trigger_and_migrate_puts_it_up_again() -> None:
    assert the_log_is_append_only(["default"]) == []
    on = "" if connection.vendor == "sqlite" else " ON games_matchevent"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER games_matchevent_no_delete{on}")

    found = the_log_is_append_only(["default"])
    assert [error.id for error in found] == ["games.E001"]
    assert "games_matchevent_no_delete" in found[0].msg

    call_command("migrate", verbosity=0)
    assert the_log_is_append_only(["default"]) == []


@pytest.mark.django_db(transaction=True)
@on_postgresql
def test_the_check_sees_a_disabled_trigger_and_migrate_switches_it_on() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_matchevent DISABLE TRIGGER games_matchevent_no_update")
    assert [error.id for error in the_log_is_append_only(["default"])] == ["games.E001"]

    append_only.install(connection)
    assert the_log_is_append_only(["default"]) == []


@pytest.mark.django_db(transaction=True)
@on_sqlite
def test_the_check_sees_triggers_that_do_not_recurse() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers = OFF")
    try:
        assert [error.id for error in the_log_is_append_only(["default"])] == ["games.E002"]
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA recursive_triggers = ON")


@pytest.mark.django_db(transaction=True)
def test_flush_empties_the_log_and_leaves_it_guarded() -> None:
    _match_with_a_log()

    call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True)

    assert not MatchEvent.objects.exists()
    assert append_only.missing(connection) == []


@pytest.mark.django_db(transaction=True)
def test_the_guard_stands_again_even_if_what_lifted_it_fails() -> None:
    def fail() -> None:
        with append_only.lifted(connection):
            assert append_only.missing(connection) != []
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert append_only.missing(connection) == []


def test_the_check_is_silent_where_no_database_is_asked_for(tmp_path: Path) -> None:
    assert the_log_is_append_only(None) == []
