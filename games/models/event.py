"""The log: one row for each input and each outcome of a match, never changed, never deleted.

The database itself refuses UPDATE and DELETE (``games.application.append_only``). Only ``games.application.store``
writes here.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class MatchEvent(models.Model):
    """Row ``number`` of a match's log. It names seats, never people, and never a card that is not public."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="events", db_index=False)
    number = models.PositiveIntegerField()  # from 1, without gaps
    seat = models.SmallIntegerField()  # whose action; -1 is the server
    kind = models.CharField(max_length=24)
    payload = models.TextField()  # canonical JSON: sorted keys, no spaces, integers only
    at = models.BigIntegerField()  # ms
    command_id = models.UUIDField(null=True, blank=True)  # the page's name for its command
    prev_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("log row")
        verbose_name_plural = _("log rows")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(name="games_event_number", fields=["match", "number"]),
            models.UniqueConstraint(
                name="games_event_command",
                fields=["match", "seat", "command_id"],
                condition=Q(command_id__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number} {self.kind}"
