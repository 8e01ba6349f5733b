"""Nothing that goes over the wire holds a card that its reader may not know: every raw frame of whole matches.

What a reader may know is worked out here from the truth in the log, by remembering what was ever shown; nothing of the
code that cuts views is asked.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from pytest_django import Settings

from games.application import deals, store
from games.application.fold import states
from games.application.house import House
from games.application.live import Held
from games.application.messages import CommitSeed, RevealSeed
from games.domain.cards import FULL_DECK, format_hand, hand_of
from games.domain.exchange import Exchange, commitment_of
from games.domain.hands.rummy.state import RummyHand
from games.domain.match import Match as Game
from games.domain.match import must_act
from games.domain.ruleset import RuleSet
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.seated import good_move, seat, seat_all
from tests.games.conftest import member
from tests.games.consumers.conftest import Page

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r"(?<![A-Za-z0-9_-])([A2-9TJQK][SHDC])(?![A-Za-z0-9_-])")

Hidden = dict[int, int]
"""What a viewer may not know, by table."""


# What may be known


def hidden_by_version(games: dict[int, Game], viewer: int | None) -> dict[int, Hidden]:
    """At each version the cards of every hand in play that the viewer has never been entitled to see."""
    hidden: dict[int, Hidden] = {}
    known: dict[int, int] = {}
    hand_no = 0
    for version, game in sorted(games.items()):
        if game.hand_no != hand_no:
            hand_no, known = game.hand_no, {}
        tables = {hand.dealt.table: hand for hand in game.tables}
        for table, hand in tables.items():
            known[table] = known.get(table, 0) | shown_now(game, hand, viewer)
        hidden[version] = {
            table: FULL_DECK & ~known[table]
            for table, hand in tables.items()
            if hand.outcome is None and game.phase == "play"
        }
    return hidden


def shown_now(game: Game, hand: Any, viewer: int | None) -> int:
    """The cards of a hand that lie open, and those that the viewer holds or is shown."""
    shown = hand_of(hand.pile) | hand_of(card for taken in hand.taken for card in taken)
    if isinstance(hand, RummyHand):
        shown |= sum(meld.cards for meld in hand.melds)
    elif hand.showdown is not None:
        shown |= hand.hands[hand.showdown.place]
    for place, player in enumerate(hand.players):
        exposed = not isinstance(hand, RummyHand) and hand.exposed >> place & 1
        if player == viewer or player in confided(game, viewer) or exposed:
            shown |= hand.hands[place]
            if not isinstance(hand, RummyHand) and hand.showdown is not None and hand.showdown.place == place:
                shown |= 1 << hand.showdown.discard if hand.showdown.discard >= 0 else 0
    return shown


def confided(game: Game, viewer: int | None) -> tuple[int, ...]:
    """The adviser looks into the captain's hand, and whoever is done into the partner's who lays off (RULES 2c, 2d)."""
    if viewer is None or game.phase != "play":
        return ()
    if game.variant.name == "in-the-box":
        (hand,) = game.tables
        captain = next(player for player in hand.players if player != hand.dealt.dealer)
        return () if viewer in hand.players else (captain,)
    if isinstance(game.rules, RuleSet) and game.rules.partner_advice == "layoff_only":
        own, other = sorted(game.tables, key=lambda hand: viewer not in hand.players)
        partner = next(player for player in other.players if player % 2 == viewer % 2)
        knocked = other.outcome is None and other.showdown is not None
        if own.outcome is not None and knocked and other.players[other.showdown.place] != partner:
            return (partner,)
    return ()


def games_by_version(match: Match) -> dict[int, Game]:
    """The truth behind every version, from the log."""
    return {row.number: game for row, game in states(match.pk, match.code, store.read_since(match.pk, 0))}


# What is told


def cards_in(frame: str) -> int:
    return hand_of(_card(text) for text in CARD.findall(frame))


def _card(text: str) -> int:
    return "SHDC".index(text[1]) * 13 + "A23456789TJQK".index(text[0])


def told_of(message: dict[str, Any], game: Game, table: int) -> str:
    """What a message says of one table: each is played with a pack of its own."""
    players = next((hand.players for hand in game.tables if hand.dealt.table == table), ())
    view = message["view"]
    events = [
        event
        for event in [*message.get("events", ()), *message.get("moves", ())]
        if event["kind"] != "deal_drawn"  # public, and of another pack
        and (event.get("seat") in players or event.get("table") == table)
    ]
    seats = [view["seats"][player] for player in players]
    if view["table"] == table:
        own = {name: value for name, value in view.items() if name not in ("beside", "seats")}
        return json.dumps([events, seats, own])
    return json.dumps([events, seats, [other for other in view["beside"] if other["table"] == table]])


def test_the_search_finds_cards_as_frames_write_them() -> None:
    frame = json.dumps({"hand": "7H TD", "card": "AS", "knock": {"KC": 3}, "code": "k3v9AS2H", "n": "2026-5H"})
    assert format_hand(cards_in(frame)) == "AS 7H TD KC"


def leaks(frames: list[str], games: dict[int, Game], viewer: int | None) -> Iterator[str]:
    hidden = hidden_by_version(games, viewer)
    for frame in frames:
        message = json.loads(frame)
        if message["t"] not in ("snapshot", "update"):
            assert not cards_in(frame), frame
            continue
        for table, unknown in hidden[message["v"]].items():
            leaked = cards_in(told_of(message, games[message["v"]], table)) & unknown
            if leaked:
                yield f"{message['t']} at {message['v']}, table {table}: {format_hand(leaked)}"


# What the server alone knows


def secrets_of(match: Match) -> list[tuple[str, int]]:
    """The server's own seeds and its defaults as hex, each with the version from which on it may be told."""
    rows = store.read_since(match.pk, 0)
    payloads = [(row.number, row.kind, json.loads(row.payload)) for row in rows]
    opened = {payload["hand"]: number for number, kind, payload in payloads if kind == "hand_opened"}
    dealt = {payload["hand"]: (number, payload) for number, kind, payload in payloads if kind == "deal"}
    secrets = []
    for _number, kind, payload in payloads:
        if kind == "seed_committed":
            hand = deals.unseal(match.code, payload)
            secrets.append((hand.seed.hex(), opened.get(hand.hand_no, sys.maxsize)))
            told, deal = dealt.get(hand.hand_no, (sys.maxsize, {"seats": []}))
            stood_in = {own["seed"] for own in deal["seats"] if own["default"]}
            for seed in hand.default_seeds:
                secrets.append((seed.hex(), told if seed.hex() in stood_in else sys.maxsize))
    return secrets


def spilled(frames: list[str], secrets: list[tuple[str, int]]) -> list[str]:
    """The frames that tell a secret of the server's before its time."""
    return [
        frame
        for frame in frames
        for secret, told in secrets
        if secret in frame and json.loads(frame).get("v", 0) < told
    ]


# Playing

CONFIRMED_EVERY = 15
"""Frames after which a page says what it has read: often enough not to fall behind, too seldom to be too fast."""


async def play_out(house: House, pages: list[Page], table: Match, *, rounds: int) -> None:
    """Play some rounds through the door and read everything that comes."""
    held = house.live.at_hand(table.pk)
    assert held is not None
    while True:
        live = held.committed
        assert live is not None
        if live.finish is not None or (live.game.phase == "between" and live.game.hand_no >= rounds):
            return
        await bring_seeds(house, held)
        if live.game.phase == "between":
            waiting = [number for number in range(live.game.seats) if not live.game.ready >> number & 1]
        else:
            waiting = list(must_act(live.game))
        if live.version % 9 == 0:
            for page in pages:
                await page.say(t="resume", v=0)
        for number in waiting:
            outcome = await house.door.play(table.pk, number, good_move(held, number), held.version, uuid4())
            assert outcome.code is None
        await house.writer.flush()  # the next hand is dealt in the same breath
        for page in pages:
            while page.version < held.version:
                await page.read()
                if len(page.frames) % CONFIRMED_EVERY == 0:
                    await page.say(t="ping", n=1, v=page.version)


async def bring_seeds(house: House, held: Held) -> None:
    """Every seat that is asked for a seed brings one, as its page would."""
    for act in (_promise, _show):
        live = held.committed
        assert live is not None
        if live.coming is not None and live.coming.until is not None:
            exchange = live.coming.exchange
            for number in exchange.offered if act is _promise else exchange.owing:
                assert (await house.door.play(held.id, number, act(exchange, number), None, uuid4())).code is None
            await house.writer.flush()


def _seed(exchange: Exchange, number: int) -> bytes:
    return f"{exchange.id}, brought by {number}".encode()


def _promise(exchange: Exchange, number: int) -> CommitSeed:
    return CommitSeed(exchange.hand_no, commitment_of(exchange, number, _seed(exchange, number)))


def _show(exchange: Exchange, number: int) -> RevealSeed:
    return RevealSeed(exchange.hand_no, _seed(exchange, number))


async def watch(house: House, table: Match, people: list[User], *, rounds: int = 1) -> None:
    """Everybody's page and a stranger's, asking anew for everything now and then: nobody is told too much."""
    pages = [Page(table.code, user) for user in people] + [Page(table.code, AnonymousUser())]
    for page in pages:
        await page.open()

    await play_out(house, pages, table, rounds=rounds)

    games, secrets = await sync_to_async(games_by_version)(table), await sync_to_async(secrets_of)(table)
    for viewer, page in zip((*range(len(people)), None), pages, strict=True):
        hidden = hidden_by_version(games, viewer)
        assert sum(mask.bit_count() for tables in hidden.values() for mask in tables.values()) > 300
        assert list(leaks(page.frames, games, viewer)) == []
        assert spilled(page.frames, secrets) == []
        await page.socket.disconnect()


@pytest.mark.parametrize("rules", [{}, {"discard_history": "open"}, {"last_discard": "knock_only"}], ids=str)
async def test_no_frame_of_a_match_shows_a_hidden_card(
    house: House, alice: User, bob: User, rules: dict[str, Any]
) -> None:
    await watch(house, await sync_to_async(seat)(alice, bob, **rules), [alice, bob], rounds=2)


@pytest.mark.parametrize(
    ("variant", "seats", "rules"),
    [
        ("three-handed", 3, {}),
        ("in-the-box", 3, {}),
        ("partnership", 4, {"partner_advice": "layoff_only"}),
        ("rummy", 6, {}),
        ("rummy", 3, {"ace": "high_or_low", "stock_empty": "turn_over"}),
    ],
    ids=str,
)
async def test_no_frame_at_a_table_of_many_shows_a_hidden_card(
    house: House, alice: User, bob: User, variant: str, seats: int, rules: dict[str, Any]
) -> None:
    people = [alice, bob]
    while len(people) < seats:
        people.append(await sync_to_async(member)(f"player{len(people)}"))
    await watch(house, await sync_to_async(seat_all)(variant, *people, **rules), people)


async def test_no_frame_of_an_exchange_tells_what_the_server_keeps(
    house: House, alice: User, bob: User, settings: Settings
) -> None:
    """The next hand's seeds are exchanged, and its seed is sealed, while a hand is in play."""
    settings.DEAL_COMMIT_MS = 60_000
    table = await sync_to_async(seat)(alice, bob)
    await watch(house, table, [alice, bob], rounds=2)
    kinds = [row.kind for row in await sync_to_async(store.read_since)(table.pk, 0)]
    assert (kinds.count("player_revealed"), kinds.count("deal"), "seat_defaulted" in kinds) == (6, 3, False)


async def test_the_search_would_find_a_leak(house: House, alice: User, bob: User) -> None:
    table = await sync_to_async(seat)(alice, bob)
    page = Page(table.code, alice)
    await page.open()
    games = await sync_to_async(games_by_version)(table)
    assert list(leaks(page.frames, games, 0)) == []
    assert list(leaks(page.frames, games, 1)) != []  # what Alice may see, Bob may not
    secrets = [secret for secret, told in await sync_to_async(secrets_of)(table) if told > page.version]
    assert len(secrets) == 1, "the seed of the hand in play"
    assert spilled([json.dumps({"v": page.version, "told": secrets[0]})], [(secrets[0], page.version + 1)]) != []
    await page.socket.disconnect()


async def test_the_search_would_find_a_leak_to_the_box_and_to_the_other_table(
    house: House, alice: User, bob: User, charlie: User
) -> None:
    dave = await sync_to_async(member)("dave")
    for variant, people in (("in-the-box", [alice, bob, charlie]), ("partnership", [alice, bob, charlie, dave])):
        table = await sync_to_async(seat_all)(variant, *people)
        games = await sync_to_async(games_by_version)(table)
        game = games[max(games)]
        (box, captain) = (game.tables[0].dealt.dealer, game.tables[-1].players[0])
        page = Page(table.code, people[captain])
        await page.open()
        assert list(leaks(page.frames, games, captain)) == []
        assert list(leaks(page.frames, games, box)) != []
        await page.socket.disconnect()
