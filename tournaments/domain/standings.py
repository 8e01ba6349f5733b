"""Who stands where: points first, then the organiser's tie-breaks one after the other.

The table is right at any moment: results that are not in yet count for nobody. A tie-break is asked only about those
whom nothing before it told apart; whoever is level to the end shares a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tournaments.domain import tiebreaks
from tournaments.domain.event import Event
from tournaments.domain.settings import TieBreak
from tournaments.domain.tiebreaks import Scores
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


def table(
    event: Event,
    *,
    scores: Scores | None = None,
    order: Sequence[TieBreak] | None = None,
    rank: Callable[[EntrantId], int] | None = None,
    notes: Mapping[EntrantId, str] | None = None,
) -> tuple[Standing, ...]:
    """The table, best first. ``rank``: what comes before points, more is better (how far somebody got)."""
    scores = scores_of(event) if scores is None else scores
    order = event.settings.tie_breaks if order is None else order
    notes = notes or {}
    lines: list[Standing] = []
    before = {number: (rank(number) if rank else 0, scores.points[number]) for number in scores.points}
    for level in _levels(list(scores.points), lambda number: before[number]):
        for shared, values in _told_apart(scores, level, order):
            place = len(lines) + 1
            for number in sorted(shared, key=lambda one: event.entrants[one - 1].seed):
                note = notes.get(number) or ("withdrawn" if event.entrants[number - 1].status == "withdrawn" else "")
                played = sum(meeting.was_played for meeting in scores.meetings[number])
                lines.append(Standing(place, number, scores.points[number], values[number], played, note))
    return tuple(lines)


def _told_apart(
    scores: Scores, level: list[EntrantId], order: Sequence[TieBreak]
) -> Iterable[tuple[list[EntrantId], dict[EntrantId, tuple[int, ...]]]]:
    """The level ones in groups that nothing tells apart, best first, each with the values that were asked for."""
    values = {number: tuple(tiebreaks.value(name, scores, number, level) for name in order) for number in level}

    def split(group: list[EntrantId], at: int) -> Iterable[tuple[list[EntrantId], dict[EntrantId, tuple[int, ...]]]]:
        if len(group) == 1 or at == len(order):
            yield group, values
            return
        asked = {number: tiebreaks.value(order[at], scores, number, group) for number in group}
        for number in group:  # what it is among those who are still level
            values[number] = (*values[number][:at], asked[number], *values[number][at + 1 :])
        for part in _levels(group, asked.__getitem__):
            yield from split(part, at + 1)

    return split(level, 0)


def _levels(entrants: list[EntrantId], key: Callable[[EntrantId], object]) -> Iterable[list[EntrantId]]:
    """The entrants in groups of equal keys, highest first."""
    groups: dict[object, list[EntrantId]] = {}
    for number in entrants:
        groups.setdefault(key(number), []).append(number)
    return [groups[found] for found in sorted(groups, reverse=True)]  # type: ignore[type-var]
