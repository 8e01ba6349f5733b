"""``manage.py serve``: the whole site in one process."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Serve the site: pages, sockets, clocks and computer players, in one Daphne process."
    requires_system_checks = ["site"]  # what may lose a move stops the start; `manage.py check` looks at the rest

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")

    def handle(self, *, host: str, port: int, verbosity: int, **_options: Any) -> None:
        # Daphne chooses Twisted's reactor when it is imported, so no other command should.
        from games.management.serving import Serving

        Serving(host, port, say=self.stdout.write if verbosity else None).run()
