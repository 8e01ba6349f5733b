"""Sockets without a network: the consumers, called as Daphne calls them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from games.application.house import House
from games.models import Match
from games.routing import websocket_urlpatterns
from ginsite.accounts.models import User
from tests.games.application.seated import seat

Plain = dict[str, Any]


class Page:
    """One page at one table. Keeps every raw frame."""

    def __init__(self, code: str, user: User | AnonymousUser, since: int | None = None) -> None:
        query = "" if since is None else f"?from={since}"
        self.socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/tables/{code}/{query}")
        self.socket.scope["user"] = user
        self.code = code
        self.frames: list[str] = []
        self.version = 0
        self.view: Plain = {}

    async def open(self) -> Plain:
        """Connect; the first message."""
        accepted, _subprotocol = await self.socket.connect()
        assert accepted
        return await self.read()

    async def read(self) -> Plain:
        """The next message. Changes of presence and what people say are passed over."""
        while True:
            text = await self.socket.receive_from(3)
            self.frames.append(text)
            message: Plain = json.loads(text)
            if message["t"] in ("snapshot", "update"):
                self.version, self.view = message["v"], message["view"]
            if message["t"] not in ("seats", "chat"):
                return message

    async def hear(self, kind: str) -> Plain:
        """The next message of one kind."""
        while True:
            text = await self.socket.receive_from(3)
            self.frames.append(text)
            message: Plain = json.loads(text)
            if message["t"] in ("snapshot", "update"):
                self.version, self.view = message["v"], message["view"]
            if message["t"] == kind:
                return message

    async def say(self, **message: Any) -> None:
        """Send one message."""
        await self.socket.send_json_to(message)

    async def do(self, action: Plain | str, *, v: int | None = None, named: str | None = None) -> Plain:
        """Send a command and wait for its own answer."""
        named = named or str(uuid4())
        plain = {"kind": action} if isinstance(action, str) else action
        await self.say(t="cmd", id=named, v=self.version if v is None else v, a=plain)
        while True:
            message = await self.read()
            if message.get("id") == named:
                return message

    async def closed_with(self) -> int:
        """The code with which the server closes; whatever it still sends before is passed over."""
        while True:
            output = await self.socket.receive_output(3)
            if output["type"] == "websocket.close":
                return int(output["code"])

    async def is_told_nothing(self) -> bool:
        """Whether the server has nothing to say; changes of presence are passed over."""
        while not await self.socket.receive_nothing(0.05):
            if json.loads(await self.socket.receive_from(3))["t"] != "seats":
                return False
        return True


Sit = Callable[..., Awaitable[Page]]


@pytest.fixture
def table(alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1, dealt."""
    return seat(alice, bob)


@pytest_asyncio.fixture
async def sit(house: House, table: Match) -> AsyncIterator[Sit]:
    """Open a page at the table; all of them are closed at the end."""
    pages: list[Page] = []

    async def sit_down(user: User | AnonymousUser, since: int | None = None, code: str | None = None) -> Page:
        page = Page(code or table.code, user, since)
        pages.append(page)
        await page.open()
        return page

    yield sit_down
    for page in pages:
        await page.socket.disconnect()


@pytest_asyncio.fixture
async def in_turn(sit: Sit, alice: User, bob: User) -> tuple[Page, Page]:
    """Both players' pages: first the one whose turn it is."""
    pages = (await sit(alice), await sit(bob))
    first: int = pages[0].view["turn"][0]
    return pages[first], pages[1 - first]
