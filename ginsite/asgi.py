"""The ASGI application: HTTP to Django, WebSockets to the games' consumers."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ginsite.settings")
http = get_asgi_application()  # sets Django up; everything below needs that

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import re_path  # noqa: E402

from games.consumers.people import with_people  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402


async def no_such_socket(_scope: dict[str, Any], _receive: Callable[[], Any], send: Callable[..., Any]) -> None:
    """Refuse the handshake: Channels would raise, and fill the log for any stranger who tries addresses."""
    await send({"type": "websocket.close"})


sockets = URLRouter([*websocket_urlpatterns, re_path("", no_such_socket)])  # type: ignore[arg-type]
application = ProtocolTypeRouter(
    {"http": http, "websocket": AllowedHostsOriginValidator(with_people(sockets))},
)
