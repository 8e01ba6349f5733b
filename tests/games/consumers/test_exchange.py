"""The exchange of seeds as pages see it: commitments, reveals, the deal, and what nobody is told."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from games.application import store
from games.application.house import House
from games.domain.shuffle import commit_player
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.seated import seat
from tests.games.consumers.conftest import Page, Sit

pytestmark = pytest.mark.django_db(transaction=True)

SEEDS = (b"alice's own words", b"bob's words, which are longer")


@pytest.fixture(autouse=True)
def pages_are_waited_for(settings: Settings) -> None:
    """Long enough that nothing in these tests depends on it."""
    settings.DEAL_COMMIT_MS = 60_000


@pytest.fixture
def table(pages_are_waited_for: None, alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1; the first hand's exchange is offered."""
    return seat(alice, bob)


async def promise(page: Page, number: int, hand: int = 1, seed: bytes | None = None) -> dict[str, Any]:
    """Commit the page's seat to its seed; the answer."""
    commitment = commit_player(page.code, hand, number, SEEDS[number] if seed is None else seed)
    return await page.do({"kind": "commit_seed", "hand": hand, "commitment": commitment})


async def show(page: Page, number: int, hand: int = 1, seed: bytes | None = None) -> dict[str, Any]:
    """Reveal the page's seed; the answer."""
    return await page.do({"kind": "reveal_seed", "hand": hand, "seed": (seed or SEEDS[number]).hex()})


def states(message: dict[str, Any]) -> list[str]:
    """How far each seat has come in the exchange of the hand to come."""
    (exchange,) = message["deal"]
    return [own["state"] for own in exchange["seats"]]


async def test_two_pages_shuffle_their_first_hand_and_the_next_is_offered_with_it(
    sit: Sit, alice: User, bob: User, table: Match
) -> None:
    pages = await sit(alice), await sit(bob)
    first = json.loads(pages[0].frames[0])
    assert first["view"]["phase"] == "between"
    (exchange,) = first["deal"]
    assert (exchange["hand"], exchange["id"], exchange["owed"]) == (1, f"{table.code}-1", [])
    assert exchange["until"] > first["now"] + 30_000
    assert first["dealt"] is None

    early = await show(pages[0], 0)
    assert early["code"] == "SEED_TOO_EARLY"
    assert states(await promise(pages[0], 0)) == ["committed", "offered"]
    assert (await promise(pages[0], 0, seed=b"I like this better"))["code"] == "ALREADY_DONE"
    assert (await show(pages[0], 0))["code"] == "SEED_TOO_EARLY"
    assert states(await promise(pages[1], 1)) == ["committed", "committed"]
    assert (await show(pages[1], 1, seed=b"I never said this"))["code"] == "SEED_MISMATCH"
    assert states(await show(pages[1], 1)) == ["committed", "revealed"]
    await show(pages[0], 0)

    dealt = await pages[0].read()
    while dealt["dealt"] is None:
        dealt = await pages[0].read()
    assert dealt["view"]["phase"] == "upcard"
    assert [own["seed"] for own in dealt["dealt"]["seats"]] == [seed.hex() for seed in SEEDS]
    assert dealt["dealt"]["commitment"] == exchange["commitment"]
    assert states(dealt) == ["offered", "offered"]
    assert dealt["deal"][0]["hand"] == 2
    kinds = [row.kind for row in await sync_to_async(store.read_since)(table.pk, 4)]
    assert kinds == [
        "seed_committed", "player_committed", "player_committed", "seeds_owed", "player_revealed", "player_revealed",
        "deal", "seed_committed",
    ]  # fmt: skip


async def test_an_update_speaks_of_seeds_only_when_they_changed(sit: Sit, alice: User, bob: User) -> None:
    pages = await sit(alice), await sit(bob)
    await play_first_deal(pages)
    turn = pages[0].view["turn"][0]
    moved = await pages[turn].do("pass_upcard")
    assert "deal" not in moved
    assert "dealt" not in moved
    assert states(await promise(pages[0], 0, hand=2)) == ["committed", "offered"], "it runs while a hand is played"
    over = await pages[0].do("resign")
    assert over["view"]["match"]["reason"] == "resigned"
    assert (over["deal"], over["dealt"]) == ([], None)


async def play_first_deal(pages: tuple[Page, ...]) -> None:
    for number, page in enumerate(pages):
        await promise(page, number)
    for number, page in enumerate(pages):
        await show(page, number)
    for page in pages:
        while page.view["phase"] != "upcard":
            await page.read()


@pytest.mark.parametrize(
    "action",
    [
        {"kind": "commit_seed", "hand": 1, "commitment": "ab" * 31},
        {"kind": "commit_seed", "hand": 1, "commitment": "AB" * 32},
        {"kind": "commit_seed", "hand": "1", "commitment": "ab" * 32},
        {"kind": "commit_seed", "hand": 1, "commitment": "ab" * 32, "seat": 1},
        {"kind": "commit_seed", "hand": 1},
        {"kind": "reveal_seed", "hand": 1, "seed": "ab" * 15},
        {"kind": "reveal_seed", "hand": 1, "seed": "ab" * 65},
        {"kind": "reveal_seed", "hand": 1, "seed": "a" * 33},
        {"kind": "reveal_seed", "hand": 1, "commitment": "ab" * 32},
    ],
    ids=str,
)
async def test_what_is_not_exactly_of_the_form_is_refused(sit: Sit, alice: User, action: dict[str, Any]) -> None:
    page = await sit(alice)
    assert (await page.do(action))["code"] == "BAD_MESSAGE"


async def test_a_command_sent_again_is_answered_with_its_first_answer(sit: Sit, alice: User, bob: User) -> None:
    page, other = await sit(alice), await sit(bob)
    action = {"kind": "commit_seed", "hand": 1, "commitment": commit_player(page.code, 1, 0, SEEDS[0])}
    named = "11111111-1111-4111-8111-111111111111"
    done = await page.do(action, named=named)
    assert (done["t"], done["id"]) == ("update", named)
    again = await page.do(action, named=named)
    assert (again["t"], again["v"]) == ("ack", done["v"])
    copied = await other.do(action)
    assert copied["code"] == "SEED_REPEATED"
    another_hand = await promise(other, 1, hand=2)
    assert another_hand["code"] == "SEED_NOT_ASKED"


async def test_who_says_nothing_is_dealt_to_when_the_time_is_up(
    house: House, sit: Sit, alice: User, bob: User, table: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, silent = await sit(alice), await sit(bob)
    await promise(page, 0)
    held = house.live.at_hand(table.pk)
    assert held is not None
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 200 * 10**9)
    await house.errands._attend(held)
    late = await page.read()
    assert states(late) == ["committed", "defaulted"]
    assert (await promise(silent, 1))["code"] == "SEED_TOO_LATE"
    await show(page, 0)
    dealt = await page.read()
    while dealt.get("dealt") is None:
        dealt = await page.read()
    assert [own["state"] for own in dealt["dealt"]["seats"]] == ["revealed", "defaulted"]
    assert all(own["seed"] for own in dealt["dealt"]["seats"])
