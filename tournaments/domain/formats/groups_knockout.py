"""Groups, then a knockout: small round robins side by side, whose best meet once and out (or with two lives).

The field is dealt into groups back and forth by seed, so that they are about equally strong. In the knockout the group
winners are the top seeds, in the order of their results, and those who met in a group meet again as late as can be.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_uppercase

from tournaments.domain.event import Event
from tournaments.domain.formats.base import Format
from tournaments.domain.formats.graph import (
    STILL_IN,
    Graph,
    following,
    is_decided,
    progress,
    ready,
    resolve,
    seeded,
)
from tournaments.domain.formats.knockouts import double_elimination, single_elimination
from tournaments.domain.formats.round_robin import berger
from tournaments.domain.standings import scores_of, table
from tournaments.domain.values import ZERO_BYE, Blocked, EntrantId, Pairing, Reason, Result, Standing, won

Drawn = tuple[tuple[Pairing, Result | None], ...]


def groups(event: Event) -> tuple[tuple[EntrantId, ...], ...]:
    """The groups, each best seed first: as many as needed that none is larger than the settings say."""
    field = sorted((entrant for entrant in event.entrants if entrant.seed), key=lambda entrant: entrant.seed)
    count = max(1, -(-len(field) // event.settings.group_size))
    made: list[list[EntrantId]] = [[] for _number in range(count)]
    for place, entrant in enumerate(field):
        lap, at = divmod(place, count)
        made[at if lap % 2 == 0 else count - 1 - at].append(entrant.id)
    return tuple(map(tuple, made))


def group_name(number: int) -> str:
    """A, B, … Z, AA, AB."""
    lap, at = divmod(number, len(ascii_uppercase))
    return (ascii_uppercase[lap - 1] if lap else "") + ascii_uppercase[at]


def _slot(number: int) -> str:
    return f"group-{group_name(number)}"


def group_rounds(event: Event) -> int:
    """How many rounds the largest group plays."""
    longest = max(map(len, groups(event)), default=0)
    return (longest - 1 + longest % 2) * (2 if event.settings.double else 1)


def _group_round(event: Event) -> Drawn:
    """The next round of every group that still has one."""
    drawn: list[tuple[Pairing, Result | None]] = []
    for number, members in enumerate(groups(event)):
        rounds = berger(len(members))
        again, at = divmod(len(event.rounds), len(rounds)) if rounds else (0, 0)
        if not rounds or again >= (2 if event.settings.double else 1):
            continue
        for places in rounds[at]:
            high, low = sorted(places)
            if low >= len(members):
                drawn.append((Pairing(0, members[high], None, _slot(number), (Reason("empty_chair"),)), ZERO_BYE))
                continue
            pairing = Pairing(0, members[high], members[low], _slot(number), (Reason("group", (number,)),))
            drawn.append((pairing, _absent(event, members[high], members[low])))
    drawn.sort(key=lambda one: one[0].second is None)
    return tuple((pairing._replace(board=board), result) for board, (pairing, result) in enumerate(drawn, start=1))


def _absent(event: Event, first: EntrantId, second: EntrantId) -> Result | None:
    gone = [not event.entrant(number).plays_in(event.next_round) for number in (first, second)]
    if all(gone):
        return Result((0, 0), "double_forfeit")
    return won(gone.index(False), kind="forfeit") if any(gone) else None


def group_table(event: Event, number: int) -> tuple[Standing, ...]:
    """The table of one group, places counted within it."""
    members = frozenset(groups(event)[number])
    others = [entrant.id for entrant in event.entrants if entrant.seed and entrant.id not in members]
    scores = scores_of(event, until=group_rounds(event), leave_out=others)
    within = scores._replace(
        points={one: scores.points[one] for one in members}, meetings={one: scores.meetings[one] for one in members}
    )
    return table(event, scores=within)


def groups_are_over(event: Event) -> bool:
    """All rounds of the groups are played."""
    needed = group_rounds(event)
    return len(event.rounds) >= needed and all(round_.is_over for round_ in event.rounds[:needed])


def advancers(event: Event) -> dict[int, EntrantId]:
    """Who is seeded where in the knockout, once the groups are over."""
    tables = [group_table(event, number) for number in range(len(groups(event)))]
    tiers: list[list[tuple[int, Standing]]] = []
    for at in range(event.settings.advance):
        tier = [(number, lines[at]) for number, lines in enumerate(tables) if at < len(lines)]
        tiers.append(sorted(tier, key=lambda one: (-one[1].points, [-value for value in one[1].tie_breaks])))
    total = sum(map(len, tiers))
    order = [int(source.of) if source.kind == "seed" else 0 for source in seeded(total)]
    where = {seed: place for place, seed in enumerate(order) if seed}  # the line of the bracket
    seeds: dict[int, EntrantId] = {}
    lines_of: dict[int, list[int]] = {}
    free = list(range(1, total + 1))
    for tier in tiers:
        open_seeds, free = free[: len(tier)], free[len(tier) :]
        for group, standing in tier:
            mates = lines_of.setdefault(group, [])
            best = max(
                open_seeds,
                key=lambda seed: (min((where[seed] ^ line for line in mates), default=0).bit_length(), -seed),
            )
            open_seeds.remove(best)
            seeds[best] = standing.entrant
            mates.append(where[best])
    return seeds


@lru_cache(maxsize=32)
def _knockout(players: int, kind: str, third_place: bool) -> Graph:
    build = double_elimination if kind == "double-elimination" else single_elimination
    return build(players, third_place)


def graph_of(event: Event) -> Graph | None:
    """The knockout, once the groups are over."""
    if not groups_are_over(event):
        return None
    return _knockout(len(advancers(event)), event.settings.knockout, event.settings.third_place)


def pair(event: Event, _seed: int) -> Drawn | Blocked:
    """The next round of the groups, all at once; then whatever the knockout can play."""
    if not event.players():
        return Blocked("nobody_left")
    if len(event.rounds) < group_rounds(event):
        return _group_round(event) if all(round_.is_over for round_ in event.rounds) else ()
    graph = graph_of(event)
    return () if graph is None else tuple(ready(graph, event, advancers(event)))


def is_over(event: Event) -> bool:
    """The knockout is decided."""
    graph = graph_of(event)
    return graph is not None and is_decided(resolve(graph, event, advancers(event)))


def standings(event: Event) -> tuple[Standing, ...]:
    """Those of the knockout by how far they got; the others by place in their group."""
    graph = graph_of(event)
    place_in_group = {
        line.entrant: line.place for number in range(len(groups(event))) for line in group_table(event, number)
    }
    if graph is None:
        return table(event, rank=lambda number: -place_in_group[number])
    seeds = advancers(event)
    inside = frozenset(seeds.values())
    rank, notes = progress(graph, resolve(graph, event, seeds))
    return table(
        event,
        rank=lambda number: rank.get(number, STILL_IN) if number in inside else -place_in_group[number],
        notes={number: note for number, note in notes.items() if number in inside},
    )


def follows_from(event: Event, round_no: int, board: int) -> tuple[tuple[int, int], ...]:
    """Of a result in a group: the whole knockout; in the knockout: what hangs on it."""
    graph = graph_of(event)
    if graph is None:
        return ()
    if round_no > group_rounds(event):
        return following(graph, event, round_no, board)
    return tuple(
        (round_.number, pairing.board) for round_ in event.rounds[group_rounds(event) :] for pairing in round_.pairings
    )


def may_end_level(pairing: Pairing) -> bool:
    """In the groups only."""
    return pairing.slot.startswith("group-")


GROUPS_KNOCKOUT = Format(
    "groups-knockout", pair, is_over, standings, follows_from, overlaps=True, may_draw=may_end_level, graph=graph_of
)
