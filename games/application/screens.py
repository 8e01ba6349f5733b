"""From a commit to the screens: each connected seat is sent its own view, encoded once for all of its sockets.

Nothing encoded is kept. A socket knows the version that it was last sent; one that missed a step (it came in between,
or the match was read anew) is sent what happened since, or a snapshot. Spectators of a table that keeps them behind are
told nothing when it happens: :meth:`Screens.show_watchers` tells them of the match as it stood by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

import orjson

from games.application import frames
from games.application.live import Held, Scene, watched
from games.application.presence import Presence
from games.application.tables import MAX_EVENTS_BEHIND, Socket, Tables
from games.application.talk import Talk, is_silent, talk_plain


def _encode(message: dict[str, Any]) -> str:
    """The text of a message. The standard library takes ten times as long, for every seat after every move."""
    return orjson.dumps(message).decode()


class Screens:
    """Everything that is shown at the tables of this process. Belongs to the event loop; never waits."""

    def __init__(self, tables: Tables, presence: Presence, now: Callable[[], int]) -> None:
        self._tables, self._presence, self._now = tables, presence, now
        self._seats_shown: dict[tuple[int, bool], list[frames.Plain | None]] = {}

    def _now_for(self, held: Held, seat: int | None) -> int:
        """The time at which a seat, or a spectator, sees the table."""
        return self._now() - (held.table.delay_ms if seat is None else 0)

    def _scene_for(self, held: Held, seat: int | None) -> Scene | Held:
        """The table as a seat, or a spectator, may see it."""
        return watched(held, self._now()) if seat is None else held

    def welcome(self, held: Held, socket: Socket, since: int | None) -> None:
        """The first message to a socket: what it missed since ``since``, else everything."""
        if since is None:
            self._snapshot(held, socket)
        else:
            self.resume(held, socket, since)

    def resume(self, held: Held, socket: Socket, since: int) -> None:
        """What happened since a version, or a snapshot if that is too much, or of another hand."""
        self._tell(held, [socket], since)

    def _tell(self, held: Held, sockets: list[Socket], since: int) -> None:
        """The same to sockets of one audience, written once."""
        seat = sockets[0].seat
        scene, now = self._scene_for(held, seat), self._now_for(held, seat)
        live = scene.live
        told = [told for told in scene.told if told.number > since]
        events = sum(len(one.events) for one in told)
        begun = since > 0  # before that there was no match, only chairs
        if not begun or live is None or not scene.told_since <= since <= live.version or events > MAX_EVENTS_BEHIND:
            message, events = frames.snapshot(scene, self._presence, seat, now), 0
        else:
            message = frames.update(scene, self._presence, seat, now, since, told)
        text = _encode(message)
        for socket in sockets:
            socket.push_version(text, message["v"], events)

    def _bring_up(self, held: Held, seat: int | None, sockets: list[Socket]) -> None:
        """Tell those of one audience who are behind what each of them has missed."""
        live = self._scene_for(held, seat).live
        missed: dict[int, list[Socket]] = {}
        for socket in sockets:
            if socket.version < (live.version if live else 0):
                missed.setdefault(socket.version, []).append(socket)
        for since, together in missed.items():
            self._tell(held, together, since)

    def show(self, held: Held, before: int, command: tuple[int, UUID] | None) -> None:
        """One step was committed on version ``before``; ``command`` is the seat and id that caused it."""
        live, now, audiences = held.committed, self._now(), self._tables.audiences(held.id)
        if live is None or not audiences:
            return
        version, public = live.version, frames.public_plain(live)
        for seat, sockets in audiences.items():
            if seat is None and held.table.delay_ms:
                continue
            text: str | None = None
            for socket in sockets:
                if socket.version >= version:
                    continue
                if socket.version != before:
                    self.resume(held, socket, socket.version)
                    continue
                if text is None:
                    message = frames.update(held, self._presence, seat, now, before, held.told[-1:], public)
                    if command is not None and command[0] == seat:
                        message["id"] = str(command[1])
                    text = _encode(message)
                socket.push_version(text, version, len(held.told[-1].events))

    def show_watchers(self, held: Held) -> None:
        """Where spectators are behind: tell them what has become old enough. Asked each second."""
        if held.table.delay_ms:
            self._bring_up(held, None, self._tables.audiences(held.id).get(None, []))

    def catch_up(self, held: Held) -> None:
        """The match was read anew: everybody who is behind is told."""
        for seat, sockets in self._tables.audiences(held.id).items():
            self._bring_up(held, seat, sockets)

    def refresh_all(self, held: Held) -> None:
        """Something changed that has no version (the offer of a rematch): everybody is sent everything."""
        for socket in self._tables.at(held.id):
            self._snapshot(held, socket)

    def show_seats(self, held: Held) -> None:
        """Tell the table who is there, if that changed since it was told last."""
        sockets = self._tables.at(held.id)
        if held.table.delay_ms:
            self._show_seats_to(held, [socket for socket in sockets if socket.seat is None])
            sockets = [socket for socket in sockets if socket.seat is not None]
        self._show_seats_to(held, sockets)

    def _show_seats_to(self, held: Held, sockets: list[Socket]) -> None:
        if not sockets:
            return
        seat, key = sockets[0].seat, (held.id, self._is_behind(held, sockets[0]))
        seats = frames.seats_plain(self._scene_for(held, seat), self._presence, self._now_for(held, seat))
        shown = [seat and {**seat, "last_seen": None} for seat in seats]  # every heartbeat changes that
        if self._seats_shown.get(key) != shown:
            self._seats_shown[key] = shown
            self._say_to(sockets, {"t": "seats", "seats": seats})

    def show_review(self, held: Held) -> None:
        """Tell those who sit there what of their match is with the referee."""
        seated = [socket for socket in self._tables.at(held.id) if socket.seat is not None]
        self._say_to(seated, {"t": "review", "hands": list(held.review)})

    @staticmethod
    def _is_behind(held: Held, socket: Socket) -> bool:
        return socket.seat is None and held.table.delay_ms > 0

    def show_talk(self, held: Held, before: Talk | None) -> None:
        """What was said, or who hears whom, is not what it was: each seat is told what is new to it."""
        if before is None and is_silent(held.talk):
            return
        for seat, sockets in self._tables.audiences(held.id).items():
            old, new = talk_plain(before, seat), talk_plain(held.talk, seat)
            for message in _news_of_talk(old, new):
                text = _encode(message)
                for socket in sockets:
                    socket.push(text)

    def tell_talk(self, held: Held, socket: Socket) -> None:
        """All of the conversation to one page: it may have missed some of it."""
        chat = talk_plain(held.talk, socket.seat)
        if chat is not None:
            socket.push(_encode({"t": "chat", "chat": chat}))

    def say(self, held: Held, message: dict[str, Any]) -> None:
        """One message to everybody at a table, but for spectators who are behind: it tells of what is now."""
        self._say_to([socket for socket in self._tables.at(held.id) if not self._is_behind(held, socket)], message)

    @staticmethod
    def _say_to(sockets: Iterable[Socket], message: dict[str, Any]) -> None:
        text = _encode(message)
        for socket in sockets:
            socket.push(text)

    def say_to_all(self, message: dict[str, Any]) -> None:
        """One message to everybody at every table."""
        self._tables.say_to_all(_encode(message))

    def forget(self, held: Held) -> None:
        """The match is no longer held here."""
        self._seats_shown.pop((held.id, False), None)
        self._seats_shown.pop((held.id, True), None)

    def _snapshot(self, held: Held, socket: Socket) -> None:
        scene, now = self._scene_for(held, socket.seat), self._now_for(held, socket.seat)
        message = frames.snapshot(scene, self._presence, socket.seat, now)
        socket.push_version(_encode(message), message["v"], 0)


def _news_of_talk(old: frames.Plain | None, new: frames.Plain | None) -> list[frames.Plain]:
    """The messages that lead from one conversation to the next: line by line, or where more has changed the whole."""
    if new is None or new == old:
        return []
    if old is None or {**old, "lines": []} != {**new, "lines": []}:
        return [{"t": "chat", "chat": new}]
    heard = max((line["n"] for line in old["lines"]), default=0)
    return [{"t": "chat", "line": line} for line in new["lines"] if line["n"] > heard]
