"""What is agreed before anybody sits down: game, rules, clock, who may join, and whether the match is rated.

``problems`` is the one statement of which terms go together. The form asks it to answer kindly, ``lobby.create_table``
asks it again, so that a request made by hand gets no further. What a game admits is the game's own word
(``Variant.admits``); here it gets a sentence and a field of the form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from games.domain.clock import CONTROLS, TimeControl
from games.domain.numbers import check, numbers_to_dict
from games.domain.ruleset import RuleSet
from games.domain.rummy_rules import RummyRules
from games.domain.variants import VARIANTS, Rules, get_preset, get_variant
from games.models import Match

HOUSE_GAME = "gin"
HOUSE_PRESET = "he-wikihow"
HOUSE_CLOCK = "standard"

MAX_INCREMENT_MS = 60_000

EXTRA_BOXES = (2, 1)
"""The option of extra boxes: two for gin, one for an undercut (RULES 2e)."""

FREE_FIELDS: dict[type, frozenset[str]] = {
    RuleSet: frozenset(
        {
            "target",
            "oklahoma",
            "spade_doubles",
            "hollywood",
            "big_gin_bonus",
            "last_discard",
            "discard_history",
            "invalid_knock",
            "three_players",
            "four_players",
            "team_target",
            "swap_opponents",
            "partner_advice",
        }
    ),
    RummyRules: frozenset(
        {
            "target",
            "fixed_hands",
            "melds_per_turn",
            "must_discard_last",
            "ace",
            "going_rummy",
            "stock_empty",
            "no_turn",
            "discard_history",
        }
    ),
}
"""What may be switched on top of a preset. A change of any other number makes the rules custom, and unrated."""


class Problem(NamedTuple):
    """One reason why terms cannot be had: what to change (a rule or a term), and a code of ``sayings.ERRORS``."""

    field: str
    code: str


SPECTATOR_DELAYS = (0, 30, 60, 180, 600)
"""How many seconds behind spectators may be kept."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one table."""

    rules: Rules = field(default_factory=lambda: get_preset(HOUSE_PRESET))
    preset: str = HOUSE_PRESET  # what the rules started from
    variant: str = HOUSE_GAME
    seats: int = 2
    clock: str = HOUSE_CLOCK
    increment_ms: int = 0
    rated: bool = False
    by_link: bool = False
    spectator_delay: int = 0  # seconds; one of SPECTATOR_DELAYS

    @property
    def control(self) -> TimeControl:
        """The clock as a value, its increment included."""
        return control_of(self.clock, self.increment_ms)

    @property
    def is_custom(self) -> bool:
        """Whether a number was changed that is not a mere switch."""
        base, mine = asdict(rules_for(self.variant, self.preset)), asdict(self.rules)
        changed = {name for name in mine if base.get(name) != mine[name]} - FREE_FIELDS[type(self.rules)]
        return bool(changed - _as_an_option(mine))


def _as_an_option(rules: dict[str, Any]) -> frozenset[str]:
    """The extra boxes, where they are exactly those of the option."""
    names = ("extra_boxes_gin", "extra_boxes_undercut")
    return frozenset(names) if tuple(rules.get(name) for name in names) == EXTRA_BOXES else frozenset()


def presets_of(variant: str) -> tuple[str, ...]:
    """The rule books offered for a game, the house's own choice first. Raises KeyError for an unknown game."""
    return get_variant(variant).presets


def rules_for(variant: str, preset: str = "") -> Rules:
    """A rule book's numbers as that game plays by them; without a name the house's choice. Raises KeyError."""
    game = get_variant(variant)
    rules: Rules = game.adapt(get_preset(preset or presets_of(variant)[0]))
    return rules


def house_terms(variant: str = HOUSE_GAME, seats: int | None = None) -> Terms:
    """A game as the house plays it, for the fewest people who can unless ``seats`` says. Raises KeyError."""
    return Terms(
        rules=rules_for(variant),
        preset=presets_of(variant)[0],
        variant=variant,
        seats=seats or min(get_variant(variant).seating.seats),
    )


def control_of(clock: str, increment_ms: int = 0) -> TimeControl:
    """The time control of that name with an increment. Raises KeyError for an unknown name."""
    control = CONTROLS[clock]
    return control._replace(increment_ms=increment_ms) if increment_ms else control


def is_slow(clock: str) -> bool:
    """Whether a move may take days."""
    return clock.startswith("slow")


def problems(terms: Terms, *, member: bool) -> Iterator[Problem]:
    """Every reason why a person, a ``member`` or a guest, may not offer a table on these terms."""
    if terms.variant not in VARIANTS:
        yield Problem("variant", "NO_GAME")
        return
    if terms.preset not in presets_of(terms.variant):
        yield Problem("preset", "NO_PRESET")
        return
    if terms.clock not in CONTROLS:
        yield Problem("clock", "NO_CLOCK")
        return
    if terms.seats not in get_variant(terms.variant).seating.seats:
        yield Problem("seats", "SEAT_COUNT")
    yield from _rule_problems(terms)
    yield from _clock_problems(terms)
    if _false_knock_exposes(terms) and not terms.by_link:
        yield Problem("invalid_knock", "EXPOSE_BY_LINK")
    if terms.rated:
        yield from _rated_problems(terms, member=member)


def _rule_problems(terms: Terms) -> Iterator[Problem]:
    game = get_variant(terms.variant)
    if type(terms.rules) is not type(game.rules):
        yield Problem("rules", "NOT_IN_THIS_GAME")
        return
    try:
        check(terms.rules)
    except ValueError:
        yield Problem("rules", "OUT_OF_BOUNDS")
        return
    if isinstance(terms.rules, RuleSet) and terms.rules.spade_doubles and not terms.rules.oklahoma:
        yield Problem("spade_doubles", "SPADES_NEED_OKLAHOMA")
    try:
        game.admits(terms.rules)
    except ValueError as refused:
        name = str(refused)
        yield Problem(name, "SUM_KEEPS_OPPONENTS" if name == "swap_opponents" else "NOT_IN_THIS_GAME")


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
    if _false_knock_exposes(terms):
        yield Problem("rated", "RATED_NEEDS_REFUSAL")


def _false_knock_exposes(terms: Terms) -> bool:
    return isinstance(terms.rules, RuleSet) and terms.rules.invalid_knock == "expose"


def write_rules(rules: Rules) -> str:
    """The canonical JSON of a rule set, as ``Match.rules`` holds it: equal rules, equal text."""
    return json.dumps(numbers_to_dict(rules), sort_keys=True, separators=(",", ":"))


def rules_of(match: Match) -> Rules:
    """The rules of a match."""
    return get_variant(match.variant).rules_from_dict(json.loads(match.rules))


def clock_of(match: Match) -> TimeControl:
    """The time control of a match, its increment included."""
    return control_of(match.clock, match.increment_ms)
