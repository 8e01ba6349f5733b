"""The referee at the socket: what players are told of it and spectators are not, and a pause over the wire."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games.application.disputes import cases
from games.application.house import House
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.seated import seat
from tests.games.consumers.conftest import Page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1, dealt."""
    return seat(alice, bob)


async def test_the_players_see_what_is_with_the_referee_and_pause_together(
    house: House, table: Match, alice: User, bob: User
) -> None:
    hers, his, watcher = Page(table.code, alice), Page(table.code, bob), Page(table.code, AnonymousUser())
    for page in (hers, his, watcher):
        assert (await page.open())["table"]["review"] == []
    assert (await hers.do("offer_pause"))["code"] == "NOTHING_ASKED"

    await sync_to_async(cases.raise_case)(alice, table, "abuse", about_seat=1)
    await sync_to_async(cases.raise_case)(alice, table, "scoring")
    assert [(await page.hear("review"))["hands"] for page in (hers, his)] == [[1], [1]]

    assert (await hers.do("offer_pause"))["view"]["pause"] == {"offers": [0], "since": None, "by_referee": False}
    paused = (await his.do("offer_pause"))["view"]
    assert paused["pause"]["since"] is not None
    assert [clock["deadline"] for clock in paused["clocks"]] == [None, None]
    turn = hers if 0 in paused["turn"] else his
    assert (await turn.do("pass_upcard"))["code"] == "PAUSED"
    assert (await hers.do("resume"))["view"]["pause"] is None

    while watcher.view["pause"] is not None or watcher.version < hers.version:
        await watcher.read()
    assert not [frame for frame in watcher.frames if json.loads(frame)["t"] == "review"]
