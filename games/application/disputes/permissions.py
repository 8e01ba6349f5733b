"""Who may do what in a case.

Nobody rules on an own match, on a club rival's table in the same event, or on an appeal against an own ruling; nobody
seconds an own proposal. Whether somebody acts as staff at all (a second factor shown in this session) is for the view
to say (``ginsite.accounts.staff``); here it is only who they are.
"""

from __future__ import annotations

from games.application.disputes import subjects
from games.application.disputes.refusals import Refused
from games.models import Case, Match, Ruling
from ginsite.accounts.models import User


def people_of(case: Case) -> dict[int, User]:
    """The people concerned: by seat, or by side of a subject."""
    if case.match is None:
        subject, key = subjects.subject_of(case.subject)
        return subject.people(key)
    seats = case.match.seats.select_related("user").order_by("seat")
    return {seat.seat: seat.user for seat in seats if seat.user is not None}


def concerned(case: Case) -> set[int]:
    """The primary keys of everybody whom a case concerns: who plays, who raised it, whom it is about."""
    ids = {user.pk for user in people_of(case).values()}
    return ids | {pk for pk in (case.opened_by_id, case.about_id) if pk is not None}


def why_not_rule(user: User, case: Case) -> str | None:
    """The code of the reason for which this member of staff may not rule here, or ``None``."""
    if not (user.is_active and user.is_staff):
        return "NOT_STAFF"
    if user.pk in concerned(case):
        return "OWN_CASE"
    if case.match is not None and subjects.conflicts(user, case.match):
        return "RIVAL_CASE"
    if case.match is None:
        subject, key = subjects.subject_of(case.subject)
        if subject.conflict(user, key):
            return "RIVAL_CASE"
    return "OWN_APPEAL" if user.pk in judged_before(case) else None


def judged_before(case: Case) -> set[int]:
    """Who ruled on what is appealed against here, and on what that was an appeal against in its turn."""
    judges: set[int | None] = set()
    ruling = case.appeal_against
    while ruling is not None:
        judges |= {ruling.by_id, ruling.second_id}
        ruling = ruling.case.appeal_against
    return {pk for pk in judges if pk is not None}


def require_ruler(user: User, case: Case) -> None:
    """Raise Refused unless this member of staff may rule here."""
    code = why_not_rule(user, case)
    if code is not None:
        raise Refused(code)


def why_not_second(user: User, ruling: Ruling) -> str | None:
    """Likewise for agreeing to somebody's proposal."""
    return "OWN_PROPOSAL" if ruling.by_id == user.pk else why_not_rule(user, ruling.case)


def others_who_may_rule(case: Case, *but: int | None) -> bool:
    """Whether there is another member of staff who may: else nobody can second, and nobody need."""
    staff = User.objects.filter(is_staff=True, is_active=True).exclude(pk__in=[pk for pk in but if pk is not None])
    return any(why_not_rule(user, case) is None for user in staff)


def may_read(user: User, case: Case) -> bool:
    """Whether somebody may read the case's page for players: those concerned."""
    return user.pk in concerned(case)


def shows_cards(case: Case) -> bool:
    """Whether hidden cards of the case's hand may be shown to staff: not before that hand has ended or been voided.

    Staff who play themselves at that table see what their seat sees, and nothing here.
    """
    match = case.match
    return match is not None and is_over(match, case.hand)


def is_over(match: Match, hand: int) -> bool:
    """Whether a hand is no secret any more: its seed has been opened. With ``hand`` 0: the whole match is over."""
    if match.status == Match.Status.FINISHED:
        return True
    if not hand:
        return False
    opened = match.events.filter(kind="hand_opened", payload__startswith=f'{{"hand":{hand},')
    return opened.exists()
