"""Which consumer answers at which socket address."""

from __future__ import annotations

from django.urls import path

from games.consumers.lobby import LobbyConsumer
from games.consumers.table import TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/tables/<slug:code>/", TableConsumer.as_asgi()),
]
