"""``verify_log``: whether every log is the one that was written, and still leads to what it says.

For each match the chain of hashes is checked from its first row to the one that the match row names, and the log is
folded, which checks every recorded outcome and every opened seed. Then the daily anchors: each follows the one before
it and names rows that are still there, so that a cut tail and a missing match show too. Every fault is named, by match
and row, on the error output. Read-only; may run beside the site.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext, ngettext

from games.application import anchors
from games.application.store import verify
from games.models import Anchor, Match, MatchEvent


class Command(BaseCommand):
    help = (
        "Checks the logs of matches (hashes, outcomes, opened seeds) and the daily anchors. "
        "Names what was changed, and ends with an error if anything was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("codes", nargs="*", default=[], metavar="code", help="matches to check; all if none is named")
        what.add_argument("--all", action="store_true", help="all logs and anchors, as if nothing is named")
        what.add_argument("--anchors", action="store_true", help="only the anchors, and the rows that they name")

    def handle(self, *, codes: list[str], **options: Any) -> None:
        """Raises CommandError when something is not in order, or a match is not known."""
        faulty = 0 if options["anchors"] else self._check_logs(codes)
        contradictions = anchors.verify(codes)
        for fault in contradictions:
            self.stderr.write(fault)
        if faulty:
            raise CommandError(ngettext("%d log is not in order", "%d logs are not in order", faulty) % faulty)
        if contradictions:
            raise CommandError(gettext("The anchors say otherwise."))
        if not codes and (count := Anchor.objects.count()):
            self.stdout.write(ngettext("%d anchor is in order", "%d anchors are in order", count) % count)

    def _check_logs(self, codes: list[str]) -> int:
        """Check logs and say what is wrong with them; how many are not in order."""
        begun = Exists(MatchEvent.objects.filter(match=OuterRef("pk")))
        matches = Match.objects.filter(Q(version__gt=0) | begun).order_by("pk")
        if codes:
            matches = matches.filter(code__in=codes)
        checked, faulty = set(), 0
        for match_id, code in matches.values_list("pk", "code").iterator():
            checked.add(code)
            faults = verify(match_id)
            faulty += bool(faults)
            for fault in faults:
                self.stderr.write(fault)
        for code in sorted(set(codes) - checked):
            faulty += 1
            self.stderr.write(f"match {code}: there is no such log")
        if not faulty:
            count = len(checked)
            self.stdout.write(ngettext("%d log is in order", "%d logs are in order", count) % count)
        return faulty
