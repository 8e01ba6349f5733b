"""``manage.py simulate_tournament``: a whole event with simulated people, in a database that is thrown away."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from tournaments.application.simulation import Figures, simulate
from tournaments.domain.formats import FORMATS


class Command(BaseCommand):
    help = "Run a whole event with simulated results, absences, withdrawals and edits, in a throw-away database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", required=True, choices=[*FORMATS, "series"])
        parser.add_argument("--players", type=int, required=True, help="how many enter (teams, in a team format)")
        parser.add_argument("--rounds", type=int, help="Swiss and teams: how many; else the format says")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--absences", type=float, default=0.1, help="how unreliable people are, 0 to 1")
        parser.add_argument("--json", action="store_true", help="one object instead of a table")

    def handle(self, **options: Any) -> None:
        """Check, simulate, print; exit with an error if something that should not happen did."""
        players, absences = options["players"], options["absences"]
        if not 2 <= players <= 5_000:
            raise CommandError("--players must be between 2 and 5000")
        if not 0 <= absences <= 1:
            raise CommandError("--absences must be between 0 and 1")
        if options["rounds"] is not None and not 1 <= options["rounds"] <= 30:
            raise CommandError("--rounds must be between 1 and 30")
        if options["format"] not in ("swiss", "round-robin", "arena", "qualifier") and players > 256:
            raise CommandError("that many players are for Swiss, round robin, arena and qualifier")
        with _throw_away_database():
            figures = simulate(
                options["format"], players, rounds_no=options["rounds"], seed=options["seed"], absences=absences
            )
        if options["json"]:
            self.stdout.write(json.dumps(asdict(figures)))
        else:
            self._print(figures)
        if figures.avoidable_rematches or figures.unfinished:
            raise CommandError("something happened that should not: see the figures")

    def _print(self, figures: Figures) -> None:
        for name, value in asdict(figures).items():
            self.stdout.write(f"{name.replace('_', ' '):<20} {value}")


class _throw_away_database:  # noqa: N801 (used as a function)
    """The default connection leads to a new database in memory for as long as the block lasts."""

    def __enter__(self) -> None:
        connections.close_all()
        self.before = connections.databases["default"]
        memory = {**self.before, "ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "OPTIONS": {}}
        self._use(memory)
        call_command("migrate", run_syncdb=True, verbosity=0, skip_checks=True)

    def __exit__(self, *_error: object) -> None:
        connections.close_all()
        self._use(self.before)

    @staticmethod
    def _use(database: dict[str, Any]) -> None:
        connections["default"].close()
        connections.databases["default"] = database
        del connections["default"]  # the next use makes a connection from these settings
