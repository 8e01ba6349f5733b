"""The plain forms: what the pages, the log and the sockets carry, as JSON.

Cards become text here and nowhere below. What comes from a page is checked strictly; what goes out is written from
values that are already cut to what their reader may see.
"""

from __future__ import annotations

from games.application.codec.actions import action_from_plain, action_kind, action_to_plain, layoffs_from_plain
from games.application.codec.canonical import canonical
from games.application.codec.cards import arrangement_to_plain
from games.application.codec.events import event_to_plain
from games.application.codec.exchange import exchange_to_plain
from games.application.codec.gin import defence_to_plain
from games.application.codec.sheets import end_to_plain, sheet_to_plain
from games.application.codec.views import view_to_plain

__all__ = [
    "action_from_plain",
    "action_kind",
    "action_to_plain",
    "arrangement_to_plain",
    "canonical",
    "defence_to_plain",
    "end_to_plain",
    "event_to_plain",
    "exchange_to_plain",
    "layoffs_from_plain",
    "sheet_to_plain",
    "view_to_plain",
]
