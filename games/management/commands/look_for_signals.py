"""``look_for_signals``: look for signals in what was played, as the sweep does after each match.

To be run after a threshold was changed, or when nothing swept for more than a few hours. May be run at any time and as
often as one likes: it writes the same rows over. Changes no match and tells no player.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext, ngettext

from games.application.suspicions.looking import look_since
from games.models.evidence import KEEP_DAYS


class Command(BaseCommand):
    help = "Looks for signals for the referee in the matches that have ended since a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--since", metavar="YYYY-MM-DD", help=f"a day, UTC; without it all of the {KEEP_DAYS} days that count"
        )

    def handle(self, *, since: str | None, **_options: Any) -> None:
        matches, signals = look_since(_begin(since))
        looked = ngettext("%d match looked at", "%d matches looked at", matches) % matches
        waiting = ngettext("%d signal waits for a referee", "%d signals wait for a referee", signals) % signals
        self.stdout.write(f"{looked}; {waiting}")


def _begin(since: str | None) -> datetime:
    if since is None:
        return timezone.now() - timedelta(days=KEEP_DAYS)
    try:
        day = parse_date(since)
    except ValueError:  # the right shape, but no such day
        day = None
    if day is None:
        raise CommandError(gettext("%(since)s is no day: write it as 2026-12-31") % {"since": since})
    return datetime.combine(day, time(), UTC)
