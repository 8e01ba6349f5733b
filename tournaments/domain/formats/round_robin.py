"""Round robin: everybody meets everybody, once or twice, in the order of the Berger tables.

The last entrant (or the empty chair) keeps its place while the others move round; who meets whom in which round is
known from the start. Withdrawals change no pairing: what the leaver has not played is forfeit, and if less than half of
its matches were played, all of them are annulled where the settings say so.
"""

from __future__ import annotations

from collections.abc import Collection

from tournaments.domain.event import Event
from tournaments.domain.formats.base import Format, nothing_follows
from tournaments.domain.standings import Ranking, by_points, scores_of
from tournaments.domain.values import WIN, ZERO_BYE, Blocked, EntrantId, Pairing, Reason, Result, absence

Drawn = tuple[tuple[Pairing, Result | None], ...]


def berger(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds for so many, as pairs of 0-based places; an odd number plays with one empty chair more.

    >>> berger(4)
    (((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0)))
    """
    size = players + players % 2
    last = size - 1
    rounds = []
    for round_no in range(last):
        # In Berger's numbering the place that meets the last one moves on by half a circle every round.
        start = round_no * (size // 2) % last
        home = (start, last) if round_no % 2 == 0 else (last, start)
        pairs = [home]
        pairs += [((start + step) % last, (start - step) % last) for step in range(1, size // 2)]
        rounds.append(tuple(pairs))
    return tuple(rounds)


def field(event: Event) -> tuple[EntrantId, ...]:
    """Everybody who was there at the start, best seed first: leavers keep their place in the tables."""
    there = [entrant for entrant in event.entrants if entrant.seed]
    return tuple(entrant.id for entrant in sorted(there, key=lambda entrant: entrant.seed))


def rounds_in_all(event: Event) -> int:
    """How many rounds the field plays."""
    size = len(field(event))
    return (size - 1 + size % 2) * (2 if event.settings.double else 1)


def pair(event: Event, _seed: int) -> Drawn | Blocked:
    """The next round of the tables; in the second half sides are changed."""
    places, number = field(event), event.next_round
    if not event.players():
        return Blocked("nobody_left")
    rounds = berger(len(places))
    again, at = divmod(number - 1, len(rounds))
    drawn: list[tuple[Pairing, Result | None]] = []
    for one, other in rounds[at]:
        first, second = (other, one) if again % 2 else (one, other)
        if max(first, second) >= len(places):
            idle = places[min(first, second)]
            drawn.append((Pairing(0, idle, None, "", (Reason("empty_chair"),)), ZERO_BYE))
            continue
        pairing = Pairing(0, places[first], places[second], "", (Reason("round_robin", (number,)),))
        gone = [event.entrant(number).status == "withdrawn" for number in (places[first], places[second])]
        drawn.append((pairing, absence(*gone)))
    drawn.sort(key=lambda one: one[0].second is None)
    return tuple((pairing._replace(board=board), result) for board, (pairing, result) in enumerate(drawn, start=1))


def annulled(event: Event, field: Collection[EntrantId], until: int | None = None) -> frozenset[EntrantId]:
    """Leavers who had played less than half of their matches in a field, whose results then count for nobody."""
    if event.settings.withdrawal == "keep":
        return frozenset()
    needed = (len(field) - 1) * (2 if event.settings.double else 1)
    out = set()
    for number in field:
        if event.entrant(number).status == "withdrawn":
            stood = [
                meeting
                for meeting in event.meetings(number)
                if meeting.opponent is not None and (meeting.was_played or meeting.points == WIN)
            ]
            out |= {number} if 2 * sum(until is None or one.round <= until for one in stood) < needed else set()
    return frozenset(out)


def ranking(event: Event) -> Ranking:
    """By points; whoever was annulled stands at the end without a result."""
    out = annulled(event, field(event))
    return without(by_points(event, scores_of(event, leave_out=out)), out)


def without(ranking: Ranking, out: frozenset[EntrantId]) -> Ranking:
    """The ranking with the annulled ones at its end."""
    rank = {number: (-int(number in out), *before) for number, before in ranking.rank.items()}
    return ranking._replace(rank=rank, notes={**ranking.notes, **dict.fromkeys(out, "annulled")})


def is_over(event: Event) -> bool:
    """All rounds are played."""
    return len(event.rounds) >= rounds_in_all(event) and all(round_.is_over for round_ in event.rounds)


ROUND_ROBIN = Format("round-robin", pair, is_over, ranking, nothing_follows)
