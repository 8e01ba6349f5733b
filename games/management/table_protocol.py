"""Daphne's WebSocket protocol without the detours that would cost every frame more than its content does.

Autobahn formats lines of debug log that nobody reads, and Twisted asks the event loop before it writes. Here a whole
text frame is read and written at once; whatever is out of the ordinary (fragments, control frames, half a frame, a
reader who is slow) takes the usual way, and so does everything of the handshake and the close.

And Autobahn has one limit for both directions: it would keep us from sending more than a page may, and the snapshot of
a long hand is larger than that.
"""

from __future__ import annotations

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

TEXT = 0x81
"""The first byte of a frame that is a whole text message."""

MASKED = 0x80
SHORT, TWO_BYTES = 125, 126
"""The largest length that stands in the second byte itself, and what says that the next two bytes hold it."""


class TableProtocol(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """One page's socket, as Daphne's but quicker."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """A chunk from the page."""
        payload = whole_text(data) if self._between_frames and len(data) <= self.maxMessagePayloadSize else None
        if payload is None:
            self._dataReceived(data)
        else:
            self.onMessage(payload, False)

    @property
    def _between_frames(self) -> bool:
        """Whether the handshake is over and nothing of a message has come that is not yet whole."""
        return self.state == self.STATE_OPEN and not (self.data or self.inside_message or self.current_frame)

    def serverSend(self, content: str, binary: bool = False) -> None:  # noqa: N802
        """A message to the page."""
        if binary or self.state != self.STATE_OPEN:
            super().serverSend(content, binary)
        else:
            self.sendData(text_frame(content.encode()))

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Bytes to the page: at once as far as the socket takes them, unless others wait before them."""
        transport = self.transport
        if sync or chopsize or self.send_queue or not isinstance(transport, Connection):
            super().sendData(data, sync, chopsize)
            return
        waiting = transport.dataBuffer or transport._tempDataLen or transport.disconnecting
        if transport.connected and not waiting:
            sent = transport.writeSomeData(data)
            if isinstance(sent, int):
                data = data[sent:]
        if data:
            transport.write(data)  # type: ignore[no-untyped-call]


def text_frame(payload: bytes) -> bytes:
    """A server's frame around a text (RFC 6455, 5.2): not masked, not fragmented."""
    size = len(payload)
    if size <= SHORT:
        return bytes((TEXT, size)) + payload
    if size <= 0xFFFF:
        return bytes((TEXT, TWO_BYTES)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT, TWO_BYTES + 1)) + size.to_bytes(8, "big") + payload


def whole_text(data: bytes) -> bytes | None:
    """The text of a page's frame if ``data`` is exactly one whole, masked text frame of UTF-8, else ``None``."""
    if len(data) < 6 or data[0] != TEXT or not data[1] & MASKED:
        return None
    size, start = data[1] & ~MASKED, 2
    if size == TWO_BYTES:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if (size > SHORT and start == 2) or len(data) != start + 4 + size:
        return None
    mask = data[start : start + 4] * (size // 4 + 1)
    masked = int.from_bytes(data[start + 4 :], "big")
    payload = (masked ^ int.from_bytes(mask[:size], "big")).to_bytes(size, "big")
    try:
        payload.decode()
    except UnicodeDecodeError:
        return None
    return payload
