"""``flush``: Django's own, with the triggers of the append-only tables taken down meanwhile.

The test runner empties tables by it between tests; so may a developer. It asks as Django's asks.
"""

from __future__ import annotations

from typing import Any

from django.core.management.commands.flush import Command as DjangoFlush
from django.db import connections

from games.application import append_only


class Command(DjangoFlush):
    """Empties every table, those that can only grow too."""

    def handle(self, **options: Any) -> None:
        with append_only.lifted(connections[options["database"]]):
            super().handle(**options)
