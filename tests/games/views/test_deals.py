"""Checking deals on the site: who may see which, the file, the checker to take home, the page about it all."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest
from django.test import Client

from games.application import store
from games.application.deal_checks import check
from games.application.record import Step
from games.models import DealTally, Match, Seat
from ginsite.accounts.models import User
from tests.games.application.matches import CODE, dealt, new_row, play_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice and Bob, between their first hand and the second."""
    row = new_row(code=CODE)
    step = play_until(dealt(), lambda live: live.game.phase == "between")
    store.append(Step(0, step.live._replace(id=row.pk), step.rows))
    for number, person in enumerate((alice, bob)):
        Seat.objects.create(match=row, seat=number, user=person)
    return row


@pytest.fixture
def client(alice: User) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(alice)
    return client


def test_the_page_of_a_deal_holds_it_whole_and_links_to_the_others(client: Client, match: Match) -> None:
    page = client.get(f"/games/{match.code}/deals/1/").content.decode()
    found = re.search(r'<script id="deal" type="application/json">(.*?)</script>', page)
    assert found
    deal = json.loads(found[1])
    assert all(one.holds for one in check(deal))
    assert [one["name"] for one in deal["seats"]] == ["alice", "bob"]
    assert f"/games/{match.code}/deals/0/" in page
    assert 'data-hands="0 1"' in page
    assert client.get(f"/games/{match.code}/deals/").headers["Location"] == f"/games/{match.code}/deals/1/"


def test_the_file_is_the_same_deal(client: Client, match: Match) -> None:
    response = client.get(f"/games/{match.code}/deals/1.json")
    assert response.headers["Content-Disposition"] == f'attachment; filename="deal-{match.code}-1.json"'
    assert all(one.holds for one in check(response.json()))


@pytest.mark.parametrize("hand", [2, 77])
def test_a_hand_that_is_not_over_has_no_page(client: Client, match: Match, hand: int) -> None:
    for address in (f"/games/{match.code}/deals/{hand}/", f"/games/{match.code}/deals/{hand}.json"):
        assert client.get(address).status_code == 404


@pytest.mark.parametrize("visibility", [Match.Visibility.OPEN, Match.Visibility.LINK])
def test_while_a_match_is_played_its_deals_are_for_those_at_the_table(
    client: Client, match: Match, visibility: str, charlie: User
) -> None:
    Match.objects.filter(pk=match.pk).update(visibility=visibility, invite_token="x" * 22)
    onlooker = Client()
    onlooker.force_login(charlie)
    for end in ("1/", "1.json", ""):
        address = f"/games/{match.code}/deals/{end}"
        assert client.get(address).status_code in (200, 302)
        assert [other.get(address).status_code for other in (Client(), onlooker)] == [403, 403]


def test_the_checker_is_one_file_of_the_modules_that_the_site_runs(client: Client) -> None:
    response = client.get("/fair-deal/check-deal.html")
    page = response.content.decode()
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert re.findall(r'(?:src|href)="', page) == [], "nothing is fetched"
    found = re.search(r'<script type="importmap">(.*?)</script>', page)
    assert found
    for name, address in json.loads(found[1])["imports"].items():
        source = base64.b64decode(address.removeprefix("data:text/javascript;base64,")).decode()
        assert source == Path("static/js", name).read_text()
        for needed in re.findall(r'^import .* from "(.+)";$', source, re.MULTILINE):
            assert needed in found[1], f"{name} needs {needed}"


def test_the_description_is_the_one_in_the_sources(client: Client) -> None:
    response = client.get("/fair-deal/fair-deal.md")
    assert response.content.decode() == Path("docs/fair-deal.md").read_text()
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"


def test_page_and_description_say_the_same_of_what_it_proves(client: Client) -> None:
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get("/fair-deal/").content.decode()).replace("&#x27;", "'").split())
    text = Path("docs/fair-deal.md").read_text()
    claims = text.split("## What it proves")[1].split("## The exchange")[0]
    sentences = [
        " ".join(one.split()) for one in re.findall(r"^- (.+?)(?=^- |^## |\Z)", claims, re.MULTILINE | re.DOTALL)
    ]
    assert len(sentences) == 9
    for sentence in sentences:
        assert sentence.split(" The checker works without us")[0].split(" The checker")[0] in page


def test_the_page_reads_one_row_and_counts_nothing(
    match: Match, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    counts = {
        "matches": 1,
        "hands": 2,
        "ranks": [4] + [3] * 12,
        "suits": [10] * 4,
        "spread": 1280,
        "tens": 4,
        "melded": 1,
    }
    counts |= {"upcard_ranks": [2] + [0] * 12, "upcard_suits": [2, 0, 0, 0], "endings": {"knock": 2}, "own": 3}
    DealTally.objects.create(pk=1, counts=json.dumps(counts), counted_at=1_764_590_400_000)
    with django_assert_num_queries(1):  # type: ignore[operator]
        page = Client().get("/fair-deal/").content.decode()
    assert "As chance would have it." in page
    assert "25.0 %" in page
