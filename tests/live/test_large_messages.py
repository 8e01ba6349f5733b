"""What the server has to say may be larger than what a page may say."""

from __future__ import annotations

import asyncio
import json

from tests.live.table_talk import Page, Plain, seat_people
from tests.serving import Site

PAGE_LIMIT = 4096


class Waiter(Page):
    """A player who never knocks, so that the hand grows long."""

    def move(self) -> Plain | None:
        can = self.view["can"] if self.view else {}
        return {"kind": "discard", "card": can["discard"][0]} if can.get("discard") else super().move()


async def test_a_page_that_comes_late_in_a_long_hand_is_shown_all_of_it(site: Site) -> None:
    asked = seat_people(site)
    site.start()
    code, sessions = asked["codes"][0], asked["sessions"]
    alice, bob = [await Waiter(site, code, sessions[name]).open() for name in ("alice", "bob")]
    playing = [asyncio.create_task(page.play(hands=1)) for page in (alice, bob)]
    await asyncio.wait(playing, timeout=30)
    for task in playing:
        assert task.done(), "the hand does not end"
        task.result()
    charlie = await Page(site, code, sessions["charlie"]).open()
    assert len(charlie.frames[0].encode()) > PAGE_LIMIT
    assert json.loads(charlie.frames[0])["v"] == alice.version
    for page in (alice, bob, charlie):
        await page.close()
