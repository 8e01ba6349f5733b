"""The app of games."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Registers the checks and, after every ``migrate``, the triggers that keep the log append-only."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games import checks  # noqa: F401 (registers)

        post_migrate.connect(_protect_the_log, sender=self)


def _protect_the_log(using: str, **_kwargs: Any) -> None:
    from games.application import append_only

    append_only.install(connections[using])
