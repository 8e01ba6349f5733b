"""A bracket as a value to draw: columns of matches with numbers, sides, results, and where winners and losers go.

Only what can be played is a match here and has a number: byes are skipped, and the ways lead past them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from tournaments.domain.event import Event
from tournaments.domain.formats.base import Format
from tournaments.domain.match_graph import WAYS, BracketName, Graph, Node, Resolved, Source
from tournaments.domain.values import EntrantId, Result

State = Literal["waiting", "ready", "playing", "over", "not_needed"]


class Side(NamedTuple):
    """One side of a match: who it is (``None``: not known yet, ``NOBODY``: nobody will come), and from where."""

    entrant: EntrantId | None
    comes_from: Literal["seed", "winner", "loser"]
    of: int  # the seed, or the number of the match


class Match(NamedTuple):
    """One match of the drawing. ``row``: the height of its middle, in matches of its bracket's first round."""

    number: int  # from 1, in the order in which they are played
    slot: str
    row: float
    sides: tuple[Side, Side]
    state: State
    result: Result | None
    winner: int | None  # the side that went on
    round: int  # of the event, 0 while there is no pairing
    board: int
    winner_to: int  # the number of the next match, 0 if there is none
    loser_to: int
    conditional: bool  # played only if the one before it ends so (the reset of a double elimination)


class Column(NamedTuple):
    """The matches of one round of one bracket, from above."""

    bracket: BracketName
    round: int
    matches: tuple[Match, ...]


class Bracket(NamedTuple):
    """All columns, bracket by bracket in the order in which they begin. ``players``: so many seeds."""

    columns: tuple[Column, ...]
    players: int

    @property
    def matches(self) -> dict[int, Match]:
        """Every match by its number."""
        return {match.number: match for column in self.columns for match in column.matches}


def bracket(event: Event, form: Format) -> Bracket | None:
    """The event's bracket as it stands; ``None`` if it has none, or none yet."""
    found = form.matches(event) if form.matches is not None else None
    if found is None:
        return None
    graph, known = found
    seeds = {source.of for node in graph for source in node.sources if source.kind == "seed"}
    drawing = _Drawing(graph, known)
    columns: dict[tuple[BracketName, int], list[Match]] = {}
    for node in graph:
        if node.slot in drawing.number:
            columns.setdefault((node.bracket, node.round), []).append(drawing.match(node))
    order = list(dict.fromkeys(node.bracket for node in graph))
    places = sorted(columns, key=lambda place: (order.index(place[0]), place[1]))
    return Bracket(tuple(Column(*place, tuple(columns[place])) for place in places), len(seeds))


class _Drawing:
    """A graph without its byes: which matches are played, in which order, from where to where."""

    def __init__(self, graph: Graph, known: Mapping[str, Resolved]) -> None:
        self.known = known
        self.sources: dict[str, tuple[Source | None, Source | None]] = {}  # past the byes; ``None``: nobody, ever
        self.row: dict[str, float] = {}
        depth: dict[str, int] = {}
        for node in graph:
            first, second = node.sources
            self.sources[node.slot] = self._past_byes(first), self._past_byes(second)
            self.row[node.slot] = self._row(node)
            depth[node.slot] = 1 + max((depth[str(one.of)] for one in node.sources if one.kind in WAYS), default=0)
        played = [node.slot for node in graph if None not in self.sources[node.slot]]
        played.sort(key=depth.__getitem__)
        self.number = {slot: number for number, slot in enumerate(played, start=1)}
        self.goes_to = {
            (source.kind, str(source.of)): self.number[slot]
            for slot in played
            for source in self.sources[slot]
            if source is not None
        }

    def _past_byes(self, source: Source) -> Source | None:
        """Where a side really comes from."""
        if source.kind == "seed":
            return source
        if source.kind == "nobody":
            return None
        before = [one for one in self.sources[str(source.of)] if one is not None]
        if len(before) == 2:
            return source
        return before[0] if before and source.kind == "winner" else None

    def _row(self, node: Node) -> float:
        """In the middle between the matches of its bracket that it follows from; else in the order of its round."""
        before = [self.row[str(source.of)] for source in node.sources if self._leads(source, node)]
        return sum(before) / len(before) if before else float(node.slot.rpartition("-")[2]) - 1

    def _leads(self, source: Source, node: Node) -> bool:
        return source.kind == "winner" and str(source.of).rpartition("-")[0].rpartition("-")[0] == node.bracket

    def match(self, node: Node) -> Match:
        """The match of a node that is played."""
        found = self.known[node.slot]
        round_no, board, result = 0, 0, None
        if found.pairing is not None:
            round_no, pairing, result = found.pairing
            board = pairing.board
        winner = found.sides.index(found.winner) if found.winner and found.winner in found.sides else None
        return Match(
            self.number[node.slot],
            node.slot,
            self.row[node.slot],
            (self._side(node, 0), self._side(node, 1)),
            _state(node, found),
            result,
            winner,
            round_no,
            board,
            self.goes_to.get(("winner", node.slot), 0),
            self.goes_to.get(("loser", node.slot), 0),
            bool(node.only_if_second_won),
        )

    def _side(self, node: Node, at: int) -> Side:
        source = self.sources[node.slot][at]
        assert source is not None
        assert source.kind != "nobody"
        of = int(source.of) if source.kind == "seed" else self.number[str(source.of)]
        return Side(self.known[node.slot].sides[at], source.kind, of)


def _state(node: Node, found: Resolved) -> State:
    if found.winner is not None:
        idle = node.only_if_second_won and found.pairing is None
        return "not_needed" if idle else "over"
    if found.pairing is not None:
        return "playing"
    return "ready" if all(found.sides) else "waiting"
