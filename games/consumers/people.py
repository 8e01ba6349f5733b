"""Who is at the other end of a socket, read once from the session's cookie.

Channels' own middleware looks at every message whether the session has to be saved. A socket never writes to it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from channels.auth import get_user
from channels.sessions import CookieMiddleware
from django.conf import settings

Application = Callable[..., Awaitable[None]]


class People:
    """``scope["user"]`` for the application inside: a user, or nobody known."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner
        self._sessions = import_module(settings.SESSION_ENGINE).SessionStore

    async def __call__(self, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        """Serve one socket."""
        session = self._sessions(scope["cookies"].get(settings.SESSION_COOKIE_NAME))
        user = await get_user({"session": session})
        await self._inner({**scope, "user": user}, receive, send)


def with_people(inner: Application) -> Application:
    """An application that is told who is there."""
    application: Application = CookieMiddleware(People(inner))
    return application
