"""Whole matches of every game under the referee's eye: nothing is wrong, and everything that can happen does."""

from __future__ import annotations

from collections import Counter

import pytest

from games.application.codec import event_to_plain, view_to_plain
from games.bots.arena import Contest
from games.bots.simulation import simulate
from games.bots.simulation.hidden import Wire
from games.bots.simulation.run import Outcomes, endings_of, play_match
from games.domain.ruleset import customise
from games.domain.variants import VARIANTS, get_preset, get_variant

WIRE = Wire(view_to_plain, event_to_plain)
AT_LEAST, AT_MOST = 6, 80
"""How many matches are played: as many as it takes for every ending to come about."""


def contest(game: str, preset: str, players: int, **numbers: object) -> Contest:
    variant = get_variant(game)
    rules = variant.adapt(get_preset(preset))
    return Contest(game, customise(rules, **numbers) if numbers else rules, players)


CONTESTS = [
    contest("gin", "wikipedia", 2, invalid_knock="expose", last_discard="knock_only"),
    contest("oklahoma", "pagat", 2, spade_doubles=True, extra_boxes_gin=2, extra_boxes_undercut=1, target=100),
    contest("hollywood", "ar-cloudz", 2, target=60),
    contest("straight-gin", "wikipedia", 2),
    contest("three-handed", "cutthroat", 3),
    contest("in-the-box", "he-spruce-3p", 3),
    contest("partnership", "he-wikihow", 4, target=60, partner_advice="layoff_only"),
    contest("rummy", "am-rummy", 3),
]


def played_until_all_has_happened(played: Contest) -> tuple[Counter[str], Counter[str], list[str]]:
    """The endings, what happened besides, and what the referee complained of."""
    due = set(endings_of(played))
    endings: Counter[str] = Counter()
    events: Counter[str] = Counter()
    violations: list[str] = []
    for number in range(AT_MOST):
        found: Outcomes = play_match(played, 1, WIRE, number)
        endings += found.endings
        events += found.events
        violations += found.violations
        happened = set(endings) >= due and (played.seats == 2 or events["SeatReturned"])
        if violations or (happened and number >= AT_LEAST):
            break
    return endings, events, violations


@pytest.mark.parametrize("played", CONTESTS, ids=lambda played: played.variant)
def test_nothing_is_wrong_and_every_ending_of_the_game_comes_about(played: Contest) -> None:
    """RULES 1.4 to 1.8 and 2a to 2h: in three and four, people leave and come back as well."""
    endings, events, violations = played_until_all_has_happened(played)
    assert violations == []
    assert set(endings) == set(endings_of(played))
    if played.seats > 2:
        assert events["SeatLeft"] >= events["SeatReturned"] > 0


def test_every_game_is_among_them() -> None:
    assert [played.variant for played in CONTESTS] == list(VARIANTS)


def test_the_same_seed_gives_the_same_report_and_another_seed_another() -> None:
    told: list[int] = []
    played = contest("in-the-box", "he-spruce-3p", 3, target=25)
    first = simulate(played, 4, 5, WIRE, progress=told.append)
    assert told == [1, 2, 3, 4]
    assert first.matches == sum(first.match_endings.values()) == 4
    assert first.hands == sum(first.endings.values()) > 4
    assert simulate(played, 4, 5, WIRE) == first != simulate(played, 4, 6, WIRE)
