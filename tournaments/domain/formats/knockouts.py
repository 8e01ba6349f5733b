"""The knockouts, each one graph: once and out, two lives, a consolation, a last chance."""

from __future__ import annotations

from tournaments.domain.formats.graph import Builder, graph_format, seeded
from tournaments.domain.match_graph import Graph, Source


def single_elimination(players: int, third_place: bool) -> Graph:
    """One defeat and out; the losers of the semifinals may play for the third place."""
    builder = Builder()
    rounds = builder.knockout("main", seeded(players))
    if third_place and len(rounds) > 1:
        first, second = (Source("loser", slot) for slot in rounds[-2])
        builder.add("third", 1, first, second)
    return tuple(builder.nodes)


def double_elimination(players: int, _third_place: bool) -> Graph:
    """Out after two defeats. If whoever comes from the lower bracket wins the final, it is played once more."""
    builder = Builder()
    rounds = builder.knockout("main", seeded(players))
    if not rounds:
        return ()
    lower = builder.second_life("lower", rounds)
    from_below = Source("winner", lower[-1][0]) if lower else Source("loser", rounds[-1][0])
    final = builder.add("final", 1, Source("winner", rounds[-1][0]), from_below)
    builder.add("final", 2, Source("winner", final), Source("loser", final), only_if_second_won=final)
    return tuple(builder.nodes)


def consolation(players: int, _third_place: bool) -> Graph:
    """A knockout, and a second one that whoever loses before the final enters round by round (progressive)."""
    builder = Builder()
    rounds = builder.knockout("main", seeded(players))
    if len(rounds) > 1:
        builder.second_life("consolation", rounds[:-1])
    return tuple(builder.nodes)


def last_chance(players: int, _third_place: bool) -> Graph:
    """The same, and one more knockout for whoever loses in the consolation before its final."""
    builder = Builder()
    rounds = builder.knockout("main", seeded(players))
    if len(rounds) > 1:
        second = builder.second_life("consolation", rounds[:-1])
        if len(second) > 1:
            builder.second_life("last_chance", second[:-1])
    return tuple(builder.nodes)


SINGLE_ELIMINATION = graph_format("single-elimination", single_elimination)
DOUBLE_ELIMINATION = graph_format("double-elimination", double_elimination)
CONSOLATION = graph_format("consolation", consolation)
LAST_CHANCE = graph_format("last-chance", last_chance)
