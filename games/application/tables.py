"""The sockets of this process, by match: who is to be told what, and who reads too slowly.

A socket here is a queue that its consumer empties; nothing in this module waits. Putting a message into the queue
never fails and never blocks, so that one sleepy phone cannot hold up the rest of its table.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_EVENTS_BEHIND = 200
MAX_BYTES_BEHIND = 256 * 1024
"""How much may be on its way to a page before it counts as gone. Daphne itself would buffer without end."""

CLOSE_RESTART = 4012
CLOSE_SLOW = 4408


@dataclass(eq=False, slots=True)
class Socket:
    """One page's connection to one table: ``seat`` is ``None`` for a spectator."""

    seat: int | None
    outbox: deque[str] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    close_code: int | None = None
    lag_ms: int = 0  # one way, as the page measured it last
    delay_ms: int = 0  # how far behind a spectator is kept
    version: int = -1  # the last version put into the queue
    _unread: deque[tuple[int, int, int]] = field(default_factory=deque)  # version, events, bytes
    _events_behind: int = 0
    _bytes_behind: int = 0

    def push(self, text: str) -> None:
        """Queue a message that needs no confirmation."""
        if self.close_code is None:
            self.outbox.append(text)
            self.wake.set()

    def push_version(self, text: str, version: int, events: int) -> None:
        """Queue a snapshot or an update; it counts as unread until the page returns ``version``."""
        self.version = version
        self.push(text)
        self._unread.append((version, events, len(text)))
        self._events_behind += events
        self._bytes_behind += len(text)
        if self._events_behind > MAX_EVENTS_BEHIND or self._bytes_behind > MAX_BYTES_BEHIND:
            self.close(CLOSE_SLOW)

    def confirm(self, version: int) -> None:
        """The page has seen everything up to ``version``."""
        while self._unread and self._unread[0][0] <= version:
            _version, events, size = self._unread.popleft()
            self._events_behind -= events
            self._bytes_behind -= size

    def close(self, code: int) -> None:
        """Close once the queue is sent; a slow reader's queue is dropped."""
        if self.close_code is None:
            self.close_code = code
            if code == CLOSE_SLOW:
                self.outbox.clear()
            self.wake.set()


class Tables:
    """Every socket of this process."""

    def __init__(self) -> None:
        self._sockets: dict[int, set[Socket]] = {}

    def join(self, match_id: int, socket: Socket) -> None:
        """Tell this socket what happens at a table from now on."""
        self._sockets.setdefault(match_id, set()).add(socket)

    def leave(self, match_id: int, socket: Socket) -> None:
        """Tell it no more."""
        sockets = self._sockets.get(match_id)
        if sockets is not None:
            sockets.discard(socket)
            if not sockets:
                del self._sockets[match_id]

    def at(self, match_id: int) -> list[Socket]:
        """The sockets at one table."""
        return list(self._sockets.get(match_id, ()))

    def audiences(self, match_id: int) -> dict[int | None, list[Socket]]:
        """The sockets at one table by seat; what one seat may see is encoded once for all of its sockets."""
        audiences: dict[int | None, list[Socket]] = {}
        for socket in self._sockets.get(match_id, ()):
            audiences.setdefault(socket.seat, []).append(socket)
        return audiences

    def occupied(self) -> Iterator[int]:
        """The matches at which somebody is connected here."""
        return iter(list(self._sockets))

    def any_open(self) -> bool:
        """Whether any socket is still there."""
        return bool(self._sockets)

    def say_to_all(self, text: str) -> None:
        """One message to every socket of the process."""
        for sockets in self._sockets.values():
            for socket in sockets:
                socket.push(text)

    def close_all(self, code: int) -> None:
        """Close every socket of the process."""
        for sockets in self._sockets.values():
            for socket in sockets:
                socket.close(code)
