"""What people say to each other, whom they keep at a distance, and what they report to the referee.

None of it is in a match's log, which names seats and holds no words: these rows can be blanked when somebody leaves.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

MAX_TEXT = 200
"""Signs in one line of free chat."""

MAX_REPORT = 1000
"""Signs in the words of a report."""


class ChatLine(models.Model):
    """One thing said at a table: a preset phrase by its key, or a member's own words."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat_lines", db_index=False)
    number = models.PositiveIntegerField()  # 1, 2, 3 … within the match, in the order of the commits
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="chat_lines", db_index=False
    )
    phrase = models.CharField(max_length=32, blank=True)
    card = models.CharField(max_length=2, blank=True)  # the card that a phrase of advice names, as text
    text = models.CharField(max_length=MAX_TEXT, blank=True)
    audience = models.PositiveSmallIntegerField(null=True)  # a mask of the seats that may read it; null: everybody
    at = models.BigIntegerField()  # ms

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(name="games_chat_line_number", fields=["match", "number"]),
            models.CheckConstraint(
                name="games_chat_line_phrase_or_text",
                condition=(Q(phrase="") & ~Q(text="")) | (~Q(phrase="") & Q(text="")),
            ),
            models.CheckConstraint(
                name="games_chat_line_card_in_private", condition=Q(card="") | Q(audience__isnull=False)
            ),
        ]
        indexes = [models.Index(name="games_chat_line_by_user", fields=["user", "at"])]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat} #{self.number}"


class Distance(models.Model):
    """Somebody does not want to hear from somebody (``muted``), or never to meet them again (``blocked``)."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="distances", db_index=False)
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="distances_of_others")
    muted = models.BooleanField(default=False)
    blocked = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("distance")
        verbose_name_plural = _("distances")
        constraints = [
            models.UniqueConstraint(name="games_distance_once", fields=["by", "to"]),
            models.CheckConstraint(name="games_distance_to_another", condition=~Q(by=F("to"))),
            models.CheckConstraint(name="games_distance_says_what", condition=Q(muted=True) | Q(blocked=True)),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} → {self.to_id}"


class Report(models.Model):
    """A player tells the referee about an opponent in one match."""

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("Insults or unwanted words")
        COLLUSION = "collusion", _("Suspected help from somebody else, or play by agreement")
        STALLING = "stalling", _("Leaving, or playing slowly on purpose")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reports_made"
    )
    reporter_seat = models.PositiveSmallIntegerField()
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reports_about"
    )
    reported_seat = models.PositiveSmallIntegerField()
    reason = models.CharField(_("reason"), max_length=16, choices=Reason)
    words = models.TextField(_("what happened"), max_length=MAX_REPORT, blank=True)
    hand = models.PositiveIntegerField(default=0)  # of the match, when it was reported; 0: none was dealt
    version = models.PositiveIntegerField(default=0)  # likewise
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                name="games_report_one_open",
                fields=["match", "reporter_seat", "reported_seat"],
                condition=Q(status="open"),
            ),
        ]
        indexes = [models.Index(name="games_report_status", fields=["status", "created_at"])]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.reporter_seat} → {self.reported_seat}"
