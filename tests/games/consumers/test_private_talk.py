"""What adviser and captain say in private comes to nobody else's page: not now, not later (RULES 2c)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.utils import timezone

from games.application import play
from games.application.house import House
from games.models import ChatLine, Match
from ginsite.accounts.models import User
from tests.games.application.seated import seat_all
from tests.games.consumers.conftest import Page, Plain

pytestmark = pytest.mark.django_db(transaction=True)

At = dict[str, Page]


@pytest.fixture
def people(alice: User, bob: User, guest: User) -> list[User]:
    return [alice, bob, guest]


@pytest.fixture
def boxed(people: list[User]) -> Match:
    """Three in the box; who is what has been drawn."""
    return seat_all("in-the-box", *people)


@pytest_asyncio.fixture
async def at(house: House, boxed: Match, people: list[User]) -> AsyncIterator[At]:
    """A page for each role, and one that watches."""
    pages = {}
    for user in people:
        page = Page(boxed.code, user)
        snapshot = await page.open()
        pages[page.view["roles"][snapshot["table"]["you"]]] = page
    pages["watcher"] = Page(boxed.code, AnonymousUser())
    await pages["watcher"].open()
    yield pages
    for page in pages.values():
        await page.socket.disconnect()


async def say(page: Page, **words: Any) -> Plain:
    """Say something; the answer."""
    named = str(uuid4())
    await page.say(t="chat", id=named, **words)
    while True:
        message = await page.read()
        if message.get("id") == named:
            return message


async def heard(page: Page) -> list[Plain]:
    """Every line of talk that has come to a page so far."""
    while not await page.socket.receive_nothing(0.05):
        page.frames.append(await page.socket.receive_from(1))
    said = [json.loads(frame) for frame in page.frames if json.loads(frame)["t"] == "chat"]
    return [line for one in said for line in ([one["line"]] if "line" in one else one["chat"]["lines"])]


async def test_the_advisers_advice_comes_to_the_captain_alone(at: At) -> None:
    adviser, captain = at["adviser"], at["captain"]
    seats = [adviser.view["roles"].index(role) for role in ("adviser", "captain")]
    assert adviser.view["private"] == [seats[1]]
    assert captain.view["private"] == [seats[0]]
    assert at["box"].view["private"] == at["watcher"].view["private"] == []

    assert (await say(adviser, phrase="discard_it", card="7H", private=True))["t"] == "ack"
    assert (await say(captain, phrase="thanks", private=True))["t"] == "ack"
    assert (await say(at["box"], phrase="hello"))["t"] == "ack"

    told = [(line["seat"], line["phrase"], line["card"], line["to"]) for line in await heard(captain)]
    assert told[:2] == [(seats[0], "discard_it", "7H", sorted(seats)), (seats[1], "thanks", None, sorted(seats))]
    assert [line["phrase"] for line in await heard(adviser)] == ["discard_it", "thanks", "hello"]
    assert [line["phrase"] for line in await heard(at["box"])] == ["hello"]
    assert await heard(at["watcher"]) == []


async def test_private_words_stay_private_on_a_new_page_and_when_everything_is_over(
    at: At, boxed: Match, people: list[User], rita: User
) -> None:
    box = at["box"].view["roles"].index("box")
    assert (await say(at["adviser"], phrase="take_it", private=True))["t"] == "ack"
    over = {"status": Match.Status.FINISHED, "finished_at": timezone.now(), "result_no": 1, "end_reason": "agreed"}
    await Match.objects.filter(pk=boxed.pk).aupdate(**over)

    def pages() -> list[list[str]]:
        shown = [play.snapshot(Match.objects.get(pk=boxed.pk), user)["chat"] for user in (*people, rita)]
        return [[line["phrase"] for line in chat["lines"]] if chat else [] for chat in shown]

    chats = await sync_to_async(pages)()
    assert chats == [[] if number in (box, 3) else ["take_it"] for number in range(4)]
    await at["box"].say(t="resume", v=0)
    assert [line for line in await heard(at["box"]) if line["to"]] == []


async def test_nobody_else_talks_in_private_and_advice_is_never_public(at: At) -> None:
    assert (await say(at["box"], phrase="hello", private=True))["code"] == "NO_PRIVATE_TALK"
    assert (await say(at["watcher"], phrase="hello", private=True))["code"] == "NOT_SEATED"
    for words in (
        {"phrase": "take_it"},
        {"phrase": "discard_it", "card": "7H"},
        {"phrase": "hello", "card": "7H"},
        {"phrase": "discard_it", "private": True},
        {"phrase": "discard_it", "card": "1X", "private": True},
        {"phrase": "discard_it", "card": ["7H"], "private": True},
        {"text": "x", "card": "7H", "private": True},
        {"phrase": "take_it", "private": 1},
        {"phrase": ["take_it"], "private": True},
    ):
        assert (await say(at["adviser"], **words))["code"] == "BAD_MESSAGE", words
    assert await ChatLine.objects.acount() == 0


async def test_the_database_keeps_a_card_out_of_a_public_line(at: At, boxed: Match) -> None:
    with pytest.raises(IntegrityError):
        await ChatLine.objects.acreate(match=boxed, number=1, seat=0, phrase="hello", card="7H", at=1)


async def test_a_captain_without_a_person_hears_no_advice(house: House, alice: User, bob: User) -> None:
    """Whoever would hear it is a computer: there is nobody to talk to."""
    orders: tuple[tuple[User | str, ...], ...] = (
        (alice, bob, "casual"),
        (alice, "casual", bob),
        ("casual", alice, bob),
    )
    for order in orders:
        table = await sync_to_async(seat_all)("in-the-box", *order)
        page = Page(table.code, alice)
        snapshot = await page.open()
        (mine, roles) = (snapshot["table"]["you"], page.view["roles"])
        others = page.view["private"]
        answer = await say(page, phrase="wait", private=True)
        talks = bool(others) and not isinstance(order[others[0]], str)
        assert answer.get("code") == (None if talks else "NO_PRIVATE_TALK"), (roles, mine)
        await page.socket.disconnect()
