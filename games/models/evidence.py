"""What is kept for the referee and for the doubter: who was there, signals, the anchors of the logs, what was dealt."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.dispute import Case
from games.models.match import Match

KEEP_DAYS = 90
"""How long visits and measurements are kept, and how far back signals look."""


class Visit(models.Model):
    """One socket's stay at a table, a player's or a spectator's. Address and device are kept as keyed hashes only."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="visits")
    seat = models.PositiveSmallIntegerField(null=True)  # null: a spectator
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    came_at = models.BigIntegerField()  # ms
    went_at = models.BigIntegerField(null=True)  # ms; null: still there, or the server went first
    address = models.CharField(max_length=64, blank=True)
    device = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("visit")
        verbose_name_plural = _("visits")
        ordering = ["came_at", "pk"]
        indexes = [
            models.Index(name="games_visit_age", fields=["came_at"]),
            models.Index(name="games_visit_address", fields=["address"], condition=~Q(address="")),
            models.Index(name="games_visit_device", fields=["device"], condition=~Q(device="")),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Signal(models.Model):
    """Something about one or two players that a referee may want to look at. It is no verdict and does nothing."""

    class Kind(models.TextChoices):
        FEEDING = "feeding", _("discards that feed one opponent")
        SHARED_HANDS = "shared_hands", _("play as if the other's cards were seen")
        PAIR = "pair", _("a rated pair that always meets")
        ADDRESS = "address", _("the same address")
        DEVICE = "device", _("the same address and kind of device")
        SPEED = "speed", _("speed unlike a person's")
        QUITTING = "quitting", _("leaves when behind")

    kind = models.CharField(max_length=16, choices=Kind)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="signals")
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="signals_as_other"
    )
    score = models.FloatField()  # in units of its threshold: 1 is just enough
    evidence = models.TextField(default="{}")  # canonical JSON: numbers, codes of matches
    first_at = models.DateTimeField(auto_now_add=True)
    at = models.DateTimeField(auto_now=True)
    case = models.ForeignKey(Case, on_delete=models.SET_NULL, null=True, related_name="signals")
    dismissed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("signal")
        verbose_name_plural = _("signals")
        ordering = ["-score", "-at"]
        constraints = [
            models.UniqueConstraint(name="games_signal_once", fields=["kind", "about", "other"]),
            models.UniqueConstraint(
                name="games_signal_once_alone", fields=["kind", "about"], condition=Q(other__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about_id}"


class Measurement(models.Model):
    """What one finished match adds to a measure of how its seats play. Signals are made from the sums of many.

    It names seats, never people: whose they are the match knows. Kept as long as a visit.
    """

    class Kind(models.TextChoices):
        GIVING = "giving", _("what a seat's discards gave another")
        PACE = "pace", _("how long a seat thought")
        LEAVING = "leaving", _("how far behind a seat was when it left")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="measurements", db_index=False)
    kind = models.CharField(max_length=16, choices=Kind)
    seat = models.PositiveSmallIntegerField()
    other = models.SmallIntegerField(default=-1)  # the seat that it gave to; -1: nobody in particular
    amounts = models.TextField()  # canonical JSON: a list of whole numbers (``games.application.suspicions.amounts``)

    class Meta:
        verbose_name = _("measurement")
        verbose_name_plural = _("measurements")
        constraints = [
            models.UniqueConstraint(name="games_measurement_once", fields=["match", "kind", "seat", "other"]),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind} {self.seat}"


class Anchor(models.Model):
    """One day's seal over all logs: the hash of the day before and of the heads of the chains that grew."""

    day = models.DateField(unique=True)
    prev_hash = models.CharField(max_length=64, blank=True)
    lines = models.TextField(blank=True)  # what was hashed: one line a chain
    hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("anchor")
        verbose_name_plural = _("anchors")
        ordering = ["-day"]

    def __str__(self) -> str:
        return f"{self.day} {self.hash[:12]}"


class DealTally(models.Model):
    """What was dealt so far, counted for the public page: one row, ``id`` 1 (``games.application.deal_statistics``)."""

    counts = models.TextField(default="{}")  # canonical JSON
    counted_at = models.BigIntegerField(default=0)  # ms; when somebody last set about counting
    through = models.DateTimeField(null=True)  # counted are the matches that finished up to then,
    through_match = models.BigIntegerField(default=0)  # and of those at that very moment up to this one

    class Meta:
        verbose_name = _("tally of deals")
        verbose_name_plural = _("tallies of deals")
        constraints = [models.CheckConstraint(name="games_tally_single_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return str(self.counted_at)
