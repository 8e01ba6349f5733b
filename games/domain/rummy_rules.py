"""The numbers and switches of a match of basic rummy (RULES 2g)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.domain.numbers import Bounds

BOUNDS: Bounds = {
    "target": (25, 1000),
    "fixed_hands": (1, 50),
    "reshuffle_limit": (0, 10),
}
"""What custom numbers may be, smallest and largest."""


@dataclass(frozen=True, slots=True)
class RummyRules:
    """The numbers of a rummy match. The defaults are those of the Amharic rule book, RULES' preset ``am-rummy``."""

    bounds: ClassVar[Bounds] = BOUNDS

    target: int = 150
    fixed_hands: int | None = None  # a number of hands instead of the target; voids not counted
    melds_per_turn: Literal["unlimited", "one"] = "unlimited"  # going rummy is excepted from "one"
    must_discard_last: bool = False  # nobody goes out by a meld or a lay-off
    ace: Literal["low", "high_or_low"] = "low"  # high_or_low: Q-K-A is a run too, and an ace left over costs 15
    going_rummy: Literal["double", "plain"] = "double"
    stock_empty: Literal["shuffle_keep_top", "turn_over"] = "shuffle_keep_top"
    reshuffle_limit: int = 3  # refills of the stock in one hand; the next one voids it
    no_turn: Literal["void", "lowest_wins"] = "void"  # the stock is empty and nothing can be turned (EC-89)
    must_decide: bool = False  # equal at the end: one more hand at a time
    discard_history: Literal["top_only", "open"] = "top_only"
