"""Pairings as rows, for queries and for their live games, and the score cards of real-cards matches."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Pairing(models.Model):
    """One pairing of the log: who, where, what came of it, and what the server still has to see to."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    slot = models.CharField(max_length=32, blank=True)
    first = models.PositiveSmallIntegerField()  # entrants' numbers
    second = models.PositiveSmallIntegerField(null=True, blank=True)  # null: a bye
    result = models.TextField(blank=True)  # canonical JSON of the result; '' while there is none
    published = models.BooleanField(default=False)
    called_at = models.DateTimeField(null=True, blank=True)  # both were called to the table
    first_came_at = models.DateTimeField(null=True, blank=True)
    second_came_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    under_review = models.BooleanField(default=False)  # the referee was asked: what the result is, is provisional

    SUBJECT = "pairing"
    """What a question about a pairing, rather than about one of its live matches, is called before the referee."""

    class Meta:
        ordering = ["round", "board"]
        constraints = [models.UniqueConstraint(fields=["tournament", "round", "board"], name="one_pairing_a_board")]

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board}"

    @property
    def subject(self) -> str:
        """This pairing in ``Case.subject``."""
        return f"{self.SUBJECT}:{self.pk}"


class Game(models.Model):
    """One live match of a pairing: the next of a best-of, or one board of a team match."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()  # 1-based: the game, or the team's board
    match = models.OneToOneField("games.Match", on_delete=models.CASCADE, related_name="tournament_game")
    swapped = models.BooleanField(default=False)  # seat 0 is the pairing's second side

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["pairing", "number"], name="one_game_a_number")]

    def __str__(self) -> str:
        return f"game {self.number} of {self.pairing}"


class ScoreCard(models.Model):
    """What one side says came of a real-cards match. Two that agree are the result; two that differ are a conflict."""

    class Side(models.IntegerChoices):
        FIRST = 0, _("first")
        SECOND = 1, _("second")
        ORGANISER = 2, _("organiser")

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="cards")
    side = models.PositiveSmallIntegerField(choices=Side)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    result = models.TextField()  # canonical JSON
    hands = models.TextField(default="[]")  # the running sheet, if it was kept here
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "side"], name="one_card_a_side")]

    def __str__(self) -> str:
        return f"card of {self.get_side_display()}"
