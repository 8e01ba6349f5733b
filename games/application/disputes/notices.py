"""What people are told about cases: a line in the site for everybody concerned, and a mail where there is an address.

A notice is written in the transaction of what it tells of. The mail follows by the sweep: a mail server that is slow
or away holds nobody up and loses nothing.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone, translation
from django.utils.translation import gettext

from games.application.disputes import sanctions
from games.application.disputes.permissions import concerned
from games.models import Case, Notice, Ruling, Sanction
from ginsite.accounts.models import Preferences, User

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""Mails that one sweep sends."""

LOOK_SECONDS = 5
"""How often the processes of a site, together, look for mails that are due."""


def tell(case: Case, kind: str, ruling: Ruling | None = None, *, but: User | None = None) -> None:
    """Tell everybody concerned, in the caller's transaction."""
    ids = concerned(case) - ({but.pk} if but is not None else set())
    for user in User.objects.filter(pk__in=ids, deleted_at__isnull=True):
        tell_one(user, case, kind, ruling)


def tell_one(user: User, case: Case, kind: str, ruling: Ruling | None = None) -> None:
    """Tell one person, in the caller's transaction."""
    mail_due = settings.HAS_MAIL and bool(user.email)
    Notice.objects.create(user=user, case=case, kind=kind, ruling=ruling, mail_due=mail_due)


def on_looking_round(**_signal: Any) -> None:
    """The sweep looks round, once a second, on a thread beside the event loop."""
    if cache.add("games.notices.looked", True, LOOK_SECONDS):
        send_due()


@dataclass(frozen=True, slots=True)
class Attention:
    """What the head of a page has to say to somebody."""

    unread: int  # notices
    warnings: list[Sanction]  # that they have not said they have read


def attention(user: User) -> Attention:
    """What waits for somebody: one short query, and another one for whom a referee has warned."""
    waits = User.objects.filter(pk=user.pk).annotate(
        unread=Count("notices", filter=Q(notices__read_at__isnull=True)),
        warned=Exists(sanctions.unread_warnings().filter(user=OuterRef("pk"))),
    )
    unread, warned = waits.values_list("unread", "warned").get()
    warnings = sanctions.unread_warnings().filter(user=user).select_related("ruling__case")
    return Attention(unread, list(warnings) if warned else [])


def newest(user: User, most: int = 100) -> list[Notice]:
    """Somebody's notices, the newest first."""
    mine = Notice.objects.filter(user=user).select_related("case__match", "ruling").order_by("-pk")
    return list(mine[:most])


def read_all(user: User, case: Case | None = None) -> None:
    """Somebody has seen their notices, or those of one case."""
    mine = Notice.objects.filter(user=user, read_at__isnull=True)
    (mine if case is None else mine.filter(case=case)).update(read_at=timezone.now())


def say_notice(notice: Notice) -> str:
    """One notice in a sentence, in the language of the moment."""
    sentences = {
        Notice.Kind.RAISED: gettext("The referee was asked about a game of yours."),
        Notice.Kind.QUESTION: gettext("The referee has a question for you."),
        Notice.Kind.ANSWER: gettext("A player has answered in a case of yours."),
        Notice.Kind.RULING: gettext("The referee has ruled on a game of yours."),
        Notice.Kind.REVERSAL: gettext("A ruling on a game of yours was reversed."),
        Notice.Kind.APPEAL: gettext("Somebody has appealed against a ruling on a game of yours."),
        Notice.Kind.APPEAL_RULED: gettext("An appeal about a game of yours was decided."),
    }
    return sentences[Notice.Kind(notice.kind)]


def send_due() -> int:
    """Mail what is due, oldest first; how many were sent. For the sweep; several may run, and one sends each."""
    if not settings.HAS_MAIL:
        return 0
    sent = 0
    due = Notice.objects.filter(mail_due=True).select_related("user", "case", "ruling").order_by("created_at")
    for notice in due[:AT_ONCE]:
        if not Notice.objects.filter(pk=notice.pk, mail_due=True).update(mail_due=False):
            continue
        try:
            mail.get_connection().send_messages([_letter(notice)])
            sent += 1
        except Exception:
            logger.exception("notice %s could not be mailed", notice.pk)
            Notice.objects.filter(pk=notice.pk).update(mail_due=True)
            break
    return sent


def _letter(notice: Notice) -> EmailMessage:
    preferences = Preferences.objects.filter(user=notice.user).first()
    with translation.override((preferences.language if preferences else "") or settings.LANGUAGE_CODE):
        said = say_notice(notice)
        parts = [said]
        if notice.ruling is not None:
            parts.append(notice.ruling.reasons)
        parts.append(urljoin(settings.SITE_URL, notice.case.get_absolute_url()))
        return EmailMessage(said, "\n\n".join(parts) + "\n", settings.DEFAULT_FROM_EMAIL, [notice.user.email])
