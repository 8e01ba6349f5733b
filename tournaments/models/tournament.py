"""A tournament: what was agreed, and the log of everything that was done to it.

``version`` is the number of the last logged action. Whoever wants to add one must move it (``application.events``).
``phase`` and ``round`` repeat what the log leads to, for lists.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club


class Tournament(models.Model):
    """One event."""

    class Phase(models.TextChoices):
        """Those of :data:`tournaments.domain.event.Phase`."""

        ENTRIES = "entries", _("taking entries")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Place(models.TextChoices):
        ONLINE = "online", _("online")
        OVER_THE_BOARD = "over_the_board", _("with real cards")

    class EntryRule(models.TextChoices):
        OPEN = "open", _("open to all")
        CLUB = "club", _("members of the club")
        INVITED = "invited", _("whom the organiser enters")

    code = models.CharField(max_length=10, unique=True, editable=False)
    name = models.CharField(_("Name"), max_length=100)
    description = models.TextField(_("Description"), max_length=4000, blank=True)
    club = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="tournaments")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="own_tournaments"
    )
    series = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="members")
    is_series = models.BooleanField(default=False)  # no event of its own: a table over its members

    settings = models.TextField()  # canonical JSON of tournaments.domain.settings.Settings
    variant = models.CharField(max_length=32, default="gin")
    preset = models.CharField(max_length=32, blank=True)
    rules = models.TextField()  # canonical JSON of the game's numbers
    clock = models.CharField(max_length=16)
    increment_ms = models.PositiveIntegerField(default=0)
    prizes = models.TextField(default="[]")  # JSON: what each place gets, in whole units

    place = models.CharField(max_length=16, choices=Place, default=Place.ONLINE)
    where = models.CharField(_("Where"), max_length=200, blank=True)
    entry_rule = models.CharField(max_length=8, choices=EntryRule, default=EntryRule.OPEN)
    lowest_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    highest_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    time_zone = models.CharField(max_length=50, default="UTC")  # the one its times were typed in
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    check_in_minutes = models.PositiveSmallIntegerField(default=0)  # before the start; 0: nobody checks in
    starts_at = models.DateTimeField(null=True, blank=True)
    runs_by_itself = models.BooleanField(default=True)  # starts, pairs and finishes without the organiser

    phase = models.CharField(max_length=10, choices=Phase, default=Phase.ENTRIES)
    round = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)  # the server's next errand: a start, a no-show, a deadline
    created_at = models.DateTimeField(auto_now_add=True)
    announced_at = models.DateTimeField(null=True, blank=True)  # null: a draft that only its desk sees
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["phase", "starts_at"]), models.Index(fields=["due_at"])]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The tournament's page."""
        return reverse("tournaments:tournament", args=[self.code])


class LoggedAction(models.Model):
    """One thing that was done. Rows are added and never changed; together they are the tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    payload = models.TextField()  # canonical JSON
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )  # null: server
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_action_a_number")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.number}"
