"""The app of tournaments."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Take results in as matches finish, and see to what is due whenever the games' sweep looks round."""
        from games.application.signals import looking_round
        from tournaments.application import rounds, settle  # noqa: F401 (registers its effect)

        def attend_all(**_signal: Any) -> None:
            for tournament_id in rounds.due():
                rounds.attend(tournament_id)

        looking_round.connect(attend_all, weak=False, dispatch_uid="tournaments")
