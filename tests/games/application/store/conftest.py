"""Matches to write about: small helpers that play by themselves."""

from __future__ import annotations

import random
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from games.application import record
from games.application.codec import canonical
from games.application.record import LiveMatch, Step
from games.application.start import first_step
from games.domain.actions import BigGin, Knock, PlayerAction
from games.domain.match import legal_actions
from games.domain.ruleset import ruleset_to_dict
from games.domain.variants import get_preset
from games.models import Match

NOON = 1_764_590_400_000
"""1 December 2025, 12:00 UTC, in ms."""


@pytest.fixture
def make_match() -> Callable[..., Match]:
    """A match row in play whose log is still empty."""

    def make(**fields: object) -> Match:
        values = {
            "variant": "gin",
            "preset": "he-wikihow",
            "rules": canonical(ruleset_to_dict(get_preset("he-wikihow"))),
            "clock": "standard",
            "status": Match.Status.PLAYING,
        }
        return Match.objects.create(**(values | fields))

    return make


@pytest.fixture
def opening() -> Callable[[Match], Step]:
    """The first rows of a match: the agreement, the draw, the first deal."""
    return lambda match: first_step(match, NOON)


def any_move(live: LiveMatch, rng: random.Random) -> tuple[int, PlayerAction]:
    """A legal action of the seat in turn; whoever may knock does."""
    seat = record.running(live)[0]
    allowed = legal_actions(live.game, seat)
    ending = [action for action in allowed if isinstance(action, Knock | BigGin)]
    return seat, rng.choice(ending or list(allowed))  # type: ignore[return-value]


def move_on(live: LiveMatch, rng: random.Random, now: int, command_id: UUID | None = None) -> Step:
    """One step further, whoever has to make it."""
    if live.game.phase == "between":
        return record.deal(live, now)
    return record.play(live, *any_move(live, rng), now, command_id=command_id or uuid4(), lag_ms=rng.randrange(60))


def play_out(first: Step, seed: int = 1) -> tuple[LiveMatch, Step]:
    """A whole match; the match at its end, and all its steps as one."""
    rng = random.Random(seed)
    whole, now = first, NOON
    while whole.live.finish is None:
        now += rng.randrange(200, 4_000)
        whole = whole.then(move_on(whole.live, rng, now))
    return whole.live, whole
