"""A match and its seats: what was agreed, who sits where, and how far the log has come.

The row is a summary for lists and for the server's own errands. The truth of a match is its log
(:class:`games.models.MatchEvent`); ``version`` and ``head_hash`` name the last row of it, and whoever wants to add to
the log must move them (``games.application.store``).
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Lower case, without the look-alikes 0/o and 1/i/l: a code survives being read aloud."""

CODE_LENGTH = 10


def new_code() -> str:
    """A random public name for a match: ten letters of ``CODE_ALPHABET``."""
    return "".join(secrets.choice(CODE_ALPHABET) for _n in range(CODE_LENGTH))


def new_invite_token() -> str:
    """An unguessable token for the invite link: 128 bits, URL-safe."""
    return secrets.token_urlsafe(16)


class MatchQuerySet(models.QuerySet["Match"]):
    """Matches, asked for by use."""

    def open_for(self, user: AbstractBaseUser | AnonymousUser) -> MatchQuerySet:
        """Tables of the lobby that ``user`` could join, newest first."""
        tables = self.filter(status=Match.Status.OPEN, visibility=Match.Visibility.OPEN)
        if user.is_authenticated:
            tables = tables.exclude(seats__user=user.pk)
        return tables.order_by("-created_at", "-pk")

    def of(self, user: AbstractBaseUser) -> MatchQuerySet:
        """Matches in which ``user`` has a seat, newest first."""
        return self.filter(seats__user=user.pk).order_by("-created_at", "-pk")

    def live(self) -> MatchQuerySet:
        """Matches that are being played."""
        return self.filter(status=Match.Status.PLAYING)

    def outbox(self) -> MatchQuerySet:
        """Matches whose result has effects still to be made, oldest first."""
        return self.filter(result_pending=True).order_by("finished_at")

    def due(self, now: int) -> MatchQuerySet:
        """Matches in which the server has something to do at ``now`` (ms): a clock to flag, a deal, a bot's turn."""
        return self.live().filter(Q(deadline__lte=now) | Q(due_at__lte=now))


class Match(models.Model):
    """One table and the match played at it."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")  # given up before all seats were taken

    class Visibility(models.TextChoices):
        OPEN = "open", _("in the lobby")
        LINK = "link", _("by invitation")

    class EndReason(models.TextChoices):
        """Those of :data:`games.domain.events.EndReason`."""

        TARGET = "target", _("target reached")
        HANDS = "hands", _("all hands played")
        RESIGNED = "resigned", _("resigned")
        FLAGGED = "flagged", _("time ran out")
        AGREED = "agreed", _("ended by agreement")
        RULED = "ruled", _("decided by the referee")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    invite_token = models.CharField(max_length=32, unique=True, null=True, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="owned_matches"
    )
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.OPEN)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)

    variant = models.CharField(max_length=32, default="gin")
    preset = models.CharField(max_length=32, blank=True)  # '' for custom numbers
    rules = models.TextField()  # canonical JSON of the RuleSet
    rules_version = models.PositiveSmallIntegerField(default=1)
    clock = models.CharField(max_length=16)  # a name of games.domain.clock.CONTROLS
    increment_ms = models.PositiveIntegerField(default=0)
    seat_count = models.PositiveSmallIntegerField(default=2)
    rated = models.BooleanField(default=False)
    practice = models.BooleanField(default=False)  # against the computer
    spectator_delay = models.PositiveSmallIntegerField(default=0)  # seconds; how far behind spectators look on
    rematch_of = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch")

    version = models.PositiveIntegerField(default=0)  # the number of the last row of the log; 0: empty
    head_hash = models.CharField(max_length=64, blank=True)  # that row's hash

    deadline = models.BigIntegerField(null=True, blank=True)  # ms; the earliest over all seats that must act
    due_at = models.BigIntegerField(null=True, blank=True)  # ms; the server's own next errand: a deal, a bot's turn

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    winner_seat = models.SmallIntegerField(null=True, blank=True)  # the side: a seat but in partnership; null: nobody
    end_reason = models.CharField(max_length=16, choices=EndReason, blank=True)
    totals = models.TextField(blank=True)  # canonical JSON: the final total of each side
    away_seats = models.PositiveSmallIntegerField(default=0)  # a mask: left to the computer when the match ended
    result_no = models.PositiveSmallIntegerField(default=0)  # 0: no result yet; each ruling raises it
    result_pending = models.BooleanField(default=False)  # the outbox: some effect of this result is still to be made

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.CheckConstraint(
                name="games_match_seat_count", condition=Q(seat_count__gte=2) & Q(seat_count__lte=6)
            ),
            models.CheckConstraint(
                name="games_match_link_has_token",
                condition=Q(visibility="open") | Q(invite_token__isnull=False),
            ),
            models.CheckConstraint(
                name="games_match_finished_has_result",
                condition=~Q(status="finished") | (Q(finished_at__isnull=False) & Q(result_no__gte=1)),
            ),
        ]
        indexes = [
            models.Index(name="games_match_deadline", fields=["deadline"], condition=Q(deadline__isnull=False)),
            models.Index(name="games_match_due_at", fields=["due_at"], condition=Q(due_at__isnull=False)),
            models.Index(name="games_match_outbox", fields=["finished_at"], condition=Q(result_pending=True)),
            models.Index(name="games_match_lobby", fields=["created_at"], condition=Q(status="open")),
            models.Index(name="games_match_finished", fields=["finished_at"], condition=Q(status="finished")),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        """The table's page."""
        return reverse("games:table", args=[self.code])


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats, asked for by use."""

    def hand_over(self, giver: AbstractBaseUser, receiver: AbstractBaseUser) -> int:
        """Give a guest's seats to an account; how many. A match in which both already sit stays as it is."""
        mine = Match.objects.filter(seats__user=receiver.pk).values("pk")
        return self.filter(user=giver.pk).exclude(match__in=mine).update(user=receiver.pk)


class Seat(models.Model):
    """Who sits where. The log names seats only, so that deleting an account touches this row and no record."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=32, blank=True)  # a name of games.bots.registry; '' for a person
    last_seen = models.BigIntegerField(null=True, blank=True)  # ms; a lease renewed by heartbeats
    wants_rematch = models.BooleanField(default=False)  # proposed one after the match, or accepted it
    joined_at = models.DateTimeField(auto_now_add=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match", "seat"]
        constraints = [
            models.UniqueConstraint(name="games_seat_once", fields=["match", "seat"]),
            models.UniqueConstraint(name="games_seat_one_a_person", fields=["match", "user"]),
            models.CheckConstraint(name="games_seat_number", condition=Q(seat__lte=5)),
            models.CheckConstraint(name="games_seat_person_or_bot", condition=Q(bot="") | Q(user__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"
