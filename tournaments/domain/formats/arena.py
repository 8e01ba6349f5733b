"""Arena: for a fixed time, play again and again. 2 for a win, 1 for a draw, doubled from the third win in a row.

Whoever is free is paired with somebody of about the same points, and not with the last opponent again unless nobody
else is free. When the time is up the organiser's clock finishes the event; what is still in play counts when it ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.domain.event import Event
from tournaments.domain.formats import swiss
from tournaments.domain.formats.base import Format, nothing_follows
from tournaments.domain.standings import Ranking, scores_of
from tournaments.domain.values import DRAW, WIN, Blocked, EntrantId, Meeting, Pairing, Reason, Result

STREAK = 2
"""After so many wins in a row the next ones count double."""


def points_of(meetings: Iterable[Meeting]) -> int:
    """Arena points of somebody's matches in order: a win 2, a draw 1, twice as much while a streak lasts.

    >>> from tournaments.domain.values import won
    >>> points_of(Meeting(n, 1, "", 2, won(0), 0) for n in range(1, 5))
    12
    """
    total = in_a_row = 0
    for meeting in meetings:
        double = 2 if in_a_row >= STREAK else 1
        total += {WIN: 2, DRAW: 1}.get(meeting.points, 0) * double
        in_a_row = in_a_row + 1 if meeting.points == WIN else 0
    return total


def free(event: Event) -> tuple[EntrantId, ...]:
    """Whoever is there and not playing."""
    busy = {number for _round, pairing in event.open_pairings() for number in (pairing.first, pairing.second)}
    return tuple(entrant.id for entrant in event.players() if entrant.id not in busy)


def pair(event: Event, _seed: int) -> tuple[tuple[Pairing, Result | None], ...] | Blocked:
    """Pair those who are free; one who is left over waits."""
    waiting = free(event)
    if not event.players():
        return Blocked("nobody_left")
    if len(waiting) < 2:
        return ()
    scores = scores_of(event)
    points = {number: points_of(scores.meetings[number]) for number in waiting}
    last = {number: scores.meetings[number][-1].opponent if scores.meetings[number] else None for number in waiting}
    met: dict[EntrantId, dict[EntrantId, int]] = {number: {} for number in waiting}
    for number, opponent in last.items():
        if opponent in met:
            met[number][opponent] = met[opponent][number] = 1
    # Whoever played least is not left over: that counts as having sat out already.
    fewest = min(len(scores.meetings[number]) for number in waiting)
    sat_out = {number: int(len(scores.meetings[number]) == fewest) for number in waiting}
    matched, _complete = swiss.matching(event, swiss.Field.of(event, list(waiting), points, met, sat_out))
    pairs = [(first, second) for first, second in matched if second is not None]
    if len(waiting) == 2 and any(second in met[first] for first, second in pairs) and len(event.players()) > 2:
        return ()  # somebody else will be free soon
    if not pairs and not any(event.open_pairings()):
        return Blocked("kept_apart")
    return tuple(
        (Pairing(board, first, second, "", (Reason("free", (points[first], points[second])),)), None)
        for board, (first, second) in enumerate(pairs, start=1)
    )


def is_over(_event: Event) -> bool:
    """Only the clock ends an arena."""
    return False


def ranking(event: Event) -> Ranking:
    """By arena points; the tie-breaks are made of ordinary ones."""
    scores = scores_of(event)
    arena = {number: points_of(meetings) for number, meetings in scores.meetings.items()}
    return Ranking(scores, {number: (points,) for number, points in arena.items()}, arena, {})


ARENA = Format("arena", pair, is_over, ranking, nothing_follows, overlaps=True, unit=1)
