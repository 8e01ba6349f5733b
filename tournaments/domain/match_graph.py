"""The match graph: a knockout of any shape as matches that take their sides from seeds, winners and losers.

A graph says nothing about results. ``resolve`` reads them off an event. A pairing that was made is what it is, and so
is who went on into it, whatever becomes of results later; a side that can never come (a bye, a double no-show) is
nobody, and the other side goes on without play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from tournaments.domain.event import Event
from tournaments.domain.values import EntrantId, Pairing, Result

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


Way = Literal["winner", "loser"]
WAYS: tuple[Way, Way] = ("winner", "loser")

Made = Mapping[str, tuple[int, Pairing, Result | None]]
"""The pairings that were made, by slot, with their round and result."""


def ways_on(graph: Graph) -> dict[tuple[str, str], str]:
    """Where the winner and the loser of each match go: the slot by way and slot."""
    return {
        (source.kind, str(source.of)): node.slot
        for node in graph
        for source in node.sources
        if source.kind in WAYS and not node.only_if_second_won
    }


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
    on = ways_on(graph)
    known: dict[str, Resolved] = {}
    for node in graph:
        if node.slot in made:
            known[node.slot] = _made(node, event, made, on)
        else:
            known[node.slot] = _to_be_made(node, known, by_seed)
    return known


def _made(node: Node, event: Event, made: Made, on: Mapping[tuple[str, str], str]) -> Resolved:
    found = made[node.slot]
    _round, pairing, result = found
    assert pairing.second is not None
    sides = (pairing.first, pairing.second)
    if result is None:
        return Resolved(sides, None, None, found)
    for way in WAYS:
        went = [number for number in sides if number in _sides_after(node.slot, way, made, on)]
        if len(went) == 1:
            other = sides[0] if went[0] == sides[1] else sides[1]
            return Resolved(sides, *((went[0], other) if way == "winner" else (other, went[0])), found)
    return Resolved(sides, *_by_result(event, sides, result), found)


def _sides_after(slot: str, way: Way, made: Made, on: Mapping[tuple[str, str], str]) -> tuple[EntrantId | None, ...]:
    """The sides of the next pairing that was made on the way from a match, past those that needed no play."""
    after = on.get((way, slot))
    while after is not None and after not in made:
        after = on.get(("winner", after))
    return () if after is None else (made[after][1].first, made[after][1].second)


def _by_result(event: Event, sides: tuple[EntrantId, EntrantId], result: Result) -> tuple[EntrantId, EntrantId]:
    """Who goes on and who does not. After a double no-show nobody does, or the higher seed, as the settings say."""
    winner = result.winner
    if winner is not None:
        return sides[winner], sides[1 - winner]
    there = [number for number in sides if event.entrant(number).status != "withdrawn"]
    if event.settings.double_no_show == "nobody" or not there:
        return NOBODY, NOBODY
    higher = min(there, key=lambda number: event.entrant(number).seed)
    return higher, sides[0] if higher == sides[1] else sides[1]


def _to_be_made(node: Node, known: Mapping[str, Resolved], by_seed: Mapping[int, EntrantId]) -> Resolved:
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


def _side(source: Source, known: Mapping[str, Resolved], by_seed: Mapping[int, EntrantId]) -> EntrantId | None:
    match source.kind:
        case "seed":
            return by_seed.get(int(source.of), NOBODY)
        case "winner":
            return known[str(source.of)].winner
        case "loser":
            return known[str(source.of)].loser
    return NOBODY


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


def _after(graph: Graph, slot: str) -> frozenset[str]:
    """Every match that takes a side, however far down, from this one."""
    after = {slot}
    for node in graph:
        if any(source.of in after for source in node.sources if source.kind in WAYS):
            after.add(node.slot)
    return frozenset(after - {slot})


_WORTH: dict[BracketName, int] = {"last_chance": 0, "consolation": 1, "lower": 1, "main": 2, "third": 3, "final": 4}
"""Which bracket's matches decide the better places."""


def progress(
    graph: Graph, known: Mapping[str, Resolved]
) -> tuple[dict[EntrantId, tuple[int, ...]], dict[EntrantId, str]]:
    """How far everybody got, more is better, and what to say of those who are through.

    Whoever is still in stands where losing from now on would leave them, above those who are out there already.
    """
    on = {(source.kind, str(source.of)): node.slot for node in graph for source in node.sources if source.kind in WAYS}
    node_of = {node.slot: node for node in graph}
    rank: dict[EntrantId, tuple[int, ...]] = {}
    notes: dict[EntrantId, str] = {}

    def worth(node: Node) -> tuple[int, int]:
        decides = node.bracket == "final" or (node.bracket == "main" and ("winner", node.slot) not in on)
        return _WORTH["final"] if decides else _WORTH[node.bracket], node.round

    def if_lost(node: Node) -> tuple[int, int]:
        while ("loser", node.slot) in on:
            node = node_of[on["loser", node.slot]]
        return worth(node)

    for node in graph:
        match = known[node.slot]
        if match.winner is None:
            rank |= {number: (*if_lost(node), 1) for number in match.sides if number}
            continue
        if ("winner", node.slot) not in on and match.winner:
            rank[match.winner] = (*worth(node), 2)
            notes[match.winner] = "champion" if worth(node)[0] == _WORTH["final"] else f"won_{node.bracket}"
        for number in (*match.sides, match.loser):
            if number and number != match.winner and (number != match.loser or ("loser", node.slot) not in on):
                rank[number] = (*if_lost(node), 0)
                notes[number] = "out"
    return rank, notes


def places_in_play(graph: Graph, known: Mapping[str, Resolved]) -> Iterator[Node]:
    """The matches whose two sides are there and that were not made yet."""
    for node in graph:
        match = known[node.slot]
        if match.pairing is None and match.winner is None and all(match.sides):
            yield node
