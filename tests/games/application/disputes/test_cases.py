"""Cases: who may raise them about what, what is attached, who hears of them, one at a time and not too many."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.application import lobby
from games.application.disputes import cases
from games.application.disputes.refusals import Refused
from games.models import Case, CaseEntry, Match, Notice
from ginsite.accounts.models import User
from tests.games.application.disputes.table import between_hands, play_on
from tests.games.application.seated import seat, seat_all
from tests.games.conftest import member

pytestmark = pytest.mark.django_db


def refusal(
    user: User,
    match: Match,
    reason: str = "scoring",
    words: str = "",
    *,
    hand: int | None = None,
    about_seat: int | None = None,
) -> str:
    """The code with which a case is refused; nothing was stored."""
    before = Case.objects.count()
    with pytest.raises(Refused) as refused:
        cases.raise_case(user, match, reason, words, hand=hand, about_seat=about_seat)
    assert Case.objects.count() == before
    return refused.value.code


def told(case: Case) -> set[str]:
    """Who has been told that a case was raised."""
    return {notice.user.username for notice in Notice.objects.filter(case=case, kind="raised")}


def test_hand_version_and_people_are_attached(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    case = cases.raise_case(alice, match, "clock", "  Waits\r\nevery turn. ", about_seat=1)
    assert (case.match, case.opened_by, case.opened_seat) == (match, alice, 0)
    assert (case.about, case.about_seat) == (bob, 1)
    assert (case.hand, case.version) == (1, match.version)
    assert (case.reason, case.words, case.status) == ("clock", "Waits\nevery turn.", "open")
    assert [entry.text for entry in CaseEntry.objects.filter(case=case)] == ["Waits\nevery turn."]


def test_an_open_case_about_the_same_is_given_back_and_about_another_hand_or_person_not(
    alice: User, bob: User, charlie: User
) -> None:
    match = play_on(seat_all("three-handed", alice, bob, charlie), between_hands)
    first = cases.raise_case(alice, match, "abuse", hand=1, about_seat=1)
    assert cases.raise_case(alice, match, "other", "and again", hand=1, about_seat=1) == first
    others = {
        cases.raise_case(alice, match, "abuse", hand=1, about_seat=2).pk,
        cases.raise_case(alice, match, "abuse", hand=1).pk,
        cases.raise_case(alice, match, "abuse", hand=0, about_seat=1).pk,
    }
    assert len(others - {first.pk}) == 3
    Case.objects.update(status=Case.Status.RULED)
    assert cases.raise_case(alice, match, "other", hand=1, about_seat=1) != first


def test_nobody_asks_about_a_hand_that_there_was_not(alice: User, bob: User, charlie: User) -> None:
    match = seat(alice, bob)
    assert refusal(alice, match, hand=2) == "NO_SUCH_HAND"
    assert refusal(charlie, match) == "NOT_SEATED"
    assert refusal(alice, match, reason="rude") == "NO_REASON"
    assert refusal(alice, match, words="x" * 2001) == "TOO_LONG"


def test_a_case_is_about_a_person_on_another_seat(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    assert refusal(alice, match, about_seat=0) == "NOBODY_THERE"
    assert refusal(alice, match, about_seat=3) == "NOBODY_THERE"
    assert refusal(alice, lobby.play_computer(alice), about_seat=1) == "NOBODY_THERE"


def test_a_guest_may_ask_and_be_asked_about(alice: User, guest: User) -> None:
    match = seat(alice, guest)
    assert cases.raise_case(guest, match, "scoring", about_seat=0).opened_by == guest
    assert cases.raise_case(alice, match, "abuse", about_seat=1).about == guest


def test_not_too_many_cases_in_an_hour(alice: User) -> None:
    (_hour, most), _day = cases.LIMITS
    for number in range(most):
        cases.raise_case(alice, seat(alice, member(f"other-{number}")), "clock")
        Match.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    one_more = seat(alice, member("one-more"))
    assert refusal(alice, one_more) == "TOO_MANY_REPORTS"
    Case.objects.update(created_at=timezone.now() - timedelta(hours=2))
    assert cases.raise_case(alice, one_more, "clock").match == one_more


def test_the_others_hear_of_a_case_but_not_of_one_about_conduct(alice: User, bob: User, rita: User) -> None:
    match = seat(alice, bob)
    case = cases.raise_case(alice, match, "scoring")
    assert told(case) == {"bob"}
    assert cases.knows_of(bob, case)

    quiet = cases.raise_case(alice, match, "abuse", "He swears.", about_seat=1)
    assert told(quiet) == set()
    assert cases.knows_of(alice, quiet)
    assert not cases.knows_of(bob, quiet)
    assert quiet not in cases.cases_of(bob)
    with pytest.raises(Refused, match="NOT_YOURS"):
        cases.answer(bob, quiet, "I?")
    cases.ask(rita, quiet, bob, "Did you say that?")
    assert cases.knows_of(bob, quiet)
    cases.answer(bob, quiet, "I did not.")


def test_a_case_concerns_nobody_who_was_not_there(alice: User, bob: User, charlie: User) -> None:
    case = cases.raise_case(alice, seat(alice, bob), "scoring")
    assert not cases.knows_of(charlie, case)
    assert list(cases.cases_of(charlie)) == []
    with pytest.raises(Refused, match="NOT_YOURS"):
        cases.withdraw(bob, case)
    cases.withdraw(alice, case)
    with pytest.raises(Refused, match="CASE_SETTLED"):
        cases.answer(alice, case, "Still.")


def test_nobody_writes_to_a_case_without_end(alice: User, bob: User, rita: User) -> None:
    case = cases.raise_case(alice, seat(alice, bob), "scoring")
    cases.claim(rita, case)
    for number in range(cases.ANSWERS_A_DAY):
        cases.answer(alice, case, f"And {number}.")
    with pytest.raises(Refused, match="TOO_MANY_REPORTS"):
        cases.answer(alice, case, "And!")
    cases.answer(bob, case, "Enough.")
