"""Cases: raised by players, worked on by referees. Everything said or done in one is an entry, never changed.

While a referee works on a case it is theirs: a claim that runs out by itself, so that nobody can sit on it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.application import broadcast, store
from games.application.disputes import notices, pauses, subjects
from games.application.disputes.permissions import may_read, require_ruler
from games.application.disputes.refusals import Refused
from games.application.fold import fold
from games.application.seats import seat_of
from games.application.signals import case_changed
from games.models import Case, CaseEntry, Match, Notice
from games.models.dispute import MAX_WORDS
from ginsite.accounts.models import User

CLAIM_TIME = timedelta(minutes=30)
"""How long a case stays with a referee who does nothing about it; whatever they do in it renews the claim."""

LIMITS = ((timedelta(hours=1), 5), (timedelta(days=1), 15))
"""How many cases one person may raise within a time."""

ANSWERS_A_DAY = 20
"""How often one person may add to one case: each time whoever works on it is told."""

SEVERITIES = {
    Case.Reason.SCORING: Case.Severity.MEDIUM,
    Case.Reason.CLOCK: Case.Severity.LOW,
    Case.Reason.COLLUSION: Case.Severity.HIGH,
    Case.Reason.ABUSE: Case.Severity.MEDIUM,
    Case.Reason.DEAL: Case.Severity.HIGH,
    Case.Reason.OTHER: Case.Severity.LOW,
}
"""How a case begins; the referee may think otherwise."""

QUIET = (Case.Reason.ABUSE, Case.Reason.COLLUSION)
"""About a person's conduct: nobody else hears of such a case before the referee asks them or rules."""


def raise_case(
    user: User,
    match: Match,
    reason: str,
    words: str = "",
    *,
    hand: int | None = None,
    about_seat: int | None = None,
    seated: bool = True,
) -> Case:
    """Ask the referee about a hand (``None``: the one in play or just over; 0: the match as a whole), or about whoever
    sits on ``about_seat`` in it. ``seated``: false for whoever answers for a match otherwise, as an organiser does;
    that this one may is for the caller to say.

    While such a case of theirs is open, it is the one given back. The position is attached by itself. The others at
    the table are told, but for a case about a person's conduct (``QUIET``). Raises Refused: NOT_SEATED, NOBODY_THERE
    (``about_seat`` is empty, a computer's or one's own), NO_REASON, TOO_LONG, NO_SUCH_HAND, TOO_MANY_REPORTS.
    """
    own = seat_of(match, user)
    if own is None and seated:
        raise Refused("NOT_SEATED")
    about = _about(match, own, about_seat)
    if reason not in Case.Reason.values:
        raise Refused("NO_REASON")
    words = clean_words(words)
    now_hand, version = _where(match)
    hand = now_hand if hand is None else hand
    if not 0 <= hand <= now_hand:
        raise Refused("NO_SUCH_HAND")
    standing = open_case_of(user, match, hand, about_seat)
    if standing is not None:
        return standing
    urgent = subjects.is_urgent(match)
    try:
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=user.pk)
            _check_rate(user)
            case = Case.objects.create(
                match=match,
                hand=hand,
                version=version,
                opened_by=user,
                opened_seat=own,
                about=about,
                about_seat=about_seat,
                reason=reason,
                words=words,
                severity=SEVERITIES[Case.Reason(reason)],
                urgent=urgent,
            )
            CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.RAISED, by=user, text=words)
            if reason not in QUIET:
                notices.tell(case, "raised", but=user)
            tell_table(case)
    except IntegrityError:  # the same person's other window was quicker
        standing = open_case_of(user, match, hand, about_seat)
        if standing is None:
            raise
        return standing
    return case


def raise_subject(
    kind: str, key: str, reason: str, words: str, *, by: User | None = None, urgent: bool = False
) -> Case:
    """Somebody, or the site itself (``by`` is ``None``), asks about another app's subject. In the caller's transaction.

    There is one open case for each subject: whoever asks while it is open adds their words to it. Whether somebody may
    ask is for the caller to say. Raises Refused: NO_WORDS, NO_REASON, TOO_LONG, TOO_MANY_REPORTS.
    """
    subject, words = f"{kind}:{key}", clean_words(words)
    if by is not None:
        if not words:
            raise Refused("NO_WORDS")
        if reason not in Case.Reason.values or reason in QUIET:
            raise Refused("NO_REASON")
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
    standing = Case.objects.unsettled().filter(subject=subject).first()
    if standing is not None:
        if by is not None:
            _add_words(by, standing, words)
            if standing.claimed_by is not None:
                notices.tell_one(standing.claimed_by, standing, "answer")
        return standing
    if by is not None:
        _check_rate(by)
    severity = SEVERITIES[Case.Reason(reason)]
    case = Case.objects.create(
        subject=subject, opened_by=by, reason=reason, words=words, severity=severity, urgent=urgent
    )
    CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.RAISED, by=by, text=words)
    notices.tell(case, "raised", but=by)
    tell_table(case)
    return case


def drop_subject(kind: str, key: str, *, asked_by_the_site: bool = False) -> None:
    """The question has answered itself: the open case about it is withdrawn; or that only if nobody but the site asked.

    In the caller's transaction.
    """
    found = Case.objects.unsettled().filter(subject=f"{kind}:{key}")
    if asked_by_the_site:
        asked = CaseEntry.objects.filter(kind=CaseEntry.Kind.RAISED, by__isnull=False)
        found = found.exclude(pk__in=asked.values("case"))
    for case in found:
        _settle(case, Case.Status.WITHDRAWN)
        CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.WITHDRAWN, by=None)


def is_under_review(*, match_ids: Collection[int] = (), subject: str = "") -> bool:
    """Whether a case about one of these matches, or this subject, is not settled.

    Everybody may know, and so one about somebody's conduct (``QUIET``) does not count.
    """
    unsettled = Case.objects.unsettled().exclude(reason__in=QUIET)
    return unsettled.filter(match__in=match_ids).exists() or (
        bool(subject) and unsettled.filter(subject=subject).exists()
    )


def open_case_of(user: User, match: Match, hand: int, about_seat: int | None) -> Case | None:
    """The unsettled case that somebody has raised about a hand, and about whoever sits there."""
    asked = Case.objects.unsettled().filter(match=match, hand=hand, about_seat=about_seat, appeal_against__isnull=True)
    return asked.filter(opened_by=user).first()


def hands_under_review(match: Match) -> tuple[int, ...]:
    """The hands of which everybody at the table knows that they are with the referee; 0 is the match as a whole."""
    waiting = Case.objects.unsettled().filter(match=match).exclude(reason__in=QUIET)
    return tuple(sorted(set(waiting.order_by().values_list("hand", flat=True))))


def hand_of(match: Match) -> int:
    """The hand that a match is at, or was at last; 0 before the first."""
    return _where(match)[0]


def knows_of(user: User, case: Case) -> bool:
    """Whether somebody concerned has heard of a case, and may read its page: they raised it, or were told."""
    return may_read(user, case) and (case.opened_by_id == user.pk or case.notices.filter(user=user).exists())


def cases_of(user: User) -> QuerySet[Case]:
    """The cases that somebody concerned has heard of, the newest first."""
    mine = Q(opened_by=user) | Q(pk__in=Notice.objects.filter(user=user).values("case"))
    return Case.objects.filter(mine).select_related("match", "appeal_against").order_by("-pk")


def matches_under_review(user: User) -> set[int]:
    """The matches of somebody's unsettled cases, by primary key."""
    waiting = cases_of(user).filter(status__in=Case.UNSETTLED, match__isnull=False)
    return set(waiting.order_by().values_list("match", flat=True))


def withdraw(user: User, case: Case) -> None:
    """Who raised it thinks better of it. Raises Refused (NOT_YOURS, CASE_SETTLED)."""
    if case.opened_by_id != user.pk:
        raise Refused("NOT_YOURS")
    with transaction.atomic():
        case = _unsettled(case)
        _settle(case, Case.Status.WITHDRAWN)
        CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.WITHDRAWN, by=user)


def answer(user: User, case: Case, words: str) -> None:
    """Somebody concerned answers the referee, or adds something.

    Raises Refused (NOT_YOURS, CASE_SETTLED, NO_WORDS, TOO_LONG, TOO_MANY_REPORTS).
    """
    words = clean_words(words)
    if not knows_of(user, case):
        raise Refused("NOT_YOURS")
    if not words:
        raise Refused("NO_WORDS")
    with transaction.atomic():
        case = _unsettled(case)
        _add_words(user, case, words)
        if case.claimed_by is not None:
            notices.tell_one(case.claimed_by, case, "answer")


# The referee's side


def claim(referee: User, case: Case) -> None:
    """Take a case up, or keep it. Raises Refused (as ``require_ruler``, CLAIMED, CASE_SETTLED)."""
    require_ruler(referee, case)
    with transaction.atomic():
        _claimed(referee, _unsettled(case))


def release(referee: User, case: Case) -> None:
    """Give a case back to everybody. Raises Refused (CLAIMED, CASE_SETTLED)."""
    with transaction.atomic():
        case = _unsettled(case)
        if case.claimed_by_id != referee.pk:
            raise Refused("CLAIMED")
        case.claimed_by = case.claimed_until = None
        case.save(update_fields=["claimed_by", "claimed_until"])
        CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.RELEASED, by=referee)


def note(referee: User, case: Case, words: str) -> None:
    """Write something down that staff alone reads; on a settled case too. Raises Refused."""
    require_ruler(referee, case)
    words = clean_words(words)
    if not words:
        raise Refused("NO_WORDS")
    CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.NOTE, by=referee, text=words)


def ask(referee: User, case: Case, whom: User, words: str) -> None:
    """Ask somebody concerned. Raises Refused (as ``claim``, NOBODY_THERE, NO_WORDS, TOO_LONG)."""
    require_ruler(referee, case)
    words = clean_words(words)
    if not words:
        raise Refused("NO_WORDS")
    if not may_read(whom, case):
        raise Refused("NOBODY_THERE")
    with transaction.atomic():
        case = _claimed(referee, _unsettled(case))
        CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.QUESTION, by=referee, to=whom, text=words)
        notices.tell_one(whom, case, "question")


def weigh(referee: User, case: Case, severity: int, *, urgent: bool) -> None:
    """Say how grave and how urgent a case is. Raises Refused (as ``claim``, BAD_RULING)."""
    require_ruler(referee, case)
    if severity not in Case.Severity.values:
        raise Refused("BAD_RULING")
    with transaction.atomic():
        case = _claimed(referee, _unsettled(case))
        case.severity, case.urgent = severity, urgent
        case.save(update_fields=["severity", "urgent"])


def claimed_by_another(referee: User, case: Case) -> bool:
    """Whether somebody else is working on the case now."""
    held = case.claimed_until is not None and case.claimed_until > timezone.now()
    return held and case.claimed_by_id not in (None, referee.pk)


def claim_within(referee: User, case: Case) -> Case:
    """The case's row, locked, unsettled and claimed for the referee, in the caller's transaction. Raises Refused."""
    return _claimed(referee, _unsettled(case))


def settle_within(case: Case, status: str) -> None:
    """Nobody waits for this case any more; in the caller's transaction, on a row from ``claim_within``."""
    _settle(case, status)


def tell_table(case: Case) -> None:
    """After the commit those at the table see whether something of it is with the referee, and other apps hear."""
    if case.match_id is not None:
        transaction.on_commit(partial(broadcast.seats_changed, case.match_id))
    tell = partial(case_changed.send_robust, sender=Case, match_id=case.match_id, subject=case.subject)
    transaction.on_commit(tell)


def clean_words(words: str) -> str:
    """Words as they are stored. Raises Refused (TOO_LONG)."""
    words = words.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(words) > MAX_WORDS:
        raise Refused("TOO_LONG")
    return words


def _about(match: Match, own: int | None, seat: int | None) -> User | None:
    if seat is None:
        return None
    chair = next((chair for chair in match.seats.select_related("user") if chair.seat == seat), None)
    if chair is None or chair.user is None or seat == own:
        raise Refused("NOBODY_THERE")
    return chair.user


def _where(match: Match) -> tuple[int, int]:
    """The hand and the version that the match is at."""
    rows = store.read_since(match.pk, 0)
    return (fold(match.pk, match.code, rows).game.hand_no, rows[-1].number) if rows else (0, 0)


def _check_rate(user: User) -> None:
    raised = Case.objects.filter(opened_by=user)
    for within, most in LIMITS:
        if raised.filter(created_at__gt=timezone.now() - within).count() >= most:
            raise Refused("TOO_MANY_REPORTS")


def _add_words(user: User, case: Case, words: str) -> None:
    """On a locked case: what somebody concerned has to say, as often as may be."""
    since = timezone.now() - timedelta(days=1)
    said = case.entries.filter(by=user, kind=CaseEntry.Kind.ANSWER, at__gt=since)
    if said.count() >= ANSWERS_A_DAY:
        raise Refused("TOO_MANY_REPORTS")
    CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.ANSWER, by=user, text=words)


def _unsettled(case: Case) -> Case:
    row = Case.objects.select_for_update(no_key=True, of=("self",)).get(pk=case.pk)
    if row.is_settled:
        raise Refused("CASE_SETTLED")
    return row


def _claimed(referee: User, case: Case) -> Case:
    now = timezone.now()
    if claimed_by_another(referee, case):
        raise Refused("CLAIMED")
    if case.claimed_by_id != referee.pk:
        CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.CLAIMED, by=referee)
    case.claimed_by, case.claimed_until = referee, now + CLAIM_TIME
    case.save(update_fields=["claimed_by", "claimed_until"])
    return case


def _settle(case: Case, status: str) -> None:
    case.status, case.settled_at = status, timezone.now()
    case.claimed_by = case.claimed_until = None
    case.save(update_fields=["status", "settled_at", "claimed_by", "claimed_until"])
    tell_table(case)
    if case.match_id is not None:
        transaction.on_commit(partial(pauses.once_settled, case.match_id), robust=True)  # what is settled stays settled
