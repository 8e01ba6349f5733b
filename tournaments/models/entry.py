"""Who is behind an entrant's number; those who wait for a place have none yet."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """One entry: a member of the site, or over the board anybody by name; for a team its members stand in ``team``."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("on the waiting list")
        ENTERED = "entered", _("entered")
        LEFT = "left", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(null=True, blank=True)  # the domain's entrant id
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    name = models.CharField(max_length=80)  # as printed; of a guest over the board, or of a team
    team = models.TextField(default="[]")  # JSON: [{"user": id or null, "name": …}, …] in the order of the boards
    status = models.CharField(max_length=8, choices=Status, default=Status.ENTERED)
    checked_in = models.BooleanField(default=False)
    by_mail = models.BooleanField(default=False)  # wants to be called by e-mail too
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(
                fields=["tournament", "user"], condition=Q(user__isnull=False), name="one_entry_each"
            ),
        ]

    def __str__(self) -> str:
        return self.name
