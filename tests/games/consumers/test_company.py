"""Talking over sockets: who may, what comes back, and that nobody is sent what is not for them."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from games.application import company, store
from games.application import talk as said
from games.application.house import House
from games.models import ChatLine, Match
from ginsite.accounts.models import Preferences, User
from tests.games.application.seated import seat
from tests.games.consumers.conftest import Page, Sit

pytestmark = pytest.mark.django_db(transaction=True)

Plain = dict[str, Any]


async def talk(page: Page, **words: Any) -> Plain:
    """Say something and wait for the answer to it; what else comes meanwhile is kept in the page's frames."""
    named = words.setdefault("id", str(uuid4()))
    await page.say(t="chat", **words)
    while True:
        message = await page.read()
        if message.get("id") == named or (message["t"] == "error" and message["id"] is None):
            return message


async def hears(page: Page) -> Plain:
    """The next line."""
    while True:
        message = await page.hear("chat")
        if "line" in message:
            line: Plain = message["line"]
            return line
        if message["chat"]["lines"]:
            last: Plain = message["chat"]["lines"][-1]
            return last


def said_to(page: Page) -> str:
    """Everything that the page was sent so far, as text."""
    return "\n".join(page.frames)


async def settle(page: Page) -> None:
    """Read until everything asked for before this has been answered."""
    await page.say(t="ping", n=7, v=page.version)
    await page.hear("pong")


@pytest.fixture
def free_chat(alice: User, bob: User) -> None:
    """Both want it."""
    for person in (alice, bob):
        Preferences.objects.create(user=person, free_chat=True)


async def test_a_phrase_is_acknowledged_and_comes_to_both(sit: Sit, alice: User, bob: User) -> None:
    hers, his = await sit(alice), await sit(bob)
    assert (await talk(hers, phrase="good_luck"))["t"] == "ack"
    line = await hears(his)
    assert {key: line[key] for key in ("n", "seat", "phrase", "text")} == {
        "n": 1,
        "seat": 0,
        "phrase": "good_luck",
        "text": None,
    }


async def test_what_is_said_is_not_in_the_log(sit: Sit, alice: User, table: Match) -> None:
    hers = await sit(alice)
    before = await sync_to_async(store.read_since)(table.pk, 0)
    await talk(hers, phrase="good_luck")
    assert await sync_to_async(store.read_since)(table.pk, 0) == before


@pytest.mark.usefixtures("free_chat")
async def test_free_words_come_as_they_were_written(sit: Sit, alice: User, bob: User) -> None:
    hers, his = await sit(alice), await sit(bob)
    await talk(hers, text='<img src=x onerror="alert(1)">')
    assert (await hears(his))["text"] == '<img src=x onerror="alert(1)">'


async def test_free_words_are_refused_where_not_both_want_them(sit: Sit, alice: User, bob: User) -> None:
    await sync_to_async(Preferences.objects.create)(user=alice, free_chat=True)
    hers = await sit(alice)
    await sit(bob)
    assert (await talk(hers, text="Hello"))["code"] == "NO_FREE_CHAT"
    assert not await sync_to_async(ChatLine.objects.exists)()


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"phrase": "no_such_phrase"},
        {"phrase": "__class__"},
        {"phrase": ["hello"]},
        {"phrase": {"hello": 1}},
        {"phrase": "hello", "text": "both"},
        {"text": ""},
        {"text": " \n "},
        {"text": "x" * 201},
        {"text": 7},
        {"text": ["a"]},
        {"phrase": "hello", "id": "not-a-uuid"},
        {"phrase": "hello", "id": None},
    ],
)
@pytest.mark.usefixtures("free_chat")
async def test_whatever_is_no_phrase_and_no_line_is_refused(sit: Sit, alice: User, bob: User, words: Plain) -> None:
    hers = await sit(alice)
    await sit(bob)
    assert (await talk(hers, **words))["code"] == "BAD_MESSAGE"
    assert not await sync_to_async(ChatLine.objects.exists)()


async def test_a_sixth_line_at_once_is_refused(sit: Sit, alice: User) -> None:
    hers = await sit(alice)
    answers = [(await talk(hers, phrase="hello")).get("code") for _line in range(6)]
    assert answers == [None] * 5 + ["CHAT_TOO_FAST"]
    assert await sync_to_async(ChatLine.objects.count)() == 5


async def test_a_database_that_refuses_is_said_to_be_busy(
    sit: Sit, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_asked: object) -> int:
        raise OperationalError

    hers = await sit(alice)
    monkeypatch.setattr(said, "say", refuse)
    assert (await talk(hers, phrase="hello"))["code"] == "BUSY"
    monkeypatch.undo()
    assert (await talk(hers, phrase="hello"))["t"] == "ack"


async def test_a_watcher_neither_speaks_nor_hears(sit: Sit, alice: User, charlie: User, rita: User) -> None:
    hers, watching, judging = await sit(alice), await sit(charlie), await sit(rita)
    assert (await talk(watching, phrase="hello"))["code"] == "NOT_SEATED"
    await talk(hers, phrase="must_go")
    for page in (watching, judging):
        await page.say(t="resume", v=0)
        await page.hear("snapshot")
        await settle(page)
        assert "must_go" not in said_to(page)
        assert '"chat"' not in said_to(page)


async def test_a_stranger_is_not_let_in_to_a_private_table(house: House, alice: User, bob: User, charlie: User) -> None:
    private = await sync_to_async(seat)(alice, bob, by_link=True)
    await sync_to_async(company.mute)(alice, bob)
    page = Page(private.code, charlie)
    await page.socket.connect()
    assert await page.closed_with() == 4403
    assert page.frames == []
    await page.socket.disconnect()


@pytest.mark.parametrize("keep", [company.mute, company.block])
async def test_what_a_silenced_person_says_is_never_sent(sit: Sit, alice: User, bob: User, keep: Any) -> None:
    hers, his = await sit(alice), await sit(bob)
    await sync_to_async(keep)(alice, bob)
    told = await hers.hear("chat")
    assert told["chat"]["muted"] + told["chat"]["blocked"] == [1]
    assert (await talk(his, phrase="must_go"))["t"] == "ack", "the speaker is not told"
    assert (await talk(hers, phrase="thanks"))["t"] == "ack"
    assert (await hears(his))["phrase"] in ("must_go", "thanks")
    await hers.say(t="resume", v=hers.version)
    await hers.hear("chat")
    await settle(hers)
    assert "must_go" not in said_to(hers)
    assert '"muted":[0]' not in said_to(his)
    assert '"blocked":[0]' not in said_to(his)


async def test_a_page_that_comes_back_is_told_what_it_missed(sit: Sit, alice: User, bob: User) -> None:
    hers, his = await sit(alice), await sit(bob)
    await his.socket.disconnect()
    await talk(hers, phrase="one_moment")
    again = await sit(bob, since=his.version)
    chat = (await again.hear("chat"))["chat"]
    assert [line["phrase"] for line in chat["lines"]] == ["one_moment"]


async def test_a_page_that_asks_is_told_the_whole_conversation(sit: Sit, alice: User, bob: User) -> None:
    hers, his = await sit(alice), await sit(bob)
    await talk(hers, phrase="one_moment")
    await hears(his)
    await his.say(t="resume", v=his.version)
    assert [line["n"] for line in (await his.hear("chat"))["chat"]["lines"]] == [1]


async def test_a_line_whose_hint_was_lost_is_found_in_the_database(
    house: House, sit: Sit, alice: User, bob: User, table: Match
) -> None:
    hers, his = await sit(alice), await sit(bob)
    await talk(hers, phrase="hello")
    await hears(his)
    await sync_to_async(ChatLine.objects.create)(match=table, number=2, seat=0, user=alice, phrase="thanks", at=1)
    await house._hear_seats()
    assert (await hears(his))["phrase"] == "thanks"


async def test_free_chat_opens_at_the_table_once_both_want_it(house: House, sit: Sit, alice: User, bob: User) -> None:
    for person in (alice, bob):
        await sync_to_async(Preferences.objects.create)(user=person, free_chat=True)
    hers = await sit(alice)
    assert (await hers.hear("chat"))["chat"]["free"] is True


async def test_chat_frames_are_json_without_names_or_keys_of_people(sit: Sit, alice: User, bob: User) -> None:
    hers, his = await sit(alice), await sit(bob)
    await talk(hers, phrase="hello")
    line = await hears(his)
    assert set(line) == {"n", "seat", "phrase", "card", "text", "to", "at"}
    assert json.loads(his.frames[-1])["t"] == "chat"
