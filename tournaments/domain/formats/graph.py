"""The match graph: a knockout of any shape as matches that take their sides from seeds, winners and losers.

A graph says nothing about results. ``resolve`` reads them off an event: a pairing that was made is what it is, whoever
won before it; a side that can never come (a bye, a double no-show) is nobody, and the other side goes on without play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from tournaments.domain.event import Event
from tournaments.domain.formats.base import Format
from tournaments.domain.settings import FormatName
from tournaments.domain.standings import table
from tournaments.domain.values import Blocked, EntrantId, Pairing, Reason, Result, Standing, won

BracketName = Literal["main", "lower", "consolation", "last_chance", "third", "final"]

NOBODY = 0
"""In place of an entrant: nobody will ever come."""


class Source(NamedTuple):
    """Where one side of a match comes from: ``seed`` of a number, ``winner`` or ``loser`` of a slot, or ``nobody``."""

    kind: Literal["seed", "winner", "loser", "nobody"]
    of: int | str = 0


class Node(NamedTuple):
    """One match of the graph. ``only_if_second_won``: played only if the second side won there (the reset)."""

    slot: str
    bracket: BracketName
    round: int  # 1-based within its bracket
    sources: tuple[Source, Source]
    only_if_second_won: str = ""


Graph = tuple[Node, ...]
"""Every match after those that it takes its sides from."""


class Resolved(NamedTuple):
    """What is known of a match: its sides (``None``: not yet, ``NOBODY``: never), and who went on and who did not."""

    sides: tuple[EntrantId | None, EntrantId | None]
    winner: EntrantId | None
    loser: EntrantId | None
    pairing: tuple[int, Pairing, Result | None] | None = None  # its round, and what was made of it


class Builder:
    """A graph in the making."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []

    def add(
        self, bracket: BracketName, round_no: int, first: Source, second: Source, *, only_if_second_won: str = ""
    ) -> str:
        """One match more; its slot."""
        place = 1 + sum(node.bracket == bracket and node.round == round_no for node in self.nodes)
        slot = f"{bracket}-{round_no}-{place}"
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


def resolve(graph: Graph, event: Event, by_seed: Mapping[int, EntrantId] | None = None) -> dict[str, Resolved]:
    """What is known of every match. ``by_seed``: who is seeded where, if not as at the start of the event."""
    made = {
        pairing.slot: (round_.number, pairing, result)
        for round_ in event.rounds
        for pairing, result in zip(round_.pairings, round_.results, strict=True)
        if pairing.slot
    }
    if by_seed is None:
        by_seed = {entrant.seed: entrant.id for entrant in event.entrants if entrant.seed}
    known: dict[str, Resolved] = {}
    for node in graph:
        known[node.slot] = _resolved(node, event, known, by_seed, made.get(node.slot))
    return known


def _resolved(
    node: Node,
    event: Event,
    known: dict[str, Resolved],
    by_seed: Mapping[int, EntrantId],
    made: tuple[int, Pairing, Result | None] | None,
) -> Resolved:
    if made is not None:
        _round, pairing, result = made
        sides = (pairing.first, pairing.second)
        if result is None:
            return Resolved(sides, None, None, made)
        return Resolved(sides, *_went_on(event, pairing, result), made)
    first, second = (_side(source, known, by_seed) for source in node.sources)
    if node.only_if_second_won:
        before = known[node.only_if_second_won]
        if before.winner is not None and before.winner == before.sides[0]:
            return Resolved((NOBODY, NOBODY), before.winner, before.loser)  # not needed: the first final decided
    if first is None or second is None:
        return Resolved((first, second), None, None)
    if NOBODY in (first, second):
        return Resolved((first, second), first or second, NOBODY)
    return Resolved((first, second), None, None)


def _side(source: Source, known: dict[str, Resolved], by_seed: Mapping[int, EntrantId]) -> EntrantId | None:
    match source.kind:
        case "seed":
            return by_seed.get(int(source.of), NOBODY)
        case "winner":
            return known[str(source.of)].winner
        case "loser":
            return known[str(source.of)].loser
    return NOBODY


def _went_on(event: Event, pairing: Pairing, result: Result) -> tuple[EntrantId, EntrantId]:
    """Who goes on and who does not. After a double no-show nobody does, or the higher seed, as the settings say."""
    assert pairing.second is not None
    pair = (pairing.first, pairing.second)
    winner = result.winner
    if winner is not None:
        return pair[winner], pair[1 - winner]
    there = [number for number in pair if event.entrant(number).status != "withdrawn"]
    if event.settings.double_no_show == "nobody" or not there:
        return NOBODY, NOBODY
    higher = min(there, key=lambda number: event.entrant(number).seed)
    return higher, pair[0] if higher == pair[1] else pair[1]


def graph_format(name: FormatName, build: Callable[[int, bool], Graph]) -> Format:
    """The format that plays the graph which ``build(players, third place)`` makes."""
    cached = lru_cache(maxsize=32)(build)

    def graph_of(event: Event) -> Graph:
        return cached(sum(entrant.seed > 0 for entrant in event.entrants), event.settings.third_place)

    def pair(event: Event, _seed: int) -> tuple[tuple[Pairing, Result | None], ...] | Blocked:
        drawn = tuple(ready(graph_of(event), event))
        return Blocked("nobody_left") if not drawn and not event.players() else drawn

    def over(event: Event) -> bool:
        return is_decided(resolve(graph_of(event), event))

    def standings(event: Event) -> tuple[Standing, ...]:
        graph = graph_of(event)
        rank, notes = progress(graph, resolve(graph, event))
        return table(event, rank=lambda number: rank.get(number, STILL_IN), notes=notes)

    def follows_from(event: Event, round_no: int, board: int) -> tuple[tuple[int, int], ...]:
        return following(graph_of(event), event, round_no, board)

    return Format(name, pair, over, standings, follows_from, overlaps=True, may_draw=must_be_decided, graph=graph_of)


def must_be_decided(_pairing: Pairing) -> bool:
    """Somebody has to go on."""
    return False


def is_decided(known: Mapping[str, Resolved]) -> bool:
    """Whether nothing is left to play."""
    return all(match.winner is not None for match in known.values())


def following(graph: Graph, event: Event, round_no: int, board: int) -> tuple[tuple[int, int], ...]:
    """The pairings that lean on the result of one, however far down."""
    after = _after(graph, event.pairing(round_no, board).slot)
    return tuple(
        (round_.number, pairing.board)
        for round_ in event.rounds
        for pairing in round_.pairings
        if pairing.slot in after
    )


def ready(
    graph: Graph, event: Event, by_seed: Mapping[int, EntrantId] | None = None
) -> Iterator[tuple[Pairing, Result | None]]:
    """The matches whose two sides are there and that were not made yet; forfeits where one of them has left."""
    known = resolve(graph, event, by_seed)
    board = 0
    for node in graph:
        match = known[node.slot]
        first, second = match.sides
        if match.pairing is not None or match.winner is not None or not first or not second:
            continue
        board += 1
        gone = [event.entrant(number).status == "withdrawn" for number in (first, second)]
        result: Result | None = None
        if all(gone):
            result = Result((0, 0), "double_forfeit")
        elif any(gone):
            result = won(gone.index(False), kind="forfeit")
        yield Pairing(board, first, second, node.slot, (Reason(node.bracket, (node.round,)),)), result


def _after(graph: Graph, slot: str) -> frozenset[str]:
    """Every match that takes a side, however far down, from this one."""
    after = {slot}
    for node in graph:
        if any(source.of in after for source in node.sources if source.kind in ("winner", "loser")):
            after.add(node.slot)
    return frozenset(after - {slot})


_WORTH: dict[BracketName, int] = {"last_chance": 0, "consolation": 1, "lower": 1, "main": 2, "third": 3, "final": 4}
"""Which bracket's matches decide the better places."""

_WAYS: tuple[Literal["winner"], Literal["loser"]] = ("winner", "loser")

STILL_IN = 10**6
"""The rank of whoever is not out yet: above all who are."""


def progress(graph: Graph, known: Mapping[str, Resolved]) -> tuple[dict[EntrantId, int], dict[EntrantId, str]]:
    """How far everybody got whose last match is known (more is better), and what to say of it."""
    used = {source for node in graph for source in node.sources}
    rank: dict[EntrantId, int] = {}
    notes: dict[EntrantId, str] = {}
    for node in graph:
        match = known[node.slot]
        if match.winner is None:
            continue
        ends = {way: Source(way, node.slot) not in used for way in _WAYS}
        decides = node.bracket == "final" or (node.bracket == "main" and ends["winner"])
        worth = _WORTH["final"] if decides else _WORTH[node.bracket]
        if match.loser and ends["loser"]:
            rank[match.loser] = (worth * 64 + node.round) * 2
            notes[match.loser] = "out"
        if match.winner and ends["winner"]:
            rank[match.winner] = (worth * 64 + node.round) * 2 + 1
            notes[match.winner] = "champion" if decides else f"won_{node.bracket}"
    return rank, notes
