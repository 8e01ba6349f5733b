"""Who is there: a lease that heartbeats renew, and when an absent player's opponent may claim the match.

A closed socket says nothing (a phone in a tunnel closes without a word, a reload closes and comes back), so that only
the last heartbeat counts. It is kept in the seat's row too, for the other processes and for the next start.
"""

from __future__ import annotations

from collections.abc import Callable

HEARTBEAT_MS = 10_000
"""How often a page says that it is there."""

LATE_MS = 15_000
"""From here on a heartbeat is missing, and the table is told when a claim will be possible."""

LEASE_MS = 30_000
"""After so long without one the seat counts as away."""


class Presence:
    """The last heartbeats of every seat that this process knows."""

    def __init__(self, since: int, write: Callable[[int, int, int], None]) -> None:
        """``since``: when this process began to listen (ms); nobody is blamed for silence before it."""
        self._since = since
        self._write = write
        self._seen: dict[int, dict[int, int]] = {}

    def beat(self, match_id: int, seat: int, now: int) -> None:
        """The seat's page is there."""
        self._seen.setdefault(match_id, {})[seat] = now
        self._write(match_id, seat, now)

    def merge(self, match_id: int, rows: dict[int, int]) -> None:
        """Take in what the seats' rows say: heartbeats that other processes heard."""
        seen = self._seen.setdefault(match_id, {})
        for seat, ms in rows.items():
            if ms > seen.get(seat, 0):
                seen[seat] = ms

    def forget(self, match_id: int) -> None:
        """The match is no longer held here."""
        self._seen.pop(match_id, None)

    def last_seen(self, match_id: int, seat: int) -> int | None:
        """The seat's last heartbeat (ms)."""
        return self._seen.get(match_id, {}).get(seat)

    def is_here(self, match_id: int, seat: int, now: int) -> bool:
        """Whether the seat's lease holds."""
        seen = self.last_seen(match_id, seat)
        return seen is not None and now - seen < LEASE_MS

    def claim_at(self, match_id: int, seat: int, claim_ms: int | None, now: int) -> int | None:
        """From when (ms) this seat's opponent may claim; ``None`` while no heartbeat is missing, or never.

        ``claim_ms`` is the time control's: slow games and games without a clock know no claim (RULES 1.8).
        """
        seen = max(self.last_seen(match_id, seat) or 0, self._since)
        if claim_ms is None or now - seen < LATE_MS:
            return None
        return seen + claim_ms
