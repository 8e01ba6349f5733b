"""A match: hands dealt one after another until the sheet says that it is over.

The state is a value. ``verify`` is the single statement of every rule, ``step`` the only code that changes state
(trusted, silent, the computer players' hot path), ``apply`` the server's only door: verify + step + what happened.
Time and chance are inputs: the server brings decks as ``Deal`` and says that time ran out as ``Flag``.

The match decides what is common to all games: the draw, dealing, the pause between hands, leaving (RULES 1.8) and the
end (RULES 1.7). How a hand is played, who deals next and what the points amount to is the variant's affair. A *side*
is a seat or a team of seats, as the variant's seating says; with three seats or more a seat may be *away*: its person
left, and the computer plays on. ``state`` holds the value and the questions, ``play`` what may be done and does it,
``ending`` how it ends, ``story`` tells it.
"""

from __future__ import annotations

from games.domain.match.play import apply, step, verify
from games.domain.match.state import (
    DealNeeded,
    Match,
    MatchPhase,
    Transition,
    all_ready,
    legal_actions,
    must_act,
    new_match,
    next_deal,
    side_of,
    standing_actions,
)

__all__ = [
    "DealNeeded",
    "Match",
    "MatchPhase",
    "Transition",
    "all_ready",
    "apply",
    "legal_actions",
    "must_act",
    "new_match",
    "next_deal",
    "side_of",
    "standing_actions",
    "step",
    "verify",
]
