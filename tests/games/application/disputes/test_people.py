"""What becomes of cases, notices and sanctions when a guest turns out to be a member, or somebody leaves."""

from __future__ import annotations

import pytest

from games.application.disputes import cases, rulings, sanctions
from games.models import Notice
from ginsite.accounts.departures import delete_account
from ginsite.accounts.guests import create_guest, merge_guest
from ginsite.accounts.models import User
from tests.games.application.seated import seat

pytestmark = pytest.mark.django_db


def test_a_guests_cases_notices_and_sanctions_go_to_the_account(alice: User, bob: User, rita: User) -> None:
    guest = create_guest()
    match = seat(guest, bob)
    asked = cases.raise_case(guest, match, "scoring")
    about = cases.raise_case(bob, match, "abuse", about_seat=0)
    rulings.decide(rita, about, [{"kind": "mute", "seat": 0, "days": 2}], "Words.")
    merge_guest(guest, alice)
    asked.refresh_from_db()
    about.refresh_from_db()
    assert (asked.opened_by, about.about) == (alice, alice)
    assert cases.knows_of(alice, about)
    assert not Notice.objects.filter(user=guest).exists()
    assert sanctions.is_muted(alice.pk)


def test_where_both_sat_the_guests_cases_stay_with_the_guests_row(alice: User) -> None:
    guest = create_guest()
    case = cases.raise_case(guest, seat(alice, guest), "scoring")
    merge_guest(guest, alice)
    case.refresh_from_db()
    assert case.opened_by == guest


def test_who_leaves_is_told_nothing_more_and_the_case_stays(alice: User, bob: User, rita: User) -> None:
    case = cases.raise_case(alice, seat(alice, bob), "scoring", "Two too many.")
    cases.ask(rita, case, alice, "Which?")
    delete_account(alice)
    case.refresh_from_db()
    assert not Notice.objects.filter(user=alice).exists()
    assert (case.status, case.words) == ("open", "Two too many.")
    rulings.decide(rita, case, [{"kind": "uphold"}], "It was right.")
    assert {notice.user for notice in Notice.objects.filter(kind="ruling")} == {bob}
