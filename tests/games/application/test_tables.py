"""The sockets of a process: queues that never wait, and readers that are too slow."""

from __future__ import annotations

from games.application.tables import CLOSE_RESTART, CLOSE_SLOW, MAX_BYTES_BEHIND, MAX_EVENTS_BEHIND, Socket, Tables


def test_messages_wait_in_order() -> None:
    socket = Socket(0)
    socket.push("a")
    socket.push_version("b", 3, 1)
    assert list(socket.outbox) == ["a", "b"]
    assert socket.wake.is_set()
    assert socket.version == 3


def test_a_page_that_confirms_may_go_on_for_ever() -> None:
    socket = Socket(0)
    for version in range(10 * MAX_EVENTS_BEHIND):
        socket.push_version("x" * 1_000, version, 1)
        socket.confirm(version)
    assert socket.close_code is None


def test_too_many_events_unread_close_the_socket() -> None:
    socket = Socket(0)
    for version in range(MAX_EVENTS_BEHIND):
        socket.push_version("x", version, 1)
    assert socket.close_code is None
    socket.push_version("x", MAX_EVENTS_BEHIND, 1)
    assert socket.close_code == CLOSE_SLOW
    assert not socket.outbox


def test_too_many_bytes_unread_close_the_socket() -> None:
    socket = Socket(None)
    socket.push_version("x" * MAX_BYTES_BEHIND, 1, 1)
    assert socket.close_code is None
    socket.push_version("x", 2, 1)
    assert socket.close_code == CLOSE_SLOW


def test_a_closed_socket_takes_nothing_more_but_sends_what_it_had() -> None:
    socket = Socket(0)
    socket.push("a")
    socket.close(CLOSE_RESTART)
    socket.push("b")
    socket.close(CLOSE_SLOW)
    assert list(socket.outbox) == ["a"]
    assert socket.close_code == CLOSE_RESTART


def test_sockets_are_found_by_match_and_by_seat() -> None:
    tables = Tables()
    alice, alices_phone, charlie = Socket(0), Socket(0), Socket(None)
    for socket in (alice, alices_phone, charlie):
        tables.join(7, socket)
    assert {seat: len(sockets) for seat, sockets in tables.audiences(7).items()} == {0: 2, None: 1}
    assert tables.at(8) == []
    for socket in (alice, alices_phone, charlie):
        tables.leave(7, socket)
    tables.leave(7, charlie)
    assert list(tables.occupied()) == []
    assert not tables.any_open()
