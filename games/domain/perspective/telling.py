"""Events as one seat may know them, when they happen and afterwards (RULES 1.5)."""

from __future__ import annotations

from dataclasses import replace

from games.domain.events import Event, HandDealt, Knocked, RummyDealt, StockDrawn


def redact(event: Event, seat: int | None, follows: tuple[int, ...] = ()) -> Event:
    """The event as the seat may know it when it happens; ``None`` is a spectator.

    ``follows``: the seats whose hidden cards it knows in that hand besides its own, as :func:`audience.follows` says.
    """
    match event:
        case HandDealt(players=players, hands=hands) | RummyDealt(players=players, hands=hands):
            seen = tuple(
                cards if player == seat or player in follows else None
                for player, cards in zip(players, hands, strict=True)
            )
            return replace(event, hands=seen)
        case StockDrawn() if event.seat != seat and event.seat not in follows and not event.open:
            return replace(event, card=None)
        case Knocked() if event.seat != seat and event.seat not in follows:
            return replace(event, discard=None)
    return event
