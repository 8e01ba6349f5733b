"""The tables of the app: rows and constraints, no rules."""

from __future__ import annotations

from games.models.company import ChatLine, Distance
from games.models.dispute import Case, CaseEntry, Look, Notice, Ruling, Sanction, new_case_code
from games.models.event import MatchEvent
from games.models.evidence import Anchor, DealTally, Measurement, Signal, Visit
from games.models.match import Match, Seat, new_code, new_invite_token
from games.models.outbox import Applied
from games.models.pulse import ServerPulse
from games.models.rating import Rating, RatingChange

__all__ = [
    "Anchor",
    "Applied",
    "Case",
    "CaseEntry",
    "ChatLine",
    "DealTally",
    "Distance",
    "Look",
    "Match",
    "MatchEvent",
    "Measurement",
    "Notice",
    "Rating",
    "RatingChange",
    "Ruling",
    "Sanction",
    "Seat",
    "ServerPulse",
    "Signal",
    "Visit",
    "new_case_code",
    "new_code",
    "new_invite_token",
]
