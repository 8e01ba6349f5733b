"""Swiss: everybody plays every round, against somebody who stands about equal.

One round is one matching of least cost over the whole field. The costs are whole numbers so far apart that a lower
wish never outweighs a higher one:

1. as few rematches as can be;
2. nobody sits out twice, unless nothing else is possible;
3. whoever sits out stands as low as can be;
4. those who meet stand as equal as can be: the squares of the differences are summed;
5. within a score group the upper half meets the lower half, in the order of the seeds.

Pairs that are to be kept apart are never made. In large fields each entrant is compared with its neighbours in the
table only; should that force a rematch, somebody to sit out twice or to be left over, the whole field is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import rustworkx

from tournaments.domain.event import Event
from tournaments.domain.formats.base import Format
from tournaments.domain.standings import by_points, scores_of
from tournaments.domain.values import BYE, HALF_BYE, Blocked, EntrantId, Pairing, Reason, Result

SMALL_FIELD = 150
"""Up to so many entrants everybody is compared with everybody."""

NEIGHBOURS = 64
"""In larger fields: with so many below in the table."""

Drawn = tuple[tuple[Pairing, Result | None], ...]
Pair = tuple[EntrantId, EntrantId | None]
"""Who meets whom; ``None``: sits out."""


class Field(NamedTuple):
    """Who is to be paired, best first, and what the pairing depends on."""

    order: tuple[EntrantId, ...]
    points: Mapping[EntrantId, int]
    met: Mapping[EntrantId, Mapping[EntrantId, int]]  # how often
    sat_out: Mapping[EntrantId, int]  # full byes so far
    within: Mapping[EntrantId, tuple[int, int]]  # place in the score group, and its size

    @classmethod
    def of(
        cls,
        event: Event,
        players: list[EntrantId],
        points: Mapping[EntrantId, int],
        met: Mapping[EntrantId, Mapping[EntrantId, int]],
        sat_out: Mapping[EntrantId, int],
    ) -> Field:
        """A field in the order of these points, then of the seeds."""
        order = sorted(players, key=lambda number: (-points[number], event.entrant(number).seed))
        groups: dict[int, list[EntrantId]] = {}
        for number in order:
            groups.setdefault(points[number], []).append(number)
        within = {number: (place, len(group)) for group in groups.values() for place, number in enumerate(group)}
        return cls(tuple(order), points, met, sat_out, within)


def pair(event: Event, _seed: int) -> Drawn | Blocked:
    """One round. Nothing is left to chance after the seeding."""
    field = field_of(event)
    off = list(_asked_off(event))
    if len(field.order) < 2 and not off:
        return Blocked("nobody_left", (len(field.order),))
    pairs, complete = matching(event, field)
    if not complete:
        return Blocked("kept_apart")
    drawn: list[tuple[Pairing, Result | None]] = []
    for board, (first, second) in enumerate(pairs, start=1):
        pairing = Pairing(board, first, second, "", _reasons(field, first, second))
        drawn.append((pairing, BYE if second is None else None))
    for board, number in enumerate(off, start=len(drawn) + 1):
        drawn.append((Pairing(board, number, None, "", (Reason("asked_off"),)), HALF_BYE))
    return tuple(drawn)


def field_of(event: Event, points: Mapping[EntrantId, int] | None = None) -> Field:
    """The field of the next round, by points or by what a format puts in their place."""
    scores = scores_of(event)
    players = [entrant.id for entrant in event.players() if points is None or entrant.id in points]
    met = {
        number: Counter(
            meeting.opponent
            for meeting in scores.meetings[number]
            if meeting.opponent is not None and meeting.was_played
        )
        for number in players
    }
    sat_out = {number: sum(meeting.result.kind == "bye" for meeting in scores.meetings[number]) for number in players}
    return Field.of(event, players, scores.points if points is None else points, met, sat_out)


def _asked_off(event: Event) -> Iterator[EntrantId]:
    """Whoever is there but asked for this round off."""
    number = event.next_round
    for entrant in event.entrants:
        if entrant.seed and entrant.status == "playing" and number in entrant.half_byes:
            yield entrant.id


def matching(event: Event, field: Field) -> tuple[list[Pair], bool]:
    """Who meets whom, top board first, whoever sits out last; and whether nobody had to be left over."""
    if len(field.order) > SMALL_FIELD:
        pairs, complete = _matching(event, field, NEIGHBOURS)
        if complete and not any(_is_unwanted(field, *pair) for pair in pairs):
            return pairs, True
    return _matching(event, field, len(field.order))


def _is_unwanted(field: Field, first: EntrantId, second: EntrantId | None) -> bool:
    """Whether a pair is a rematch or somebody's second bye."""
    return bool(field.sat_out[first] if second is None else second in field.met[first])


def _matching(event: Event, field: Field, neighbours: int) -> tuple[list[Pair], bool]:
    order = field.order
    size = len(order) + len(order) % 2
    edges = list(Costs(event, field).edges(neighbours))
    most = max((cost for _first, _second, cost in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(size)))
    graph.add_edges_from([(first, second, most - cost) for first, second, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    places = sorted((min(pair), max(pair)) for pair in found)
    pairs: list[Pair] = [(order[high], order[low] if low < len(order) else None) for high, low in places]
    return sorted(pairs, key=lambda pair: pair[1] is None), 2 * len(pairs) == size


class Costs:
    """What each possible pair costs: whole numbers, a higher wish always above all lower ones together."""

    def __init__(self, event: Event, field: Field) -> None:
        self.event, self.field = event, field
        size = len(field.order) + 1
        there = [field.points[number] for number in field.order]
        self.lowest = min(there, default=0)
        widest = max(there, default=0) - self.lowest
        self.difference = size * size
        self.bye_above = self.difference * size * (widest * widest + 1)
        self.bye_again = self.bye_above * (widest + 1)
        self.rematch = self.bye_again * (2 + max(field.sat_out.values(), default=0))

    def edges(self, neighbours: int) -> Iterator[tuple[int, int, int]]:
        """Every pair that may be made, as places in the order, with its cost; the last place sits out."""
        order, size = self.field.order, len(self.field.order)
        for high in range(size):
            for low in range(high + 1, min(size, high + 1 + neighbours)):
                if self.event.may_meet(order[high], order[low]):
                    yield high, low, self.of(high, low)
            if size % 2:
                yield high, size, self.of_sitting_out(high)

    def of(self, high: int, low: int) -> int:
        """The cost of two meeting, by their places in the order."""
        field = self.field
        first, second = field.order[high], field.order[low]
        apart = field.points[first] - field.points[second]
        cost = self.difference * apart * apart
        if apart:
            cost += low - high
        else:
            (place, size), (other, _size) = field.within[first], field.within[second]
            cost += abs(2 * (other - place) - size) // 2
        return cost + self.rematch * field.met[first].get(second, 0)

    def of_sitting_out(self, place: int) -> int:
        """The cost of an entrant sitting out: the lower one stands the better, and nobody twice."""
        field = self.field
        entrant = field.order[place]
        above = self.bye_above * (field.points[entrant] - self.lowest)
        return self.bye_again * field.sat_out[entrant] + above + len(field.order) - 1 - place


def _reasons(field: Field, first: EntrantId, second: EntrantId | None) -> tuple[Reason, ...]:
    """Why these two: their score groups, and what could not be avoided."""
    if second is None:
        return (Reason("sits_out_twice" if field.sat_out[first] else "sits_out", (field.points[first],)),)
    high, low = field.points[first], field.points[second]
    group = Reason("score_group", (high,)) if high == low else Reason("floated", (high, low))
    return (group, Reason("rematch")) if second in field.met[first] else (group,)


def not_possible(
    event: Event, round_no: int, entrant: EntrantId
) -> tuple[tuple[EntrantId, Literal["met", "apart"]], ...]:
    """Of those who stood level with an entrant when a round was paired: with whom it could not be, and why."""
    scores = scores_of(event, until=round_no - 1)
    met = {meeting.opponent for meeting in scores.meetings.get(entrant, ()) if meeting.was_played}
    found: list[tuple[EntrantId, Literal["met", "apart"]]] = []
    for other in event.players(round_no):
        if other.id != entrant and scores.points[other.id] == scores.points[entrant]:
            if other.id in met:
                found.append((other.id, "met"))
            elif not event.may_meet(entrant, other.id):
                found.append((other.id, "apart"))
    return tuple(found)


def most_rounds(players: int) -> int:
    """With more rounds than these somebody meets twice, or sits out twice, for certain."""
    return max(0, players - 1 + players % 2)


def safe_rounds(players: int) -> int:
    """Up to so many rounds nobody need meet or sit out twice, whatever the results, as long as all stay.

    Whoever is left to meet are more than half of the field then, and such a field can always be paired.
    """
    return min(most_rounds(players), (players + players % 2) // 2)


def is_over(event: Event) -> bool:
    """All rounds are played."""
    return len(event.rounds) >= event.settings.rounds and all(round_.is_over for round_ in event.rounds)


SWISS = Format("swiss", pair, is_over, by_points)
