"""The numbers and switches of one match of the gin family, and their bounds.

Every difference between rule books is a field here (RULES 3); what no rule book varies is a constant of the code. How
numbers are checked, read and written is the same for all games and stands in ``numbers``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from games.domain.numbers import Bounds, changed, check, numbers_from_dict, numbers_to_dict

STALL_LIMIT = 20
"""The plain shed after this many pile draws in a row voids the hand (EC-13)."""

WALL = 2
"""Stock cards that are never drawn (RULES 1.4)."""

ShutoutKind = Literal["flat", "replace_game_bonus", "double_hands", "double_total", "none"]

BOUNDS: Bounds = {
    "gin_bonus": (0, 100),
    "undercut_bonus": (0, 100),
    "tie_bonus": (0, 100),
    "big_gin_bonus": (0, 100),
    "game_bonus": (0, 500),
    "box_bonus": (0, 100),
    "target": (25, 1000),
    "team_target": (25, 1000),
    "fixed_hands": (1, 50),
    "shutout_points": (0, 500),
    "knock_limit": (0, 10),
    "extra_boxes_gin": (0, 2),
    "extra_boxes_undercut": (0, 2),
}
"""What custom numbers may be (RULES 3.2), smallest and largest."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The numbers of a gin match. Defaults are those of RULES 3.2 and of the table's row "default when silent"."""

    bounds: ClassVar[Bounds] = BOUNDS

    knock_limit: int = 10  # 0 is straight gin
    upcard_offer: Literal["nondealer_then_dealer", "none"] = "nondealer_then_dealer"
    gin_bonus: int = 25
    undercut_bonus: int = 25
    tie_bonus: int = 25
    big_gin_bonus: int | None = None  # None: big gin is off
    last_discard: Literal["dead", "knock_only"] = "dead"
    invalid_knock: Literal["refuse", "expose"] = "refuse"
    first_dealer: Literal["low_card", "high_card_is_box"] = "low_card"
    next_dealer: Literal["loser", "winner", "alternate", "box"] = "loser"
    target: int = 100
    fixed_hands: int | None = None  # a number of hands instead of the target; voids not counted
    game_bonus: int = 100
    box_bonus: int = 25
    box_to: Literal["both", "winner", "none"] = "both"
    shutout: ShutoutKind = "flat"
    shutout_points: int = 100  # of "flat" and "replace_game_bonus"
    match_winner: Literal["first_to_target", "highest_total"] = "first_to_target"
    must_decide: bool = False  # equal at the end: one more hand at a time
    oklahoma: Literal["gin_only", "one"] | None = None  # what an ace upcard means; None: not Oklahoma
    spade_doubles: bool = False
    extra_boxes_gin: int = 0
    extra_boxes_undercut: int = 0
    hollywood: Literal["next_open", "schedule"] | None = None  # the blitz rule; None: the classic sheet
    discard_history: Literal["top_only", "open"] = "top_only"
    three_players: Literal["dealer_out_rotate", "dealer_out_loser_deals", "cutthroat"] = "dealer_out_loser_deals"
    four_players: Literal["net_per_hand", "sum_of_games"] = "net_per_hand"
    team_target: int = 125
    swap_opponents: bool = False
    partner_advice: Literal["off", "layoff_only"] = "off"


def ruleset_to_dict(rules: RuleSet) -> dict[str, Any]:
    """The plain form: JSON numbers, texts, booleans and nulls only."""
    return numbers_to_dict(rules)


def ruleset_from_dict(plain: Mapping[str, object]) -> RuleSet:
    """Read the plain form back; missing names take the defaults. Raises ValueError naming the first wrong field."""
    return numbers_from_dict(RuleSet, plain)


def customise(rules: RuleSet, **changes: Any) -> RuleSet:
    """A rule set with some numbers changed and checked; switching Oklahoma on brings the target 150.

    A target chosen together with it, or before on an Oklahoma set, stays. Raises ValueError as :func:`check` does.
    """
    if changes.get("oklahoma") and "target" not in changes and not rules.oklahoma:
        changes["target"] = 150
    return changed(rules, changes)


__all__ = ["BOUNDS", "STALL_LIMIT", "WALL", "RuleSet", "check", "customise", "ruleset_from_dict", "ruleset_to_dict"]
