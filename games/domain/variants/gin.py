"""Gin rummy for two (RULES 2a). Oklahoma, straight gin and big gin are numbers of it (RULES 2e, 2h)."""

from __future__ import annotations

from games.domain.hands.gin import GIN as GIN_HAND
from games.domain.scoresheets import new_sheet
from games.domain.seating import DUEL
from games.domain.variants.base import Variant
from games.domain.variants.presets import get_preset

GIN = Variant(name="gin", hands=GIN_HAND, seating=DUEL, sheet=new_sheet, rules=get_preset("he-wikihow"))
