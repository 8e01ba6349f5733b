"""Knockouts as formats: graphs in the making, and what all of them have in common once they are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from tournaments.domain.event import Event
from tournaments.domain.formats.base import Format
from tournaments.domain.match_graph import (
    BracketName,
    Graph,
    Node,
    Resolved,
    Source,
    following,
    is_decided,
    places_in_play,
    progress,
    resolve,
)
from tournaments.domain.settings import FormatName
from tournaments.domain.standings import Ranking, scores_of
from tournaments.domain.values import Blocked, Pairing, Reason, Result, absence


class Builder:
    """A graph in the making."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.places: Counter[tuple[str, int]] = Counter()

    def add(
        self, bracket: BracketName, round_no: int, first: Source, second: Source, *, only_if_second_won: str = ""
    ) -> str:
        """One match more; its slot."""
        self.places[bracket, round_no] += 1
        slot = f"{bracket}-{round_no}-{self.places[bracket, round_no]}"
        self.nodes.append(Node(slot, bracket, round_no, (first, second), only_if_second_won))
        return slot

    def halve(self, bracket: BracketName, round_no: int, sides: Sequence[Source]) -> list[Source]:
        """Neighbours meet; the winners, in order."""
        return [
            Source("winner", self.add(bracket, round_no, sides[at], sides[at + 1])) for at in range(0, len(sides), 2)
        ]

    def knockout(self, bracket: BracketName, sides: Sequence[Source]) -> list[list[str]]:
        """A plain knockout of a power of two; the slots of each round."""
        rounds: list[list[str]] = []
        current = list(sides)
        while len(current) > 1:
            current = self.halve(bracket, len(rounds) + 1, current)
            rounds.append([str(source.of) for source in current])
        return rounds

    def second_life(self, bracket: BracketName, rounds: Sequence[Sequence[str]]) -> list[list[str]]:
        """A knockout that the losers of each of these rounds enter, round by round; its own rounds, the last one last.

        Losers come in in changing order, so that those who have met meet again as late as can be. Nothing is built for
        a single loser, who has nobody to meet.
        """
        current: list[Source] = []
        made: list[list[str]] = []

        def meet(sides: list[Source]) -> list[Source]:
            winners = self.halve(bracket, len(made) + 1, sides)
            made.append([str(source.of) for source in winners])
            return winners

        for number, slots in enumerate(rounds):
            dropped = [Source("loser", slot) for slot in _crossed(slots, number)]
            while len(current) > len(dropped):
                current = meet(current)
            while current and len(dropped) > len(current):
                dropped = meet(dropped)
            if current:
                current = meet([side for pair in zip(dropped, current, strict=True) for side in pair])
            else:
                current = meet(dropped) if len(dropped) > 1 else dropped
        while len(current) > 1:
            current = meet(current)
        return made


def _crossed(slots: Sequence[str], number: int) -> list[str]:
    """The slots of a round in the order in which their losers drop."""
    half = len(slots) // 2
    match number % 4:
        case 1:
            return list(reversed(slots))
        case 2:
            return [*slots[half:], *slots[:half]]
        case 3:
            return [*reversed(slots[:half]), *reversed(slots[half:])]
    return list(slots)


def seeded(players: int) -> list[Source]:
    """The first round of a bracket: 1 and 2 in opposite halves, byes to the top seeds."""
    order = [1]
    while len(order) < players:
        total = 2 * len(order) + 1
        order = [seed for above in order for seed in (above, total - above)]
    return [Source("seed", seed) if seed <= players else Source("nobody") for seed in order]


def graph_format(name: FormatName, build: Callable[[int, bool], Graph]) -> Format:
    """The format that plays the graph which ``build(players, third place)`` makes."""
    cached = lru_cache(maxsize=32)(build)

    def matches(event: Event) -> tuple[Graph, dict[str, Resolved]]:
        graph = cached(sum(entrant.seed > 0 for entrant in event.entrants), event.settings.third_place)
        return graph, resolve(graph, event)

    def pair(event: Event, _seed: int) -> tuple[tuple[Pairing, Result | None], ...] | Blocked:
        drawn = tuple(ready(event, *matches(event)))
        return Blocked("nobody_left") if not drawn and not event.players() else drawn

    def over(event: Event) -> bool:
        return event.phase != "entries" and is_decided(matches(event)[1])

    def ranking(event: Event) -> Ranking:
        scores = scores_of(event)
        rank, notes = progress(*matches(event))
        return Ranking(scores, {number: rank[number] for number in scores.points}, scores.points, notes)

    def follows_from(event: Event, round_no: int, board: int) -> tuple[tuple[int, int], ...]:
        return following(matches(event)[0], event, round_no, board)

    return Format(name, pair, over, ranking, follows_from, overlaps=True, may_draw=must_be_decided, matches=matches)


def must_be_decided(_pairing: Pairing) -> bool:
    """Somebody has to go on."""
    return False


def ready(event: Event, graph: Graph, known: Mapping[str, Resolved]) -> Iterator[tuple[Pairing, Result | None]]:
    """The matches that can be made now; forfeits where one of the two has left."""
    for board, node in enumerate(places_in_play(graph, known), start=1):
        first, second = known[node.slot].sides
        assert first
        assert second
        gone = [event.entrant(number).status == "withdrawn" for number in (first, second)]
        yield Pairing(board, first, second, node.slot, (Reason(node.bracket, (node.round,)),)), absence(*gone)
