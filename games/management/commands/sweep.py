"""``manage.py sweep``: the server's errands without pages, beside any number of serving processes."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.application import clocks
from games.application.house import open_house

SWITCH_INTERVAL = 0.0005


class Command(BaseCommand):
    help = "Flag clocks, deal after pauses, move for the computer players; until SIGTERM. Several do no harm."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="see to what is due now, and end")

    def handle(self, *, once: bool, **_options: Any) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL)
        asyncio.run(self._sweep(once=once))

    async def _sweep(self, *, once: bool) -> None:
        ended = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        house = await open_house(errands=not once, serving=False)
        if once:
            if await house.live.read(clocks.is_served):
                await house.errands.sweep()
                await house.errands.done()
        else:
            await ended.wait()
        await house.close()
