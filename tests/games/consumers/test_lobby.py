"""The lobby's socket says "look again"."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator

from games.application import broadcast
from games.consumers import lobby
from games.consumers.lobby import LobbyConsumer

pytestmark = pytest.mark.django_db  # Channels looks after old connections at every message


@pytest.fixture(autouse=True)
def _fresh_layer() -> None:
    """A layer belongs to one event loop, and every test has its own."""
    channel_layers.backends = {}


async def listener() -> Any:
    """An open socket to the lobby."""
    socket = WebsocketCommunicator(LobbyConsumer.as_asgi(), "/ws/lobby/")
    connected, _protocol = await socket.connect()
    assert connected
    return socket


async def test_everybody_hears_that_the_lobby_changed() -> None:
    sockets = [await listener(), await listener()]
    broadcast.lobby_changed()
    for socket in sockets:
        assert json.loads(await socket.receive_from()) == {"t": "changed"}
        await socket.disconnect()


async def test_whoever_talks_to_the_lobby_is_shown_out() -> None:
    socket = await listener()
    await socket.send_to(text_data="hello")
    assert await socket.receive_output() == {"type": "websocket.close", "code": lobby.BAD_CLIENT}


async def test_whoever_has_left_hears_nothing_and_disturbs_nobody() -> None:
    gone, here = await listener(), await listener()
    await gone.disconnect()
    broadcast.lobby_changed()
    assert json.loads(await here.receive_from()) == {"t": "changed"}
    await here.disconnect()


async def test_without_a_channel_layer_the_page_is_left_to_its_own_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_group: str) -> None:
        raise ConnectionError

    layer = channel_layers["default"]
    monkeypatch.setattr(layer, "group_add", away)
    socket = await listener()
    assert await socket.receive_output() == {"type": "websocket.close", "code": lobby.LAYER_AWAY}
