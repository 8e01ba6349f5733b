"""The list of moves as one reader may see it: the log's events, redacted, each with the number and time of its row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.application.chain import Row
from games.application.codec import event_to_plain
from games.application.fold import retell
from games.application.record import LiveMatch
from games.domain.events import CardDiscarded, Event, HandDealt, KnockFailed, PileTaken, RummyDealt
from games.domain.perspective import follows, redact


def moves(live: LiveMatch, rows: Sequence[Row], seat: int | None, since: int = 0) -> list[dict[str, Any]]:
    """What happened after ``since``, for a seat or (``None``) a spectator, from ALL rows of the match up to ``live``.

    Under ``top_only`` a discard that lies buried in the hand in play is told without its card.
    """
    return tell(live, [(row.number, row.at, events) for row, events in retell(live.id, live.code, rows, since)], seat)


def tell(live: LiveMatch, told: Iterable[tuple[int, int, tuple[Event, ...]]], seat: int | None) -> list[dict[str, Any]]:
    """The same of what is told already: row number, time and events, up to ``live``."""
    followed = follows(live.game, seat)
    seen = [(number, at, redact(event, seat, followed)) for number, at, events in told for event in events]
    buried = _buried(live, [event for _number, _at, event in seen])
    return [
        event_to_plain(event) | {"v": number, "at": at} | ({"card": None} if place in buried else {})
        for place, (number, at, event) in enumerate(seen)
    ]


def _buried(live: LiveMatch, events: Sequence[Event]) -> set[int]:
    """The places of discards in the hand in play that are neither on top of the pile nor were ever taken."""
    if live.game.rules.discard_history != "top_only" or live.game.phase != "play":
        return set()
    table_of = {
        seat: table for table, hand in enumerate(live.game.tables) if hand.outcome is None for seat in hand.players
    }
    buried: set[int] = set()
    covered: set[int] = set()
    for place, event in _backwards(events):
        if isinstance(event, HandDealt | RummyDealt):
            break
        if isinstance(event, PileTaken):
            covered.discard(table_of.get(event.seat, -1))
        elif isinstance(event, CardDiscarded | KnockFailed) and (table := table_of.get(event.seat)) is not None:
            if table in covered:
                buried.add(place)
            covered.add(table)
    return buried


def _backwards(events: Sequence[Event]) -> Iterable[tuple[int, Event]]:
    return reversed(list(enumerate(events)))
