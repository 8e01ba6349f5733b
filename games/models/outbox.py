"""What has been made of a finished match: the marks that keep effects to exactly one."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Applied(models.Model):
    """The effect ``name`` of result ``result_no`` has been made. Inserted first, in the effect's own transaction."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="applied", db_index=False)
    result_no = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=32)
    applied_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("applied effect")
        verbose_name_plural = _("applied effects")
        constraints = [models.UniqueConstraint(name="games_applied_once", fields=["match", "result_no", "name"])]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.result_no} {self.name}"
