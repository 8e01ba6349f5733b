"""What one seat, or a spectator, may see: the only way in which the state of a match leaves the server (RULES 1.5).

``view`` cuts a match, ``redact`` an event; both depend on nothing but their arguments.
"""

from __future__ import annotations

from games.domain.perspective.shapes import (
    Can,
    DefenceOffered,
    HandResult,
    KnockShown,
    SeatCards,
    SeatResult,
    SeatView,
    ViewPhase,
)
from games.domain.perspective.telling import redact
from games.domain.perspective.views import view

__all__ = [
    "Can",
    "DefenceOffered",
    "HandResult",
    "KnockShown",
    "SeatCards",
    "SeatResult",
    "SeatView",
    "ViewPhase",
    "redact",
    "view",
]
