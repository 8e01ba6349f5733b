"""What one seat, or a spectator, may see: the only way in which the state of a match leaves the server (RULES 1.5).

``view`` cuts a match and ``redact`` an event; ``recall`` is the view with what attention would have kept. They depend
on nothing but their arguments. ``sees`` says whose cards besides its own lie open to a seat now, ``follows`` whose it
has seen since the deal.
"""

from __future__ import annotations

from games.domain.perspective.audience import follows, sees
from games.domain.perspective.rummy import LeftInHand, RummyCan, RummyResult, RummySeat, RummyView
from games.domain.perspective.shapes import (
    Can,
    DefenceOffered,
    HandResult,
    KnockShown,
    PileCard,
    SeatCards,
    SeatResult,
    SeatView,
    TableBeside,
    ViewPhase,
)
from games.domain.perspective.telling import redact
from games.domain.perspective.views import View, recall, view

__all__ = [
    "Can",
    "DefenceOffered",
    "HandResult",
    "KnockShown",
    "LeftInHand",
    "PileCard",
    "RummyCan",
    "RummyResult",
    "RummySeat",
    "RummyView",
    "SeatCards",
    "SeatResult",
    "SeatView",
    "TableBeside",
    "View",
    "ViewPhase",
    "follows",
    "recall",
    "redact",
    "sees",
    "view",
]
