"""``anchor``: make the daily anchors of the logs that are due. The sweep does it too; twice does no harm."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand

from games.application import anchors


class Command(BaseCommand):
    help = "Makes the daily anchors that are due, days that were missed included, and prints each with its hash."

    def handle(self, **_options: Any) -> None:
        for anchor in anchors.make_due(time.time_ns() // 1_000_000):
            self.stdout.write(f"{anchor.day} {anchor.hash}")
