"""The computer players' playout says what the rules core says: its moves, played by the rules, end in its outcome."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from games.bots.playout import Outcome, play_on, position_of
from games.domain.actions import PlayerAction
from games.domain.events import HandScored
from games.domain.hands.gin import GinHand
from games.domain.match import Match, must_act, step, verify
from tests.properties.playing import RULES, play, rule_names, seeds


def positions(rules: str, seed: int) -> list[Match]:
    """Every state of a match in which a turn is to be played."""
    return [
        match
        for match, _, _ in play(rules, seed, leaving=False)
        if match.phase == "play" and match.tables[0].phase != "layoff"
    ]


def outcome_of(hand: GinHand) -> Outcome:
    ended = hand.outcome
    assert ended is not None
    if isinstance(ended, HandScored):
        return Outcome(ended.kind, hand.players.index(ended.winner), ended.points)
    return Outcome(ended.reason, None, 0)


@given(rule_names, seeds, st.randoms(use_true_random=False))
def test_what_was_played_out_can_be_played_by_the_rules_to_the_same_end(
    rules: str, seed: int, dice: random.Random
) -> None:
    for match in dice.sample(states := positions(rules, seed), min(len(states), 12)):
        moves: list[PlayerAction] = []
        outcome = play_on(position_of(match.tables[0]), RULES[rules], random.Random(dice.random()), moves)
        before = match
        for move in moves:
            assert before.phase == "play"
            seat = must_act(before)[0]
            verify(before, seat, move)
            before = step(before, seat, move)
        assert outcome_of(before.tables[0]) == outcome
