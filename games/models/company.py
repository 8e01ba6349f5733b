"""What people say to each other, and whom they keep at a distance.

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
