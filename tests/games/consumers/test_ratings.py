"""Ratings on the socket: what each seat is worth, and what the match made of it."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from games.application import projections, quick
from games.application.house import House
from games.models import Match, Rating
from ginsite.accounts.models import User
from tests.games.application.seated import seat
from tests.games.consumers.conftest import Page, Sit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rated_table(alice: User, bob: User) -> Match:
    """A rated match in its first hand; only Alice has been rated before."""
    Rating.objects.create(user=alice, game="gin", rating=1620.4, deviation=40, volatility=0.01, matches=30)
    table = seat(alice, bob, by_link=True)
    Match.objects.filter(pk=table.pk).update(rated=True)
    return table


async def test_each_seat_says_its_rating_and_its_page(sit: Sit, rated_table: Match, bob: User) -> None:
    page = Page(rated_table.code, bob)
    seats = (await page.open())["seats"]
    assert seats[0]["rating"] == {"points": 1620, "provisional": False, "before": None}
    assert seats[0]["page"] == "/players/alice/"
    assert seats[1]["rating"] is None
    await page.socket.disconnect()


async def test_the_change_comes_to_the_table_once_it_is_made(
    sit: Sit, rated_table: Match, alice: User, bob: User
) -> None:
    loser, winner = Page(rated_table.code, alice), Page(rated_table.code, bob)
    await loser.open()
    await winner.open()
    await loser.do("resign")

    await sync_to_async(projections.sweep)()

    for page in (loser, winner):
        seats = (await page.hear("seats"))["seats"]
        while seats[1]["rating"] is None:  # presence came first
            seats = (await page.hear("seats"))["seats"]
        assert seats[0]["rating"]["before"] == 1620
        assert seats[0]["rating"]["points"] < 1620
        assert (seats[1]["rating"]["before"], seats[1]["rating"]["provisional"]) == (1500, True)
        assert seats[1]["rating"]["points"] > 1500
        await page.socket.disconnect()

    again = Page(rated_table.code, alice)
    reloaded = (await again.open())["seats"]
    assert [seat["rating"] for seat in reloaded] == [seat["rating"] for seat in seats]
    await again.socket.disconnect()


async def test_whoever_waits_at_a_table_given_up_is_led_to_the_match(
    house: House, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hers = await sync_to_async(quick.quick_match)(alice)
    monkeypatch.setattr("games.application.pairing.may_meet", lambda _one, _other: False)
    his = await sync_to_async(quick.quick_match)(bob)
    assert hers != his
    monkeypatch.undo()
    page = Page(his.code, bob)
    await page.open()

    assert await sync_to_async(quick.pair_waiting)() == 1

    assert (await page.hear("rematch"))["url"] == hers.get_absolute_url()
    await page.socket.disconnect()
