"""Tables for computer players: a whole match played out, and hands set up to ask one question."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.bots.base import Bot
from games.domain.actions import SERVER, Action, Deal, DrawForDeal
from games.domain.cards import DECK_SIZE
from games.domain.match import Match, apply, must_act, new_match, next_deal
from games.domain.perspective import recall
from games.domain.ruleset import RuleSet
from games.domain.variants import get_variant

BUDGET_MS = 1_000
PlayOut = Callable[[RuleSet, int], Match]


def shuffled(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.sample(range(DECK_SIZE), DECK_SIZE))


def next_move(match: Match, bots: tuple[Bot, ...], rng: random.Random) -> tuple[int, Action]:
    """Who acts next, and how: the server's deal first, then whoever must act, then who is not ready."""
    needed = next_deal(match)
    if needed is not None:
        deck = shuffled(rng)
        return SERVER, DrawForDeal(deck) if needed.hand_no == 0 else Deal((deck,))
    waiting = must_act(match) or tuple(seat for seat in range(match.seats) if not match.ready >> seat & 1)
    seat = waiting[0]
    return seat, bots[seat].choose(recall(match, seat), rng, BUDGET_MS)


@pytest.fixture
def play_out(bot: Bot) -> PlayOut:
    """Play a whole match of the bot against itself through the server's own door."""

    def play(rules: RuleSet, seed: int) -> Match:
        rng = random.Random(seed)
        match = new_match(get_variant("gin"), 2, rules)
        for _ in range(20_000):
            if match.phase == "over":
                return match
            seat, action = next_move(match, (bot, bot), rng)
            match = apply(match, seat, action).match
        raise AssertionError("this match does not end")

    return play
