"""Which terms go together."""

from __future__ import annotations

import pytest

from games.application.terms import DUEL_PRESETS, Terms, control_of, problems, write_rules
from games.domain.ruleset import RuleSet, customise
from games.domain.variants import get_preset


def codes(terms: Terms, *, member: bool = True) -> set[str]:
    """Why these terms cannot be had."""
    return {problem.code for problem in problems(terms, member=member)}


def with_rules(**changes: object) -> RuleSet:
    """The house rules with changes."""
    return customise(get_preset("he-wikihow"), **changes)


@pytest.mark.parametrize("preset", DUEL_PRESETS)
@pytest.mark.parametrize("clock", ["blitz", "standard", "slow-1", "slow-3", "slow-7"])
def test_every_rule_set_can_be_played_rated_on_every_clock(preset: str, clock: str) -> None:
    assert codes(Terms(rules=get_preset(preset), preset=preset, clock=clock, rated=True)) == set()


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms(preset="no-such"), "NO_PRESET"),
        (Terms(preset="he-spruce-3p"), "NO_PRESET"),
        (Terms(clock="hourglass"), "NO_CLOCK"),
        (Terms(clock="none"), "NO_CLOCK_BY_LINK"),
        (Terms(rules=with_rules(invalid_knock="expose")), "EXPOSE_BY_LINK"),
        (Terms(clock="slow-1", increment_ms=5_000), "INCREMENT_LIVE_ONLY"),
        (Terms(clock="none", by_link=True, increment_ms=5_000), "INCREMENT_LIVE_ONLY"),
        (Terms(increment_ms=60_001), "OUT_OF_BOUNDS"),
        (Terms(increment_ms=-1), "OUT_OF_BOUNDS"),
        (Terms(rules=RuleSet(target=24)), "OUT_OF_BOUNDS"),
        (Terms(rules=with_rules(oklahoma="one", knock_limit=0)), "STRAIGHT_OKLAHOMA"),
        (Terms(rules=RuleSet(spade_doubles=True)), "SPADES_NEED_OKLAHOMA"),
        (Terms(rated=True, clock="none", by_link=True), "RATED_NEEDS_CLOCK"),
        (Terms(rated=True, rules=with_rules(gin_bonus=30)), "RATED_NEEDS_PRESET"),
        (Terms(rated=True, rules=with_rules(knock_limit=7)), "RATED_NEEDS_PRESET"),
        (Terms(rated=True, by_link=True, rules=with_rules(invalid_knock="expose")), "RATED_NEEDS_REFUSAL"),
    ],
)
def test_what_does_not_go_together_is_named(terms: Terms, code: str) -> None:
    assert code in codes(terms)


def test_a_rated_table_is_for_members() -> None:
    assert codes(Terms(rated=True), member=False) == {"MEMBERS_ONLY"}
    assert codes(Terms(), member=False) == set()


def test_by_invitation_nearly_everything_goes() -> None:
    rules = with_rules(invalid_knock="expose", gin_bonus=99, fixed_hands=3, discard_history="open")
    assert codes(Terms(rules=rules, clock="none", by_link=True), member=False) == set()


@pytest.mark.parametrize(
    "changes", [{"target": 50}, {"oklahoma": "gin_only"}, {"knock_limit": 0}, {"big_gin_bonus": 50}]
)
def test_switches_and_targets_stay_rated(changes: dict[str, object]) -> None:
    assert codes(Terms(rated=True, rules=with_rules(**changes))) == set()


def test_equal_rules_are_written_equally() -> None:
    assert write_rules(get_preset("pagat")) == write_rules(customise(get_preset("pagat"), target=100))
    assert write_rules(get_preset("pagat")) != write_rules(get_preset("wikipedia"))


def test_the_increment_is_part_of_the_control() -> None:
    assert control_of("blitz", 2_000).increment_ms == 2_000
    assert control_of("blitz").increment_ms == 0
