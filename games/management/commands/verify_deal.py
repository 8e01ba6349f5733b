"""``verify_deal``: whether a deal was the promised one, worked out again from the seeds.

By the code of a match, with the hand or for all its finished hands (0 is the draw for deal); or from the file that the
check page gives out, without any database. Ends with an error if something does not hold.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext, ngettext

from games.application import store
from games.application.chain import Row
from games.application.deal_checks import Check, NoDeal, are_numbered, check, deal_of, opened_hands
from games.models import Match


class Command(BaseCommand):
    help = "Works out the deals of a match again, or one from a file (- for the standard input), and says what holds."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", nargs="?", help="the match")
        parser.add_argument("hand", nargs="?", type=int, help="one of its hands; all that are over if none is named")
        parser.add_argument("--file", metavar="FILE", help="a deal from the check page, instead of a match")

    def handle(self, *, code: str | None, hand: int | None, file: str | None, **_options: Any) -> None:
        """Raises CommandError for what there is not, and when a deal is not the promised one."""
        if (code is None) == (file is None):
            raise CommandError(gettext("Name a match or a file."))
        deals = [_read(file)] if file is not None else _deals(str(code), hand)
        false = sum(not self._say(deal) for deal in deals)
        if code is not None and not are_numbered(_rows(code)):
            raise CommandError(gettext("The hands are not numbered without gaps: one has been kept out of sight."))
        if false:
            said = ngettext("%d deal is not what was promised", "%d deals are not what was promised", false)
            raise CommandError(said % false)
        self.stdout.write(ngettext("%d deal is true", "%d deals are true", len(deals)) % len(deals))

    def _say(self, deal: dict[str, Any]) -> bool:
        """Write what holds of a deal; whether all of it does."""
        try:
            checks = check(deal)
        except NoDeal as error:
            raise CommandError(gettext("This is not a deal.")) from error
        self.stdout.write(deal["id"])
        for one in checks:
            mark = self.style.SUCCESS("ok ") if one.holds else self.style.ERROR("NOT")
            self.stdout.write(f"  {mark} {_said(one)}")
        return all(one.holds for one in checks)


def _read(file: str) -> Any:
    try:
        return json.loads(sys.stdin.read() if file == "-" else Path(file).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(gettext("This file cannot be read: %s") % error) from error


def _deals(code: str, hand: int | None) -> list[dict[str, Any]]:
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise CommandError(gettext("There is no match %s.") % code)
    opened = opened_hands(_rows(code))
    wanted = sorted(opened) if hand is None else [hand]
    found = [deal_of(match, number) for number in wanted]
    deals = [deal for deal in found if deal is not None]
    if len(deals) < len(wanted) or not deals:
        raise CommandError(gettext("That hand is not over, or there is none."))
    return deals


def _rows(code: str) -> list[Row]:
    return store.read_since(Match.objects.get(code=code).pk, 0)


def _said(one: Check) -> str:
    """A check in words."""
    match one.key:
        case "server":
            return gettext("the server's seed has the promised fingerprint")
        case "seat":
            return gettext("the seed of seat %(seat)s (%(by)s) has the promised fingerprint") % {
                "seat": one.about,
                "by": gettext("its own") if one.by == "player" else gettext("the server's"),
            }
        case "distinct":
            return gettext("no two fingerprints are the same")
        case "deck":
            return gettext("the deck %s follows from the seeds") % one.about
        case "draw":
            return gettext("the cards for the deal were drawn off the top")
        case _:
            return gettext("the hands of table %s were dealt off the top") % one.about
