"""Basic rummy for two to six (RULES 2g)."""

from __future__ import annotations

from games.domain.hands.rummy import RUMMY as RUMMY_HAND
from games.domain.scoresheets import rummy_sheet
from games.domain.seating import ROUND_THE_TABLE
from games.domain.variants.base import Variant
from games.domain.variants.presets import get_preset

RUMMY = Variant("rummy", RUMMY_HAND, ROUND_THE_TABLE, rummy_sheet, get_preset("am-rummy"), ("am-rummy",))
