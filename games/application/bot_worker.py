"""What runs inside the processes of the computer players: a view in, an action out.

This module and all that it imports know nothing of Django, the database or the log. A worker ignores Ctrl-C, which
goes to the whole terminal, and ends by itself when its parent is gone, even by ``kill -9``.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
from typing import TYPE_CHECKING

from games.bots.registry import get_bot

if TYPE_CHECKING:
    from games.domain.actions import PlayerAction
    from games.domain.perspective import View


def begin() -> None:
    """Set up a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()


def think(bot: str, view: View, seed: int, budget_ms: int) -> PlayerAction:
    """Ask the computer player named ``bot`` for its move."""
    return get_bot(bot, view.game).choose(view, random.Random(seed), budget_ms)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
