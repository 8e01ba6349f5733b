"""From sums to signals: who is told about, from how much, and when it is forgotten."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.application.sayings import say_signal
from games.application.suspicions import keeping
from games.application.suspicions.habits import judge_habits
from games.application.suspicions.looking import forget_old
from games.application.suspicions.meetings import judge_meetings
from games.application.suspicions.pace import Pace
from games.application.suspicions.play import judge_play
from games.models import Case, Match, Measurement, Signal, Visit
from ginsite.accounts.models import User
from tests.games.application.suspicions.rows import FED, HONEST, SEEN, finished, give, leave, think

pytestmark = pytest.mark.django_db

KINDS = Signal.Kind


def signals() -> set[tuple[str, str, str | None]]:
    """The rows, by kind and names; each can be said."""
    found = set()
    for row in Signal.objects.all():
        about, other = row.about.username, row.other.username if row.other else None
        said = say_signal(row.kind, json.loads(row.evidence), about, other or "")
        assert about in said
        assert other is None or other in said
        found.add((row.kind, about, other))
    return found


def desk(*people: User) -> keeping.Desk:
    return keeping.Desk([person.pk for person in people])


def play(one: User, other: User) -> int:
    return judge_play(desk(one), one.pk, other.pk)


def meetings(one: User, other: User) -> int:
    return judge_meetings(desk(one), one.pk, other.pk)


def habits(one: User) -> int:
    return judge_habits(desk(one), one.pk)


# Play


def test_who_feeds_one_opponent_is_told_about_and_the_opponent_is_not(alice: User, bob: User) -> None:
    for _match in range(3):
        match = finished(alice, bob)
        give(match, FED)
        give(match, HONEST, seat=1, other=0)

    assert play(alice, bob) == 1
    assert play(bob, alice) == 0
    assert signals() == {(KINDS.FEEDING, "alice", "bob")}


def test_who_avoids_what_cannot_be_seen_is_told_about(alice: User, bob: User) -> None:
    for _match in range(3):
        give(finished(alice, bob), SEEN)

    play(alice, bob)

    signal = keeping.waiting().get()
    said = say_signal(signal.kind, json.loads(signal.evidence), "alice", "bob")
    assert said.startswith("bob could use only 0 of the 180 cards that alice shed in 3 matches.")
    assert "about 27.0 were to be expected" in said
    assert signal.score > 1


def test_in_rummy_too_little_is_known_to_tell_sight_from_luck(alice: User, bob: User) -> None:
    for _match in range(3):
        give(finished(alice, bob, variant="rummy"), SEEN)
    assert play(alice, bob) == 0
    for _match in range(3):
        give(finished(alice, bob, variant="rummy"), FED)
        give(finished(alice, bob, variant="rummy"), FED)
    assert play(alice, bob) == 1


def test_two_matches_are_not_enough_and_how_many_are_is_a_setting(alice: User, bob: User, settings: Settings) -> None:
    for _match in range(2):
        give(finished(alice, bob), FED)
    assert play(alice, bob) == 0

    settings.SIGNAL_MATCHES = 2
    assert play(alice, bob) == 1
    settings.SIGNAL_FEEDING = 20.0
    assert play(alice, bob) == 0
    assert not Signal.objects.exists(), "what is no longer enough goes"


def test_seats_change_and_other_opponents_do_not_count(alice: User, bob: User, charlie: User) -> None:
    give(finished(alice, bob), FED)
    give(finished(bob, alice), FED, seat=1, other=0)
    give(finished(bob, alice), HONEST, seat=0, other=1)
    give(finished(alice, charlie), FED)
    assert play(alice, bob) == 0
    give(finished(bob, charlie, alice), FED, seat=2, other=0)
    assert play(alice, bob) == 1


def test_judging_twice_writes_one_row(alice: User, bob: User) -> None:
    for _match in range(3):
        give(finished(alice, bob), FED)
    play(alice, bob)
    before = Signal.objects.values().get()
    play(alice, bob)
    after = Signal.objects.values().get()
    assert before | {"at": after["at"]} == after


def test_what_is_older_than_ninety_days_does_not_count_and_is_forgotten(alice: User, bob: User) -> None:
    for _match in range(2):
        give(finished(alice, bob), FED)
    give(finished(alice, bob, days_ago=91), FED)
    assert play(alice, bob) == 0

    about = keeping.About(KINDS.FEEDING, alice.pk, bob.pk)
    desk(alice).keep(about, 2.0, [])
    Signal.objects.update(at=timezone.now() - timedelta(days=91))
    forget_old()
    assert Measurement.objects.count() == 2
    assert not Signal.objects.exists()


def test_a_dismissed_signal_comes_back_only_when_what_came_later_is_enough_by_itself(alice: User, bob: User) -> None:
    for _match in range(3):
        give(finished(alice, bob, days_ago=2), FED)
    play(alice, bob)
    keeping.dismiss(keeping.waiting().get())
    Signal.objects.update(dismissed_at=timezone.now() - timedelta(days=1))

    give(finished(alice, bob, days_ago=0.5), FED)
    assert play(alice, bob) == 0
    assert not keeping.waiting().exists()
    for _match in range(2):
        give(finished(alice, bob, days_ago=0.5), FED)
    assert play(alice, bob) == 1
    assert json.loads(keeping.waiting().get().evidence)["matches"] == 3


# Meetings


def meet(one: User, other: User, won: int, lost: int) -> list[Match]:
    return [finished(one, other, winner=int(number >= won)) for number in range(won + lost)]


def test_a_rated_pair_in_which_one_always_wins_is_told_about(alice: User, bob: User) -> None:
    meet(alice, bob, won=20, lost=0)
    assert meetings(alice, bob) == 1
    assert meetings(bob, alice) == 0
    signal = keeping.waiting().get()
    said = say_signal(signal.kind, json.loads(signal.evidence), "alice", "bob")
    assert said.startswith("alice won 20.0 of 20 rated matches against bob. These are 100%")


def test_friends_who_always_meet_and_a_strong_player_among_many_are_no_signal(
    alice: User, bob: User, charlie: User
) -> None:
    meet(alice, bob, won=15, lost=5)
    assert meetings(alice, bob) == 0
    Match.objects.all().update(winner_seat=0)
    meet(alice, charlie, won=11, lost=10)
    meet(bob, charlie, won=11, lost=10)
    assert meetings(alice, bob) == 0, "both play others more than each other"


def visit(match: Match, seat: int | None, user: User, address: str = "", device: str = "") -> None:
    """A stay at the table, under both the keys that a visit has."""
    now = int(timezone.now().timestamp() * 1000)
    tokens = {"address": 2 * f"{address:.<32}" if address else "", "device": 2 * f"{device:.<32}" if device else ""}
    Visit.objects.create(match=match, seat=seat, user=user, came_at=now, **tokens)


def test_one_address_at_five_rated_tables_is_told_about_and_at_three_with_one_kind_of_device(
    alice: User, bob: User
) -> None:
    for number, match in enumerate(meet(alice, bob, won=3, lost=2), start=1):
        visit(match, 0, alice)
        visit(match, 0, alice, "home", "telephone")
        visit(match, 1, bob, "home", "telephone" if number != 2 else "computer")
        visit(match, 1, bob, "elsewhere", "computer")
        assert meetings(alice, bob) == {4: 1, 5: 2}.get(number, 0)
    assert meetings(bob, alice) == 0, "it has no direction"
    assert signals() == {(KINDS.ADDRESS, "alice", "bob"), (KINDS.DEVICE, "alice", "bob")}


def test_a_spectator_an_unrated_table_and_what_is_not_known_do_not_count(
    alice: User, bob: User, settings: Settings
) -> None:
    settings.SIGNAL_ADDRESS = settings.SIGNAL_DEVICE = 1
    match, friendly = finished(alice, bob), finished(alice, bob, rated=False)
    visit(match, 0, alice, "home", "telephone")
    visit(match, None, bob, "home", "telephone")
    visit(match, 1, bob)
    visit(friendly, 0, alice, "home", "telephone")
    visit(friendly, 1, bob, "home", "telephone")
    assert meetings(alice, bob) == 0


# Habits


def test_times_that_nobody_keeps_are_told_about(alice: User, bob: User) -> None:
    match = finished(alice, bob)
    think(match, Pace.of([(900, False), (1_100, True)] * 75))
    think(match, Pace.of([(800, False), (1_500, True), (6_000, True)] * 50), seat=1)
    assert (habits(alice), habits(bob)) == (1, 0)
    think(finished(bob, alice), Pace.of([(90, True)] * 200))
    assert habits(bob) == 1
    assert signals() == {(KINDS.SPEED, "alice", None), (KINDS.SPEED, "bob", None)}


def test_too_few_times_say_nothing(alice: User, bob: User) -> None:
    think(finished(alice, bob), Pace.of([(1_000, False)] * 149))
    assert habits(alice) == 0


def test_who_leaves_when_behind_is_told_about_and_who_leaves_ahead_or_seldom_is_not(alice: User, bob: User) -> None:
    for _match in range(6):
        leave(finished(alice, bob, winner=1, reason="resigned"), behind=30)
        leave(finished(bob, alice, winner=1, reason="flagged"), behind=0)
    assert (habits(alice), habits(bob)) == (1, 0)
    assert signals() == {(KINDS.QUITTING, "alice", None)}
    for _match in range(7):
        finished(alice, bob, winner=1)
    assert habits(alice) == 0, "of thirteen lost matches six"


# People


def test_when_people_leave_or_merge_signals_about_them_go_but_those_of_a_case_stay(alice: User, bob: User) -> None:
    desk(alice, bob).keep(keeping.About(KINDS.FEEDING, alice.pk, bob.pk), 2.0, ["abc"])
    desk(bob).keep(keeping.About(KINDS.SPEED, bob.pk), 2.0, ["abc"])
    kept = Case.objects.create(subject="signal:1", reason=Case.Reason.COLLUSION)
    desk(alice).keep(keeping.About(KINDS.SHARED_HANDS, alice.pk, bob.pk), 2.0, ["abc"])
    Signal.objects.filter(kind=KINDS.SHARED_HANDS).update(case=kept)
    keeping.on_account_deleted(user_id=alice.pk)
    assert Signal.objects.count() == 2
    keeping.on_guest_merged(guest_id=bob.pk, user_id=alice.pk)
    assert Signal.objects.get().case == kept
    assert not keeping.waiting().exists()
