"""What those who only look on may know: the match as it stood a while ago, where its table says so.

Their pages live in the past: views, moves, clocks and the server's time itself are those of ``spectator_delay`` seconds
ago, so that nobody can tell a player what a spectator sees before it has lost its worth.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from games.application.live import Told
    from games.application.record import LiveMatch


class Past(NamedTuple):
    """A match as it stood once, and what its hand had told by then."""

    live: LiveMatch
    told: tuple[Told, ...]
    told_since: int


class Pasts:
    """The last states of one match, as far back as its spectators are behind."""

    def __init__(self, delay_ms: int) -> None:
        self.delay_ms = delay_ms
        self._kept: deque[Past] = deque()

    def keep(self, past: Past) -> None:
        """Remember how the match stands now."""
        self._kept.append(past)

    def at(self, now: int) -> Past | None:
        """The newest state that is old enough at ``now``, in ms; older ones are forgotten.

        ``None`` before the match began. Its very first row tells no card and is shown at once.
        """
        while len(self._kept) > 1 and self._kept[1].live.at <= now - self.delay_ms:
            self._kept.popleft()
        return self._kept[0] if self._kept else None
