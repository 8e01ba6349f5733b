"""What is said to other sockets and other processes, and the only sender on the channel layer.

The layer carries two things: "match M is at version V" (and "somebody sat down at M", "something was said at M") to
the processes that hold match M in memory, and lobby notices. Never a card, never a word. It is a hint: every error of
the layer is caught, and what it loses is found a second later in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)

LOBBY = "lobby"
"""The group of the lobby's sockets; they are sent ``{"type": "lobby.changed"}``."""

SEND_TIMEOUT = 2.0
"""Seconds after which a hint is given up."""

Hint = dict[str, Any]

_loop: asyncio.AbstractEventLoop | None = None
_hear: Callable[[Hint], None] | None = None
_tasks: set[asyncio.Task[None]] = set()
_sending: contextlib.AbstractAsyncContextManager[Any] = contextlib.nullcontext()


def match_group(match_id: int) -> str:
    """The group of the processes that hold a match in memory."""
    return f"match.{match_id}"


def match_moved(match_id: int, version: int) -> None:
    """Tell everybody that a match has reached a version. Call it after the commit, from any thread.

    The writer's own commits go to other processes alone; for a writer of the other door (starting a match, a
    ruling) this process has to hear it too, which :func:`_tell` sees to.
    """
    _tell({"type": "match.moved", "match": match_id, "version": version})


def seats_changed(match_id: int) -> None:
    """Tell everybody at a table that somebody sat down or left. Call it after the commit, from any thread."""
    _tell({"type": "match.seats", "match": match_id})


def company_changed(match_id: int) -> None:
    """Tell everybody at a table that it changed who hears whom. Call it after the commit, from any thread."""
    _tell({"type": "match.company", "match": match_id})


def rematch_made(match_id: int, url: str) -> None:
    """Tell everybody at a finished table where the rematch is played. Call it after the commit, from any thread."""
    _tell({"type": "match.rematch", "match": match_id, "url": url})


def lobby_changed() -> None:
    """Tell every lobby that its list of tables changed. Call it after the commit, from any thread."""
    _from_anywhere(_group_send(LOBBY, {"type": "lobby.changed"}))


def spread(match_id: int, version: int) -> None:
    """Tell the other processes alone; for the event loop, after a commit of the writer."""
    if crosses_processes():
        _start(_group_send(match_group(match_id), {"type": "match.moved", "match": match_id, "version": version}))


def spread_talk(match_id: int) -> None:
    """Tell the other processes alone that something was said; for the event loop, after the commit."""
    if crosses_processes():
        _start(_group_send(match_group(match_id), {"type": "match.company", "match": match_id}))


def crosses_processes() -> bool:
    """Whether the layer reaches other processes at all; the in-memory layer does not."""
    layer = get_channel_layer()
    return layer is not None and not isinstance(layer, InMemoryChannelLayer)


def attach(loop: asyncio.AbstractEventLoop, hear: Callable[[Hint], None]) -> None:
    """The event loop of this process that holds live matches, and what it does with a hint."""
    global _loop, _hear, _sending
    _loop, _hear = loop, hear
    _sending = asyncio.Semaphore(20)  # redis-py's pool raises, and does not wait, beyond its connections


def detach(loop: asyncio.AbstractEventLoop) -> None:
    """The loop stops holding live matches."""
    global _loop, _hear, _sending
    if _loop is loop:
        _loop = _hear = None
        _sending = contextlib.nullcontext()


async def listen(hear: Callable[[Hint], None], channel: str) -> None:
    """Hear the other processes' hints on this process's channel until cancelled, whatever the layer does."""
    while True:
        try:
            layer = get_channel_layer()
            hear(await layer.receive(channel))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            logger.warning("the channel layer does not answer: %s", type(error).__name__)
            await asyncio.sleep(1)


async def new_channel() -> str | None:
    """A channel of this process on the layer; ``None`` when the layer is away."""
    with _caught("new_channel"):
        return str(await asyncio.wait_for(get_channel_layer().new_channel("process"), SEND_TIMEOUT))
    return None


async def follow(match_id: int, channel: str) -> None:
    """Hear of one match from now on."""
    with _caught("group_add"):
        await asyncio.wait_for(get_channel_layer().group_add(match_group(match_id), channel), SEND_TIMEOUT)


async def unfollow(match_id: int, channel: str) -> None:
    """Hear of it no more."""
    with _caught("group_discard"):
        await asyncio.wait_for(get_channel_layer().group_discard(match_group(match_id), channel), SEND_TIMEOUT)


def _tell(hint: Hint) -> None:
    loop, hear = _loop, _hear
    if loop is not None and hear is not None and not loop.is_closed():
        loop.call_soon_threadsafe(hear, hint)
    if crosses_processes():
        _from_anywhere(_group_send(match_group(hint["match"]), hint))


async def _group_send(group: str, message: Hint) -> None:
    with _caught("group_send"):
        async with _sending:
            await asyncio.wait_for(get_channel_layer().group_send(group, message), SEND_TIMEOUT)


def _from_anywhere(sending: Coroutine[Any, Any, None]) -> None:
    """Start a sending without waiting where an event loop is at hand; else carry it out here."""
    loop = _loop
    if loop is not None and loop.is_running():
        loop.call_soon_threadsafe(_start, sending)
        return
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        with _caught("group_send"):
            async_to_sync(_awaited)(sending)
    else:
        _start(sending)


async def _awaited(sending: Coroutine[Any, Any, None]) -> None:
    await sending


def _start(sending: Coroutine[Any, Any, None]) -> None:
    task = asyncio.get_running_loop().create_task(sending)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


@contextlib.contextmanager
def _caught(what: str) -> Any:
    """The layer is never worth an error: note it and go on."""
    try:
        yield
    except Exception as error:
        logger.warning("channel layer: %s failed: %s", what, type(error).__name__)
