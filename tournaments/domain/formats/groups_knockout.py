"""Groups, then a knockout: small round robins side by side, whose best meet once and out (or with two lives).

The field is dealt into groups back and forth by seed, so that they are about equally strong. In the knockout the group
winners are the top seeds, in the order of their results, and those who met in a group meet again as late as can be.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_uppercase

from tournaments.domain.event import Event
from tournaments.domain.formats.base import Format
from tournaments.domain.formats.graph import ready, seeded
from tournaments.domain.formats.knockouts import double_elimination, single_elimination
from tournaments.domain.formats.round_robin import annulled, berger, without
from tournaments.domain.match_graph import Graph, Resolved, following, is_decided, progress, resolve
from tournaments.domain.standings import Ranking, by_points, scores_of, table
from tournaments.domain.tiebreaks import Scores
from tournaments.domain.values import ZERO_BYE, Blocked, EntrantId, Pairing, Reason, Result, Standing, absence

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
            gone = [event.entrant(one).status == "withdrawn" for one in (members[high], members[low])]
            drawn.append((pairing, absence(*gone)))
    drawn.sort(key=lambda one: one[0].second is None)
    return tuple((pairing._replace(board=board), result) for board, (pairing, result) in enumerate(drawn, start=1))


def group_ranking(event: Event, number: int) -> Ranking:
    """The table of one group, made of its own matches alone."""
    members, rounds = groups(event)[number], group_rounds(event)
    out = annulled(event, members, rounds)
    others = {entrant.id for entrant in event.entrants if entrant.seed}.difference(members)
    scores = scores_of(event, until=rounds, leave_out=others | out)
    within = Scores({one: scores.points[one] for one in members}, {one: scores.meetings[one] for one in members})
    return without(by_points(event, within), out)


def group_table(event: Event, number: int) -> tuple[Standing, ...]:
    """The table of one group, places counted within it."""
    return table(event, group_ranking(event, number))


def groups_are_over(event: Event) -> bool:
    """All rounds of the groups are played."""
    needed = group_rounds(event)
    return 0 < needed <= len(event.rounds) and all(round_.is_over for round_ in event.rounds[:needed])


def advancers(event: Event) -> tuple[EntrantId, ...]:
    """Who is in the knockout, best seed first; whoever has left by then is passed over.

    Once its first round is paired they are those who stand in that round, whatever becomes of results in the groups.
    """
    for round_ in event.rounds[group_rounds(event) :]:
        if round_.seeds:
            return round_.seeds
    tiers = _tiers(event)
    total = sum(map(len, tiers))
    line_of = {int(source.of): line for line, source in enumerate(seeded(total)) if source.kind == "seed"}
    seeds: dict[int, EntrantId] = {}
    mates_of: dict[int, list[int]] = {}  # the lines of the bracket that each group has taken
    for tier in tiers:
        free = list(range(len(seeds) + 1, len(seeds) + len(tier) + 1))
        for group, entrant in tier:
            mates = mates_of.setdefault(group, [])
            seed = max(free, key=lambda one: (_apart(line_of[one], mates), -one))
            free.remove(seed)
            seeds[seed] = entrant
            mates.append(line_of[seed])
    return tuple(seeds[seed] for seed in sorted(seeds))


def _tiers(event: Event) -> list[list[tuple[int, EntrantId]]]:
    """The winners of the groups, then the seconds, …, the best results first, each with the number of the group."""
    tables = [
        [line for line in group_table(event, number) if line.note not in ("withdrawn", "annulled")]
        for number in range(len(groups(event)))
    ]
    tiers = []
    for at in range(event.settings.advance):
        tier = [(number, lines[at]) for number, lines in enumerate(tables) if at < len(lines)]
        tier.sort(key=lambda one: (one[1].points, one[1].tie_breaks), reverse=True)
        tiers.append([(number, line.entrant) for number, line in tier])
    return tiers


def _apart(line: int, mates: list[int]) -> int:
    """After how many rounds a line of the bracket can meet the nearest of some others."""
    return min((line ^ mate for mate in mates), default=0).bit_length()


@lru_cache(maxsize=32)
def _knockout(players: int, kind: str, third_place: bool) -> Graph:
    build = double_elimination if kind == "double-elimination" else single_elimination
    return build(players, third_place)


def matches(event: Event) -> tuple[Graph, dict[str, Resolved]] | None:
    """The knockout and what is known of it, once the groups are over or it has begun."""
    if not (groups_are_over(event) or any(round_.seeds for round_ in event.rounds)):
        return None
    inside = advancers(event)
    graph = _knockout(len(inside), event.settings.knockout, event.settings.third_place)
    return graph, resolve(graph, event, dict(enumerate(inside, start=1)))


def seeds(event: Event) -> tuple[EntrantId, ...]:
    """Who comes into the knockout, if the next round belongs to it."""
    return advancers(event) if groups_are_over(event) else ()


def pair(event: Event, _seed: int) -> Drawn | Blocked:
    """The next round of the groups, all at once; then whatever the knockout can play."""
    if not event.players():
        return Blocked("nobody_left")
    if len(event.rounds) < group_rounds(event):
        return _group_round(event) if all(round_.is_over for round_ in event.rounds) else ()
    found = matches(event)
    return () if found is None else tuple(ready(event, *found))


def is_over(event: Event) -> bool:
    """The knockout is decided."""
    found = matches(event)
    return found is not None and is_decided(found[1])


def ranking(event: Event) -> Ranking:
    """Those of the knockout by how far they got; the others by place in their group, then by points."""
    scores = scores_of(event)
    rank: dict[EntrantId, tuple[int, ...]] = {}
    notes: dict[EntrantId, str] = {}
    for number in range(len(groups(event))):
        for line in group_table(event, number):
            rank[line.entrant] = (0, -line.place, line.points)
            notes[line.entrant] = line.note
    found = matches(event)
    if found is not None:
        got, said = progress(*found)
        inside = advancers(event)
        rank |= {number: (1, *got.get(number, ())) for number in inside}
        notes |= {number: said.get(number, "") for number in inside}
        if len(inside) == 1:
            notes[inside[0]] = "champion"
    return Ranking(scores, rank, scores.points, notes)


def follows_from(event: Event, round_no: int, board: int) -> tuple[tuple[int, int], ...]:
    """Of a result in a group: the whole knockout; in the knockout: what hangs on it."""
    found = matches(event)
    if found is None:
        return ()
    if round_no > group_rounds(event):
        return following(found[0], event, round_no, board)
    return tuple(
        (round_.number, pairing.board) for round_ in event.rounds[group_rounds(event) :] for pairing in round_.pairings
    )


def may_end_level(pairing: Pairing) -> bool:
    """In the groups only."""
    return pairing.slot.startswith("group-")


GROUPS_KNOCKOUT = Format(
    "groups-knockout",
    pair,
    is_over,
    ranking,
    follows_from,
    overlaps=True,
    may_draw=may_end_level,
    seeds=seeds,
    matches=matches,
)
