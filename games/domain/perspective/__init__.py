"""What one seat, or a spectator, may see: the only way in which the state of a match leaves the server (RULES 1.5).

``view`` cuts a match and ``redact`` an event; ``recall`` is the view with what attention would have kept. They depend
on nothing but their arguments.
"""

from __future__ import annotations

from games.domain.perspective.shapes import (
    Can,
    DefenceOffered,
    HandResult,
    KnockShown,
    PileCard,
    SeatCards,
    SeatResult,
    SeatView,
    ViewPhase,
)
from games.domain.perspective.telling import redact
from games.domain.perspective.views import recall, view

__all__ = [
    "Can",
    "DefenceOffered",
    "HandResult",
    "KnockShown",
    "PileCard",
    "SeatCards",
    "SeatResult",
    "SeatView",
    "ViewPhase",
    "recall",
    "redact",
    "view",
]
