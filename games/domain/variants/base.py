"""A variant is put together, never inherited: hand rules + seating + scoresheet + numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.domain.hands.base import HandRules
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Sheet
from games.domain.seating import Seating

RULES_VERSION = 1
"""Raised whenever a change of this package could replay an old record differently; every match pins its own."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One game of the family. ``name`` is what logs, records and the command line call it."""

    name: str
    hands: HandRules
    seating: Seating
    sheet: Callable[[RuleSet, int], Sheet]  # a blank one, for so many seats
    rules: RuleSet  # the numbers of a match that chooses none
