"""``void_lost_hands``: after the deal key was lost for good, deal the hands in play anew.

Without the key nobody can say how the stock of those hands lies. Matches whose hand can be read are left alone.
"""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand

from games.application import store
from games.models import Match


class Command(BaseCommand):
    help = "Gives up the hands in play that this machine's deal key does not open; they are dealt anew."

    def handle(self, **_options: Any) -> None:
        for match_id, code in Match.objects.live().values_list("pk", "code"):
            if store.void_lost_hand(match_id, time.time_ns() // 1_000_000):
                self.stdout.write(code)
