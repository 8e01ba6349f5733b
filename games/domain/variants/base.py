"""A variant is put together, never inherited: hand rules + seating + scoresheet + numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.domain.hands.base import HandRules
from games.domain.numbers import numbers_from_dict
from games.domain.ruleset import RuleSet
from games.domain.rummy_rules import RummyRules
from games.domain.scoresheets import Sheet
from games.domain.seating import Seating

Rules = RuleSet | RummyRules
"""The numbers of any game."""

RULES_VERSION = 1
"""Raised whenever a change of this package could replay an old record differently; every match pins its own."""


def as_they_are(rules: Any) -> Any:
    """A rule book's numbers, unchanged."""
    return rules


def any_numbers(_rules: Any) -> None:
    """Refuse nothing."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One game of the family. ``name`` is what logs, records and the command line call it."""

    name: str
    hands: HandRules
    seating: Seating
    sheet: Callable[[Any, int], Sheet]
    """A blank one, for so many sides."""
    rules: Rules
    """The numbers of a match that chooses none."""
    presets: tuple[str, ...] = ()
    """The rule books whose numbers are offered for it, by name, the first as the house's choice."""
    adapt: Callable[[Any], Any] = as_they_are
    """A rule book's numbers as this game plays by them."""
    admits: Callable[[Any], None] = any_numbers
    """What may be agreed on for a new match: raises ValueError with the name of the first field that may not."""

    def rules_from_dict(self, plain: Mapping[str, object]) -> Rules:
        """Read this game's numbers from their plain form. Raises ValueError naming the first wrong field."""
        return numbers_from_dict(type(self.rules), plain)
