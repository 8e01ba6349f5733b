"""Who faces whom, and who deals: the first time by the draw, afterwards by how the last hand went (RULES 2)."""

from __future__ import annotations

from games.domain.seating.base import DealDraw, Outcomes, Pairing, Pairings, Role, Seating, Sides
from games.domain.seating.duel import DUEL
from games.domain.seating.in_the_box import IN_THE_BOX
from games.domain.seating.partners import PARTNERS
from games.domain.seating.round_the_table import ROUND_THE_TABLE
from games.domain.seating.three_handed import THREE_HANDED

__all__ = [
    "DUEL",
    "IN_THE_BOX",
    "PARTNERS",
    "ROUND_THE_TABLE",
    "THREE_HANDED",
    "DealDraw",
    "Outcomes",
    "Pairing",
    "Pairings",
    "Role",
    "Seating",
    "Sides",
]
