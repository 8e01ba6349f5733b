"""``check_records``: whether records are what they claim: each is read and played again, line by line.

Of a record that is not in order the first line that cannot be is named. Needs no database.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import ngettext

from games.application.records import read_record
from games.domain.notation import BadRecord

STANDARD_INPUT = "-"


class Command(BaseCommand):
    help = "Plays records again. Names file, line and reason of the first line that cannot be; ends with an error then."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="file", help=f"a record; {STANDARD_INPUT} is standard input")

    def handle(self, *, files: list[str], **_options: Any) -> None:
        broken = 0
        for name in files:
            try:
                read_record(_content(name))
            except BadRecord as bad:
                broken += 1
                self.stderr.write(f"{name}: {bad}")
        if broken:
            raise CommandError(ngettext("%d record is not in order", "%d records are not in order", broken) % broken)
        self.stdout.write(ngettext("%d record is in order", "%d records are in order", len(files)) % len(files))


def _content(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
