"""The app of games."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Registers the checks and what follows when people merge or leave; guards the log after every ``migrate``."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games import checks  # noqa: F401 (registers)
        from games.application import ratings  # noqa: F401 (registers its effect)

        post_migrate.connect(_protect_the_log, sender=self)
        _follow_people()
        _look_round()


def _follow_people() -> None:
    from games.application import company, seats, visits
    from games.application.disputes import people
    from games.application.suspicions import keeping
    from ginsite.accounts import signals

    signals.guest_merged.connect(seats.on_guest_merged, dispatch_uid="games.seats")
    signals.account_deleted.connect(seats.on_account_deleted, dispatch_uid="games.seats")
    signals.guest_merged.connect(company.on_guest_merged, dispatch_uid="games.company")  # after the seats
    signals.account_deleted.connect(company.on_account_deleted, dispatch_uid="games.company")
    signals.guest_merged.connect(visits.on_guest_merged, dispatch_uid="games.visits")  # likewise
    signals.account_deleted.connect(visits.on_account_deleted, dispatch_uid="games.visits")
    signals.guest_merged.connect(people.on_guest_merged, dispatch_uid="games.disputes")  # likewise
    signals.account_deleted.connect(people.on_account_deleted, dispatch_uid="games.disputes")
    signals.guest_merged.connect(keeping.on_guest_merged, dispatch_uid="games.suspicions")
    signals.account_deleted.connect(keeping.on_account_deleted, dispatch_uid="games.suspicions")


def _look_round() -> None:
    from games.application import anchors, deal_statistics, signals, visits
    from games.application.disputes import notices
    from games.application.suspicions import looking

    signals.looking_round.connect(anchors.on_looking_round, dispatch_uid="games.anchors")
    signals.looking_round.connect(visits.on_looking_round, dispatch_uid="games.visits")
    signals.looking_round.connect(deal_statistics.look_round, dispatch_uid="games.deal_statistics")
    signals.looking_round.connect(notices.on_looking_round, dispatch_uid="games.notices")
    signals.looking_round.connect(looking.look_round, dispatch_uid="games.suspicions")


def _protect_the_log(using: str, **_kwargs: Any) -> None:
    from games.application import append_only

    append_only.install(connections[using])
