"""Qualifier: play until so many wins qualify you or so many losses send you home.

Games count, not matches: a match over two games may bring one of each. Whoever is still in meets somebody with about
the same record, paired as in a Swiss round. One who is left alone at the end stays undecided: there is nobody to play.
"""

from __future__ import annotations

from typing import NamedTuple

from tournaments.domain.event import Event
from tournaments.domain.formats import swiss
from tournaments.domain.formats.base import Format
from tournaments.domain.standings import Ranking, scores_of
from tournaments.domain.values import BYE, WIN, Blocked, EntrantId, Pairing, Reason, Result


class Record(NamedTuple):
    """Games won and lost so far; a bye is one win."""

    wins: int
    losses: int


def record(event: Event, entrant: EntrantId) -> Record:
    """The entrant's record; a match without single games counts as one game."""
    wins = losses = 0
    for meeting in event.meetings(entrant):
        result = meeting.result
        if result.kind == "annulled":
            continue
        if sum(result.games):
            wins += result.games[meeting.side]
            losses += result.games[1 - meeting.side]
        elif result.kind == "double_forfeit":
            losses += 1
        else:
            wins += meeting.points == WIN
            losses += meeting.against == WIN
    return Record(wins, losses)


def fate(event: Event, entrant: EntrantId) -> str:
    """``qualified``, ``eliminated``, ``withdrawn`` or, still in, nothing."""
    found = record(event, entrant)
    if found.wins >= event.settings.wins_needed:
        return "qualified"
    if found.losses >= event.settings.losses_allowed:
        return "eliminated"
    return "withdrawn" if event.entrant(entrant).status == "withdrawn" else ""


def still_in(event: Event) -> tuple[EntrantId, ...]:
    """Whoever has to play on in the next round."""
    return tuple(entrant.id for entrant in event.players() if not fate(event, entrant.id))


def pair(event: Event, _seed: int) -> tuple[tuple[Pairing, Result | None], ...] | Blocked:
    """One round among those still in, equal records first."""
    inside = still_in(event)
    if len(inside) < 2:
        return Blocked("nobody_left", (len(inside),))
    records = {number: record(event, number) for number in inside}
    field = swiss.field_of(event, {number: found.wins - found.losses for number, found in records.items()})
    pairs, complete = swiss.matching(event, field)
    if not complete:
        return Blocked("kept_apart")
    drawn: list[tuple[Pairing, Result | None]] = []
    for board, (first, second) in enumerate(pairs, start=1):
        if second is None:
            drawn.append((Pairing(board, first, None, "", (Reason("sits_out"),)), BYE))
            continue
        reasons = [Reason("record", (*records[first], *records[second]))]
        if second in field.met[first]:
            reasons.append(Reason("rematch"))
        drawn.append((Pairing(board, first, second, "", tuple(reasons)), None))
    return tuple(drawn)


def is_over(event: Event) -> bool:
    """Nobody is left who has somebody to play."""
    return all(round_.is_over for round_ in event.rounds) and len(still_in(event)) < 2


def ranking(event: Event) -> Ranking:
    """The qualified first, those with fewest losses above; then by record."""
    scores = scores_of(event)
    records = {number: record(event, number) for number in scores.points}
    notes = {number: fate(event, number) for number in records}
    rank = {number: (int(notes[number] == "qualified"), found.wins, -found.losses) for number, found in records.items()}
    return Ranking(scores, rank, scores.points, notes)


QUALIFIER = Format("qualifier", pair, is_over, ranking)
