"""Simulated cheats do what they are there for, so that signals are measured on something."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from games.bots.arena import Contest
from games.bots.giving import Giving
from games.bots.simulation import cheats
from games.bots.simulation.players import Way
from games.domain.variants import get_variant


@cache
def giving(name: str, variant: str = "gin", seats: int = 2, matches: int = 2) -> Giving:
    """What seat 0 gave seat 1 in some matches among casual players."""
    contest = Contest(variant, get_variant(variant).rules, seats)
    casual = cheats.honest("casual", 0.1)
    makers: dict[str, Callable[[], Way]] = {
        "honest": lambda: casual,
        "careful": lambda: cheats.careful(casual),
        "feeder": lambda: cheats.feeder(casual, 1.0, 1),
        "guesser": lambda: cheats.guesser(casual, 1.0, 1),
        "peeker": lambda: cheats.peeker(casual, 1.0, 1),
    }
    ways = [makers[name](), *[casual] * (seats - 1)]
    gifts = [gift for deal in range(matches) for gift in cheats.watched_match(ways, contest, f"cheats {deal}")]
    return Giving.of(gift for gift in gifts if (gift.seat, gift.to) == (0, 1))


@pytest.mark.parametrize(("variant", "seats"), [("gin", 2), ("rummy", 3)])
def test_a_feeder_gives_most_of_what_it_has_and_a_guesser_more_than_anybody_would(variant: str, seats: int) -> None:
    honest, feeder = giving("honest", variant, seats), giving("feeder", variant, seats)
    assert feeder.wanted / feeder.chance > 1.5 * honest.wanted / honest.chance
    assert feeder.feeding > 2.8 > honest.feeding
    guesser = giving("guesser", variant, seats)
    assert guesser.chance > 1.5 * guesser.usual


def test_a_peeker_gives_nothing_and_a_careful_player_that_sees_nothing_now_and_then() -> None:
    assert giving("peeker").wanted == 0
    assert giving("careful").wanted > 0
    assert giving("peeker").seeing > 3.0 > giving("careful").seeing


def test_the_same_deal_plays_the_same_match() -> None:
    contest, way = Contest("gin", get_variant("gin").rules), cheats.honest("beginner", 0.5, wild=True)
    assert list(cheats.watched_match([way, way], contest, "a")) == list(cheats.watched_match([way, way], contest, "a"))
