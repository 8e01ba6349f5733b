"""Sums of a measure as canonical JSON: a list of whole numbers, thousandths where there are fractions."""

from __future__ import annotations

import json

from games.application.codec import canonical
from games.application.suspicions.pace import Pace
from games.bots.giving import Giving

THOUSAND = 1_000


def giving_to_text(giving: Giving) -> str:
    """Counts as they are, the rest in thousandths."""
    return canonical([giving.discards, giving.wanted, *(round(value * THOUSAND) for value in giving[2:])])


def giving_from_text(text: str) -> Giving:
    """The inverse, but for rounding."""
    discards, wanted, *rest = json.loads(text)
    return Giving(discards, wanted, *(value / THOUSAND for value in rest))


def pace_to_text(pace: Pace) -> str:
    """Counts as they are, the sums of logarithms in thousandths."""
    return canonical(
        [pace.discards, round(pace.logs * THOUSAND), round(pace.squares * THOUSAND), pace.hard, pace.quick]
    )


def pace_from_text(text: str) -> Pace:
    """The inverse, but for rounding."""
    discards, logs, squares, hard, quick = json.loads(text)
    return Pace(discards, logs / THOUSAND, squares / THOUSAND, hard, quick)
