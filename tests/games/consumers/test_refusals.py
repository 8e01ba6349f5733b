"""What the table's socket refuses: malformed, out of turn, stale, repeated and foreign messages change nothing."""

from __future__ import annotations

import json

import pytest

from games.consumers.table import BURST, MAX_REFUSED
from games.models import Match, MatchEvent
from tests.games.consumers.conftest import Page, Plain

pytestmark = pytest.mark.django_db(transaction=True)

NAMED = "6f1c0c2e-6a3d-4c55-9a52-0c8f2a8f9f10"


async def rows(table: Match) -> int:
    return await MatchEvent.objects.filter(match=table).acount()


def command(action: object, **more: object) -> Plain:
    return {"t": "cmd", "id": NAMED, "v": 1, "a": action} | more


MALFORMED = [
    "{",
    "[]",
    "12",
    '"cmd"',
    "null",
    "[" * 2000,
    "{}",
    '{"t":"deal"}',
    '{"t":"ping"}',
    '{"t":"ping","n":1,"v":-1}',
    '{"t":"ping","n":1.5,"v":1}',
    '{"t":"resume"}',
    '{"t":"resume","v":"1"}',
    '{"t":"cmd","v":1,"a":{"kind":"pass_upcard"}}',
    '{"t":"cmd","id":"1","v":1,"a":{"kind":"pass_upcard"}}',
    '{"t":"cmd","id":7,"v":1,"a":{"kind":"pass_upcard"}}',
    *(
        json.dumps(message)
        for message in (
            command({"kind": "pass_upcard"}, v=True),
            command({"kind": "pass_upcard"}, v=None),
            command({"kind": "pass_upcard"}, v=1e300),
            command({"kind": "pass_upcard"}, id="x" * 36),
            command(None),
            command("pass_upcard"),
            command({"kind": "win"}),
            command({"kind": "deal", "decks": []}),
            command({"kind": "flag", "seat": 1}),
            command({"kind": "draw_for_deal"}),
            command({"kind": "claim", "seat": 1}),
            command({"kind": "pass_upcard", "seat": 1}),
            command({"kind": "discard"}),
            command({"kind": "discard", "card": "1X"}),
            command({"kind": "discard", "card": 19}),
            command({"kind": "knock", "card": "7H", "melds": "7H 8H 9H"}),
            command({"kind": "knock", "card": "7H", "melds": [["7H"]]}),
            command({"kind": "defend", "melds": None, "layoffs": [["7H"]]}),
            command({"kind": "defend", "melds": None, "layoffs": [["7H", 99]]}),
            {"t": "ask", "id": NAMED, "q": "hand"},
            {"t": "ask", "id": NAMED, "q": "arrangements", "card": 7},
            {"t": "ask", "id": NAMED, "q": "defence", "layoffs": "7H"},
        )
    ),
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
async def test_a_malformed_message_is_refused_and_changes_nothing(
    in_turn: tuple[Page, Page], table: Match, text: str
) -> None:
    mover, other = in_turn
    before = await rows(table)

    await mover.socket.send_to(text)
    answer = await mover.read()

    assert (answer["t"], answer["code"]) == ("error", "BAD_MESSAGE")
    assert await rows(table) == before
    assert await other.is_told_nothing()
    assert (await mover.do("pass_upcard"))["t"] == "update"


async def test_a_binary_frame_is_refused(in_turn: tuple[Page, Page]) -> None:
    mover, _other = in_turn
    await mover.socket.send_to(bytes_data=b"\xff\x00")
    assert (await mover.read())["code"] == "BAD_MESSAGE"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"kind": "draw_stock"}, "WRONG_PHASE"),
        ({"kind": "discard", "card": "7H"}, "WRONG_PHASE"),
        ({"kind": "defend", "melds": None, "layoffs": None}, "WRONG_PHASE"),
        ({"kind": "ready"}, "WRONG_PHASE"),
        ({"kind": "decline_void"}, "NO_OFFER"),
        ({"kind": "claim"}, "CLAIM_TOO_EARLY"),
        ({"kind": "rematch"}, "NOT_FINISHED"),
    ],
)
async def test_what_the_rules_refuse_changes_nothing(
    in_turn: tuple[Page, Page], table: Match, action: Plain, code: str
) -> None:
    mover, other = in_turn
    before = await rows(table)

    answer = await mover.do(action, named=NAMED)

    assert (answer["t"], answer["id"], answer["code"]) == ("error", NAMED, code)
    assert await rows(table) == before
    assert await other.is_told_nothing()


async def test_who_is_not_in_turn_is_refused(in_turn: tuple[Page, Page], table: Match) -> None:
    _mover, other = in_turn
    before = await rows(table)
    assert (await other.do("pass_upcard"))["code"] == "NOT_YOUR_TURN"
    assert await rows(table) == before


async def test_a_command_from_a_version_that_the_hand_has_left_is_stale(in_turn: tuple[Page, Page]) -> None:
    mover, other = in_turn
    before = mover.version
    await mover.do("pass_upcard")
    await other.read()

    answer = await other.do("pass_upcard", v=before)

    assert (answer["code"], answer["v"]) == ("STALE", other.version)
    assert (await other.do("pass_upcard"))["t"] == "update"


@pytest.mark.parametrize("version", [0, 10_000])
async def test_a_command_from_a_version_that_never_was_is_stale(in_turn: tuple[Page, Page], version: int) -> None:
    mover, _other = in_turn
    assert (await mover.do("pass_upcard", v=version))["code"] == "STALE"


async def test_an_offer_makes_nobodys_move_stale(in_turn: tuple[Page, Page]) -> None:
    mover, other = in_turn
    before = mover.version
    await other.do("offer_void")

    assert (await mover.do("pass_upcard", v=before))["t"] == "update"


async def test_a_resent_command_gets_its_first_answer_and_is_done_once(
    in_turn: tuple[Page, Page], table: Match
) -> None:
    mover, other = in_turn
    first = await mover.do("pass_upcard", named=NAMED)
    await other.read()
    await other.do("pass_upcard")
    done = await rows(table)

    again = await mover.do("pass_upcard", named=NAMED, v=first["from"])

    assert again == {"t": "ack", "id": NAMED, "v": first["v"]}
    assert await rows(table) == done


async def test_a_command_sent_twice_at_once_is_done_once(in_turn: tuple[Page, Page], table: Match) -> None:
    mover, _other = in_turn
    before = await rows(table)
    for _twice in range(2):
        await mover.say(t="cmd", id=NAMED, v=mover.version, a={"kind": "pass_upcard"})
    answers = [await mover.read(), await mover.read()]

    assert sorted(answer["t"] for answer in answers) == ["ack", "update"]
    assert await rows(table) == before + 1


async def test_the_same_id_of_another_seat_is_another_command(in_turn: tuple[Page, Page]) -> None:
    mover, other = in_turn
    await mover.do("pass_upcard", named=NAMED)
    await other.read()
    assert (await other.do("pass_upcard", named=NAMED))["t"] == "update"


async def test_too_large_a_message_closes_the_socket(in_turn: tuple[Page, Page]) -> None:
    mover, _other = in_turn
    await mover.socket.send_to(json.dumps({"t": "ping", "n": 1, "v": 1, "x": "é" * 2048}, ensure_ascii=False))
    assert await mover.closed_with() == 4008


async def test_too_many_messages_are_refused_and_a_flood_closes_the_socket(in_turn: tuple[Page, Page]) -> None:
    mover, _other = in_turn
    for number in range(BURST + 5):
        await mover.say(t="ping", n=number, v=mover.version)
    answers = [await mover.read() for _n in range(BURST + 5)]
    assert [answer["t"] for answer in answers[:BURST]] == ["pong"] * BURST
    assert answers[-1]["code"] == "TOO_FAST"

    for number in range(2 * MAX_REFUSED):
        await mover.say(t="ping", n=number, v=mover.version)
    assert await mover.closed_with() == 4008
