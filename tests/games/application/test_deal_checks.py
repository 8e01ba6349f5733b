"""Checking a deal: the vectors shared with the browser, and what a finished match gives out."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from games.application import record, store
from games.application.deal_checks import Check, NoDeal, are_numbered, check, deal_of, opened_hands
from games.application.record import Step
from games.domain.actions import Resign
from games.models import Match
from tests.games.application import exchanging
from tests.games.application.matches import CODE, dealt, new_row, play_until

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "fair-deal.json").read_text())
DEALS = {one["name"]: one["deal"] for one in VECTORS["deals"]}


def failing(deal: Any) -> list[str]:
    return [":".join(filter(None, (one.key, one.about))) for one in check(deal) if not one.holds]


@pytest.mark.parametrize("deal", DEALS.values(), ids=list(DEALS))
def test_the_published_deals_are_true(deal: Any) -> None:
    assert failing(deal) == []


@pytest.mark.parametrize("spoiled", VECTORS["spoiled"], ids=lambda spoiled: spoiled["why"])
def test_whatever_is_changed_is_found_and_named(spoiled: Any) -> None:
    deal = copy.deepcopy(VECTORS["deals"][spoiled["of"]]["deal"])
    for path, value in spoiled["set"]:
        part = deal
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = value
    assert failing(deal) == spoiled["fails"]


def test_the_values_on_the_way_are_those_that_the_page_about_it_gives() -> None:
    """From the text of docs/fair-deal.md alone."""
    steps = VECTORS["steps"]
    deal = VECTORS["deals"][steps["of"]]["deal"]
    seed, seeds = bytes.fromhex(deal["seed"]), [bytes.fromhex(one["seed"]) for one in deal["seats"]]
    message = f"ginrummy-shuffle-v1|commit|{deal['id']}|".encode() + seed
    assert steps["server_message"] == message.hex()
    assert hashlib.sha256(message).hexdigest() == deal["commitment"]
    assert hashlib.sha256(bytes.fromhex(steps["seat_message"])).hexdigest() == deal["seats"][0]["commitment"]
    digests = [hashlib.sha256(one).digest() for one in seeds]
    assert steps["digests"] == [one.hex() for one in digests]
    message = f"ginrummy-shuffle-v1|deal|{deal['id']}|".encode() + b"".join(digests) + bytes(4)
    assert steps["first_message"] == message.hex()
    block = hmac.digest(seed, message, "sha256")
    assert steps["first_block"] == block.hex()
    draws = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    assert steps["first_draws"] == draws
    assert steps["first_places"] == [draw % (52 - place) for place, draw in enumerate(draws)]


@pytest.mark.parametrize("wrong", [None, [], {}, {"form": "ginrummy-deal-1"}, DEALS | {"form": "x"}])
def test_what_is_no_deal_is_refused(wrong: Any) -> None:
    with pytest.raises(NoDeal):
        check(wrong)


# From the log


def kept(step: Step, **fields: Any) -> Match:
    """The match of these rows, with its row."""
    match = new_row(code=CODE, **fields)
    live = step.live._replace(id=match.pk)
    store.append(Step(step.before, live, step.rows, step.events))
    return match


@pytest.mark.django_db
@pytest.mark.parametrize(("variant", "seats"), [("gin", 2), ("partnership", 4), ("in-the-box", 3), ("rummy", 5)])
def test_every_game_gives_out_the_draw_and_the_deal_of_a_finished_hand_and_they_hold(variant: str, seats: int) -> None:
    step = exchanging.play_hand(exchanging.dealt(variant, seats))
    match = kept(step, variant=variant, seat_count=seats)

    for hand_no in (0, 1):
        deal = deal_of(match, hand_no)
        assert deal is not None
        assert failing(deal) == []
        assert json.loads(json.dumps(deal)) == deal
    assert deal is not None
    assert [one["by"] for one in deal["seats"]] == ["player"] * seats, "sitters and advisers bring seeds too"
    assert len(deal["hands"]) == (2 if variant == "partnership" else 1)
    assert Check("hands", True, "0") in check(deal)


@pytest.mark.django_db
def test_a_hand_that_was_promised_and_never_dealt_is_listed_and_shown_too() -> None:
    step = exchanging.promise(exchanging.dealt(), 1)
    step = step.then(record.play(step.live, 0, Resign(), step.live.at + 500))
    match = kept(step)

    deal = deal_of(match, 2)
    assert deal is not None
    assert failing(deal) == []
    assert (deal["decks"], deal["hands"], deal["at"]["dealt"]) == ([], [], None)
    assert [(one["by"], one["seed"]) for one in deal["seats"]] == [("server", None), ("player", None)]
    assert sorted(opened_hands(step.rows)) == [0, 1, 2]
    assert are_numbered(step.rows)


@pytest.mark.django_db
def test_a_hand_in_play_gives_nothing_out() -> None:
    step = play_until(dealt(), lambda live: live.game.phase == "between")
    match = kept(step)

    assert deal_of(match, 2) is None
    assert deal_of(match, 1) is not None
    assert sorted(opened_hands(step.rows)) == [0, 1]

    assert are_numbered(step.rows)
    assert not are_numbered([row for row in step.rows if '"hand":0' not in row.payload])
    playing = kept_next(match, step)
    assert deal_of(playing, 2) is None


def kept_next(match: Match, step: Step) -> Match:
    """The same match with the second hand in play."""
    again = play_until(step, lambda live: live.game.phase == "play")
    live = again.live._replace(id=match.pk)
    store.append(Step(step.live.version, live, again.rows[len(step.rows) :], ()))
    return match
