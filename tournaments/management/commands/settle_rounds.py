"""``manage.py settle_rounds``: take in what finished games have to tell, and see to every tournament under way.

The server does the same each second for what is due; this is for whoever wants to be sure, or has no server running.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.application import projections
from tournaments.application import rounds


class Command(BaseCommand):
    help = "Take results of finished games in, and do what is due in every tournament that is not over."

    def handle(self, **_options: Any) -> None:
        """Settle; may be run at any time, and any number of times."""
        settled = projections.sweep(limit=10_000)
        attended = rounds.attend_all(rounds.under_way())
        self.stdout.write(f"{settled} finished matches, {attended} tournaments")
