"""``verify_log``: whether every log is the one that was written, and still leads to what it says.

For each match the chain of hashes is checked from its first row to the one that the match row names, and the log is
folded, which checks every recorded outcome and every opened seed. Read-only; may run beside the site.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import ngettext

from games.application.store import verify
from games.models import Match


class Command(BaseCommand):
    help = "Checks the logs of matches: hashes, outcomes, opened seeds. Ends with an error if one is not in order."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="code", help="matches to check; all if none is named")

    def handle(self, *, codes: list[str], **_options: Any) -> None:
        matches = Match.objects.filter(version__gt=0).order_by("pk")
        if codes:
            matches = matches.filter(code__in=codes)
        checked = broken = 0
        for match_id in matches.values_list("pk", flat=True).iterator():
            checked += 1
            fault = verify(match_id)
            if fault is not None:
                broken += 1
                self.stderr.write(fault)
        if broken:
            raise CommandError(ngettext("%d log is not in order", "%d logs are not in order", broken) % broken)
        self.stdout.write(ngettext("%d log is in order", "%d logs are in order", checked) % checked)
