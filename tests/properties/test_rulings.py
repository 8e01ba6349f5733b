"""Rulings on random matches: what was played stays, what counts follows, and all of it can be taken back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain.actions import (
    SERVER,
    Action,
    AwardMatch,
    CorrectHand,
    Remedy,
    ResumeMatch,
    ReverseRuling,
    Rule,
    VoidHand,
)
from games.domain.errors import RuleViolation
from games.domain.match import Match, apply, step
from games.domain.match.rulings import standing_rulings
from tests.properties.playing import MOST_HANDS, begin, game_names, next_input, seeds


def random_ruling(match: Match, dice: random.Random) -> Rule:
    """Some ruling, not always a possible one."""
    number = 1 if match.ruled is None else len(match.ruled.rulings) + 1
    hand, table = dice.randint(1, max(1, match.hand_no)), dice.randrange(max(1, len(match.tables)))
    sides = len(match.variant.seating.sides(match.seats))
    remedies: list[Remedy] = [
        CorrectHand(hand, table, dice.randrange(match.seats), dice.randrange(0, 120), dice.randrange(3)),
        CorrectHand(hand, table, None),
        VoidHand(hand, table),
        AwardMatch(dice.choice([None, *range(sides)])),
        ResumeMatch(),
        ReverseRuling(dice.randint(1, number)),
    ]
    return Rule(number, (dice.choice(remedies),), dice.choice(["resume", "award"]))


def ruled_match(game: str, seed: int) -> tuple[Match, list[tuple[int, Action]]]:
    """A match with rulings strewn in, some of them after its end, and its inputs."""
    dice = random.Random(seed)
    skill = dice.choice((0.5, 1.0))
    match = begin(game)
    inputs: list[tuple[int, Action]] = []
    extra = 4
    while match.hand_no <= MOST_HANDS and (match.phase != "over" or extra):
        seat = SERVER
        action: Action = random_ruling(match, dice)
        if match.phase != "over":
            if dice.random() > 0.02 or match.phase == "draw_for_deal":
                seat, action = next_input(match, dice, skill, leaving=True)
        else:
            extra -= 1
        try:
            before, (match, _events) = match, apply(match, seat, action)
        except RuleViolation:
            assert isinstance(action, Rule), "only rulings are made up at random"
            continue
        inputs.append((seat, action))
        if isinstance(action, Rule):
            check_after_a_ruling(before, match)
    return match, inputs


def check_after_a_ruling(before: Match, match: Match) -> None:
    ruled = match.ruled
    assert ruled is not None
    assert (match.end is not None) == (match.phase == "over")
    assert before.ruled is None or ruled.played[: len(before.ruled.played)] == before.ruled.played
    counted = [hand.hand_no for hand in match.sheet.hands]
    played = [hand.hand_no for outcomes in ruled.played for hand in outcomes]
    assert [number for number in played if number not in ruled.struck] == counted
    assert not counted or all(number > counted[-1] for number in ruled.struck)
    if match.end is not None:
        sums = tuple(sum(amounts) for amounts in zip(*(line.amounts for line in match.end.lines), strict=True))
        assert match.end.totals == sums
        assert all(hand.outcome is not None for hand in match.tables)
    else:
        assert match.sheet.end_reason is None
        assert match.phase != "between" or match.pairings


@given(game_names, seeds)
@settings(max_examples=40)
def test_a_ruled_match_is_sound_after_every_ruling_and_folds_to_the_same_value(game: str, seed: int) -> None:
    match, inputs = ruled_match(game, seed)
    again = begin(game)
    for seat, action in inputs:
        again = step(again, seat, action)
    assert again == match


@given(game_names, seeds, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_with_every_ruling_reversed_the_sheet_is_that_of_the_hands_as_played(
    game: str, seed: int, dice: random.Random
) -> None:
    match, _inputs = ruled_match(game, seed)
    if match.ruled is None:
        return
    while standing := [ruling.number for ruling in standing_rulings(match.ruled) if not reverses(ruling)]:
        number = len(match.ruled.rulings) + 1
        match, _events = apply(match, SERVER, Rule(number, (ReverseRuling(dice.choice(standing)),)))
        assert match.ruled is not None
    assert match.ruled is not None
    sheet = begin(game).sheet
    for outcomes in match.ruled.played[: len(match.ruled.played) - len(match.ruled.struck)]:
        sheet = sheet.enter_round(outcomes)
    assert match.sheet == sheet
    assert not match.ruled.changed


def reverses(ruling: Rule) -> bool:
    return any(isinstance(remedy, ReverseRuling) for remedy in ruling.remedies)


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_but_the_server_brings_a_ruling(seat: int) -> None:
    with pytest.raises(RuleViolation, match="NOT_SEATED"):
        apply(begin("gin"), seat, Rule(1, ()))
