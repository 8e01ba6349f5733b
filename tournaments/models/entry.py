"""Who is behind an entrant's number; those who wait for a place have none yet."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """One entry: a member of the site, over the board anybody by name, or a team."""

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
        return self.printed_name

    @property
    def printed_name(self) -> str:
        """The name as others see it now: a member's own, else as it was entered."""
        return self.user.public_name if self.user is not None else self.name


class TeamMember(models.Model):
    """Who plays on which board of a team."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="team")
    board = models.PositiveSmallIntegerField()  # 1-based
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="team_boards"
    )
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ["board"]
        constraints = [models.UniqueConstraint(fields=["entry", "board"], name="one_player_a_board")]

    def __str__(self) -> str:
        return self.user.public_name if self.user is not None else self.name
