"""The gin games of two (RULES 2a, 2e, 2f, 2h): one hand and one seating, with other numbers or another sheet."""

from __future__ import annotations

from dataclasses import replace

from games.domain.hands.gin import GIN as GIN_HAND
from games.domain.ruleset import RuleSet, customise
from games.domain.scoresheets import hollywood_sheet, new_sheet
from games.domain.seating import DUEL
from games.domain.variants.base import Variant
from games.domain.variants.presets import get_preset

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
"""The rule books of a game between two."""

_HOUSE = get_preset("he-wikihow")


def _oklahoma(rules: RuleSet) -> RuleSet:
    """Only gin on an ace, and the target 150, unless the book says otherwise."""
    return customise(rules, oklahoma=rules.oklahoma or "gin_only")


def _hollywood(rules: RuleSet) -> RuleSet:
    return replace(rules, hollywood=rules.hollywood or "next_open")


def _straight(rules: RuleSet) -> RuleSet:
    return replace(rules, knock_limit=0)


def refuse_unless(**holds: bool) -> None:
    """Raise ValueError with the name of the first field that does not hold what its game asks."""
    for field, fits in holds.items():
        if not fits:
            raise ValueError(field)


def _admits_duel(rules: RuleSet) -> None:
    refuse_unless(first_dealer=rules.first_dealer == "low_card", next_dealer=rules.next_dealer != "box")


def _admits_gin(rules: RuleSet) -> None:
    _admits_duel(rules)
    refuse_unless(oklahoma=not rules.oklahoma, hollywood=not rules.hollywood, knock_limit=rules.knock_limit > 0)


def _admits_oklahoma(rules: RuleSet) -> None:
    _admits_duel(rules)
    refuse_unless(oklahoma=bool(rules.oklahoma), hollywood=not rules.hollywood, knock_limit=rules.knock_limit > 0)


def _admits_hollywood(rules: RuleSet) -> None:
    _admits_duel(rules)
    refuse_unless(hollywood=bool(rules.hollywood), knock_limit=rules.knock_limit > 0)


def _admits_straight(rules: RuleSet) -> None:
    _admits_duel(rules)
    refuse_unless(knock_limit=rules.knock_limit == 0, oklahoma=not rules.oklahoma, hollywood=not rules.hollywood)


GIN = Variant("gin", GIN_HAND, DUEL, new_sheet, _HOUSE, DUEL_PRESETS, admits=_admits_gin)
OKLAHOMA = Variant(
    "oklahoma", GIN_HAND, DUEL, new_sheet, _oklahoma(_HOUSE), DUEL_PRESETS, adapt=_oklahoma, admits=_admits_oklahoma
)
HOLLYWOOD = Variant(
    "hollywood",
    GIN_HAND,
    DUEL,
    hollywood_sheet,
    _hollywood(_HOUSE),
    DUEL_PRESETS,
    adapt=_hollywood,
    admits=_admits_hollywood,
)
STRAIGHT_GIN = Variant(
    "straight-gin", GIN_HAND, DUEL, new_sheet, _straight(_HOUSE), DUEL_PRESETS, adapt=_straight, admits=_admits_straight
)
