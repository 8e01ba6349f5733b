"""Swiss: everybody plays every round, against somebody who stands about equal.

One round is one matching of least cost over the whole field. The costs are whole numbers so far apart that a lower
wish never outweighs a higher one:

1. no rematch, unless nothing else is possible;
2. nobody sits out twice, unless nothing else is possible;
3. those who meet stand as equal as can be (the squares of the differences are summed), and whoever sits out stands low;
4. within a score group the upper half meets the lower half, in the order of the seeds.

Pairs that are to be kept apart are never made. In large fields each entrant is compared with its neighbours in the
table only; should that force a rematch or leave somebody over, the whole field is compared after all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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


class Field(NamedTuple):
    """Who is to be paired, best first, and what the pairing depends on."""

    order: tuple[EntrantId, ...]
    points: dict[EntrantId, int]
    met: dict[EntrantId, frozenset[EntrantId]]
    sat_out: dict[EntrantId, int]  # full byes so far
    within: dict[EntrantId, tuple[int, int]]  # place in the score group, and its size


def pair(event: Event, _seed: int) -> Drawn | Blocked:
    """One round. Nothing is left to chance after the seeding."""
    field = field_of(event)
    off = [(Pairing(0, number, None, "", (Reason("asked_off"),)), HALF_BYE) for number in _asked_off(event)]
    if len(field.order) < 2:
        return Blocked("nobody_left", (len(field.order),))
    matched = matching(event, field, NEIGHBOURS if len(field.order) > SMALL_FIELD else None)
    if matched is None:
        return Blocked("kept_apart")
    drawn: list[tuple[Pairing, Result | None]] = []
    for first, second in matched:
        result = BYE if second is None else None
        drawn.append((Pairing(0, first, second, "", _reasons(field, first, second)), result))
    return tuple(
        (pairing._replace(board=board), result) for board, (pairing, result) in enumerate([*drawn, *off], start=1)
    )


def field_of(event: Event) -> Field:
    """The field of the next round, in the order of the table and then of the seeds."""
    scores = scores_of(event)
    players = [entrant.id for entrant in event.players()]
    order = sorted(players, key=lambda number: (-scores.points[number], event.entrants[number - 1].seed))
    groups: dict[int, list[EntrantId]] = {}
    for number in order:
        groups.setdefault(scores.points[number], []).append(number)
    within = {number: (place, len(group)) for group in groups.values() for place, number in enumerate(group)}
    met = {
        number: frozenset(
            meeting.opponent
            for meeting in scores.meetings[number]
            if meeting.opponent is not None and meeting.was_played
        )
        for number in order
    }
    sat_out = {number: sum(meeting.result.kind == "bye" for meeting in scores.meetings[number]) for number in order}
    return Field(tuple(order), dict(scores.points), met, sat_out, within)


def _asked_off(event: Event) -> Iterator[EntrantId]:
    """Whoever is there but asked for this round off."""
    number = event.next_round
    for entrant in event.entrants:
        if entrant.seed and entrant.status == "playing" and number in entrant.half_byes:
            yield entrant.id


def matching(event: Event, field: Field, neighbours: int | None) -> list[tuple[EntrantId, EntrantId | None]] | None:
    """Who meets whom, top board first, whoever sits out last; ``None`` if somebody would have to be left over."""
    costs = Costs(event, field)
    size = len(field.order) + len(field.order) % 2
    edges = list(costs.edges(neighbours))
    most = max((cost for _first, _second, cost in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(size)))
    graph.add_edges_from([(first, second, most - cost) for first, second, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted((min(pair), max(pair)) for pair in found)
    made = [(field.order[low], field.order[high] if high < len(field.order) else None) for low, high in pairs]
    complete = 2 * len(pairs) == size
    again = any(second in field.met[first] for first, second in made if second is not None)
    if neighbours is not None and (again or not complete):
        return matching(event, field, None)
    return sorted(made, key=lambda pair: pair[1] is None) if complete else None


class Costs:
    """What each possible pair costs: whole numbers, a higher wish always above all lower ones together."""

    def __init__(self, event: Event, field: Field) -> None:
        self.event, self.field = event, field
        size = max(4, len(field.order))
        widest = 2 * (len(event.rounds) + 1)
        self.difference = size * size * 4
        self.second_bye = self.difference * (4 * (widest + 1) ** 2) * size
        self.rematch = self.second_bye * 4

    def edges(self, neighbours: int | None) -> Iterator[tuple[int, int, int]]:
        """Every pair that may be made, as places in the order, with its cost; the last place sits out."""
        order, size = self.field.order, len(self.field.order)
        for high in range(size):
            last = size if neighbours is None else min(size, high + 1 + neighbours)
            for low in range(high + 1, last):
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
        return cost + (self.rematch if second in field.met[first] else 0)

    def of_sitting_out(self, place: int) -> int:
        """The cost of an entrant sitting out: the lower one stands the better, and nobody twice."""
        field = self.field
        entrant = field.order[place]
        above_last = field.points[entrant] - field.points[field.order[-1]]
        cost = 4 * self.difference * above_last * above_last + (len(field.order) - 1 - place)
        return cost + self.second_bye * 2 * field.sat_out[entrant]


def _reasons(field: Field, first: EntrantId, second: EntrantId | None) -> tuple[Reason, ...]:
    """Why these two: their score groups, and what could not be avoided."""
    if second is None:
        return (Reason("sits_out_twice" if field.sat_out[first] else "sits_out", (field.points[first],)),)
    high, low = field.points[first], field.points[second]
    group = Reason("score_group", (high,)) if high == low else Reason("floated", (high, low))
    return (group, Reason("rematch")) if second in field.met[first] else (group,)


def not_possible(event: Event, round_no: int, entrant: EntrantId) -> tuple[EntrantId, ...]:
    """Of those who stood level with an entrant when a round was paired: whoever it had met before."""
    scores = scores_of(event, until=round_no - 1)
    own = scores.points.get(entrant, 0)
    return tuple(
        meeting.opponent
        for meeting in scores.meetings.get(entrant, ())
        if meeting.was_played and meeting.opponent is not None and scores.points[meeting.opponent] == own
    )


def most_rounds(players: int) -> int:
    """So many rounds a field can carry for certain without a rematch."""
    return max(0, players - 1 + players % 2)


def is_over(event: Event) -> bool:
    """All rounds are played."""
    return len(event.rounds) >= event.settings.rounds and all(round_.is_over for round_ in event.rounds)


SWISS = Format("swiss", pair, is_over, by_points)
