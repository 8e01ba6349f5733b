"""Reports for the referee: who reports whom, at which table, why. What the table knows is attached by itself."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.application import store
from games.application.fold import fold
from games.application.seats import seat_of
from games.models import Match, Report, Seat
from games.models.company import MAX_REPORT
from ginsite.accounts.models import User

LIMITS = ((timedelta(hours=1), 5), (timedelta(days=1), 15))
"""How many reports one person may make within a time."""


class ReportRefusal(ValueError):  # noqa: N818
    """Nothing was stored. ``code`` is one of ``sayings.ERRORS``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def file_report(reporter: User, match: Match, seat: int, reason: str, words: str = "") -> Report:
    """Tell the referee about the person on ``seat``. While a report about them is open here, it is the one given back.

    Raises ReportRefusal: NOT_SEATED, NOBODY_THERE (an empty chair, a computer, oneself), NO_REASON, TOO_LONG,
    TOO_MANY_REPORTS.
    """
    own = seat_of(match, reporter)
    if own is None:
        raise ReportRefusal("NOT_SEATED")
    reported = next((chair for chair in match.seats.all() if chair.seat == seat), None)
    if reported is None or reported.user_id is None or seat == own:
        raise ReportRefusal("NOBODY_THERE")
    if reason not in Report.Reason.values:
        raise ReportRefusal("NO_REASON")
    words = words.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(words) > MAX_REPORT:
        raise ReportRefusal("TOO_LONG")
    standing = open_report(match, own, seat)
    if standing is not None:
        return standing
    hand, version = _where(match)
    try:
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
            _check_rate(reporter)
            return Report.objects.create(
                match=match,
                reporter=reporter,
                reporter_seat=own,
                reported_id=reported.user_id,
                reported_seat=seat,
                reason=reason,
                words=words,
                hand=hand,
                version=version,
            )
    except IntegrityError:  # the same person's other window was quicker
        standing = open_report(match, own, seat)
        if standing is None:
            raise
        return standing


def reportable(match: Match, own: int | None) -> list[tuple[Seat, bool]]:
    """The people whom the seat ``own`` may report, each with whether a report of theirs is open already."""
    if own is None:
        return []
    others = [chair for chair in match.seats.all() if chair.seat != own and chair.user_id is not None]
    return [(chair, open_report(match, own, chair.seat) is not None) for chair in others]


def open_report(match: Match, reporter_seat: int, reported_seat: int) -> Report | None:
    """The report that a seat has made about another and that the referee has not closed."""
    return Report.objects.filter(
        match=match, reporter_seat=reporter_seat, reported_seat=reported_seat, status=Report.Status.OPEN
    ).first()


def _check_rate(reporter: User) -> None:
    made = Report.objects.filter(reporter=reporter)
    for within, most in LIMITS:
        if made.filter(created_at__gt=timezone.now() - within).count() >= most:
            raise ReportRefusal("TOO_MANY_REPORTS")


def _where(match: Match) -> tuple[int, int]:
    """The hand and the version that the match is at."""
    rows = store.read_since(match.pk, 0)
    return (fold(match.pk, match.code, rows).game.hand_no, rows[-1].number) if rows else (0, 0)
