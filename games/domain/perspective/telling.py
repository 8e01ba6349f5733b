"""Events as one seat may know them, when they happen and afterwards (RULES 1.5)."""

from __future__ import annotations

from dataclasses import replace

from games.domain.events import Event, HandDealt, Knocked, StockDrawn


def redact(event: Event, seat: int | None) -> Event:
    """The event as the seat may know it when it happens; ``None`` is a spectator."""
    match event:
        case HandDealt(players=players, hands=hands):
            seen = tuple(cards if player == seat else None for player, cards in zip(players, hands, strict=True))
            return replace(event, hands=seen)
        case StockDrawn() if event.seat != seat and not event.open:
            return replace(event, card=None)
        case Knocked() if event.seat != seat:
            return replace(event, discard=None)
    return event
