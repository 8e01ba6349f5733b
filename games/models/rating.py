"""How strong somebody is in a game, and the ledger of what each rated match changed about it.

A ``Rating`` is the sum of its ``RatingChange`` rows and can be made anew from them
(``games.application.ratings.refold``); the ledger is only ever added to.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Rating(models.Model):
    """One player's rating in one game: a member's, or a computer player's."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="ratings"
    )
    bot = models.CharField(max_length=32, blank=True)  # a name of games.bots.registry; '' for a person
    game = models.CharField(max_length=32)  # a name of games.domain.variants: all of its presets share one rating
    rating = models.FloatField()
    deviation = models.FloatField()  # as it was at `as_of`; it grows with every day since
    volatility = models.FloatField()
    matches = models.PositiveIntegerField(default=0)  # rated ones
    as_of = models.DateTimeField(null=True, blank=True)  # when the last rated match ended

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(name="games_rating_of_a_person", fields=["user", "game"]),
            models.UniqueConstraint(name="games_rating_of_a_bot", fields=["bot", "game"], condition=~Q(bot="")),
            models.CheckConstraint(
                name="games_rating_person_or_bot",
                condition=Q(bot="", user__isnull=False) | (~Q(bot="") & Q(user__isnull=True)),
            ),
        ]
        indexes = [models.Index(name="games_rating_ladder", fields=["game", "-rating"])]

    def __str__(self) -> str:
        return f"{self.bot or self.user_id} {self.game} {round(self.rating)}"


class RatingChange(models.Model):
    """What one result of one match changed for one seat.

    The first row of a match is its rating; a later one, after a ruling, puts right what the earlier ones gave.
    Their order is the order in which they were made, and in which they are folded.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_changes", db_index=False)
    result_no = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="changes")
    score = models.FloatField(null=True)  # 1 won, 0.5 drawn, 0 lost; null: the result does not count
    rating_before = models.FloatField()
    deviation_before = models.FloatField()  # with the growth since the match before
    volatility_before = models.FloatField()
    rating_after = models.FloatField()
    deviation_after = models.FloatField()
    volatility_after = models.FloatField()
    at = models.DateTimeField()  # when the match ended
    refunded = models.BooleanField(default=False)  # by a ruling this seat loses nothing by the match

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="games_rating_change_once", fields=["match", "result_no", "seat"]),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.result_no}/{self.seat} {self.rating_before:.0f} → {self.rating_after:.0f}"
