"""People at a distance: who is muted, who is blocked, and that the blocked never meet, not even in a race."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections, transaction

from games.application import broadcast, company, lobby, quick, talk
from games.application.chairs import LobbyRefusal
from games.application.disputes import cases
from games.application.talk import Words
from games.application.terms import Terms
from games.models import ChatLine, Distance, Match
from ginsite.accounts.departures import delete_account
from ginsite.accounts.guests import create_guest, merge_guest
from ginsite.accounts.models import User
from tests.games.application.seated import seat
from tests.games.conftest import member

pytestmark = pytest.mark.django_db

at_once = pytest.mark.django_db(transaction=True)
"""For tests whose threads must see each other's commits."""

ROUNDS = 8
"""How often a race is run: each time somebody else is quicker."""


def finish(match: Match) -> None:
    """Write a result into the row, as the log's end would."""
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=match.created_at, result_no=1, winner_seat=0, end_reason="target"
    )


# Making and taking back


def test_a_block_counts_in_both_directions(alice: User, bob: User, charlie: User) -> None:
    company.block(alice, bob)
    assert not company.may_meet(alice, bob)
    assert not company.may_meet(bob, alice)
    assert company.may_meet(alice, charlie)


def test_a_mute_keeps_nobody_from_meeting(alice: User, bob: User) -> None:
    company.mute(alice, bob)
    assert company.may_meet(alice, bob)


def test_a_block_taken_back_leaves_the_mute_as_it_was(alice: User, bob: User) -> None:
    company.mute(alice, bob)
    company.block(alice, bob)
    company.block(alice, bob, on=False)
    row = Distance.objects.get()
    assert (row.muted, row.blocked) == (True, False)


def test_taking_everything_back_leaves_no_row(alice: User, bob: User) -> None:
    company.block(alice, bob)
    company.block(alice, bob)
    company.block(alice, bob, on=False)
    company.block(alice, bob, on=False)
    assert not Distance.objects.exists()


def test_taking_back_ones_own_block_leaves_the_others(alice: User, bob: User) -> None:
    company.block(alice, bob)
    company.block(bob, alice)
    company.block(alice, bob, on=False)
    assert not company.may_meet(alice, bob)


def test_one_sees_whom_one_blocked_and_not_who_blocked_one(alice: User, bob: User, charlie: User) -> None:
    company.block(alice, bob)
    company.block(charlie, alice)
    company.mute(alice, charlie)
    assert company.blocked_by(alice) == [bob]


def test_what_changes_nothing_is_told_to_nobody(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    company.block(alice, bob)
    told: list[str] = []
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: told.append("lobby"))
    company.block(alice, bob)
    assert told == []
    company.block(alice, bob, on=False)
    assert told == ["lobby"]


# The lobby


@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_blocked_people_do_not_see_each_others_open_tables(alice: User, bob: User, charlie: User, blocker: str) -> None:
    table = lobby.create_table(alice, Terms())
    company.block(*((alice, bob) if blocker == "alice" else (bob, alice)))
    assert table not in lobby.open_tables(bob)
    assert table in lobby.open_tables(charlie)


@pytest.mark.parametrize("by_link", [False, True])
def test_blocked_people_are_refused_a_seat_in_words_that_tell_nothing(alice: User, bob: User, by_link: bool) -> None:
    table = lobby.create_table(alice, Terms(by_link=by_link))
    company.block(alice, bob)
    with pytest.raises(LobbyRefusal) as refusal:
        lobby.join_by_invite(bob, table.invite_token or "") if by_link else lobby.join_table(bob, table.code)
    assert refusal.value.code == "KEPT_APART"
    assert table.seats.count() == 1


def test_an_invite_shows_a_blocked_person_nothing(alice: User, bob: User, charlie: User) -> None:
    table = lobby.create_table(alice, Terms(by_link=True))
    company.block(alice, bob)
    with pytest.raises(LobbyRefusal) as refusal:
        lobby.invited(table.invite_token or "", bob)
    assert refusal.value.code == "KEPT_APART"
    assert lobby.invited(table.invite_token or "", charlie) == table


def test_quick_match_passes_over_the_blocked_and_finds_the_next(alice: User, bob: User, charlie: User) -> None:
    hers = quick.quick_match(alice)
    company.block(alice, bob)
    his = quick.quick_match(bob)
    assert his != hers
    assert quick.quick_match(charlie) == hers


def test_two_who_only_wait_are_not_paired_when_one_has_blocked_the_other(alice: User, bob: User) -> None:
    company.block(bob, alice)
    tables = [quick.quick_match(alice), quick.quick_match(bob)]
    assert quick.pair_waiting() == 0
    assert {table.status for table in Match.objects.filter(pk__in=[table.pk for table in tables])} == {"open"}


def test_a_match_in_progress_goes_on_and_has_no_rematch(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    company.block(alice, bob)
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING
    finish(match)
    with pytest.raises(LobbyRefusal) as refusal:
        lobby.rematch(match.pk)
    assert refusal.value.code == "NO_REMATCH"


def together(*wishes: Callable[[], Any]) -> list[Any]:
    """Carry out wishes at the same moment, a thread each; a refusal is given back."""
    start = threading.Barrier(len(wishes))

    def carry_out(wish: Callable[[], Any]) -> Any:
        start.wait(10)
        try:
            return wish()
        except LobbyRefusal as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(wishes)) as pool:
        return list(pool.map(carry_out, wishes))


@at_once
def test_people_blocked_before_they_look_never_meet_however_many_look_at_once(alice: User, bob: User) -> None:
    company.block(alice, bob)
    for number in range(ROUNDS):
        third = member(f"third-{number}")
        together(*(lambda who=who: quick.quick_match(who) for who in (alice, bob, third)))
        quick.pair_waiting()
        assert not Match.objects.filter(seats__user=alice).filter(seats__user=bob).exists()
        Match.objects.update(status=Match.Status.CLOSED)


@at_once
def test_a_block_in_a_race_with_quick_match_comes_before_the_meeting_or_finds_it_made(alice: User, bob: User) -> None:
    for _round in range(ROUNDS):
        quick.quick_match(alice)
        together(lambda: quick.quick_match(bob), lambda: company.block(alice, bob))
        met = Match.objects.filter(seats__user=alice, status=Match.Status.PLAYING).filter(seats__user=bob).first()
        if met is not None:
            # who met had met when the block was made: nobody meets after it
            begun = met.started_at
            assert begun is not None
            assert begun <= Distance.objects.get().at
        quick.pair_waiting()
        assert Match.objects.filter(seats__user=alice).filter(seats__user=bob).count() == (met is not None)
        Match.objects.filter(seats__user__in=[alice, bob]).delete() if met is None else _forget(met)
        company.block(alice, bob, on=False)


def _forget(met: Match) -> None:
    """Take the seats of a match away, and close what was open: the next round begins as the first."""
    met.seats.all().delete()
    Match.objects.filter(status=Match.Status.OPEN).update(status=Match.Status.CLOSED)


@at_once
def test_who_asks_for_a_seat_waits_for_a_block_that_is_being_made(alice: User, bob: User) -> None:
    table = lobby.create_table(alice, Terms())
    made, may_end = threading.Event(), threading.Event()

    def block() -> None:
        with transaction.atomic():
            company.block(alice, bob)
            made.set()
            may_end.wait(10)

    def sit_down() -> Match:
        made.wait(10)
        threading.Timer(0.3, may_end.set).start()
        return lobby.join_table(bob, table.code)

    _blocked, refused = together(block, sit_down)
    assert isinstance(refused, LobbyRefusal)
    assert refused.code == "KEPT_APART"


# Those who merge or leave


def test_what_a_guest_kept_at_a_distance_goes_to_the_account(alice: User, bob: User, charlie: User) -> None:
    guest = create_guest()
    company.block(guest, bob)
    company.mute(charlie, guest)
    company.block(guest, alice)  # the account that the guest turns out to be
    merge_guest(guest, alice)
    assert company.blocked_by(alice) == [bob]
    assert Distance.objects.filter(by=charlie, to=alice, muted=True).exists()
    assert Distance.objects.count() == 2


def test_two_distances_to_one_person_become_one_and_the_greater(alice: User, bob: User) -> None:
    guest = create_guest()
    company.mute(alice, bob)
    company.block(guest, bob)
    merge_guest(guest, alice)
    row = Distance.objects.get()
    assert (row.by, row.muted, row.blocked) == (alice, True, True)


def test_what_a_guest_said_goes_to_the_account(alice: User, bob: User) -> None:
    guest = create_guest()
    match = seat(guest, bob)
    talk.say(match.pk, 0, Words(phrase="hello"))
    merge_guest(guest, alice)
    assert ChatLine.objects.get().user == alice


def test_who_leaves_takes_their_words_and_distances_along(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    talk.say(match.pk, 0, Words(phrase="hello"))
    talk.say(match.pk, 1, Words(phrase="thanks"))
    company.block(alice, bob)
    company.mute(bob, alice)
    delete_account(alice)
    assert [line.phrase for line in ChatLine.objects.all()] == ["thanks"]
    assert not Distance.objects.exists()


def test_words_before_the_referee_stay_when_their_speaker_leaves(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    talk.say(match.pk, 0, Words(phrase="hello"))
    cases.raise_case(bob, match, "abuse", about_seat=0)
    delete_account(alice)
    assert [str(line.user) for line in ChatLine.objects.all()] == ["Deleted player"]
