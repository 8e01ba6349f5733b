"""Tables of three and more: sitting down, standing up, the computer in the chairs that stay free, playing again."""

from __future__ import annotations

import json

import pytest

from games.application import lobby, store
from games.application.chairs import LobbyRefusal
from games.application.terms import Terms, house_terms, rules_of
from games.domain.variants import VARIANTS
from games.models import Match, Seat
from ginsite.accounts.models import User
from tests.games.application.test_lobby import at_once, finish, forget_the_click, seated, together

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(alice: User, bob: User) -> Match:
    """Alice's table for three, at which Bob waits too."""
    return lobby.join_table(bob, lobby.create_table(alice, house_terms("three-handed")).code)


def test_a_table_of_three_begins_with_the_third(three: Match, charlie: User) -> None:
    assert (three.status, three.seat_count) == (Match.Status.OPEN, 3)
    match = lobby.join_table(charlie, three.code)
    assert match.status == Match.Status.PLAYING
    assert seated(match) == {0: "alice", 1: "bob", 2: "charlie"}


@at_once
def test_two_who_want_the_last_two_chairs_both_get_one(alice: User, bob: User, charlie: User) -> None:
    table = lobby.create_table(alice, house_terms("three-handed"))
    together(lambda: lobby.join_table(bob, table.code), lambda: lobby.join_table(charlie, table.code))
    table.refresh_from_db()
    assert table.status == Match.Status.PLAYING
    assert set(seated(table).values()) == {"alice", "bob", "charlie"}


def test_everybody_who_waits_sees_the_table_among_the_own(three: Match, alice: User, bob: User) -> None:
    assert list(lobby.my_open_tables(alice)) == [three]
    assert list(lobby.my_open_tables(bob)) == [three]
    assert list(lobby.open_tables(bob)) == []


def test_a_partner_is_chosen_by_the_chair(alice: User, bob: User, charlie: User) -> None:
    table = lobby.create_table(alice, house_terms("partnership"))
    lobby.join_table(bob, table.code, chair=2)
    assert seated(table) == {0: "alice", 2: "bob"}
    with pytest.raises(LobbyRefusal, match="CHAIR_TAKEN"):
        lobby.join_table(charlie, table.code, chair=2)
    lobby.join_by_invite(charlie, str(table.invite_token))
    assert seated(table) == {0: "alice", 1: "charlie", 2: "bob"}


# Standing up


def test_the_owner_who_stands_up_passes_the_table_on(three: Match, alice: User, bob: User, charlie: User) -> None:
    assert lobby.leave(alice, three.code).status == Match.Status.OPEN
    three.refresh_from_db()
    assert three.owner == bob
    assert seated(three) == {1: "bob"}
    assert list(lobby.open_tables(charlie)) == [three]
    with pytest.raises(LobbyRefusal, match="NOT_YOURS"):
        lobby.leave(alice, three.code)


def test_the_last_one_who_stands_up_closes_the_table(three: Match, alice: User, bob: User) -> None:
    lobby.leave(alice, three.code)
    assert lobby.leave(bob, three.code).status == Match.Status.CLOSED


def test_a_guest_of_the_table_stands_up_and_may_come_back(three: Match, alice: User, bob: User) -> None:
    lobby.leave(bob, three.code)
    three.refresh_from_db()
    assert three.owner == alice
    assert seated(three) == {0: "alice"}
    assert seated(lobby.join_table(bob, three.code)) == {0: "alice", 1: "bob"}


# The computer


def test_the_owner_gives_the_free_chairs_to_the_computer(three: Match, alice: User) -> None:
    match = lobby.fill_with_computers(alice, three.code, "club")
    assert match.status == Match.Status.PLAYING
    assert seated(match) == {0: "alice", 1: "bob", 2: "club"}
    assert lobby.fill_with_computers(alice, three.code, "club") == match
    assert match.seats.count() == 3


def test_nobody_but_the_owner_calls_the_computer(three: Match, alice: User, bob: User) -> None:
    with pytest.raises(LobbyRefusal, match="OWNERS_ONLY"):
        lobby.fill_with_computers(bob, three.code)
    with pytest.raises(LobbyRefusal, match="NO_LEVEL"):
        lobby.fill_with_computers(alice, three.code, "grandmaster")
    table = lobby.create_table(alice, Terms())
    lobby.leave(alice, table.code)
    with pytest.raises(LobbyRefusal, match="TABLE_CLOSED"):
        lobby.fill_with_computers(alice, table.code)
    assert not Seat.objects.exclude(bot="").exists()


@at_once
def test_a_person_and_the_computer_who_want_the_last_chair_make_one_match(
    three: Match, alice: User, charlie: User
) -> None:
    together(lambda: lobby.fill_with_computers(alice, three.code), lambda: lobby.join_table(charlie, three.code))
    three.refresh_from_db()
    assert three.status == Match.Status.PLAYING
    assert seated(three)[2] in ("casual", "charlie")


@pytest.mark.parametrize("game", VARIANTS)
def test_the_log_knows_which_seats_nobody_sits_on(alice: User, game: str) -> None:
    match = lobby.play_computer(alice, house_terms(game))
    beginning = store.read_since(match.pk, 0)[0]
    payload = json.loads(beginning.payload)
    assert (payload["variant"], payload["computers"]) == (game, list(range(1, match.seat_count)))
    assert rules_of(match) == house_terms(game).rules
    assert store.verify(match.pk) == []


def test_two_games_are_two_wishes_and_one_game_asked_twice_is_one(alice: User) -> None:
    first = lobby.play_computer(alice, house_terms("rummy", 3))
    assert lobby.play_computer(alice, house_terms("rummy", 3)) == first
    assert lobby.play_computer(alice, house_terms("rummy", 4)) != first
    assert lobby.create_table(alice, Terms()) != lobby.create_table(alice, house_terms("straight-gin"))
    forget_the_click(first)
    assert lobby.play_computer(alice, house_terms("rummy", 3)) != first


def test_a_rematch_keeps_game_and_computers_and_moves_everybody_one_chair_on(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, house_terms("partnership"))
    lobby.join_table(bob, table.code, chair=2)
    match = lobby.fill_with_computers(alice, table.code, "beginner")
    finish(match)
    again = lobby.rematch(match.pk)
    assert (again.variant, again.seat_count, again.rules) == ("partnership", 4, match.rules)
    assert seated(again) == {0: "beginner", 1: "alice", 2: "beginner", 3: "bob"}  # still partners
    payload = json.loads(store.read_since(again.pk, 0)[0].payload)
    assert payload["computers"] == [0, 2]
