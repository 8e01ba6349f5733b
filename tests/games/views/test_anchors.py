"""The anchors for everybody: a stranger can reckon every hash again from what the site hands out."""

from __future__ import annotations

from hashlib import sha256

import pytest
from django.db import connection
from django.test import Client

from games.application import anchors, store
from games.application.start import first_step
from games.application.store import Pending
from tests.games.application.matches import NOON, new_row

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 3_600_000


def test_a_stranger_reckons_each_hash_again_from_the_file(client: Client) -> None:
    step = first_step(new_row(), NOON)
    store.commit_batch(connection, [Pending.of(step)])
    anchors.make_due(NOON + 2 * DAY_MS)

    told = client.get("/fair-deal/anchors.json").json()["anchors"]

    assert [(one["day"], one["logs"]) for one in told] == [("2025-12-02", 0), ("2025-12-01", 1)]
    for one in told:
        text = client.get(one["text"]).content
        assert sha256(text).hexdigest() == one["hash"]
        assert f"\n{one['prev_hash']}\n".encode() in text
    assert f"{step.live.code} {step.live.version} {step.live.head_hash}\n".encode() in text


def test_the_page_lists_days_hashes_and_files(client: Client) -> None:
    assert "No day is over yet" in client.get("/fair-deal/anchors/").content.decode()
    store.commit_batch(connection, [Pending.of(first_step(new_row(), NOON))])
    anchor = anchors.make_due(NOON + DAY_MS)[0]

    page = client.get("/fair-deal/anchors/").content.decode()

    assert anchor.hash in page
    assert "1 game<" in page
    assert "/fair-deal/anchors/2025-12-01.txt" in page


@pytest.mark.parametrize("day", ["2025-12-01", "yesterday"])
def test_a_day_without_an_anchor_has_no_file(client: Client, day: str) -> None:
    assert client.get(f"/fair-deal/anchors/{day}.txt").status_code == 404
