"""Which terms go together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.application.terms import Terms, control_of, house_terms, presets_of, problems, rules_for, write_rules
from games.domain.ruleset import RuleSet, customise
from games.domain.rummy_rules import RummyRules
from games.domain.variants import VARIANTS, Rules, get_preset


def codes(terms: Terms, *, member: bool = True) -> set[str]:
    """Why these terms cannot be had."""
    return {problem.code for problem in problems(terms, member=member)}


def with_rules(**changes: object) -> RuleSet:
    """The house rules with changes."""
    return customise(get_preset("he-wikihow"), **changes)


def playing(game: str, seats: int | None = None, **changes: object) -> Terms:
    """A game as the house plays it, with changes of its numbers."""
    terms = house_terms(game, seats)
    rules: Rules = replace(terms.rules, **changes)  # type: ignore[arg-type]
    return replace(terms, rules=rules)


@pytest.mark.parametrize("clock", ["blitz", "standard", "slow-1", "slow-3", "slow-7"])
@pytest.mark.parametrize("game", VARIANTS)
def test_every_rule_set_of_every_game_can_be_played_rated_on_every_clock(game: str, clock: str) -> None:
    for preset in presets_of(game):
        for seats in VARIANTS[game].seating.seats:
            rules = rules_for(game, preset)
            terms = Terms(rules=rules, preset=preset, variant=game, seats=seats, clock=clock, rated=True)
            assert codes(terms) == set()


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
        (Terms(variant="canasta"), "NO_GAME"),
        (Terms(seats=3), "SEAT_COUNT"),
        (playing("three-handed", 4), "SEAT_COUNT"),
        (playing("rummy", 7), "SEAT_COUNT"),
        (replace(playing("rummy"), rules=get_preset("pagat")), "NOT_IN_THIS_GAME"),
        (replace(playing("in-the-box"), preset="pagat"), "NO_PRESET"),
        (Terms(rules=RuleSet(spade_doubles=True)), "SPADES_NEED_OKLAHOMA"),
        (playing("hollywood", spade_doubles=True), "SPADES_NEED_OKLAHOMA"),
        (Terms(rules=with_rules(oklahoma="one")), "NOT_IN_THIS_GAME"),
        (Terms(rules=with_rules(knock_limit=0)), "NOT_IN_THIS_GAME"),
        (playing("straight-gin", knock_limit=10), "NOT_IN_THIS_GAME"),
        (playing("in-the-box", first_dealer="low_card"), "NOT_IN_THIS_GAME"),
        (playing("partnership", four_players="sum_of_games", swap_opponents=True), "SUM_KEEPS_OPPONENTS"),
        (playing("rummy", reshuffle_limit=11), "OUT_OF_BOUNDS"),
        (replace(playing("rummy", reshuffle_limit=4), rated=True), "RATED_NEEDS_PRESET"),
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
    ("game", "changes"),
    [
        ("gin", {"target": 50}),
        ("gin", {"big_gin_bonus": 50}),
        ("oklahoma", {"oklahoma": "one", "spade_doubles": True}),
        ("oklahoma", {"extra_boxes_gin": 2, "extra_boxes_undercut": 1}),
        ("hollywood", {"oklahoma": "gin_only", "hollywood": "schedule"}),
        ("three-handed", {"three_players": "cutthroat"}),
        ("partnership", {"four_players": "sum_of_games", "partner_advice": "layoff_only"}),
        ("rummy", {"ace": "high_or_low", "fixed_hands": 5, "must_discard_last": True}),
    ],
)
def test_switches_and_targets_stay_rated(game: str, changes: dict[str, object]) -> None:
    assert codes(replace(playing(game, None, **changes), rated=True)) == set()


def test_extra_boxes_of_ones_own_are_numbers_and_not_a_switch() -> None:
    assert codes(replace(playing("oklahoma", extra_boxes_gin=1), rated=True)) == {"RATED_NEEDS_PRESET"}


def test_a_game_brings_the_numbers_of_the_rule_book_as_it_plays_by_them() -> None:
    oklahoma, rummy = rules_for("oklahoma", "pagat"), rules_for("rummy")
    assert isinstance(oklahoma, RuleSet)
    assert (oklahoma.oklahoma, oklahoma.target, oklahoma.gin_bonus) == ("gin_only", 150, 20)
    assert isinstance(rummy, RummyRules)
    assert house_terms("partnership").seats == 4
    with pytest.raises(KeyError):
        house_terms("canasta")


def test_equal_rules_are_written_equally() -> None:
    assert write_rules(get_preset("pagat")) == write_rules(customise(get_preset("pagat"), target=100))
    assert write_rules(get_preset("pagat")) != write_rules(get_preset("wikipedia"))


def test_the_increment_is_part_of_the_control() -> None:
    assert control_of("blitz", 2_000).increment_ms == 2_000
    assert control_of("blitz").increment_ms == 0
