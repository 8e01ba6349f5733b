"""Frames read and written by hand: exactly those of RFC 6455, and nothing that Autobahn should decide."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import CLIENT, OPEN, Protocol

from games.management.table_protocol import text_frame, whole_text

SIZES = (0, 1, 125, 126, 127, 4096, 65_535, 65_536)


def from_page(text: str, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


def read_by_a_page(data: bytes) -> list[Frame]:
    page = Protocol(CLIENT, state=OPEN, max_size=None)
    page.receive_data(data)
    return [event for event in page.events_received() if not isinstance(event, Response)]  # type: ignore[misc]


@pytest.mark.parametrize("size", SIZES)
def test_a_page_reads_what_is_framed(size: int) -> None:
    text = "♠" * (size // 3) + "x" * (size % 3)
    (frame,) = read_by_a_page(text_frame(text.encode()))
    assert (frame.opcode, frame.fin, frame.data) == (Opcode.TEXT, True, text.encode())


@pytest.mark.parametrize("size", [size for size in SIZES if size <= 65_535])
def test_a_whole_frame_of_a_page_is_read(size: int) -> None:
    text = "♥" * (size // 3) + "y" * (size % 3)
    assert whole_text(from_page(text)) == text.encode()


def test_anything_else_is_left_to_autobahn() -> None:
    whole = from_page("take a card")
    assert whole_text(whole[:-1]) is None, "half a frame"
    assert whole_text(whole + whole) is None, "two frames"
    assert whole_text(from_page("part", fin=False)) is None, "a fragment"
    assert whole_text(from_page("part", Opcode.CONT)) is None, "the rest of a fragment"
    assert whole_text(from_page("beat", Opcode.PING)) is None
    assert whole_text(from_page("bye", Opcode.CLOSE)) is None
    assert whole_text(from_page("raw", Opcode.BINARY)) is None
    assert whole_text(text_frame(b"not masked, as no page may send")) is None
    assert whole_text(Frame(Opcode.TEXT, b"\xff\xfe", True).serialize(mask=True)) is None, "not UTF-8"
    assert whole_text(from_page("z" * 70_000)) is None, "more than a page ever has to say"
    assert whole_text(b"") is None
