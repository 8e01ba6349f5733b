"""Nothing that goes over the wire holds a card that its reader may not know: every raw frame of whole matches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async

from games.application import store
from games.application.fold import fold
from games.application.house import House
from games.domain.cards import FULL_DECK, format_hand, hand_of, iter_cards
from games.domain.match import Match as Game
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.seated import good_move, seat, seat_of_turn
from tests.games.consumers.conftest import Page

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r"(?<![A-Za-z0-9_-])([A2-9TJQK][SHDC])(?![A-Za-z0-9_-])")


def hidden_from(game: Game, viewer: int | None) -> int:
    """What a viewer may not know of the hand in play: the stock, and others' cards that never lay open."""
    if game.phase != "play":
        return 0
    hand = game.tables[0]
    known = hand_of(hand.pile) | hand_of(card for taken in hand.taken for card in taken)
    for place, player in enumerate(hand.players):
        shown = hand.showdown is not None and hand.showdown.place == place
        if player == viewer or shown or hand.exposed >> place & 1:
            known |= hand.hands[place]
        if shown and player == viewer and hand.showdown.discard >= 0:
            known |= 1 << hand.showdown.discard
    return FULL_DECK & ~known & ~_shed(hand)


def _shed(hand: Any) -> int:
    """Cards that lay on the pile once, and are in nobody's hand and not in the stock: buried discards."""
    stock = hand_of(hand.dealt.deck[len(hand.dealt.deck) - hand.stock :])
    discard = 1 << hand.showdown.discard if hand.showdown is not None and hand.showdown.discard >= 0 else 0
    return int(FULL_DECK & ~stock & ~hand.hands[0] & ~hand.hands[1] & ~discard)


def games_by_version(match: Match) -> dict[int, Game]:
    """The truth behind every version, from the log."""
    rows = store.read_since(match.pk, 0)
    return {row.number: fold(match.pk, match.code, rows[: row.number]).game for row in rows}


def cards_in(frame: str) -> int:
    return hand_of(_card(text) for text in CARD.findall(frame))


def _card(text: str) -> int:
    return "SHDC".index(text[1]) * 13 + "A23456789TJQK".index(text[0])


def test_the_search_finds_cards_as_frames_write_them() -> None:
    frame = json.dumps({"hand": "7H TD", "card": "AS", "knock": {"KC": 3}, "code": "k3v9AS2H", "n": "2026-5H"})
    assert format_hand(cards_in(frame)) == "AS 7H TD KC"


def leaks(frames: list[str], games: dict[int, Game], viewer: int | None) -> Iterator[str]:
    for frame in frames:
        message = json.loads(frame)
        assert "seed" not in frame
        if message["t"] not in ("snapshot", "update"):
            continue
        for told in ("events", "moves"):  # the draw for deal is public, and of another deck
            message[told] = [event for event in message.get(told, []) if event["kind"] != "deal_drawn"]
        leaked = cards_in(json.dumps(message)) & hidden_from(games[message["v"]], viewer)
        if leaked:
            yield f"{message['t']} at {message['v']}: {format_hand(leaked)}"


async def play_out(house: House, pages: list[Page], table: Match, *, hands: int) -> None:
    """Play some hands through the sockets and read everything that comes."""
    held = house.live.at_hand(table.pk)
    assert held is not None
    while True:
        live = held.committed
        assert live is not None
        if live.finish is not None or len(live.game.sheet.hands) >= hands:
            return
        if live.game.phase == "between":
            waiting = [number for number in (0, 1) if not live.game.ready >> number & 1]
        else:
            waiting = [seat_of_turn(held)]
        for number in waiting:
            outcome = await house.door.play(table.pk, number, good_move(held, number), held.version, uuid4())
            assert outcome.code is None
        await house.writer.flush()  # the next hand is dealt in the same breath
        for page in pages:
            while page.version < held.version:
                await page.read()


@pytest.mark.parametrize("rules", [{}, {"discard_history": "open"}, {"last_discard": "knock_only"}], ids=str)
async def test_no_frame_of_a_match_shows_a_hidden_card(
    house: House, alice: User, bob: User, charlie: User, rules: dict[str, Any]
) -> None:
    table = await sync_to_async(seat)(alice, bob, **rules)
    pages = [Page(table.code, user) for user in (alice, bob, charlie)]
    for page in pages:
        await page.open()

    await play_out(house, pages, table, hands=2)

    late = Page(table.code, charlie)
    await late.open()
    games = await sync_to_async(games_by_version)(table)
    assert sum(len(list(iter_cards(hidden_from(game, None)))) for game in games.values()) > 500
    for page, viewer in zip([*pages, late], (0, 1, None, None), strict=True):
        assert len(page.frames) > 0
        assert list(leaks(page.frames, games, viewer)) == []
    for page in [*pages, late]:
        await page.socket.disconnect()


async def test_the_search_would_find_a_leak(house: House, alice: User, bob: User) -> None:
    table = await sync_to_async(seat)(alice, bob)
    page = Page(table.code, alice)
    await page.open()
    games = await sync_to_async(games_by_version)(table)
    assert list(leaks(page.frames, games, 0)) == []
    assert list(leaks(page.frames, games, 1)) != []  # what Alice may see, Bob may not
    await page.socket.disconnect()
