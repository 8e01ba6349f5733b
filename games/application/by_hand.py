"""Scoring a match that is played with real cards: the counts of each hand go in, the points and the sheet come out.

For gin and its relatives between two sides, by the same scoring and the same sheets as a match at a table of ours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.application.sayings import HAND_KINDS, TOTAL_LABELS, Line, hand_lines, say_hand
from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoring import score_hand
from games.domain.variants import get_variant

MOST_DEADWOOD = 110
"""Eleven court cards: no count is above it."""

MOST_HANDS = 100
"""More than any match has; a sheet that is longer was made by a script."""


class NotScored(ValueError):  # noqa: N818
    """A hand that these rules do not know; ``field`` says which number is wrong."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand as two people at a table report it: who knocked, and both counts after lay-offs."""

    knocker: int = 0  # a side, 0 or 1
    knocker_count: int = 0  # 0 is gin
    defender_count: int = 0
    big_gin: bool = False
    doubled: bool = False  # a spade upcard where spades double
    void: bool = False  # nobody scored

    def to_plain(self) -> dict[str, Any]:
        """Its fields, those that say nothing left out."""
        values = {name: getattr(self, name) for name in type(self).__match_args__}
        return {name: value for name, value in values.items() if value}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> PlayedHand:
        """Read the plain form back. Raises NotScored for anything else."""
        for name, value in plain.items():
            kind = bool if name in ("big_gin", "doubled", "void") else int
            if name not in cls.__match_args__ or type(value) is not kind:
                raise NotScored(name)
        return cls(**plain)


class SaidHand(NamedTuple):
    """A scored hand for a page: the sentence, the reckoning, and the points of each side."""

    kind: str
    sentence: str
    lines: list[Line]
    points: tuple[int, int]


class Paper(NamedTuple):
    """A running sheet. ``winner``: a side once it is over, ``None`` before, and of a drawn match."""

    hands: tuple[SaidHand, ...]
    hand_points: tuple[int, int]
    boxes: tuple[int, int]
    over: bool
    winner: int | None
    reckoning: tuple[tuple[str, tuple[int, ...]], ...]  # the lines of the end, with their amounts a side
    totals: tuple[int, ...]


def is_counted(variant: str) -> bool:
    """Whether hands of this game are scored from a knocker's and a defender's count."""
    return isinstance(get_variant(variant).rules, RuleSet)


def offers(variant: str, rules: str) -> tuple[str, ...]:
    """What may be ticked beside the counts under these rules: ``big_gin``, ``doubled``."""
    numbers = _numbers(variant, rules)
    found = {"big_gin": numbers.big_gin_bonus is not None, "doubled": numbers.spade_doubles}
    return tuple(name for name, there in found.items() if there)


def say_played(variant: str, rules: str, hand: PlayedHand, names: Sequence[str]) -> SaidHand:
    """Score one hand and say it. Raises NotScored."""
    return _said(_outcome(_numbers(variant, rules), hand, 1), names)


def reckon(variant: str, rules: str, hands: Sequence[PlayedHand], names: Sequence[str]) -> Paper:
    """The sheet after these hands. Hands after the end are not asked for and refused. Raises NotScored."""
    game, numbers = get_variant(variant), _numbers(variant, rules)
    if len(hands) > MOST_HANDS:
        raise NotScored("hands")
    sheet = game.sheet(numbers, 2)
    points, boxes, said = [0, 0], [0, 0], []
    for number, hand in enumerate(hands, start=1):
        if sheet.end_reason is not None:
            raise NotScored("hands")
        outcome = _outcome(numbers, hand, number)
        sheet = sheet.enter_round([outcome])
        if isinstance(outcome, HandScored):
            points[outcome.winner] += outcome.points
            boxes[outcome.winner] += outcome.boxes
        said.append(_said(outcome, names))
    final = sheet.final()
    over = sheet.end_reason is not None
    return Paper(
        tuple(said),
        (points[0], points[1]),
        (boxes[0], boxes[1]),
        over,
        final.winner if over else None,
        tuple((str(TOTAL_LABELS[line.key]), tuple(line.amounts)) for line in final.lines),
        final.totals,
    )


def _numbers(variant: str, rules: str) -> RuleSet:
    numbers = get_variant(variant).rules_from_dict(json.loads(rules))
    if not isinstance(numbers, RuleSet):
        raise NotScored("variant")
    return numbers


def _outcome(rules: RuleSet, hand: PlayedHand, number: int) -> HandScored | HandVoided:
    if hand.void:
        return HandVoided(number, 0, "wall")
    if hand.knocker not in (0, 1):
        raise NotScored("knocker")
    if not 0 <= hand.knocker_count <= rules.knock_limit or (hand.big_gin and hand.knocker_count):
        raise NotScored("knocker_count")
    if not 0 <= hand.defender_count <= MOST_DEADWOOD:
        raise NotScored("defender_count")
    if hand.big_gin and rules.big_gin_bonus is None:
        raise NotScored("big_gin")
    doubled = hand.doubled and rules.spade_doubles
    score = score_hand(hand.knocker_count, hand.defender_count, rules, big_gin=hand.big_gin, doubled=doubled)
    winner = hand.knocker if score.winner_is_knocker else 1 - hand.knocker
    return HandScored(
        number,
        0,
        score.kind,
        winner,
        hand.knocker,
        hand.knocker_count,
        hand.defender_count,
        score.points,
        score.boxes,
        score.lines,
    )


def _said(outcome: HandScored | HandVoided, names: Sequence[str]) -> SaidHand:
    if isinstance(outcome, HandVoided):
        return SaidHand(str(HAND_KINDS["void"]), say_hand({"void": outcome.reason}, names), [], (0, 0))
    result = {
        "kind": outcome.kind,
        "winner": outcome.winner,
        "knocker": outcome.knocker,
        "knocker_count": outcome.knocker_count,
        "defender_count": outcome.defender_count,
        "points": outcome.points,
        "lines": [{"key": line.key, "points": line.points} for line in outcome.lines],
    }
    points = (outcome.points, 0) if outcome.winner == 0 else (0, outcome.points)
    return SaidHand(str(HAND_KINDS[outcome.kind]), say_hand(result, names), hand_lines(result), points)
