"""One page's socket at one table: reads messages, asks the application, sends what it says. No ORM here.

``docs/protocol.md`` is the contract. Whatever a page sends, well-formed or not, is answered or refused with a code; a
refusal has changed nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from urllib.parse import parse_qs

import orjson
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from games.application.house import House, open_house
from games.application.live import Held
from games.application.messages import (
    ChatMessage,
    CommandMessage,
    MessageError,
    Question,
    read_chat,
    read_command,
    read_number,
    read_question,
)
from games.application.play import ask
from games.application.tables import CLOSE_RESTART, Socket
from games.application.talk import is_silent
from games.application.visits import Stay
from games.domain.errors import RuleViolation

logger = logging.getLogger(__name__)

MAX_BYTES = 4096
MESSAGES_A_SECOND = 20
BURST = 40
MAX_REFUSED = 200
"""Messages over the rate, without a pause in between, after which the socket is closed."""

MAX_IN_FLIGHT = 8
"""Commands and questions of one socket that may wait for their answer at a time."""

CLOSE_BAD_CLIENT = 4000
CLOSE_NO_TABLE = 4004
CLOSE_TOO_MUCH = 4008
CLOSE_OUT_OF_ORDER = 4011
CLOSE_LOG_IN = 4401
CLOSE_NOT_ALLOWED = 4403


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """``/ws/tables/<code>/?from=<version>``."""

    house: House
    match_id: int | None = None
    socket: Socket
    stay: Stay

    async def __call__(
        self, scope: dict[str, Any], receive: Callable[[], Awaitable[dict[str, Any]]], send: Callable[..., Any]
    ) -> None:
        """Serve one socket.

        No channel layer: a match's own sockets are served from this process's registry, and a channel of its own for
        every socket would only be one more thing to fail.
        """
        self.scope, self.base_send = scope, send
        self._tasks: set[asyncio.Task[None]] = set()
        self._allowance, self._counted_at, self._refused = float(BURST), 0.0, 0
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self._leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Pass a message on.

        Channels closes old database connections here, one thread hop for each message; this consumer has none to close.
        """
        await getattr(self, get_handler_name(message))(message)

    async def websocket_connect(self, _message: dict[str, Any]) -> None:
        """Accept, find the table, say what is going on. Only after the handshake can a refusal have a code."""
        await self.accept()
        try:
            code = await self._enter()
        except Exception:  # a log that cannot be read; the page tries again, with patience
            logger.exception("nobody can enter table %s", self.scope["url_route"]["kwargs"]["code"])
            code = CLOSE_OUT_OF_ORDER
        if code is not None:
            await self.close(code)

    async def websocket_disconnect(self, _message: dict[str, Any]) -> None:
        """The page has gone; nothing follows from that but the end of its heartbeats."""
        raise StopConsumer

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame from the page."""
        if self.match_id is None or self.socket.close_code is not None:
            return
        if len(text_data or bytes_data or "") > MAX_BYTES or (text_data and len(text_data.encode()) > MAX_BYTES):
            self.socket.close(CLOSE_TOO_MUCH)
            return
        plain: Any = None
        with contextlib.suppress(ValueError):
            plain = orjson.loads(text_data or "")
        named = plain.get("id") if isinstance(plain, dict) else None
        named = named if isinstance(named, str) and len(named) <= 36 else None
        if not self._in_time():
            self._refuse(named, "TOO_FAST")
            return
        try:
            self._take(plain)
        except MessageError:
            self._refuse(named, "BAD_MESSAGE")

    async def send(self, text: str) -> None:
        """One frame to the page."""
        await self.base_send({"type": "websocket.send", "text": text})

    # Coming and going

    async def _enter(self) -> int | None:
        """Sit down or look on; a close code if that may not be."""
        self.house = await open_house()
        if self.house.closing:
            return CLOSE_RESTART
        held = await self.house.live.find(self.scope["url_route"]["kwargs"]["code"])
        if held is None:
            return CLOSE_NO_TABLE
        user = self.scope["user"]
        seat = held.seat_of(user.pk) if user.is_authenticated else None
        if seat is None and not held.table.in_the_lobby and not getattr(user, "is_staff", False):
            return CLOSE_NOT_ALLOWED if user.is_authenticated else CLOSE_LOG_IN
        self.match_id, self.socket = held.id, Socket(seat, delay_ms=held.table.delay_ms if seat is None else 0)
        self.house.tables.join(
            held.id, self.socket
        )  # first, so that nothing falls between the snapshot and the updates
        self.stay = self.house.visits.came(held.id, seat, user.pk, self.scope, self.house.now())
        self._start(self._send_queue())
        self._beat()
        self.house.screens.welcome(held, self.socket, self._asked_from())
        self.house.screens.show_seats(held)
        self._start(self._tell_talk(held, asked=self._asked_from() is not None))
        return None

    def _leave(self) -> None:
        if self.match_id is not None:
            self.house.tables.leave(self.match_id, self.socket)
            self.house.visits.went(self.stay, self.house.now())
        for task in self._tasks:
            task.cancel()

    def _asked_from(self) -> int | None:
        values = parse_qs(self.scope["query_string"].decode("ascii", "replace")).get("from", [])
        return (
            int(values[0]) if values and values[0].isascii() and values[0].isdigit() and len(values[0]) < 10 else None
        )

    async def _send_queue(self) -> None:
        """Empty the socket's queue in order. A page that is gone ends this; the lease tells the table."""
        socket = self.socket
        try:
            while True:
                while socket.outbox:
                    await self.send(socket.outbox.popleft())
                if socket.close_code is not None:
                    await self.close(socket.close_code)
                    return
                await socket.wake.wait()
                socket.wake.clear()
        except asyncio.CancelledError:
            raise
        except Exception as error:  # it may be gone; if it is not, it comes again, and is told from where it was
            logger.warning("a page cannot be told: %s: %s", type(error).__name__, error)
            with contextlib.suppress(Exception):
                await self.close(CLOSE_OUT_OF_ORDER)

    # What a page may say

    def _take(self, plain: Any) -> None:
        """Read one message and do it. Raises MessageError."""
        if not isinstance(plain, dict):
            raise MessageError
        match plain.get("t"):
            case "ping":
                self._pong(plain)
            case "resume":
                self._answer(None, self._resume(read_number(plain, "v")))
            case "cmd":
                command = read_command(plain)
                self.socket.confirm(command.version or 0)
                self._beat()  # who plays is there
                self._answer(str(command.id), self._command(command))
            case "chat":
                chat = read_chat(plain)
                self._answer(str(chat.id), self._chat(chat))
            case "ask":
                question = read_question(plain)
                self._answer(str(question.id), self._ask(question))
            case _:
                raise MessageError

    def _answer(self, named: str | None, answering: Coroutine[Any, Any, None]) -> None:
        """Answer beside the reading of further messages, so that a slow disk does not silence the heartbeat."""
        if len(self._tasks) > MAX_IN_FLIGHT:
            answering.close()
            self._refuse(named, "TOO_FAST")
        else:
            self._start(answering)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a message was not answered", exc_info=task.exception())

    def _in_time(self) -> bool:
        """Whether this message is within the rate; one that never pauses is closed in the end."""
        now = asyncio.get_running_loop().time()
        self._allowance = min(float(BURST), self._allowance + (now - self._counted_at) * MESSAGES_A_SECOND)
        self._counted_at = now
        if self._allowance >= 1:
            self._allowance -= 1
            self._refused = 0
            return True
        self._refused += 1
        if self._refused > MAX_REFUSED:
            self.socket.close(CLOSE_TOO_MUCH)
        return False

    def _pong(self, plain: dict[str, Any]) -> None:
        number = read_number(plain, "n")
        self.socket.confirm(read_number(plain, "v"))
        self.socket.lag_ms = read_number(plain, "rtt", 0) // 2
        self._beat()
        self._say({"t": "pong", "n": number, "now": self.house.now() - self.socket.delay_ms})

    def _beat(self) -> None:
        if self.socket.seat is not None and self.match_id is not None:
            self.house.presence.beat(self.match_id, self.socket.seat, self.house.now())

    async def _resume(self, version: int) -> None:
        held = await self._held()
        if held is not None:
            self.house.screens.resume(held, self.socket, version)
            await self._tell_talk(held)

    async def _tell_talk(self, held: Held, *, asked: bool = True) -> None:
        """Send a player's page the conversation, which is read once a table; to a new page only if there is one."""
        if self.socket.seat is None or held.table.practice or held.committed is None:
            return
        if not held.talk_read:
            await self.house.look_at_talk(held)
        elif asked or not is_silent(held.talk):
            self.house.screens.tell_talk(held, self.socket)

    async def _chat(self, chat: ChatMessage) -> None:
        """Have it said. The line comes to everybody at the table; the acknowledgement to who said it alone."""
        named, seat = str(chat.id), self.socket.seat
        assert self.match_id is not None
        code = "NOT_SEATED" if seat is None else await self.house.say(self.match_id, seat, chat.words)
        if code is not None:
            self._refuse(named, code)
        else:
            self._say({"t": "ack", "id": named, "v": max(0, self.socket.version)})

    async def _command(self, command: CommandMessage) -> None:
        """Have it done. The update is the acknowledgement; only what was done before is acknowledged in words."""
        seat = self.socket.seat
        assert self.match_id is not None
        named = str(command.id)
        if seat is None:
            self._refuse(named, "NOT_SEATED")
            return
        outcome = await self.house.act(
            self.match_id, seat, command.action, command.version, command.id, self.socket.lag_ms
        )
        if outcome.code is not None:
            self._refuse(named, outcome.code, outcome.detail, outcome.version if outcome.code == "STALE" else None)
        elif outcome.repeated:
            self._say({"t": "ack", "id": named, "v": outcome.version})

    async def _ask(self, question: Question) -> None:
        held = await self._held()
        try:
            if held is not None:
                self._say({"t": "answer", "id": str(question.id)} | ask(held, self.socket.seat, question))
        except RuleViolation as refusal:
            self._refuse(str(question.id), refusal.code.value, dict(refusal.detail))

    async def _held(self) -> Held | None:
        assert self.match_id is not None
        return await self.house.live.get(self.match_id)

    # Answers

    def _say(self, message: dict[str, Any]) -> None:
        self.socket.push(orjson.dumps(message).decode())

    def _refuse(
        self, named: str | None, code: str, detail: dict[str, Any] | None = None, version: int | None = None
    ) -> None:
        message: dict[str, Any] = {"t": "error", "id": named, "code": code, "detail": detail or {}}
        if version is not None:
            message["v"] = version
        self._say(message)
