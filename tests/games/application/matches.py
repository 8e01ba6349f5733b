"""Matches that play by themselves: what the tests of the log write about."""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID, uuid4

from games.application import dealing, record
from games.application.codec import canonical
from games.application.record import LiveMatch, Step
from games.domain.actions import BigGin, Discard, Knock, LayOff, Meld, PlayerAction
from games.domain.clock import CONTROLS
from games.domain.match import legal_actions, must_act
from games.domain.melds import min_deadwood
from games.domain.ruleset import ruleset_to_dict
from games.domain.variants import Rules, get_preset, get_variant
from games.models import Match

NOON = 1_764_590_400_000
"""1 December 2025, 12:00 UTC, in ms."""

CODE = "abcdefghjk"


def new_row(**fields: Any) -> Match:
    """A match row in play whose log is still empty."""
    values: dict[str, Any] = {
        "variant": "gin",
        "preset": "he-wikihow",
        "rules": canonical(ruleset_to_dict(get_preset("he-wikihow"))),
        "clock": "standard",
        "status": Match.Status.PLAYING,
    }
    return Match.objects.create(**(values | fields))


def dealt(
    rules: Rules | None = None,
    clock: str = "standard",
    variant: str = "gin",
    seats: int = 2,
    computers: tuple[int, ...] = (),
) -> Step:
    """The first rows of a match without a match row: the agreement, the draw, the first deal."""
    rules = get_variant(variant).rules if rules is None else rules
    step = record.begin(1, CODE, variant, rules, seats, CONTROLS[clock], NOON, rules_version=1, computers=computers)
    for _draw_then_deal in range(2):
        step = step.then(dealing.deal(step.live, NOON))
    return step


def any_move(live: LiveMatch, rng: random.Random) -> tuple[int, PlayerAction]:
    """A legal action of a seat in turn: whoever may knock or meld does, and most discards are good: hands end."""
    seat = rng.choice(must_act(live.game))
    allowed: tuple[Any, ...] = legal_actions(live.game, seat)
    ending = [action for action in allowed if isinstance(action, Knock | BigGin | Meld | LayOff)]
    sheds = [action for action in allowed if isinstance(action, Discard)]
    if ending or not sheds or rng.random() < 0.1:
        return seat, rng.choice(ending or allowed)
    hand = next(hand for hand in live.game.tables if seat in hand.players)
    held = hand.hands[hand.place]
    return seat, min(sheds, key=lambda shed: min_deadwood(held ^ 1 << shed.card))


def move_on(live: LiveMatch, rng: random.Random, now: int, command_id: UUID | None = None) -> Step:
    """One step further, whoever has to make it."""
    if live.game.phase == "between":
        return dealing.deal(live, now)
    return record.play(live, *any_move(live, rng), now, command_id=command_id or uuid4(), lag_ms=rng.randrange(60))


def play_until(first: Step, done: Any, seed: int = 1) -> Step:
    """All steps from ``first`` until ``done(live)``, as one."""
    rng = random.Random(seed)
    whole, now = first, first.live.at
    while not done(whole.live):
        now += rng.randrange(200, 4_000)
        whole = whole.then(move_on(whole.live, rng, now))
    return whole


def play_out(first: Step, seed: int = 1) -> Step:
    """A whole match."""
    return play_until(first, lambda live: live.finish is not None, seed)
