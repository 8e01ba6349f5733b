"""Round robin: everybody meets everybody, once or twice, in the order of the Berger tables.

The last entrant (or the empty chair) keeps its place while the others move round; who meets whom in which round is
known from the start. Withdrawals change no pairing: what the leaver has not played is forfeit, and if less than half of
its matches were played, all of them are annulled where the settings say so.
"""

from __future__ import annotations

from tournaments.domain.event import Event
from tournaments.domain.formats.base import Format, nothing_follows
from tournaments.domain.standings import scores_of, table
from tournaments.domain.values import ZERO_BYE, Blocked, EntrantId, Pairing, Reason, Result, Standing, won

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
        drawn.append((pairing, _result_of_absence(event, pairing)))
    drawn.sort(key=lambda one: one[0].second is None)
    return tuple((pairing._replace(board=board), result) for board, (pairing, result) in enumerate(drawn, start=1))


def _result_of_absence(event: Event, pairing: Pairing) -> Result | None:
    """A pairing with somebody who has left, or is not there in this round, is forfeit."""
    assert pairing.second is not None
    gone = [not event.entrant(number).plays_in(event.next_round) for number in (pairing.first, pairing.second)]
    if all(gone):
        return Result((0, 0), "double_forfeit")
    return won(gone.index(False), kind="forfeit") if any(gone) else None


def annulled(event: Event) -> frozenset[EntrantId]:
    """Leavers who had played less than half of their matches, whose results then count for nobody."""
    if event.settings.withdrawal == "keep":
        return frozenset()
    needed = (len(field(event)) - 1) * (2 if event.settings.double else 1)
    played = {
        entrant.id: sum(meeting.was_played for meeting in event.meetings(entrant.id))
        for entrant in event.entrants
        if entrant.seed and entrant.status == "withdrawn"
    }
    return frozenset(number for number, count in played.items() if 2 * count < needed)


def standings(event: Event) -> tuple[Standing, ...]:
    """The table; whoever was annulled stands at its end without a result."""
    out = annulled(event)
    scores = scores_of(event, leave_out=out)
    return table(
        event,
        scores=scores,
        rank=lambda number: -int(number in out),
        notes=dict.fromkeys(out, "annulled"),
    )


def is_over(event: Event) -> bool:
    """All rounds are played."""
    return len(event.rounds) >= rounds_in_all(event) and all(round_.is_over for round_ in event.rounds)


ROUND_ROBIN = Format("round-robin", pair, is_over, standings, nothing_follows)
