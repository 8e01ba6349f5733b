"""Whether one of two wins more often than skill allows.

Two who always meet are no cause for wonder: friends do. But gin is a game of luck, and who hardly ever loses to the
same opponent is perhaps being let win. Their ratings cannot tell, for they have come from these very results.
"""

from __future__ import annotations

from math import sqrt

GREAT_LEAD = 0.75
"""What share of the matches a far better player wins (``games.application.strength``)."""


def lopsided(won: float, matches: int) -> float:
    """How far somebody won more than a far better player would, in standard deviations; a draw is half a win."""
    spread = sqrt(matches * GREAT_LEAD * (1 - GREAT_LEAD))
    return (won - GREAT_LEAD * matches) / spread if spread else 0.0
