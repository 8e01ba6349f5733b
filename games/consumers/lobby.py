"""The lobby's socket: it says "look again" and nothing else.

The page then asks for its list as it always does, by htmx, so that there is one way in which a list of tables comes to
be. The hint is worth no more than the time it saves: a page that hears none looks again by itself.
"""

from __future__ import annotations

import contextlib
import logging
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from games.application.broadcast import LOBBY

logger = logging.getLogger(__name__)

BAD_CLIENT = 4000
LAYER_AWAY = 4013


class LobbyConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Anybody may listen; there is nothing to say."""

    async def connect(self) -> None:
        """Accept, and hear of the lobby; without a channel layer the page is left to its own looking."""
        await self.accept()
        try:
            await self.channel_layer.group_add(LOBBY, self.channel_name)
        except Exception as error:
            logger.warning("channel layer: group_add failed: %s", type(error).__name__)
            await self.close(LAYER_AWAY)

    async def disconnect(self, _code: int) -> None:
        """Stop hearing of the lobby."""
        with contextlib.suppress(Exception):
            await self.channel_layer.group_discard(LOBBY, self.channel_name)

    async def receive(self, **_message: Any) -> None:
        """Nobody has anything to say here."""
        await self.close(BAD_CLIENT)

    async def lobby_changed(self, _event: dict[str, Any]) -> None:
        """A table came or went."""
        with contextlib.suppress(Exception):
            await self.send('{"t":"changed"}')
