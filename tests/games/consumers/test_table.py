"""The table's socket, message by message."""

from __future__ import annotations

import json
import time
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games.application import clocks
from games.application.house import House
from games.consumers.table import TableConsumer
from games.models import Match, MatchEvent, Seat
from ginsite.accounts.models import User
from tests.games.application.seated import seat
from tests.games.consumers.conftest import Page, Plain, Sit

pytestmark = pytest.mark.django_db(transaction=True)

NAMED = "6f1c0c2e-6a3d-4c55-9a52-0c8f2a8f9f10"


# What a page is shown


async def test_a_page_that_cannot_be_told_is_closed_and_the_log_says_why(
    house: House,
    table: Match,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def refuse(_consumer: TableConsumer, _text: str) -> None:
        raise ValueError("too much to say")

    monkeypatch.setattr(TableConsumer, "send", refuse)
    page = Page(table.code, alice)
    assert (await page.socket.connect())[0]

    assert await page.socket.receive_output(3) == {"type": "websocket.close", "code": 4011}
    assert "too much to say" in caplog.text
    await page.socket.disconnect()


async def test_a_player_is_shown_the_own_cards_and_not_the_opponents(sit: Sit, alice: User, table: Match) -> None:
    page = await sit(alice)

    shown = json.loads(page.frames[0])
    assert shown["t"] == "snapshot"
    assert shown["v"] == table.version
    assert shown["table"]["you"] == 0
    assert shown["table"]["code"] == table.code
    assert len(shown["view"]["seats"][0]["hand"].split()) == 10
    assert shown["view"]["seats"][1]["hand"] is None
    assert [seat["name"] for seat in shown["seats"]] == ["alice", "bob"]
    assert [move["kind"] for move in shown["moves"]] == ["deal_drawn", "hand_dealt"]


async def test_a_watcher_is_shown_no_hand_and_may_do_nothing(sit: Sit, charlie: User) -> None:
    page = await sit(charlie)

    assert [seat["hand"] for seat in page.view["seats"]] == [None, None]
    assert page.view["can"] == {}
    answer = await page.do("pass_upcard")
    assert (answer["t"], answer["code"]) == ("error", "NOT_SEATED")


async def test_a_move_reaches_every_page_and_carries_its_id_to_the_movers_alone(
    sit: Sit, in_turn: tuple[Page, Page], alice: User, bob: User, charlie: User, table: Match
) -> None:
    mover, other = in_turn
    second_tab = await sit(alice if mover.view["seats"][0]["hand"] else bob)
    watcher = await sit(charlie)

    done = await mover.do("pass_upcard", named=NAMED)

    assert (done["t"], done["id"], done["from"]) == ("update", NAMED, table.version)
    assert (await second_tab.read())["id"] == NAMED
    for page in (other, watcher):
        told = await page.read()
        assert "id" not in told
        assert told["v"] == done["v"]
        assert told["events"] == done["events"]
    assert [event["kind"] for event in done["events"]] == ["upcard_passed"]
    assert done["events"][0]["v"] == done["v"]


async def test_a_page_that_comes_back_is_told_what_it_missed(
    sit: Sit, in_turn: tuple[Page, Page], charlie: User
) -> None:
    mover, other = in_turn
    before = mover.version
    await mover.do("pass_upcard")
    await other.read()
    await other.do("pass_upcard")

    back = Page(other.socket.scope["path"].split("/")[3], charlie, since=before)
    told = await back.open()
    assert (told["t"], told["from"], told["v"]) == ("update", before, other.version)
    assert [event["kind"] for event in told["events"]] == ["upcard_passed", "upcard_passed"]
    await back.socket.disconnect()

    up_to_date = Page(other.socket.scope["path"].split("/")[3], charlie, since=other.version)
    told = await up_to_date.open()
    assert (told["t"], told["events"]) == ("update", [])
    await up_to_date.socket.disconnect()


@pytest.mark.parametrize("since", [0, 10_000])
async def test_a_page_that_comes_from_elsewhere_is_told_everything(sit: Sit, alice: User, since: int) -> None:
    page = await sit(alice, since)

    assert json.loads(page.frames[0])["t"] == "snapshot"


async def test_a_page_may_ask_for_what_it_missed(in_turn: tuple[Page, Page]) -> None:
    mover, _other = in_turn
    before = mover.version
    await mover.do("pass_upcard")

    await mover.say(t="resume", v=before)
    told = await mover.read()
    assert (told["t"], told["from"], len(told["events"])) == ("update", before, 1)


async def test_a_socket_does_without_the_channel_layer(
    house: House, table: Match, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("channels.consumer.get_channel_layer", lambda *_alias: pytest.fail("asked for the layer"))
    page = Page(table.code, alice)
    assert (await page.open())["t"] == "snapshot"
    await page.socket.disconnect()


# Who may come


async def test_nobody_is_let_in_without_a_table(house: House, alice: User) -> None:
    page = Page("nosuchtabl", alice)
    await page.socket.connect()
    assert await page.closed_with() == 4004


async def test_a_table_by_invitation_is_closed_to_strangers_and_open_to_its_players_and_staff(
    house: House, alice: User, bob: User, charlie: User, rita: User
) -> None:
    table = await sync_to_async(seat)(alice, bob, by_link=True)
    for user, code in ((AnonymousUser(), 4401), (charlie, 4403)):
        page = Page(table.code, user)
        await page.socket.connect()
        assert await page.closed_with() == code
    for user in (alice, rita):
        page = Page(table.code, user)
        assert (await page.open())["t"] == "snapshot"
        await page.socket.disconnect()


async def test_anybody_may_watch_a_table_of_the_lobby(sit: Sit) -> None:
    page = await sit(AnonymousUser())
    assert page.view["can"] == {}


# Presence


async def test_a_heartbeat_is_answered_and_renews_the_seats_lease(
    house: House, in_turn: tuple[Page, Page], alice: User, table: Match
) -> None:
    mover, _other = in_turn
    house.writer.nudge()
    await house.writer.run(lambda: None)
    before = clocks.now_ms()

    await mover.say(t="ping", n=17, v=mover.version, rtt=40)
    answer = await mover.read()

    assert (answer["t"], answer["n"]) == ("pong", 17)
    assert before <= answer["now"] <= clocks.now_ms()
    house.writer.nudge()
    await house.writer.run(lambda: None)
    await house.writer.run(lambda: None)
    beaten = [seat.seat async for seat in Seat.objects.filter(match=table, last_seen__gte=before)]
    assert beaten == [_seat(mover)]


async def test_the_table_is_told_who_comes_and_who_stays_away(
    house: House, sit: Sit, alice: User, bob: User, table: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await sit(alice)
    await sit(bob)
    held = house.live.at_hand(table.pk)
    assert held is not None
    house.screens.show_seats(held)
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 40 * 10**9)
    await page.say(t="ping", n=1, v=page.version)
    await page.hear("pong")

    house.screens.show_seats(held)

    seats = (await page.hear("seats"))["seats"]
    while seats[1]["connected"]:
        seats = (await page.hear("seats"))["seats"]
    assert [seat["connected"] for seat in seats] == [True, False]


async def test_a_page_that_does_not_confirm_what_it_reads_is_closed(
    house: House, in_turn: tuple[Page, Page], charlie: User, sit: Sit, table: Match
) -> None:
    watcher = await sit(charlie)
    held = house.live.at_hand(table.pk)
    assert held is not None
    for _n in range(250):  # resends count as much as news
        house.screens.refresh_all(held)
    assert await watcher.closed_with() == 4408


# Leaving


async def test_a_claim_is_a_flag_once_the_opponent_was_silent_long_enough(
    sit: Sit, in_turn: tuple[Page, Page], table: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    _absent, claimer = in_turn
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 119 * 10**9)
    assert (await claimer.do("claim"))["code"] == "CLAIM_TOO_EARLY"

    monkeypatch.setattr(time, "time_ns", lambda: real() + 121 * 10**9)
    answer = await claimer.do("claim", named=NAMED)

    assert answer["t"] == "update"
    assert answer["events"][0]["kind"] == "flagged"
    row = await MatchEvent.objects.aget(match=table, kind="flag")
    assert (row.seat, str(row.command_id)) == (claimer.view["seats"].index(_own(claimer)), NAMED)
    assert (await claimer.do("claim", named=NAMED))["t"] == "ack"


def _own(page: Page) -> Plain:
    own: Plain = next(seat for seat in page.view["seats"] if seat["hand"] is not None)
    return own


async def test_a_resignation_needs_no_version_and_ends_the_match(in_turn: tuple[Page, Page], table: Match) -> None:
    mover, other = in_turn
    await mover.do("pass_upcard")
    await other.read()
    await other.say(t="cmd", id=NAMED, a={"kind": "resign"})
    answer = await other.read()

    assert answer["view"]["phase"] == "over"
    assert answer["view"]["match"]["reason"] == "resigned"
    await table.arefresh_from_db()
    assert (table.status, table.end_reason) == ("finished", "resigned")


async def test_two_wishes_make_a_rematch_and_every_page_is_told_where(in_turn: tuple[Page, Page], table: Match) -> None:
    mover, other = in_turn
    await mover.do("resign")
    await other.read()
    assert other.view["can"] == {"rematch": True}

    assert (await mover.do("rematch"))["t"] == "ack"
    shown = await other.hear("snapshot")
    assert shown["view"]["offers"]["rematch"] == [0 if _seat(mover) == 0 else 1]
    await other.say(t="cmd", id=str(uuid4()), v=other.version, a={"kind": "rematch"})

    urls = {(await page.hear("rematch"))["url"] for page in (mover, other)}
    rematch = await Match.objects.aget(rematch_of=table)
    assert urls == {rematch.get_absolute_url()}
    assert rematch.status == "playing"

    await mover.say(t="resume", v=mover.version)  # who heard nothing of it finds the way all the same
    again = await mover.hear("update")
    assert again["view"]["offers"]["rematch_url"] == rematch.get_absolute_url()
    assert "rematch" not in again["view"]["can"]


def _seat(page: Page) -> int:
    return int(json.loads(page.frames[0])["table"]["you"])


# Questions


async def test_a_player_may_ask_how_the_cards_could_lie_and_others_may_not(in_turn: tuple[Page, Page]) -> None:
    mover, other = in_turn
    await mover.do("take_upcard")
    await other.read()
    card = mover.view["can"]["discard"][0]

    await mover.say(t="ask", id=NAMED, q="arrangements", card=card)
    answer = await mover.read()
    assert (answer["t"], answer["id"]) == ("answer", NAMED)
    assert all(one["count"] <= mover.view["limit"] for one in answer["arrangements"])

    await other.say(t="ask", id=NAMED, q="arrangements", card=card)
    assert (await other.read())["code"] == "NOT_YOUR_TURN"
    await mover.say(t="ask", id=NAMED, q="defence", layoffs=[])
    assert (await mover.read())["code"] == "WRONG_PHASE"


async def test_a_house_that_closes_tells_every_page(house: House, in_turn: tuple[Page, Page]) -> None:
    mover, _other = in_turn
    await house.close()
    assert (await mover.read())["t"] == "restart"
    assert await mover.closed_with() == 4012
