"""``refold_ratings``: whether every rating is what the finished matches make it; with ``--write`` it will be.

To be run after the numbers of ``games.application.strength`` were changed, or in doubt. Takes one transaction: while
it runs no rated match is taken into the ratings, and on SQLite nothing is written at all.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext, ngettext

from games.application.refold import refold


class Command(BaseCommand):
    help = "Computes every rating from the finished matches and compares. Ends with an error if one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="put right what differs")

    def handle(self, *, write: bool, **_options: Any) -> None:
        found = refold(write=write)
        counted = ngettext("%d rated match", "%d rated matches", found.matches) % found.matches
        if not found.any:
            self.stdout.write(gettext("%(matches)s: every rating is in order") % {"matches": counted})
            return
        said = gettext("%(matches)s: %(ratings)d ratings and %(changes)d rows of the ledger differ") % {
            "matches": counted,
            "ratings": found.ratings,
            "changes": found.changes,
        }
        if not write:
            raise CommandError(said)
        self.stdout.write(gettext("%(said)s, and were written anew") % {"said": said})
