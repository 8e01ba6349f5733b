"""What is agreed before anybody sits down: rules, clock, who may join, and whether the match is rated.

``problems`` is the one statement of which terms go together. The form asks it to answer kindly, ``lobby.create_table``
asks it again, so that a request made by hand gets no further.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from games.domain.clock import CONTROLS, TimeControl
from games.domain.ruleset import RuleSet, check, ruleset_from_dict, ruleset_to_dict
from games.domain.variants import get_preset
from games.models import Match

DUEL_PRESETS = (
    "he-wikihow",
    "pagat",
    "bicycle-classic",
    "wikipedia",
    "bg-wikihow",
    "bg-wikihow-alt",
    "ar-cloudz",
    "tournament",
)
"""The rule sets offered for a game between two."""

HOUSE_PRESET = "he-wikihow"
HOUSE_CLOCK = "standard"

MAX_INCREMENT_MS = 60_000

FREE_FIELDS = frozenset(
    {
        "target",
        "oklahoma",
        "spade_doubles",
        "knock_limit",
        "big_gin_bonus",
        "last_discard",
        "discard_history",
        "invalid_knock",
    }
)
"""What may be switched on top of a preset. A change of any other number makes the rules custom, and unrated."""


class Problem(NamedTuple):
    """One reason why terms cannot be had: the field to change, and a code of ``sayings.ERRORS``."""

    field: str
    code: str


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one table."""

    rules: RuleSet = field(default_factory=lambda: get_preset(HOUSE_PRESET))
    preset: str = HOUSE_PRESET  # what the rules started from
    clock: str = HOUSE_CLOCK
    increment_ms: int = 0
    rated: bool = False
    by_link: bool = False

    @property
    def control(self) -> TimeControl:
        """The clock as a value, its increment included."""
        return control_of(self.clock, self.increment_ms)

    @property
    def is_custom(self) -> bool:
        """Whether a number was changed that is not a mere switch."""
        base, mine = asdict(get_preset(self.preset)), asdict(self.rules)
        straight_only = self.rules.knock_limit in (0, base["knock_limit"])
        return not straight_only or any(base[name] != mine[name] for name in base if name not in FREE_FIELDS)


def control_of(clock: str, increment_ms: int = 0) -> TimeControl:
    """The time control of that name with an increment. Raises KeyError for an unknown name."""
    control = CONTROLS[clock]
    return control._replace(increment_ms=increment_ms) if increment_ms else control


def is_slow(clock: str) -> bool:
    """Whether a move may take days."""
    return clock.startswith("slow")


def problems(terms: Terms, *, member: bool) -> Iterator[Problem]:
    """Every reason why a person, a ``member`` or a guest, may not offer a table on these terms."""
    if terms.preset not in DUEL_PRESETS:
        yield Problem("preset", "NO_PRESET")
        return
    if terms.clock not in CONTROLS:
        yield Problem("clock", "NO_CLOCK")
        return
    yield from _rule_problems(terms.rules)
    yield from _clock_problems(terms)
    if terms.rules.invalid_knock == "expose" and not terms.by_link:
        yield Problem("expose", "EXPOSE_BY_LINK")
    if terms.rated:
        yield from _rated_problems(terms, member=member)


def _rule_problems(rules: RuleSet) -> Iterator[Problem]:
    try:
        check(rules)
    except ValueError:
        yield Problem("custom", "OUT_OF_BOUNDS")
    if rules.oklahoma and rules.knock_limit == 0:
        yield Problem("straight", "STRAIGHT_OKLAHOMA")
    if rules.spade_doubles and not rules.oklahoma:
        yield Problem("spade_doubles", "SPADES_NEED_OKLAHOMA")


def _clock_problems(terms: Terms) -> Iterator[Problem]:
    if terms.clock == "none" and not terms.by_link:
        yield Problem("clock", "NO_CLOCK_BY_LINK")
    if terms.increment_ms and (terms.clock == "none" or is_slow(terms.clock)):
        yield Problem("increment", "INCREMENT_LIVE_ONLY")
    if not 0 <= terms.increment_ms <= MAX_INCREMENT_MS:
        yield Problem("increment", "OUT_OF_BOUNDS")


def _rated_problems(terms: Terms, *, member: bool) -> Iterator[Problem]:
    if not member:
        yield Problem("rated", "MEMBERS_ONLY")
    if terms.clock == "none":
        yield Problem("rated", "RATED_NEEDS_CLOCK")
    if terms.is_custom:
        yield Problem("rated", "RATED_NEEDS_PRESET")
    if terms.rules.invalid_knock == "expose":
        yield Problem("rated", "RATED_NEEDS_REFUSAL")


def write_rules(rules: RuleSet) -> str:
    """The canonical JSON of a rule set, as ``Match.rules`` holds it: equal rules, equal text."""
    return json.dumps(ruleset_to_dict(rules), sort_keys=True, separators=(",", ":"))


def rules_of(match: Match) -> RuleSet:
    """The rules of a match."""
    return ruleset_from_dict(json.loads(match.rules))


def clock_of(match: Match) -> TimeControl:
    """The time control of a match, its increment included."""
    return control_of(match.clock, match.increment_ms)
