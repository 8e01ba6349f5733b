"""Which cards are melds, what a hand is worth, and what may be laid off: the numbers every other module stands on.

A hand is a 52-bit mask, four suits of thirteen bits (:mod:`games.domain.cards`). Two facts make exact answers cheap:

* Runs live inside one suit, and a suit has only 8,192 possible holdings. The best runs of each are worked out once,
  at import (:mod:`~games.domain.melds.tables`); four look-ups and three additions then price a hand without sets.
* A set needs three cards of one rank. Few hands hold any, so trying every choice of sets is short work
  (:mod:`~games.domain.melds.deadwood`).

Nothing here is greedy. Longest meld first is wrong (EC-03), and so is melding first and laying off afterwards
(EC-20, EC-21); the searches look at every choice and are checked against brute force.
"""

from __future__ import annotations

from games.domain.melds.deadwood import (
    Arrangement,
    arrange,
    arrangements,
    best_arrangement,
    big_gin_arrangement,
    is_meld,
    min_deadwood,
)
from games.domain.melds.discards import best_discard, can_knock, discard_counts
from games.domain.melds.layoffs import (
    Defence,
    FixedLayoffs,
    Layoff,
    all_layoffs,
    best_defence,
    best_defence_given,
    fits,
    knock_arrangement,
    lay_off,
)

__all__ = [
    "Arrangement",
    "Defence",
    "FixedLayoffs",
    "Layoff",
    "all_layoffs",
    "arrange",
    "arrangements",
    "best_arrangement",
    "best_defence",
    "best_defence_given",
    "best_discard",
    "big_gin_arrangement",
    "can_knock",
    "discard_counts",
    "fits",
    "is_meld",
    "knock_arrangement",
    "lay_off",
    "min_deadwood",
]
