"""The tables of the app: rows and constraints, no rules."""

from __future__ import annotations

from games.models.company import ChatLine, Distance, Report
from games.models.event import MatchEvent
from games.models.match import Match, Seat, new_code, new_invite_token
from games.models.outbox import Applied
from games.models.pulse import ServerPulse
from games.models.rating import Rating, RatingChange

__all__ = [
    "Applied",
    "ChatLine",
    "Distance",
    "Match",
    "MatchEvent",
    "Rating",
    "RatingChange",
    "Report",
    "Seat",
    "ServerPulse",
    "new_code",
    "new_invite_token",
]
