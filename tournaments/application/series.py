"""A season: the table over the finished tournaments of a series, by person."""

from __future__ import annotations

from typing import NamedTuple

from ginsite.accounts.models import User
from tournaments.application import events
from tournaments.domain.formats.series import SeriesLine, series_table
from tournaments.models import Entry, Tournament


class Line(NamedTuple):
    """Somebody's line: whoever has no account is the same person under the same name."""

    place: int
    name: str
    user: User | None
    points: int  # tenths of a point (``sayings.say_series_points``)
    events: tuple[int | None, ...]  # in the order of the tournaments; None: not there
    counted: tuple[bool, ...]


class Season(NamedTuple):
    """The finished tournaments of a series, oldest first, and the table over them."""

    tournaments: tuple[Tournament, ...]
    lines: tuple[Line, ...]


def table_of(series: Tournament) -> Season:
    """How a series stands."""
    finished = Tournament.objects.filter(series=series, phase=Tournament.Phase.FINISHED)
    tournaments = tuple(finished.order_by("finished_at", "pk"))
    people: dict[tuple[int | None, str], int] = {}
    entries: dict[int, Entry] = {}
    places: list[dict[int, int]] = []
    for tournament in tournaments:
        places.append({})
        numbers = {entry.number: entry for entry in tournament.entries.select_related("user")}
        for standing in events.format_of(tournament).standings(events.load(tournament)):
            entry = numbers.get(standing.entrant)
            if entry is None:
                continue
            key = (entry.user_id, "" if entry.user_id is not None else entry.name.casefold())
            person = people.setdefault(key, len(people) + 1)
            entries[person] = entry
            places[-1][person] = standing.place
    best = events.settings_of(series).best_of_series
    return Season(tournaments, tuple(_line(line, entries[line.entrant]) for line in series_table(places, best)))


def _line(line: SeriesLine, entry: Entry) -> Line:
    return Line(line.place, entry.printed_name, entry.user, line.points, line.events, line.counted)
