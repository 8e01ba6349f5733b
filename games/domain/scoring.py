"""What one hand is worth, to whom, and why: knock, gin, big gin and undercut (RULES 1.6)."""

from __future__ import annotations

from typing import NamedTuple

from games.domain.events import HandKind, ScoreLine
from games.domain.ruleset import RuleSet


class HandScore(NamedTuple):
    """Exactly one side scores. ``lines`` add up to ``points``; ``boxes`` are the hands won that this one counts as."""

    winner_is_knocker: bool
    points: int
    boxes: int
    kind: HandKind
    lines: tuple[ScoreLine, ...]


def score_hand(
    knocker_count: int,
    defender_count: int,
    rules: RuleSet,
    *,
    gin: bool = False,
    big_gin: bool = False,
    doubled: bool = False,
) -> HandScore:
    """Score a knock, given both counts after lay-offs.

    A knocker's count of 0 is gin, said or not (EC-44). Equal counts are an undercut worth ``tie_bonus`` (EC-39).
    ``doubled`` is a spade upcard under ``spade_doubles``: the whole amount twice, boxes not (EC-63, EC-64).
    Raises ValueError for counts below 0, gin with a count, and big gin where it is off.

    >>> score_hand(9, 2, RuleSet()).points
    32
    """
    if knocker_count < 0 or defender_count < 0:
        raise ValueError("a count is never below 0")
    if (gin or big_gin) and knocker_count:
        raise ValueError("gin leaves no deadwood")
    if big_gin and rules.big_gin_bonus is None:
        raise ValueError("big gin is off under these rules")
    kind = _kind(knocker_count, defender_count, big_gin)
    lines = _lines(kind, knocker_count, defender_count, rules)
    if doubled:
        lines = (*lines, ScoreLine("spade_double", sum(line.points for line in lines)))
    return HandScore(kind != "undercut", sum(line.points for line in lines), _boxes(kind, rules), kind, lines)


def _kind(knocker_count: int, defender_count: int, big_gin: bool) -> HandKind:
    if big_gin:
        return "big_gin"
    if knocker_count == 0:
        return "gin"  # never undercut, even by a defender without deadwood (EC-36, EC-42)
    return "knock" if knocker_count < defender_count else "undercut"


def _lines(kind: HandKind, knocker_count: int, defender_count: int, rules: RuleSet) -> tuple[ScoreLine, ...]:
    difference = ScoreLine("difference", abs(knocker_count - defender_count))
    if kind == "knock":
        return (difference,)
    if kind == "undercut":
        level = knocker_count == defender_count
        bonus = ScoreLine("tie_bonus", rules.tie_bonus) if level else ScoreLine("undercut_bonus", rules.undercut_bonus)
        return difference, bonus
    deadwood = ScoreLine("deadwood", defender_count)
    if kind == "gin":
        return deadwood, ScoreLine("gin_bonus", rules.gin_bonus)
    return deadwood, ScoreLine("big_gin_bonus", rules.big_gin_bonus or 0)  # in place of the gin bonus (EC-43)


def _boxes(kind: HandKind, rules: RuleSet) -> int:
    """One for the hand won; more under the extra-boxes option, where big gin counts as gin."""
    if kind == "knock":
        return 1
    return 1 + (rules.extra_boxes_undercut if kind == "undercut" else rules.extra_boxes_gin)
