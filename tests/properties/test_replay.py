"""What was played can be written down, read and played again, and is then the same: leaving, rulings and all."""

from __future__ import annotations

import random

from hypothesis import given, settings

from games.domain.actions import SERVER, Action, Flag, VoidDeal
from games.domain.clock import LAG_PER_TURN_MS
from games.domain.errors import RuleViolation
from games.domain.match import Match, apply, must_act
from games.domain.notation import Played, format_record, inputs_of, parse_record
from games.domain.replay import check, fold, record_match
from tests.properties.playing import MOST_HANDS, begin, game_names, next_input, seeds
from tests.properties.test_rulings import random_ruling


def something(match: Match, dice: random.Random, skill: float) -> tuple[int, Action]:
    """What happens next: now and then a hand that cannot be dealt, or a ruling, which need not be possible."""
    if match.phase == "between" and dice.random() < 0.1:
        return SERVER, VoidDeal(match.hand_no + 1)
    if match.phase == "over" or (match.phase != "draw_for_deal" and dice.random() < 0.01):
        return SERVER, random_ruling(match, dice)
    return next_input(match, dice, skill, leaving=True)


def timed(match: Match, seat: int, action: Action, dice: random.Random) -> Played:
    """An input with the time it took, where a clock ran and somebody kept the time."""
    actor = action.seat if isinstance(action, Flag) else seat
    if actor not in must_act(match) or dice.random() < 0.3:
        return Played(seat, action)
    return Played(seat, action, dice.randrange(90_000), dice.choice([0, dice.randint(1, LAG_PER_TURN_MS)]))


@given(game_names, seeds)
@settings(max_examples=50, deadline=None)
def test_replay_equals_live_and_notation_round_trips(game: str, seed: int) -> None:
    dice = random.Random(seed)
    skill = dice.choice((0.0, 0.5, 0.9, 1.0))
    live = begun = begin(game)
    inputs: list[Played] = []
    rulings_after_the_end = 3
    while live.hand_no <= MOST_HANDS and (live.phase != "over" or rulings_after_the_end):
        rulings_after_the_end -= live.phase == "over"
        seat, action = something(live, dice, skill)
        try:
            before, (live, _events) = live, apply(live, seat, action)
        except RuleViolation:
            continue  # a ruling that could not be
        inputs.append(timed(before, seat, action, dice))
    record = record_match(begun.variant, begun.seats, begun.rules, inputs, computers=begun.computers)
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert inputs_of(record) == tuple(inputs)
    assert check(record) == live
    assert fold(begun, ((one.seat, one.action) for one in inputs)) == live
