"""What tells entrants of equal points apart: each tie-break in one sentence, and where its value comes from.

| name | what it is | unit |
|---|---|---|
| head_to_head | own points from the matches among those who are still level, if all of them have met | 1/2 |
| buchholz | the sum of all opponents' points | 1/2 |
| buchholz_cut_1 | the same without the lowest opponent | 1/2 |
| buchholz_median | the same without the lowest and the highest opponent | 1/2 |
| sonneborn_berger | the points of the opponents beaten, and half of those drawn with | 1/4 |
| wins | matches won, by forfeit too, byes not counted | 1 |
| hand_points_difference | own hand points less the opponents', after penalties | 1 |
| boxes | hands won | 1 |
| progressive | the sum of the own points after each of the own matches | 1/2 |

A match that was not played (a bye, a forfeit, a round asked off) counts as a draw against oneself in what is made of
opponents' points, so that luck with an absent opponent is worth neither more nor less than the own result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from tournaments.domain.settings import TieBreak
from tournaments.domain.values import DRAW, WIN, EntrantId, Meeting

UNITS: dict[TieBreak, int] = {
    "head_to_head": 2,
    "buchholz": 2,
    "buchholz_cut_1": 2,
    "buchholz_median": 2,
    "sonneborn_berger": 4,
    "wins": 1,
    "hand_points_difference": 1,
    "boxes": 1,
    "progressive": 2,
}
"""So many units of a value make one point."""


class Part(NamedTuple):
    """What one round adds to a value. ``counted`` is false for an opponent left out (the cut)."""

    round: int
    opponent: EntrantId | None
    value: int
    why: str = ""  # ``own_score``: a draw against oneself for a match that was not played
    counted: bool = True


class Explained(NamedTuple):
    """A value and what it is made of: the counted parts add up to it."""

    total: int
    parts: tuple[Part, ...]


class Scores(NamedTuple):
    """What every tie-break is made of: all counted meetings and points, by entrant."""

    points: Mapping[EntrantId, int]
    meetings: Mapping[EntrantId, tuple[Meeting, ...]]


def value(name: TieBreak, scores: Scores, entrant: EntrantId, level: Collection[EntrantId] = ()) -> int:
    """The entrant's value; ``level``: whoever it is to be told apart from."""
    return explain(name, scores, entrant, level).total


def explain(name: TieBreak, scores: Scores, entrant: EntrantId, level: Collection[EntrantId] = ()) -> Explained:
    """The entrant's value and where it comes from."""
    parts = _PARTS[name](scores, entrant, level)
    return Explained(sum(part.value for part in parts if part.counted), parts)


def _opponents(scores: Scores, entrant: EntrantId) -> tuple[Part, ...]:
    """The opponents' points round by round; one's own where nobody was played."""
    parts = []
    for meeting in scores.meetings[entrant]:
        if meeting.was_played and meeting.opponent is not None:
            parts.append(Part(meeting.round, meeting.opponent, scores.points[meeting.opponent]))
        else:
            parts.append(Part(meeting.round, meeting.opponent, scores.points[entrant], "own_score"))
    return tuple(parts)


def _without(parts: tuple[Part, ...], *, lowest: int = 0, highest: int = 0) -> tuple[Part, ...]:
    """The parts with so many of the lowest and of the highest marked as left out."""
    order = sorted(range(len(parts)), key=lambda place: parts[place].value)
    out = {*order[:lowest], *order[len(order) - highest :]} if len(parts) > lowest + highest else set(order[:lowest])
    return tuple(part._replace(counted=place not in out) for place, part in enumerate(parts))


def _buchholz(scores: Scores, entrant: EntrantId, _level: Collection[EntrantId]) -> tuple[Part, ...]:
    return _opponents(scores, entrant)


def _buchholz_cut_1(scores: Scores, entrant: EntrantId, _level: Collection[EntrantId]) -> tuple[Part, ...]:
    return _without(_opponents(scores, entrant), lowest=1)


def _buchholz_median(scores: Scores, entrant: EntrantId, _level: Collection[EntrantId]) -> tuple[Part, ...]:
    return _without(_opponents(scores, entrant), lowest=1, highest=1)


def _sonneborn_berger(scores: Scores, entrant: EntrantId, _level: Collection[EntrantId]) -> tuple[Part, ...]:
    meetings = scores.meetings[entrant]
    return tuple(
        part._replace(value=part.value * (DRAW if part.why else meeting.points))
        for part, meeting in zip(_opponents(scores, entrant), meetings, strict=True)
    )


def _head_to_head(scores: Scores, entrant: EntrantId, level: Collection[EntrantId]) -> tuple[Part, ...]:
    if not _all_met(scores, level):
        return ()
    return tuple(
        Part(meeting.round, meeting.opponent, meeting.points)
        for meeting in scores.meetings[entrant]
        if meeting.opponent in level
    )


def _all_met(scores: Scores, level: Collection[EntrantId]) -> bool:
    """Whether each of them has met all others: only then do their matches tell them apart."""
    if any(len(scores.meetings[number]) < len(level) - 1 for number in level):
        return False
    everybody = frozenset(level)
    return all(
        len(everybody.intersection(meeting.opponent or 0 for meeting in scores.meetings[number])) == len(everybody) - 1
        for number in level
    )


def _wins(scores: Scores, entrant: EntrantId, _level: Collection[EntrantId]) -> tuple[Part, ...]:
    return tuple(
        Part(meeting.round, meeting.opponent, 1)
        for meeting in scores.meetings[entrant]
        if meeting.points == WIN and meeting.opponent is not None
    )


def _hand_points(scores: Scores, entrant: EntrantId, _level: Collection[EntrantId]) -> tuple[Part, ...]:
    parts = []
    for meeting in filter(_with_cards, scores.meetings[entrant]):
        own, other = meeting.side, 1 - meeting.side
        result = meeting.result
        net = [points - penalty for points, penalty in zip(result.hand_points, result.penalties, strict=True)]
        if net[own] != net[other]:
            parts.append(Part(meeting.round, meeting.opponent, net[own] - net[other]))
    return tuple(parts)


def _boxes(scores: Scores, entrant: EntrantId, _level: Collection[EntrantId]) -> tuple[Part, ...]:
    return tuple(
        Part(meeting.round, meeting.opponent, meeting.result.boxes[meeting.side])
        for meeting in filter(_with_cards, scores.meetings[entrant])
        if meeting.result.boxes[meeting.side]
    )


def _with_cards(meeting: Meeting) -> bool:
    """What was not played brings neither hand points nor boxes."""
    return meeting.was_played


def _progressive(scores: Scores, entrant: EntrantId, _level: Collection[EntrantId]) -> tuple[Part, ...]:
    """The points of an early round count again after each later one."""
    parts, so_far = [], 0
    for meeting in scores.meetings[entrant]:
        so_far += meeting.points
        parts.append(Part(meeting.round, meeting.opponent, so_far))
    return tuple(parts)


_PARTS: dict[TieBreak, Callable[[Scores, EntrantId, Collection[EntrantId]], tuple[Part, ...]]] = {
    "head_to_head": _head_to_head,
    "buchholz": _buchholz,
    "buchholz_cut_1": _buchholz_cut_1,
    "buchholz_median": _buchholz_median,
    "sonneborn_berger": _sonneborn_berger,
    "wins": _wins,
    "hand_points_difference": _hand_points,
    "boxes": _boxes,
    "progressive": _progressive,
}
