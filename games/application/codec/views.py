"""The plain form of what a seat may see, whatever the game: ``view`` of ``docs/protocol.md``.

What the application adds (the sheet and the end, which are the same for everybody; clocks, the pause, claims,
rematches) is not in it.
"""

from __future__ import annotations

from typing import Any

from games.application.codec.gin import gin_to_plain
from games.application.codec.rummy import rummy_to_plain
from games.domain.perspective import View
from games.domain.perspective.rummy import RummyView


def view_to_plain(view: View) -> dict[str, Any]:
    """What a seat may see, cards as text. ``offers`` holds the offers to call the match off."""
    return rummy_to_plain(view) if isinstance(view, RummyView) else gin_to_plain(view)
