"""The app of tournaments."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Take results in as matches finish, see to what is due as the games' sweep looks round, follow people."""
        from games.application.signals import looking_round
        from ginsite.accounts.signals import account_deleted
        from tournaments.application import people, questions, review, rounds, settle  # noqa: F401 (settle registers its effect)

        def look_round(**_signal: Any) -> None:
            rounds.attend_all(rounds.due())

        review.register()
        questions.register()
        looking_round.connect(look_round, weak=False, dispatch_uid="tournaments")
        account_deleted.connect(people.on_account_deleted, dispatch_uid="tournaments")
