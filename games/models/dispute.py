"""Disputes: cases, what is said in them, rulings, appeals, and what follows for people.

A case is about one hand (or all of a match) and is raised by a player, by two score cards that differ, or by the
referee. A ruling is never edited: another ruling reverses it. What a ruling does to the match is a row of the match's
log; what it does to people are rows here. Entries and looks can only be added (``append_only``).
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.match import CODE_ALPHABET, Match

MAX_WORDS = 2000
"""Signs in what a person writes about a case."""

CASE_CODE_LENGTH = 8


def new_case_code() -> str:
    """A random public name for a case."""
    return "".join(secrets.choice(CODE_ALPHABET) for _n in range(CASE_CODE_LENGTH))


class CaseQuerySet(models.QuerySet["Case"]):
    """Cases, asked for by use."""

    def unsettled(self) -> CaseQuerySet:
        """Cases that wait for a ruling, or for a second referee's word on one."""
        return self.filter(status__in=Case.UNSETTLED)


class Case(models.Model):
    """One question before the referee."""

    class Reason(models.TextChoices):
        SCORING = "scoring", _("The score is wrong")
        CLOCK = "clock", _("The clock, the connection, or slow play on purpose")
        COLLUSION = "collusion", _("Suspected help from somebody else, or play by agreement")
        ABUSE = "abuse", _("Insults or unwanted words")
        DEAL = "deal", _("The deal")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PROPOSED = "proposed", _("waits for a second referee")
        RULED = "ruled", _("ruled")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Severity(models.IntegerChoices):
        LOW = 1, _("low")
        MEDIUM = 2, _("medium")
        HIGH = 3, _("high")

    UNSETTLED = (Status.OPEN, Status.PROPOSED)

    code = models.CharField(max_length=CASE_CODE_LENGTH, unique=True, default=new_case_code, editable=False)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="cases")
    subject = models.CharField(max_length=64, blank=True)  # what it is about if no match: "<kind>:<key>" (``subjects``)
    hand = models.PositiveIntegerField(default=0)  # 0: the match as a whole
    version = models.PositiveIntegerField(default=0)  # of the match when the case was raised: the position
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="cases_opened"
    )  # null: the site itself, or somebody who left
    opened_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="cases_about"
    )
    about_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=16, choices=Reason)
    words = models.TextField(_("what happened"), max_length=MAX_WORDS, blank=True)
    severity = models.PositiveSmallIntegerField(_("severity"), choices=Severity, default=Severity.MEDIUM)
    urgent = models.BooleanField(_("urgent"), default=False)  # a tournament waits for it
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.OPEN)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="cases_claimed"
    )
    claimed_until = models.DateTimeField(null=True, blank=True)
    appeal_against = models.ForeignKey(
        "games.Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="appeals"
    )
    created_at = models.DateTimeField(_("raised at"), auto_now_add=True)
    settled_at = models.DateTimeField(_("settled at"), null=True, blank=True)

    objects = CaseQuerySet.as_manager()

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                "match",
                "hand",
                "opened_by",
                Coalesce("about_seat", -1),
                name="games_case_one_open",
                condition=Q(status__in=("open", "proposed"), match__isnull=False, appeal_against__isnull=True),
            ),
            models.UniqueConstraint(
                name="games_case_one_open_subject",
                fields=["subject"],
                condition=Q(status__in=("open", "proposed")) & ~Q(subject=""),
            ),
            models.UniqueConstraint(
                name="games_case_one_appeal",
                fields=["appeal_against", "opened_by"],
                condition=Q(appeal_against__isnull=False),
            ),
            models.CheckConstraint(name="games_case_of_something", condition=Q(match__isnull=False) ^ ~Q(subject="")),
        ]
        indexes = [
            models.Index(name="games_case_queue", fields=["status", "-urgent", "-severity", "created_at"]),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        """The page for the people concerned."""
        return reverse("games:case", args=[self.code])

    @property
    def is_settled(self) -> bool:
        """Whether nobody waits for anything any more."""
        return self.status not in self.UNSETTLED


class CaseEntry(models.Model):
    """One thing said or done in a case, in order. ``shown`` says whether the people concerned read it too."""

    class Kind(models.TextChoices):
        RAISED = "raised", _("raised")
        NOTE = "note", _("note")
        QUESTION = "question", _("question to a player")
        ANSWER = "answer", _("answer")
        CLAIMED = "claimed", _("taken up")
        RELEASED = "released", _("given back")
        PROPOSED = "proposed", _("ruling proposed")
        DECLINED = "declined", _("ruling not seconded")
        RULED = "ruled", _("ruling")
        APPEALED = "appealed", _("appeal")
        WITHDRAWN = "withdrawn", _("withdrawn")

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=12, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, related_name="+")
    text = models.TextField(blank=True, max_length=MAX_WORDS)
    at = models.DateTimeField(auto_now_add=True)

    SHOWN = (Kind.RAISED, Kind.QUESTION, Kind.ANSWER, Kind.RULED, Kind.APPEALED, Kind.WITHDRAWN)
    """What the people concerned may read; questions and answers only between those two and the referee."""

    class Meta:
        verbose_name = _("case entry")
        verbose_name_plural = _("case entries")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.case_id} {self.kind}"


class Ruling(models.Model):
    """What a referee decides in a case: remedies that take effect together, and the reasons that everybody reads.

    ``remedies`` is canonical JSON, a list of ``{"kind": …}`` (``games.application.disputes.remedies``). A heavy one is
    proposed first and made by a second referee. ``number`` counts the rulings on one match: the log names it.
    """

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("waits for a second referee")
        MADE = "made", _("in force")
        DECLINED = "declined", _("not seconded")

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="rulings")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="rulings")
    number = models.PositiveIntegerField(null=True)  # among the made rulings of the match
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rulings_made")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rulings_seconded"
    )
    remedies = models.TextField()
    reasons = models.TextField(_("reasons"), max_length=MAX_WORDS)
    status = models.CharField(max_length=12, choices=Status)
    reverses = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    proposed_at = models.DateTimeField(auto_now_add=True)
    made_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="games_ruling_number", fields=["match", "number"]),
            models.UniqueConstraint(name="games_ruling_reversed_once", fields=["reverses"], condition=Q(status="made")),
            models.CheckConstraint(name="games_ruling_two_people", condition=~Q(second=F("by"))),
            models.CheckConstraint(
                name="games_ruling_made_when", condition=Q(status="made", made_at__isnull=False) | ~Q(status="made")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.status}"


class Sanction(models.Model):
    """What a ruling means for a person: a warning, or for a time no words, or no new games."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        MUTE = "mute", _("no free words")
        SUSPENSION = "suspension", _("no new games")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=12, choices=Kind)
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="sanctions")
    until = models.DateTimeField(null=True)  # null: a warning
    read_at = models.DateTimeField(null=True)  # when they said that they have read it
    lifted_by = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, related_name="lifted")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-made_at"]
        indexes = [models.Index(name="games_sanction_of", fields=["user", "kind", "until"])]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"


class Notice(models.Model):
    """Something that a person is told, in the site and, with an address, by mail."""

    class Kind(models.TextChoices):
        RAISED = "raised", _("a case was raised")
        QUESTION = "question", _("the referee asks")
        ANSWER = "answer", _("an answer to the referee")
        RULING = "ruling", _("a ruling")
        REVERSAL = "reversal", _("a ruling was reversed")
        APPEAL = "appeal", _("an appeal")
        APPEAL_RULED = "appeal_ruled", _("an appeal was decided")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=Kind)
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="notices")
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, null=True, related_name="notices")
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)
    mail_due = models.BooleanField(default=False)  # the outbox: to be mailed by the sweep

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-pk"]
        indexes = [
            models.Index(name="games_notice_unread", fields=["user"], condition=Q(read_at__isnull=True)),
            models.Index(name="games_notice_mail", fields=["created_at"], condition=Q(mail_due=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"


class Look(models.Model):
    """A member of staff has looked at what players cannot see: which match, which hands, why."""

    class What(models.TextChoices):
        CASE = "case", _("the case's page")
        HANDS = "hands", _("both hands")
        LOG = "log", _("the log")
        TALK = "talk", _("what was said")
        SIGNALS = "signals", _("signals")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="looks")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, related_name="looks")
    what = models.CharField(max_length=8, choices=What)
    hand = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("look")
        verbose_name_plural = _("looks")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.what}"
