"""Who came to a table and went is written down: players, spectators, each socket on its own."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from games.application.house import House
from games.models import Match, Visit
from ginsite.accounts.models import User
from tests.games.consumers.conftest import Page

pytestmark = pytest.mark.django_db(transaction=True)

HEADERS = [(b"user-agent", b"Lynx/2.8"), (b"accept-language", b"eo")]


def visitor(code: str, user: User) -> Page:
    page = Page(code, user)
    page.socket.scope["client"] = ["192.0.2.7", 40000]
    page.socket.scope["headers"] += HEADERS
    return page


async def test_each_stay_is_written_down_and_nothing_that_says_where_from(
    house: House, table: Match, alice: User, charlie: User
) -> None:
    table.visibility = Match.Visibility.OPEN
    await table.asave()
    player, spectator = visitor(table.code, alice), visitor(table.code, charlie)
    for page in (player, spectator):
        await page.open()
    await house.visits.write()
    await player.socket.disconnect()
    await house.visits.write()

    first, second = await sync_to_async(lambda: list(Visit.objects.order_by("came_at", "pk")))()

    assert (first.match_id, first.seat, first.user_id) == (table.pk, 0, alice.pk)
    assert (second.seat, second.user_id, second.went_at) == (None, charlie.pk, None)
    assert first.went_at is not None
    assert first.came_at <= first.went_at
    assert first.address == second.address != ""
    assert first.device == second.device != first.address
    assert not any(plain in str(vars(first)) for plain in ("192.0.2", "Lynx"))


async def test_a_house_that_closes_lets_nobody_stay_in_the_book(house: House, table: Match, alice: User) -> None:
    page = visitor(table.code, alice)
    await page.open()

    await house.close()
    await page.socket.disconnect()

    visit = await Visit.objects.aget()
    assert visit.went_at is not None
