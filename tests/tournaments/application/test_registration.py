"""Entries: who may enter when, the waiting list, checking in, leaving."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.application.disputes import cases, rulings
from games.models import Sanction
from ginsite.accounts.guests import create_guest
from ginsite.accounts.models import User
from tests.games.application.seated import seat
from tests.tournaments.application import tables
from tests.tournaments.application.conftest import Member
from tournaments.application import clubs, events, registration, rounds
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import EnterResult
from tournaments.domain.errors import Refusal
from tournaments.domain.values import won
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

Announced = Callable[..., Tournament]
HOUR = timedelta(hours=1)


def entry_of(tournament: Tournament, name: str) -> Entry:
    return Entry.objects.get(tournament=tournament, user__username=name)


def statuses(tournament: Tournament) -> dict[str, str]:
    return {entry.printed_name: entry.status for entry in tournament.entries.all()}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"opens_at": timezone.now() + HOUR}, "NOT_OPEN_YET"),
        ({"closes_at": timezone.now() - HOUR}, "ENTRIES_CLOSED"),
        ({"entry_rule": "invited"}, "ORGANISER_ENTERS"),
        ({"format": "team"}, "ORGANISER_ENTERS"),
        ({"lowest_rating": 1501}, "RATING_TOO_LOW"),
        ({"highest_rating": 1499}, "RATING_TOO_HIGH"),
    ],
)
def test_who_may_not_enter_is_told_why(
    changes: dict[str, Any], code: str, announced: Announced, member: Member
) -> None:
    tournament = announced(**changes)
    assert registration.why_not(tournament, member("bob")) == code
    with pytest.raises(NotAllowed, match=code):
        registration.enter(tournament, member("bob"))


def test_who_is_suspended_cannot_enter_until_it_ends(announced: Announced, member: Member) -> None:
    tournament, bob, rita = announced(), member("bob"), member("rita")
    User.objects.filter(pk=rita.pk).update(is_staff=True)
    rita.refresh_from_db()
    case = cases.raise_case(member("carol"), seat(member("carol"), bob), "abuse", about_seat=1)
    rulings.decide(rita, case, [{"kind": "suspend", "seat": 1, "days": 2}], "Insults.")
    assert registration.why_not(tournament, bob) == "SUSPENDED"
    Sanction.objects.update(until=timezone.now())
    assert registration.why_not(tournament, bob) is None


def test_guests_of_the_site_cannot_enter(announced: Announced) -> None:
    assert registration.why_not(announced(), create_guest()) == "MEMBERS_ONLY"


def test_a_tournament_for_the_club_is_for_its_members(announced: Announced, member: Member) -> None:
    club = clubs.found(member("ann"), name="Card club")
    tournament = announced(club=club, entry_rule="club")
    assert registration.why_not(tournament, member("bob")) == "CLUB_ONLY"
    clubs.apply_to(club, member("bob"))
    assert registration.why_not(tournament, member("bob")) == "CLUB_ONLY"
    clubs.join_by_invitation(club, member("bob"), club.invite_token)
    assert registration.why_not(tournament, member("bob")) is None


def test_the_waiting_list_moves_up_by_itself(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", "dan", "eve", capacity=2)
    assert statuses(tournament) == {"bob": "entered", "cleo": "entered", "dan": "waiting", "eve": "waiting"}
    registration.withdraw(tournament, entry_of(tournament, "bob"), member("bob"))
    assert statuses(tournament) == {"bob": "left", "cleo": "entered", "dan": "entered", "eve": "waiting"}
    assert entry_of(tournament, "dan").number == 3
    registration.enter(tournament, member("bob"))
    assert statuses(tournament)["bob"] == "waiting"


def test_places_of_the_absent_go_to_those_who_wait_at_the_door(announced: Announced, member: Member) -> None:
    soon = timezone.now() + timedelta(minutes=5)
    tournament = announced("bob", "cleo", "dan", "eve", capacity=2, starts_at=soon, check_in_minutes=10)
    for name in ("bob", "eve"):
        registration.check_in(tournament, entry_of(tournament, name), member(name))
    rounds.start(tournament)
    playing = {entrant.id for entrant in events.load(tournament).players(1)}
    assert playing == {entry_of(tournament, "bob").number, entry_of(tournament, "eve").number}
    assert statuses(tournament) == {"bob": "entered", "cleo": "left", "dan": "waiting", "eve": "entered"}


def test_checking_in_has_its_window_but_the_desk_may_any_time(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", starts_at=timezone.now() + HOUR, check_in_minutes=10)
    with pytest.raises(NotAllowed, match="TOO_EARLY"):
        registration.check_in(tournament, entry_of(tournament, "bob"), member("bob"))
    with pytest.raises(NotAllowed, match="NOT_YOURS"):
        registration.check_in(tournament, entry_of(tournament, "bob"), member("cleo"))
    registration.check_in(tournament, entry_of(tournament, "bob"), member("ann"))
    assert entry_of(tournament, "bob").checked_in
    with pytest.raises(NotAllowed, match="ALREADY_DONE"):
        registration.check_in(tournament, entry_of(tournament, "bob"), member("ann"))


def test_late_entry_is_open_up_to_the_round_that_was_chosen(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", late_until=2, rounds=3)
    tables.start(tournament)
    registration.enter(tournament, member("dan"))
    for round_no in (1, 2):
        assert registration.why_not(tournament, member("eve")) == (None if round_no == 1 else "ENTRIES_CLOSED")
        for pairing in tables.open_pairings(tournament):
            events.act(tournament, EnterResult(round_no, pairing.board, won(0)))
        tables.look_again(tournament)
    assert {one.first for one in events.load(tournament).rounds[1].pairings} <= {1, 2, 3}
    assert events.load(tournament).entrant(3).joined_round == 2


def test_leaving_after_the_round_keeps_the_open_match(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", "dan", "eve")
    tables.start(tournament)
    registration.withdraw(tournament, entry_of(tournament, "bob"), member("bob"), after_round=True)
    assert all(result is None for result in events.load(tournament).rounds[0].results)
    assert len(events.load(tournament).players()) == 3


def test_nobody_withdraws_somebody_else_but_the_desk(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo")
    with pytest.raises(NotAllowed, match="NOT_YOURS"):
        registration.withdraw(tournament, entry_of(tournament, "bob"), member("cleo"))
    registration.withdraw(tournament, entry_of(tournament, "bob"), member("ann"), reason="ill")
    assert tournament.log.get(kind="withdraw").reason == "ill"


def test_rounds_off_are_limited(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", half_byes=1)
    registration.ask_bye(tournament, entry_of(tournament, "bob"), 2, member("bob"))
    with pytest.raises(Refusal, match="NO_MORE_BYES"):
        registration.ask_bye(tournament, entry_of(tournament, "bob"), 3, member("bob"))


def test_over_the_board_the_desk_enters_guests_by_name(announced: Announced, member: Member) -> None:
    tournament = announced(place="over_the_board")
    entry = registration.enter_by_name(tournament, member("ann"), name="  Grandma ", rating=1700)
    assert registration.names_of(tournament) == {1: "Grandma"}
    assert (entry.user, events.load(tournament).entrant(1).rating) == (None, 1700)
    with pytest.raises(NotAllowed, match="ORGANISERS_ONLY"):
        registration.enter_by_name(tournament, member("bob"), name="Bob")


def test_online_the_desk_enters_members_only_each_once(announced: Announced, member: Member) -> None:
    tournament = announced("bob", entry_rule="open")
    for user, code in (
        (None, "NEEDS_AN_ACCOUNT"),
        (member("bob"), "ENTERED_ALREADY"),
        (create_guest(), "NO_SUCH_PERSON"),
    ):
        with pytest.raises(NotAllowed, match=code):
            registration.enter_by_name(tournament, member("ann"), name="X", user=user)


def test_a_team_has_as_many_players_as_boards_each_once(announced: Announced, member: Member) -> None:
    tournament = announced(format="team", boards=2)
    bob, cleo = (registration.Player(name, member(name)) for name in ("bob", "cleo"))
    for team in ([bob], [bob, bob], [bob, cleo, cleo]):
        with pytest.raises(NotAllowed, match="TEAM_SIZE"):
            registration.enter_by_name(tournament, member("ann"), name="Kings", team=team)
    entry = registration.enter_by_name(tournament, member("ann"), name="Kings", team=[bob, cleo])
    assert [one.user for one in entry.team.all()] == [member("bob"), member("cleo")]
    assert events.load(tournament).entrant(1).members == ("bob", "cleo")
