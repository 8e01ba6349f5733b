"""Who stands where: points first, then the organiser's tie-breaks one after the other.

The table is right at any moment: results that are not in yet count for nobody. A tie-break is asked only about those
whom nothing before it told apart; whoever is level to the end shares a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.domain import tiebreaks
from tournaments.domain.event import Event
from tournaments.domain.settings import TieBreak
from tournaments.domain.tiebreaks import Explained, Scores
from tournaments.domain.values import DRAW, EntrantId, Meeting, Standing


def scores_of(event: Event, *, until: int | None = None, leave_out: Iterable[EntrantId] = ()) -> Scores:
    """Counted meetings and points of everybody who was seeded, up to and with round ``until``.

    Annulled results count for nothing, and so does whatever involves the entrants that are left out.
    """
    out: frozenset[EntrantId | None] = frozenset(leave_out)
    meetings: dict[EntrantId, list[Meeting]] = {entrant.id: [] for entrant in event.entrants if entrant.seed}
    for round_ in event.rounds[:until]:
        for pairing, result in zip(round_.pairings, round_.results, strict=True):
            if result is None or result.kind == "annulled" or not out.isdisjoint((pairing.first, pairing.second)):
                continue
            sides = [(0, pairing.first, pairing.second)]
            if pairing.second is not None:
                sides.append((1, pairing.second, pairing.first))
            for side, own, other in sides:
                meetings[own].append(Meeting(round_.number, pairing.board, pairing.slot, other, result, side))
    points = {
        number: sum(meeting.points for meeting in found) + _for_late_entry(event, number)
        for number, found in meetings.items()
    }
    return Scores(points, {number: tuple(found) for number, found in meetings.items()})


def _for_late_entry(event: Event, entrant: EntrantId) -> int:
    """Half a point for each round missed, where the settings give it."""
    missed = event.entrants[entrant - 1].joined_round - 1
    return DRAW * missed if event.settings.late_points == "half" else 0


class Ranking(NamedTuple):
    """What a format makes its table of: ``rank`` comes first, more is better, item by item; then the tie-breaks."""

    scores: Scores
    rank: Mapping[EntrantId, tuple[int, ...]]
    points: Mapping[EntrantId, int]  # what the table shows
    notes: Mapping[EntrantId, str]


def by_points(event: Event, scores: Scores | None = None, notes: Mapping[EntrantId, str] | None = None) -> Ranking:
    """The ranking in which points come first."""
    scores = scores_of(event) if scores is None else scores
    rank = {number: (points,) for number, points in scores.points.items()}
    return Ranking(scores, rank, scores.points, notes or {})


def table(event: Event, ranking: Ranking) -> tuple[Standing, ...]:
    """The table, best first; whoever nothing tells apart shares a place, in the order of the seeds."""
    lines: list[Standing] = []
    for shared, values in _groups(event, ranking):
        place = len(lines) + 1
        for number in sorted(shared, key=lambda one: event.entrants[one - 1].seed):
            status = "withdrawn" if event.entrants[number - 1].status == "withdrawn" else ""
            note = ranking.notes.get(number) or status
            played = sum(meeting.was_played for meeting in ranking.scores.meetings[number])
            lines.append(Standing(place, number, ranking.points[number], values[number], played, note))
    return tuple(lines)


def explain(event: Event, ranking: Ranking, entrant: EntrantId, name: TieBreak) -> Explained:
    """Where a value in the table comes from: its parts, made among those whom nothing before it told apart."""
    order = event.settings.tie_breaks
    level = [number for number, rank in ranking.rank.items() if rank == ranking.rank[entrant]]
    for before in order[: order.index(name)] if name in order else ():
        if len(level) > 1:
            own = tiebreaks.value(before, ranking.scores, entrant, level)
            level = [one for one in level if tiebreaks.value(before, ranking.scores, one, level) == own]
    return tiebreaks.explain(name, ranking.scores, entrant, level)


Level = tuple[list[EntrantId], dict[EntrantId, tuple[int, ...]]]
"""Entrants whom nothing tells apart, and the values of their tie-breaks."""


def _groups(event: Event, ranking: Ranking) -> Iterator[Level]:
    """Everybody in groups that share a place, best first."""
    for level in _levels(list(ranking.rank), ranking.rank.__getitem__):
        yield from _split(ranking.scores, level, event.settings.tie_breaks, dict.fromkeys(level, ()))


def _split(
    scores: Scores, level: list[EntrantId], order: Sequence[TieBreak], so_far: dict[EntrantId, tuple[int, ...]]
) -> Iterator[Level]:
    """The level ones in groups that nothing tells apart. Each value is what it is among those still level then."""
    if not order:
        yield level, so_far
        return
    asked = {number: tiebreaks.value(order[0], scores, number, level) for number in level}
    for part in _levels(level, asked.__getitem__):
        yield from _split(scores, part, order[1:], {one: (*so_far[one], asked[one]) for one in part})


def _levels(entrants: list[EntrantId], key: Callable[[EntrantId], Any]) -> list[list[EntrantId]]:
    """The entrants in groups of equal keys, highest first."""
    groups: dict[Any, list[EntrantId]] = {}
    for number in entrants:
        groups.setdefault(key(number), []).append(number)
    return [groups[found] for found in sorted(groups, reverse=True)]
