"""Hints: they reach whom they should, from any thread, and the layer's errors reach nobody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer

from games.application import broadcast
from games.application.broadcast import Hint

pytestmark = pytest.mark.services


class Broken:
    """A layer that is away."""

    async def group_send(self, *_arguments: Any) -> None:
        raise ConnectionError

    group_add = group_discard = new_channel = receive = group_send


class Stuck(Broken):
    """A layer that never answers."""

    async def group_send(self, *_arguments: Any) -> None:
        await asyncio.sleep(60)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> InMemoryChannelLayer:
    layer = InMemoryChannelLayer()
    monkeypatch.setattr(broadcast, "get_channel_layer", lambda: layer)
    return layer


async def test_a_hint_is_heard_in_its_own_process_on_the_event_loop(layer: InMemoryChannelLayer) -> None:
    heard: list[Hint] = []
    loop = asyncio.get_running_loop()
    broadcast.attach(loop, heard.append)
    await sync_to_async(broadcast.match_moved)(7, 41)
    await sync_to_async(broadcast.seats_changed)(7)
    await asyncio.sleep(0.01)
    broadcast.detach(loop)
    broadcast.seats_changed(7)
    await asyncio.sleep(0.01)
    assert heard == [{"type": "match.moved", "match": 7, "version": 41}, {"type": "match.seats", "match": 7}]


@pytest.mark.parametrize("house_is_open", [True, False])
async def test_every_lobby_is_told(layer: InMemoryChannelLayer, house_is_open: bool) -> None:
    channel = await layer.new_channel()
    await layer.group_add(broadcast.LOBBY, channel)
    loop = asyncio.get_running_loop()
    if house_is_open:
        broadcast.attach(loop, lambda _hint: None)
    await sync_to_async(broadcast.lobby_changed)()
    assert await asyncio.wait_for(layer.receive(channel), 1) == {"type": "lobby.changed"}
    broadcast.detach(loop)


async def test_other_processes_hear_of_a_match_that_they_hold_and_of_no_card(
    layer: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "crosses_processes", lambda: True)
    channel = await broadcast.new_channel()
    assert channel is not None
    heard: list[Hint] = []
    listening = asyncio.ensure_future(broadcast.listen(heard.append, channel))
    await broadcast.follow(7, channel)
    broadcast.spread(7, 41)
    broadcast.spread(8, 1)
    await asyncio.sleep(0.05)
    await broadcast.unfollow(7, channel)
    broadcast.spread(7, 42)
    await asyncio.sleep(0.05)
    listening.cancel()
    assert heard == [{"type": "match.moved", "match": 7, "version": 41}]


def test_the_in_memory_layer_reaches_no_other_process(layer: InMemoryChannelLayer) -> None:
    assert not broadcast.crosses_processes()


@pytest.mark.parametrize("away", [Broken, Stuck])
async def test_the_layers_errors_reach_nobody(monkeypatch: pytest.MonkeyPatch, away: type[Broken]) -> None:
    monkeypatch.setattr(broadcast, "get_channel_layer", away)
    monkeypatch.setattr(broadcast, "SEND_TIMEOUT", 0.01)
    await sync_to_async(broadcast.lobby_changed)()
    broadcast.match_moved(7, 1)
    broadcast.spread(7, 1)
    await broadcast.follow(7, "here")
    await broadcast.unfollow(7, "here")
    assert await broadcast.new_channel() is None
    await asyncio.sleep(0.05)


def test_without_an_event_loop_a_notice_is_sent_all_the_same(layer: InMemoryChannelLayer) -> None:
    broadcast.lobby_changed()
    broadcast.match_moved(7, 1)
