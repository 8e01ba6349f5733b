"""Appeals: a case of its own against a ruling, before somebody else, within seven days."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.application.disputes import cases, notices
from games.application.disputes.permissions import may_read, others_who_may_rule
from games.application.disputes.refusals import Refused
from games.application.disputes.standing import stands
from games.models import Case, CaseEntry, Ruling
from ginsite.accounts.models import User

APPEAL_TIME = timedelta(days=7)


def may_appeal(user: User, ruling: Ruling) -> bool:
    """Whether somebody concerned may still appeal: within seven days, once, against a ruling in force.

    Somebody else has to be there who may decide it: an appeal that nobody can decide would never end.
    """
    return (
        stands(ruling)
        and ruling.made_at is not None
        and timezone.now() - ruling.made_at <= APPEAL_TIME
        and may_read(user, ruling.case)
        and others_who_may_rule(ruling.case, ruling.by_id, ruling.second_id)
        and not ruling.appeals.filter(opened_by=user).exists()
    )


def appeal(user: User, ruling: Ruling, words: str) -> Case:
    """Ask for another referee's word on a ruling. Raises Refused (NO_APPEAL, NO_WORDS, TOO_LONG)."""
    words = cases.clean_words(words)
    if not words:
        raise Refused("NO_WORDS")
    if not may_appeal(user, ruling):
        raise Refused("NO_APPEAL")
    old = ruling.case
    try:
        with transaction.atomic():
            case = Case.objects.create(
                match=old.match,
                subject=old.subject,
                hand=old.hand,
                version=old.version,
                opened_by=user,
                opened_seat=None,
                about=old.about,
                about_seat=old.about_seat,
                reason=old.reason,
                words=words,
                severity=Case.Severity.HIGH,
                urgent=old.urgent,
                appeal_against=ruling,
            )
            CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.APPEALED, by=user, text=words)
            notices.tell(case, "appeal", but=user)
            cases.tell_table(case)
    except IntegrityError as error:
        raise Refused("NO_APPEAL") from error
    return case
