"""Who sits at a table, and what becomes of seats when people merge or leave."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.application import broadcast, lobby
from games.application.seats import may_look, seat_names, seat_of
from games.application.terms import Terms, house_terms
from games.models import Match
from ginsite.accounts.departures import delete_account
from ginsite.accounts.guests import merge_guest
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db


def match_between(host: User, other: User, terms: Terms | None = None) -> Match:
    """A match in play."""
    table = lobby.create_table(host, terms or Terms())
    return lobby.join_by_invite(other, str(table.invite_token))


def people(match: Match) -> list[int | None]:
    """The users of the seats, in order."""
    return list(match.seats.order_by("seat").values_list("user", flat=True))


def test_seats_are_called_by_name_number_or_kind(alice: User, guest: User) -> None:
    assert seat_names(match_between(alice, guest)) == ["alice", f"Guest {guest.guest_number}"]
    assert seat_names(lobby.play_computer(alice)) == ["alice", "Computer"]
    assert seat_names(lobby.create_table(alice, Terms(clock="blitz"))) == ["alice", None]


def test_whoever_left_for_good_has_no_name(alice: User, bob: User) -> None:
    match = match_between(alice, bob)
    delete_account(bob)
    assert seat_names(match) == ["alice", "Deleted player"]


def test_a_seat_is_found_by_its_person(alice: User, bob: User, charlie: User) -> None:
    match = match_between(alice, bob)
    assert [seat_of(match, person) for person in (alice, bob, charlie, AnonymousUser())] == [0, 1, None, None]


def test_charlie_may_look_at_a_match_of_the_lobby_and_not_at_one_by_invitation(
    alice: User, bob: User, charlie: User, rita: User
) -> None:
    public = match_between(alice, bob)
    private = match_between(alice, bob, Terms(by_link=True))
    assert may_look(public, charlie)
    assert may_look(public, AnonymousUser())
    assert [may_look(private, person) for person in (alice, bob, rita)] == [True, True, True]
    assert [may_look(private, person) for person in (charlie, AnonymousUser())] == [False, False]


def test_the_games_of_a_guest_become_those_of_the_account(alice: User, bob: User, guest: User) -> None:
    match = match_between(alice, guest)
    table = lobby.create_table(guest, Terms(clock="blitz"))
    merge_guest(guest, bob)
    table.refresh_from_db()
    assert people(match) == [alice.pk, bob.pk]
    assert people(table) == [bob.pk]
    assert table.owner == bob


def test_nobody_sits_on_both_sides_of_a_match(alice: User, guest: User) -> None:
    match = match_between(alice, guest)
    hosted = match_between(guest, alice, Terms(clock="blitz"))
    merge_guest(guest, alice)
    hosted.refresh_from_db()
    assert people(match) == [alice.pk, guest.pk]
    assert people(hosted) == [guest.pk, alice.pk]
    assert hosted.owner == guest
    assert seat_names(match) == ["alice", "Deleted player"]


def test_merging_is_told_to_the_tables_after_the_commit(
    bob: User, guest: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    table = lobby.create_table(guest, Terms())
    told: list[int | str] = []
    monkeypatch.setattr(broadcast, "seats_changed", told.append)
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: told.append("lobby"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        merge_guest(guest, bob)
        assert told == []
    assert told == [table.pk, "lobby"]


def test_the_waiting_tables_of_somebody_who_leaves_are_closed_and_matches_stay(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms(clock="blitz"))
    match = match_between(alice, bob)
    delete_account(alice)
    table.refresh_from_db()
    match.refresh_from_db()
    assert table.status == Match.Status.CLOSED
    assert match.status == Match.Status.PLAYING
    assert people(match) == [alice.pk, bob.pk]
    assert User.objects.get(pk=alice.pk).deleted_at <= timezone.now()  # type: ignore[operator]


def test_whoever_leaves_for_good_frees_the_chair_at_a_table_that_waits(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, house_terms("three-handed"))
    lobby.join_table(bob, table.code)
    delete_account(bob)
    table.refresh_from_db()
    assert table.status == Match.Status.OPEN
    assert people(table) == [alice.pk]


def test_a_guest_who_waits_beside_the_own_account_gives_the_chair_back(guest: User, bob: User, alice: User) -> None:
    table = lobby.create_table(guest, house_terms("three-handed"))
    lobby.join_table(bob, table.code)
    merge_guest(guest, bob)
    table.refresh_from_db()
    assert table.owner == bob
    assert people(table) == [bob.pk]
    assert lobby.join_table(alice, table.code).status == Match.Status.OPEN


def test_several_computers_are_told_apart(alice: User) -> None:
    match = lobby.play_computer(alice, house_terms("rummy", 3))
    assert seat_names(match) == ["alice", "Computer 1", "Computer 2"]
    assert seat_names(lobby.play_computer(alice)) == ["alice", "Computer"]
