"""The plain form of an exchange of seeds. Nothing in it is secret: the server's seed is not part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.domain.exchange import Exchange, SeatSeed


def exchange_to_plain(exchange: Exchange, *, until: int | None = None, owed: Sequence[int] = ()) -> dict[str, Any]:
    """One hand's exchange. ``until``: when defaults stand in, ms; ``owed``: the seats whose clocks run for a seed."""
    waits = until is not None and bool(exchange.offered)
    return {
        "hand": exchange.hand_no,
        "id": exchange.id,
        "commitment": exchange.commitment,
        "seats": [_seat_to_plain(own) for own in exchange.seats],
        "until": until if waits else None,
        "owed": list(owed),
    }


def _seat_to_plain(own: SeatSeed) -> dict[str, Any]:
    return {
        "seat": own.seat,
        "state": own.state,
        "commitment": own.commitment,
        "seed": None if own.seed is None else own.seed.hex(),
        "default": own.default,
    }
