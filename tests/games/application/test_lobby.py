"""Finding a game: tables, seats, practice and rematches, asked once, twice and by two at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connections, transaction
from django.utils import timezone

from games.application import broadcast, lobby, store
from games.application.chairs import LobbyRefusal
from games.application.terms import Terms
from games.domain.ruleset import customise
from games.domain.variants import get_preset
from games.models import Match, Seat
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db

at_once = pytest.mark.django_db(transaction=True)
"""For tests whose threads must see each other's commits."""


def seated(table: Match) -> dict[int, str | None]:
    """Who sits where, by name; a computer by its own."""
    return {seat.seat: seat.user.username if seat.user else seat.bot for seat in table.seats.order_by("seat")}


def together(*wishes: Callable[[], Match]) -> list[Match | LobbyRefusal]:
    """Carry out wishes at the same moment, a thread each, and give what came of them."""
    start = threading.Barrier(len(wishes))

    def carry_out(wish: Callable[[], Match]) -> Match | LobbyRefusal:
        start.wait(10)
        try:
            return wish()
        except LobbyRefusal as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(wishes)) as pool:
        return list(pool.map(carry_out, wishes))


def forget_the_click(*tables: Match) -> None:
    """Let the time of a double click pass."""
    Match.objects.filter(pk__in=[table.pk for table in tables]).update(
        created_at=timezone.now() - timedelta(minutes=1), started_at=timezone.now() - timedelta(minutes=1)
    )


def finish(match: Match, winner: int = 0) -> None:
    """Write a result into the row, as the log's end would."""
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=timezone.now(), result_no=1, winner_seat=winner, end_reason="target"
    )


# Opening


def test_a_new_table_waits_with_its_owner_on_the_first_seat(alice: User) -> None:
    table = lobby.create_table(alice, Terms())
    assert table.status == Match.Status.OPEN
    assert seated(table) == {0: "alice"}
    assert table.preset == "he-wikihow"
    assert table.clock == "standard"
    assert table.version == 0


def test_a_double_click_opens_one_table(alice: User) -> None:
    assert lobby.create_table(alice, Terms()) == lobby.create_table(alice, Terms())
    assert Match.objects.count() == 1


def test_the_same_terms_asked_later_open_a_second_table(alice: User) -> None:
    first = lobby.create_table(alice, Terms())
    forget_the_click(first)
    assert lobby.create_table(alice, Terms()) != first


def test_nobody_keeps_more_than_five_tables_waiting(alice: User) -> None:
    for target in (50, 60, 70, 80, 90):
        lobby.create_table(alice, Terms(rules=customise(get_preset("he-wikihow"), target=target)))
    with pytest.raises(LobbyRefusal, match="TOO_MANY_TABLES"):
        lobby.create_table(alice, Terms())


def test_terms_that_do_not_go_together_are_refused_by_the_use_case_itself(alice: User, guest: User) -> None:
    with pytest.raises(LobbyRefusal, match="NO_CLOCK_BY_LINK"):
        lobby.create_table(alice, Terms(clock="none"))
    with pytest.raises(LobbyRefusal, match="MEMBERS_ONLY"):
        lobby.create_table(guest, Terms(rated=True))
    assert not Match.objects.exists()


def test_custom_numbers_are_not_passed_off_as_a_preset(alice: User) -> None:
    rules = customise(get_preset("pagat"), gin_bonus=40)
    assert lobby.create_table(alice, Terms(rules=rules, preset="pagat")).preset == ""


def test_switches_leave_the_preset_its_name(alice: User) -> None:
    rules = customise(get_preset("pagat"), oklahoma="one", target=150, big_gin_bonus=31)
    assert lobby.create_table(alice, Terms(variant="oklahoma", rules=rules, preset="pagat")).preset == "pagat"


# Sitting down


def test_the_second_player_starts_the_match(alice: User, bob: User) -> None:
    table = lobby.join_table(bob, lobby.create_table(alice, Terms()).code)
    assert table.status == Match.Status.PLAYING
    assert seated(table) == {0: "alice", 1: "bob"}
    loaded = store.load(table.pk)
    assert loaded is not None
    assert loaded.live.version == table.version > 0


def test_joining_twice_is_joining_once(alice: User, bob: User) -> None:
    code = lobby.create_table(alice, Terms()).code
    first = lobby.join_table(bob, code)
    again = lobby.join_table(bob, code)
    assert first == again
    assert again.version == first.version


def test_the_owner_who_joins_the_own_table_stays_where_they_are(alice: User) -> None:
    table = lobby.create_table(alice, Terms())
    assert seated(lobby.join_table(alice, table.code)) == {0: "alice"}


def test_charlie_may_not_join_a_full_table(alice: User, bob: User, charlie: User) -> None:
    code = lobby.create_table(alice, Terms()).code
    lobby.join_table(bob, code)
    with pytest.raises(LobbyRefusal, match="SEAT_TAKEN"):
        lobby.join_table(charlie, code)


def test_a_table_by_invitation_is_joined_by_its_link_alone(alice: User, guest: User) -> None:
    table = lobby.create_table(alice, Terms(by_link=True))
    with pytest.raises(LobbyRefusal, match="BY_LINK_ONLY"):
        lobby.join_table(guest, table.code)
    joined = lobby.join_by_invite(guest, str(table.invite_token))
    assert joined.status == Match.Status.PLAYING


def test_an_unknown_code_or_token_is_no_table(alice: User) -> None:
    with pytest.raises(LobbyRefusal, match="NO_TABLE"):
        lobby.join_table(alice, "nosuchcode")
    with pytest.raises(LobbyRefusal, match="NO_TABLE"):
        lobby.join_by_invite(alice, "nosuchtoken")


def test_a_guest_may_not_join_a_rated_table(alice: User, guest: User) -> None:
    table = lobby.create_table(alice, Terms(rated=True))
    with pytest.raises(LobbyRefusal, match="MEMBERS_ONLY"):
        lobby.join_table(guest, table.code)
    assert seated(table) == {0: "alice"}


@at_once
def test_of_two_people_who_want_the_same_seat_one_gets_it(alice: User, bob: User, charlie: User) -> None:
    table = lobby.create_table(alice, Terms())
    answers = together(lambda: lobby.join_table(bob, table.code), lambda: lobby.join_table(charlie, table.code))
    refusals = [answer for answer in answers if isinstance(answer, LobbyRefusal)]
    assert [refusal.code for refusal in refusals] == ["SEAT_TAKEN"]
    assert table.seats.count() == 2
    table.refresh_from_db()
    assert table.status == Match.Status.PLAYING


@at_once
def test_a_person_who_joins_in_two_tabs_sits_once(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms())
    answers = together(*[lambda: lobby.join_table(bob, table.code)] * 3)
    assert answers == [table] * 3
    assert seated(table) == {0: "alice", 1: "bob"}


# Leaving


def test_a_table_that_nobody_joined_can_be_closed_and_twice(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms())
    assert lobby.leave(alice, table.code).status == Match.Status.CLOSED
    assert lobby.leave(alice, table.code).status == Match.Status.CLOSED
    with pytest.raises(LobbyRefusal, match="TABLE_CLOSED"):
        lobby.join_table(bob, table.code)


def test_bob_may_not_close_the_table_of_alice(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms())
    with pytest.raises(LobbyRefusal, match="NOT_YOURS"):
        lobby.leave(bob, table.code)


def test_a_match_in_play_cannot_be_closed(alice: User, bob: User) -> None:
    table = lobby.join_table(bob, lobby.create_table(alice, Terms()).code)
    with pytest.raises(LobbyRefusal, match="SEAT_TAKEN"):
        lobby.leave(alice, table.code)


@at_once
def test_closing_and_joining_at_once_leave_a_match_or_a_closed_table(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms())
    together(lambda: lobby.leave(alice, table.code), lambda: lobby.join_table(bob, table.code))
    table.refresh_from_db()
    assert (table.status, table.seats.count()) in {("closed", 1), ("playing", 2)}


# The computer


def test_the_computer_sits_down_at_once(guest: User) -> None:
    match = lobby.play_computer(guest)
    assert match.status == Match.Status.PLAYING
    assert seated(match) == {0: guest.username, 1: "casual"}
    assert (match.practice, match.rated, match.clock, match.visibility) == (True, False, "none", "link")


def test_a_game_against_the_computer_keeps_the_terms_that_were_chosen(alice: User) -> None:
    match = lobby.play_computer(alice, Terms(rules=get_preset("pagat"), preset="pagat", clock="blitz", by_link=True))
    assert (match.preset, match.clock, match.practice, match.visibility) == ("pagat", "blitz", True, "link")


def test_a_rated_match_against_the_computer_is_on_a_clock_and_no_practice(alice: User) -> None:
    terms = Terms(rules=get_preset("pagat"), preset="pagat", rated=True)
    match = lobby.play_computer(alice, terms)
    assert (match.rated, match.practice, match.clock, match.visibility) == (True, False, "standard", "open")
    assert seated(match) == {0: "alice", 1: "casual"}
    assert lobby.play_computer(alice, terms) == match
    with pytest.raises(LobbyRefusal, match="RATED_NEEDS_CLOCK"):
        lobby.play_computer(alice, Terms(rated=True, clock="none", by_link=True))


def test_a_guest_plays_the_computer_without_a_rating(guest: User) -> None:
    with pytest.raises(LobbyRefusal, match="MEMBERS_ONLY"):
        lobby.play_computer(guest, Terms(rated=True))


def test_own_numbers_against_the_computer_are_not_rated(alice: User) -> None:
    rules = customise(get_preset("he-wikihow"), gin_bonus=50)
    with pytest.raises(LobbyRefusal, match="RATED_NEEDS_PRESET"):
        lobby.play_computer(alice, Terms(rules=rules, rated=True))


def test_no_computer_has_a_level_that_nobody_knows(alice: User) -> None:
    with pytest.raises(LobbyRefusal, match="NO_LEVEL"):
        lobby.play_computer(alice, level="grandmaster")


def test_a_double_click_calls_one_computer(alice: User) -> None:
    first = lobby.play_computer(alice)
    assert lobby.play_computer(alice) == first
    forget_the_click(first)
    assert lobby.play_computer(alice) != first


# Playing again


@pytest.fixture
def played(alice: User, bob: User) -> Match:
    """A match that Alice won."""
    rules = customise(get_preset("pagat"), target=50)
    table = lobby.create_table(alice, Terms(rules=rules, preset="pagat", clock="blitz", increment_ms=2_000))
    match = lobby.join_table(bob, table.code)
    finish(match)
    return match


def test_a_rematch_keeps_the_terms_and_swaps_the_seats(played: Match) -> None:
    again = lobby.rematch(played.pk)
    assert again.status == Match.Status.PLAYING
    assert seated(again) == {0: "bob", 1: "alice"}
    same = ("preset", "rules", "clock", "increment_ms", "rated", "visibility", "variant", "owner")
    assert [getattr(again, name) for name in same] == [getattr(played, name) for name in same]


def test_there_is_one_rematch_of_a_match(played: Match) -> None:
    assert lobby.rematch(played.pk) == lobby.rematch(played.pk)
    assert Match.objects.count() == 2


@at_once
def test_two_servers_make_one_rematch(played: Match) -> None:
    first, second = together(lambda: lobby.rematch(played.pk), lambda: lobby.rematch(played.pk))
    assert first == second
    assert Match.objects.filter(rematch_of=played).count() == 1


def test_the_computer_plays_again_too(alice: User) -> None:
    match = lobby.play_computer(alice)
    finish(match)
    again = lobby.rematch(match.pk)
    assert seated(again) == {0: "casual", 1: "alice"}
    assert again.practice


def test_a_match_that_is_not_over_has_no_rematch(alice: User, bob: User) -> None:
    match = lobby.join_table(bob, lobby.create_table(alice, Terms()).code)
    with pytest.raises(LobbyRefusal, match="NOT_FINISHED"):
        lobby.rematch(match.pk)
    with pytest.raises(LobbyRefusal, match="NO_TABLE"):
        lobby.rematch(0)


def test_nobody_plays_again_with_somebody_who_left_for_good(played: Match, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(deleted_at=timezone.now())
    with pytest.raises(LobbyRefusal, match="NO_REMATCH"):
        lobby.rematch(played.pk)


# The lists


def test_the_lobby_shows_what_can_be_joined_newest_first(alice: User, bob: User, charlie: User) -> None:
    first = lobby.create_table(alice, Terms())
    second = lobby.create_table(alice, Terms(clock="slow-3"))
    lobby.create_table(alice, Terms(by_link=True))
    lobby.join_table(charlie, lobby.create_table(alice, Terms(clock="blitz")).code)
    assert list(lobby.open_tables(bob)) == [second, first]
    assert list(lobby.open_tables(AnonymousUser())) == [second, first]
    assert list(lobby.open_tables(alice)) == []


def test_a_live_table_whose_owner_is_gone_leaves_the_lobby_and_a_slow_one_stays(alice: User, bob: User) -> None:
    lobby.create_table(alice, Terms())
    slow = lobby.create_table(alice, Terms(clock="slow-1"))
    Seat.objects.update(last_seen=0)
    assert list(lobby.open_tables(bob)) == [slow]


def test_my_games_are_those_in_play(alice: User, bob: User) -> None:
    waiting = lobby.create_table(alice, Terms(clock="blitz"))
    playing = lobby.join_table(bob, lobby.create_table(alice, Terms()).code)
    assert list(lobby.my_matches(alice)) == [playing]
    assert list(lobby.my_open_tables(alice)) == [waiting]
    assert list(lobby.my_open_tables(bob)) == []


# Telling


@at_once
def test_every_lobby_hears_of_it_after_the_commit(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, bool]] = []

    def note(what: str) -> Callable[..., None]:
        return lambda *_what: told.append((what, transaction.get_connection().in_atomic_block))

    for hint in ("lobby_changed", "seats_changed", "match_moved"):
        monkeypatch.setattr(broadcast, hint, note(hint))
    table = lobby.create_table(alice, Terms())
    assert told == [("lobby_changed", False)]
    told.clear()
    lobby.join_table(bob, table.code)
    assert sorted(told) == [("lobby_changed", False), ("match_moved", False), ("seats_changed", False)]


def test_a_refusal_is_told_to_nobody(alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    code = lobby.create_table(alice, Terms()).code
    lobby.join_table(bob, code)
    told: list[Any] = []
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: told.append("lobby"))
    with pytest.raises(LobbyRefusal):
        lobby.join_table(charlie, code)
    assert told == []
