"""A page without a browser: a socket at a table of a real server, and a player who knows how to move.

``Page`` keeps what a page keeps (version, view, unanswered commands) and every raw frame, and fails on a gap.
"""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from games.domain.shuffle import commit_player
from tests.serving import Site

Plain = dict[str, Any]

SEAT_PEOPLE = """
import json, sys
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from games.application import lobby
from games.application.terms import Terms
from games.domain.ruleset import customise
from games.domain.variants import get_preset
from games.models import Match

asked = json.loads(sys.argv[1])
User = get_user_model()

def log_in(user):
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session.session_key

def person(name):
    user, new = User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.com"})
    return user

people = {name: person(name) for name in ("alice", "bob", "charlie")}
answer = {"sessions": {name: log_in(user) for name, user in people.items()}, "codes": []}
for number in range(asked["tables"]):
    rules = customise(get_preset("he-wikihow"), target=asked["target"])
    terms = Terms(rules=rules, clock=asked["clock"], by_link=asked["by_link"])
    if asked["computer"]:
        table = lobby.play_computer(people["alice"], terms)
    else:
        owner = person(f"alice{number}") if number else people["alice"]
        guest = person(f"bob{number}") if number else people["bob"]
        table = lobby.create_table(owner, terms)
        lobby.join_by_invite(guest, table.invite_token)
        if number:
            answer["sessions"] |= {owner.username: log_in(owner), guest.username: log_in(guest)}
    answer["codes"].append(table.code)
print(json.dumps(answer))
"""


def seat_people(
    site: Site,
    *,
    tables: int = 1,
    target: int = 100,
    clock: str = "standard",
    by_link: bool = False,
    computer: bool = False,
) -> Plain:
    """Make Alice, Bob and Charlie, log them in, and seat Alice and Bob (or the computer): sessions and table codes."""
    asked = {"tables": tables, "target": target, "clock": clock, "by_link": by_link, "computer": computer}
    code = SEAT_PEOPLE.replace("sys.argv[1]", repr(json.dumps(asked)))
    answer: Plain = json.loads(site.manage("shell", "-v", "0", "-c", code).splitlines()[-1])
    return answer


class Page:
    """One page at one table."""

    def __init__(self, site: Site, code: str, session: str | None) -> None:
        self.site, self.code, self.session = site, code, session
        self.version: int | None = None
        self.view: Plain | None = None
        self.table: Plain | None = None
        self.deal: Plain | None = None  # the exchange of seeds over the next hand
        self.dealt: list[list[str]] = []  # how each seat's part in a deal ended
        self.seats: list[Plain | None] = []
        self.frames: list[str] = []
        self.seen: list[Plain] = []  # every event, in order
        self.acknowledged: dict[str, int] = {}
        self.delays: list[float] = []  # from each event to this page, ms
        self.socket: ClientConnection | None = None
        self.closed_with: int | None = None
        self.beaten_at = time.monotonic()

    async def open(self) -> Page:
        """Connect, from the version known; returns when the first state has come."""
        since = "" if self.version is None else f"?from={self.version}"
        headers = {"Origin": self.site.url}
        if self.session:
            headers["Cookie"] = f"sessionid={self.session}"
        address = f"ws://localhost:{self.site.port}/ws/tables/{self.code}/{since}"
        self.socket = await connect(address, additional_headers=headers, compression=None, open_timeout=10)
        await self.hear("snapshot", "update")
        return self

    async def close(self) -> None:
        """Leave without a word."""
        if self.socket is not None:
            await self.socket.close()

    async def say(self, **message: Any) -> None:
        """Send one message."""
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def read(self, timeout: float = 10) -> Plain:
        """The next message, taken in as a page does; a heartbeat goes out every five seconds."""
        assert self.socket is not None
        if time.monotonic() - self.beaten_at > 5:
            self.beaten_at = time.monotonic()
            await self.say(t="ping", n=len(self.frames), v=self.version or 0, rtt=5)
        try:
            text = await asyncio.wait_for(self.socket.recv(), timeout)
        except ConnectionClosed as closed:
            self.closed_with = closed.rcvd.code if closed.rcvd else 1006
            raise
        assert isinstance(text, str)
        self.frames.append(text)
        message: Plain = json.loads(text)
        self._take_in(message)
        return message

    async def hear(self, *kinds: str, timeout: float = 10) -> Plain:
        """The next message of one of these kinds."""
        while True:
            message = await self.read(timeout)
            if message["t"] in kinds:
                return message

    def _take_in(self, message: Plain) -> None:
        if "deal" in message:
            self.deal = next(iter(message["deal"]), None)
            if message["dealt"] is not None:
                self.dealt.append([own["state"] for own in message["dealt"]["seats"]])
        match message["t"]:
            case "snapshot":
                self.version, self.view = message["v"], message["view"]
                self.table, self.seats = message["table"], message["seats"]
            case "update":
                assert message["from"] == self.version, f"a gap: {self.version} to {message['from']}"
                self.version, self.view = message["v"], message["view"]
                self.seen += message["events"]
                self.delays += [time.time() * 1000 - event["at"] for event in message["events"]]
                if "id" in message:
                    self.acknowledged[message["id"]] = message["v"]
            case "ack":
                self.acknowledged[message["id"]] = message["v"]
            case "seats":
                self.seats = message["seats"]

    async def do(self, action: Plain, named: str | None = None, version: int | None = None) -> Plain:
        """Send a command and wait for its answer: the update that carries its id, an ack or an error."""
        named = named or str(uuid.uuid4())
        await self.say(t="cmd", id=named, v=self.version if version is None else version, a=action)
        while True:
            message = await self.read()
            if message.get("id") == named and message.get("code") != "TOO_FAST":
                return message
            if message.get("id") == named:  # a person is slower than the limit; this player waits a breath
                await asyncio.sleep(0.1)
                await self.say(t="cmd", id=named, v=self.version if version is None else version, a=action)

    async def watch(self) -> None:
        """Look on until the match is over, and return what was seen with heartbeats."""
        while self.view is None or self.view["phase"] != "over":
            await self.read(20)
            if len(self.frames) % 20 == 0:
                await self.say(t="ping", n=len(self.frames), v=self.version, rtt=5)

    def move(self) -> Plain | None:
        """What a simple player does now; ``None`` while it has nothing to do. Leads every hand to its end."""
        seed = self._bring_seed()
        if seed is not None:
            return seed
        can = self.view["can"] if self.view else {}
        if "ready" in can:
            return {"kind": "ready"}
        if "defend" in can:
            return {"kind": "defend", "melds": None, "layoffs": None}
        if can.get("gin"):
            return {"kind": "knock", "card": can["gin"][0], "melds": None}
        if can.get("knock"):
            return {"kind": "knock", "card": min(can["knock"], key=can["knock"].get), "melds": None}
        if can.get("discard"):
            assert self.view is not None
            after = self.view["after"]
            return {"kind": "discard", "card": min(can["discard"], key=lambda card: (after[card], card))}
        for kind in ("pass_upcard", "draw_stock", "pass_last"):
            if kind in can:
                return {"kind": kind}
        return None

    def _bring_seed(self) -> Plain | None:
        """What the page does for the next deal, if anything: promise a seed, or show it once all have promised."""
        if self.deal is None or self.table is None or self.table["you"] is None:
            return None
        seat, states = self.table["you"], [own["state"] for own in self.deal["seats"]]
        seed = f"{self.deal['commitment']} and seat {seat}".encode()[-32:]
        if states[seat] == "offered":
            commitment = commit_player(self.code, self.deal["hand"], seat, seed)
            return {"kind": "commit_seed", "hand": self.deal["hand"], "commitment": commitment}
        if states[seat] == "committed" and "offered" not in states:
            return {"kind": "reveal_seed", "hand": self.deal["hand"], "seed": seed.hex()}
        return None

    async def play(self, until: str = "over", hands: int | None = None) -> None:
        """Play until the phase ``until``, or until ``hands`` hands are over."""
        while True:
            assert self.view is not None
            if self.view["phase"] == until or (hands and len(self.view["sheet"]["hands"]) >= hands):
                return
            action = self.move()
            if action is None:
                await self.read(20)
                continue
            answer = await self.do(action)
            expected = ("STALE", "ALREADY_DONE", "WRONG_PHASE", "BUSY", "SEED_TOO_LATE")
            assert answer["t"] in ("update", "ack") or answer["code"] in expected, answer
            if answer.get("code") == "BUSY":
                await asyncio.sleep(0.05)
