"""One Daphne process with everything inside: pages, sockets, writer, sweeper, computer players; and its orderly end.

Daphne's own handling of signals raises while a socket is open and tells the pages nothing, so the end is ours: refuse
commands, flush the writer, tell the pages, close 4012, stop the pool, then the reactor.
"""

from __future__ import annotations

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server  # installs Twisted's asyncio reactor; before any other import of Twisted

import asyncio  # isort: skip
import gc
import logging
import signal
import sys
from collections.abc import Callable

from daphne.http_protocol import WebRequest
from django.conf import settings
from django.utils.module_loading import import_string
from twisted.internet import reactor

from games.application.house import House, open_house
from games.management.table_protocol import TableProtocol

logger = logging.getLogger(__name__)

SWITCH_INTERVAL = 0.0005
"""Seconds. With Python's default a busy event loop starves the writer thread: 424 rows/s instead of 17,600."""

GC_THRESHOLDS = (50_000, 20, 50)
"""A move makes thousands of short-lived values and no cycles; Python's default thresholds spend a fifth of the time of
a busy process on looking through all that its matches hold."""

MAX_MESSAGE_BYTES = 4096

HANDSHAKE_SECONDS = 30
"""How long a page may wait to be let in. After a restart they all come at once; with Daphne's five seconds the last
ones were turned away, and came again."""

HTTP_GRACE = 3.0
"""Seconds that running requests get to finish."""

CLOSE_GRACE = 5.0
"""Seconds that pages get to answer the close. To go before they did would reset the connection, and what they have not
read yet would be lost, the news of the restart included."""


class Serving:
    """The server process, from its first socket to its last."""

    def __init__(self, host: str, port: int, say: Callable[[str], object] | None = None) -> None:
        self._host, self._port = host, port
        self._say = say
        self._house: House | None = None
        self._ending: asyncio.Task[None] | None = None
        self._server = Server(
            application=import_string(settings.ASGI_APPLICATION),
            endpoints=build_endpoint_description_strings(host=host, port=port),
            signal_handlers=False,
            websocket_max_message_size=MAX_MESSAGE_BYTES,
            websocket_handshake_timeout=HANDSHAKE_SECONDS,
            ready_callable=self._ready,
            server_name="",
        )

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT; returns when everything is put away."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._server.run()
        if self._server.abort_start or self._house is None:
            raise SystemExit(1)

    def _ready(self) -> None:
        gc.collect()
        gc.freeze()  # what was loaded to begin with is never garbage
        gc.set_threshold(*GC_THRESHOLDS)
        self._server.ws_factory.protocol = TableProtocol
        self._server.ws_factory.setProtocolOptions(failByDrop=False)  # say 1009 to a frame too large, not nothing
        loop: asyncio.AbstractEventLoop = reactor._asyncioEventloop
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end)
        self._opening = loop.create_task(self._open())

    async def _open(self) -> None:
        try:
            self._house = await open_house(errands=True)
        except Exception:
            logger.exception("the house does not open; is the database migrated?")
            self._end()
            return
        if self._say is not None:
            shown = f"[{self._host}]" if ":" in self._host else self._host
            if self._host in ("127.0.0.1", "::1"):
                shown = "localhost"  # passkeys work there, and not at an address
            self._say(f"Serving on http://{shown}:{self._port}/ (Ctrl-C ends it)")

    def _end(self) -> None:
        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(self._put_away())

    async def _put_away(self) -> None:
        """The orderly end; a second signal changes nothing, for it is short."""
        try:
            for listener in self._server.listeners:
                listener.addCallback(lambda port: port.stopListening())
            await self._opening
            if self._house is not None:
                await self._house.close()
                await self._wait_while(self._house.tables.any_open, CLOSE_GRACE)
            await self._wait_while(self._running_requests, HTTP_GRACE)
        except Exception:
            logger.exception("the end was not orderly")
        finally:
            reactor.stop()  # type: ignore[misc]

    @staticmethod
    async def _wait_while(condition: Callable[[], object], seconds: float) -> None:
        give_up = asyncio.get_running_loop().time() + seconds
        while condition() and asyncio.get_running_loop().time() < give_up:
            await asyncio.sleep(0.02)

    def _running_requests(self) -> list[object]:
        return [
            protocol
            for protocol, details in self._server.connections.items()
            if isinstance(protocol, WebRequest)
            and "application_instance" in details
            and not details["application_instance"].done()
        ]
