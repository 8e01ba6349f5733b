"""The log of matches: the only place with SQL, and the only one that writes :class:`games.models.MatchEvent`."""

from __future__ import annotations

from games.application.fold import Diverged
from games.application.store.audit import verify
from games.application.store.batch import Fate, Pending, commit_batch, settle, touch_seats, versions
from games.application.store.log import (
    Loaded,
    Outrun,
    append,
    append_to_all,
    find_command,
    load,
    read_since,
    void_lost_hand,
)
from games.application.store.moves import moves, tell

__all__ = [
    "Diverged",
    "Fate",
    "Loaded",
    "Outrun",
    "Pending",
    "append",
    "append_to_all",
    "commit_batch",
    "find_command",
    "load",
    "moves",
    "read_since",
    "settle",
    "tell",
    "touch_seats",
    "verify",
    "versions",
    "void_lost_hand",
]
