"""Reports to the referee: whom one may report, what is attached, one at a time and not too many."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.application import lobby, reports
from games.application.reports import ReportRefusal, file_report
from games.models import Match, Report
from ginsite.accounts.models import User
from tests.games.application.seated import seat
from tests.games.conftest import member

pytestmark = pytest.mark.django_db


def refusal(reporter: User, match: Match, number: int, reason: str = "abuse", words: str = "") -> str:
    """The code with which a report is refused; nothing was stored."""
    before = Report.objects.count()
    with pytest.raises(ReportRefusal) as refused:
        file_report(reporter, match, number, reason, words)
    assert Report.objects.count() == before
    return refused.value.code


def test_the_table_hand_and_version_are_attached(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    report = file_report(alice, match, 1, "stalling", "  Waits\r\nevery turn. ")
    assert (report.match, report.reporter, report.reported) == (match, alice, bob)
    assert (report.reporter_seat, report.reported_seat) == (0, 1)
    assert (report.hand, report.version) == (1, match.version)
    assert (report.reason, report.words, report.status) == ("stalling", "Waits\nevery turn.", "open")


def test_while_a_report_is_open_the_same_one_is_given_back(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    first = file_report(alice, match, 1, "abuse")
    assert file_report(alice, match, 1, "other", "and again") == first
    Report.objects.update(status=Report.Status.CLOSED)
    assert file_report(alice, match, 1, "other") != first


def test_both_sides_may_report_each_other(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    assert file_report(alice, match, 1, "abuse") != file_report(bob, match, 0, "abuse")


def test_only_who_sits_there_may_report(alice: User, bob: User, charlie: User) -> None:
    assert refusal(charlie, seat(alice, bob), 1) == "NOT_SEATED"


def test_nobody_reports_themselves_an_empty_chair_or_a_computer(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    assert refusal(alice, match, 0) == "NOBODY_THERE"
    assert refusal(alice, match, 3) == "NOBODY_THERE"
    assert refusal(alice, lobby.play_computer(alice), 1) == "NOBODY_THERE"


def test_a_report_needs_one_of_the_reasons_and_few_enough_words(alice: User, bob: User) -> None:
    match = seat(alice, bob)
    assert refusal(alice, match, 1, reason="rude") == "NO_REASON"
    assert refusal(alice, match, 1, words="x" * 1001) == "TOO_LONG"
    assert file_report(alice, match, 1, "other", "x" * 1000).words == "x" * 1000


def test_a_guest_may_report_and_be_reported(alice: User, guest: User) -> None:
    match = seat(alice, guest)
    assert file_report(guest, match, 0, "abuse").reporter == guest
    assert file_report(alice, match, 1, "abuse").reported == guest


def test_not_too_many_reports_in_an_hour(alice: User) -> None:
    (_hour, most), _day = reports.LIMITS
    for number in range(most):
        file_report(alice, seat(alice, member(f"other-{number}")), 1, "abuse")
        Match.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    one_more = seat(alice, member("one-more"))
    assert refusal(alice, one_more, 1) == "TOO_MANY_REPORTS"
    Report.objects.update(created_at=timezone.now() - timedelta(hours=2))
    assert file_report(alice, one_more, 1, "abuse").match == one_more
