"""When any server process was last alive, so that an outage can be measured and its time given back."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ServerPulse(models.Model):
    """One row for the whole installation, ``id`` 1, beaten once a second by every process that serves."""

    last_alive = models.BigIntegerField()  # ms

    class Meta:
        verbose_name = _("server pulse")
        verbose_name_plural = _("server pulses")
        constraints = [models.CheckConstraint(name="games_pulse_single_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return str(self.last_alive)
