"""A series: several events, a table of points for the places in them, the best few of each entrant count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

PLACE_POINTS: tuple[int, ...] = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""What the places of one event are worth, unless the series says otherwise."""


class SeriesLine(NamedTuple):
    """One line of a series' table: the points that count, those of every event (``None``: not there)."""

    place: int
    entrant: int
    points: int  # tenths of a point
    events: tuple[int | None, ...]
    counted: tuple[bool, ...]


def worth(places: Mapping[int, int], values: Sequence[int] = PLACE_POINTS) -> dict[int, int]:
    """What one event brings each entrant, in tenths: those who share a place share the points of the places they take.

    >>> worth({1: 1, 2: 2, 3: 2}, (25, 18, 15))
    {1: 250, 2: 165, 3: 165}
    """
    sharing: dict[int, int] = {}
    for place in places.values():
        sharing[place] = sharing.get(place, 0) + 1
    brings = {
        place: 10 * sum(values[at - 1] for at in range(place, place + count) if at <= len(values)) // count
        for place, count in sharing.items()
    }
    return {entrant: brings[place] for entrant, place in places.items()}


def series_table(
    events: Sequence[Mapping[int, int]], best: int, values: Sequence[int] = PLACE_POINTS
) -> tuple[SeriesLine, ...]:
    """The table of a series: ``events`` are places by entrant. Level on points: more first places, then second, …"""
    brought = [worth(places, values) for places in events]
    entrants = sorted({entrant for places in events for entrant in places})
    lines = []
    for entrant in entrants:
        points = tuple(event.get(entrant) for event in brought)
        order = sorted(range(len(points)), key=lambda at: -(points[at] or 0))
        counted = frozenset(at for at in order[:best] if points[at] is not None)
        total = sum(points[at] or 0 for at in counted)
        taken = [places[entrant] for places in events if entrant in places]
        most = tuple(taken.count(place) for place in range(1, len(values) + 1))
        lines.append(((total, most), entrant, points, tuple(at in counted for at in range(len(points)))))
    lines.sort(key=lambda line: line[0], reverse=True)
    places = [1 + sum(other[0] > line[0] for other in lines) for line in lines]
    return tuple(
        SeriesLine(place, entrant, key[0], points, counted)
        for place, (key, entrant, points, counted) in zip(places, lines, strict=True)
    )
