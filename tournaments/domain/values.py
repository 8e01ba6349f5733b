"""Who plays whom, and what came of it: the plain values of every format.

Points are counted in halves, so that nothing is ever a fraction: a win is ``WIN`` (2), a draw ``DRAW`` (1). Entrants
are numbers; who is behind a number is nobody's business here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

EntrantId = int
"""1-based, in the order of entry; never given twice in one event."""

WIN, DRAW, LOSS = 2, 1, 0

Status = Literal["entered", "checked_in", "playing", "withdrawn"]
ResultKind = Literal["played", "deadline", "forfeit", "double_forfeit", "bye", "half_bye", "zero_bye", "annulled"]

NOT_PLAYED: frozenset[ResultKind] = frozenset({"forfeit", "double_forfeit", "bye", "half_bye", "zero_bye", "annulled"})
"""Results that came about without a card: nobody's rematch, and tie-breaks count them by a rule of their own."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry: a person, or a team of entrants."""

    id: EntrantId
    rating: int = 0
    seed: int = 0  # place in the seeding, from 1; 0 until the start
    status: Status = "entered"
    joined_round: int = 1  # the first round that this entrant may be paired in
    left_after: int | None = None  # the last round that a withdrawn entrant belongs to
    at_once: bool = False  # left in the middle of that round, which is not to be paired with them again
    half_byes: tuple[int, ...] = ()  # rounds asked off ahead of time
    members: tuple[str, ...] = ()  # of a team: what its organiser calls the boards, in order
    group: str = ""  # whoever shares one (a family, a club) is kept apart where the settings say so

    def plays_in(self, round_no: int) -> bool:
        """Whether this entrant is to be paired in a round: there, not gone, and not asked off."""
        if self.status == "withdrawn" and (self.left_after is None or round_no > self.left_after):
            return False
        return round_no >= self.joined_round and round_no not in self.half_byes


class Reason(NamedTuple):
    """Why two were paired: a code of the pairing rules and its values, said by the application."""

    code: str
    values: tuple[int, ...] = ()


class Pairing(NamedTuple):
    """One match of a round: ``second`` is ``None`` for a bye. ``slot`` names its place in a match graph or a group."""

    board: int  # 1-based within the round
    first: EntrantId
    second: EntrantId | None
    slot: str = ""
    reasons: tuple[Reason, ...] = ()

    def has(self, entrant: EntrantId) -> bool:
        """Whether the entrant is one of the two."""
        return entrant in (self.first, self.second)

    def other(self, entrant: EntrantId) -> EntrantId | None:
        """The opponent of one of the two."""
        return self.second if entrant == self.first else self.first


class Result(NamedTuple):
    """What came of a pairing. Pairs of numbers are those of its first and its second side."""

    points: tuple[int, int]
    kind: ResultKind = "played"
    hand_points: tuple[int, int] = (0, 0)
    boxes: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)  # of a match over several games or boards: those won by each
    penalties: tuple[int, int] = (0, 0)  # for lateness, taken off the hand points

    @property
    def winner(self) -> int | None:
        """0 or 1, ``None`` for a draw."""
        first, second = self.points
        return None if first == second else int(second > first)


BYE = Result((WIN, LOSS), "bye")
HALF_BYE = Result((DRAW, LOSS), "half_bye")
ZERO_BYE = Result((LOSS, LOSS), "zero_bye")
BYES: tuple[Result, ...] = (BYE, HALF_BYE, ZERO_BYE)
DOUBLE_FORFEIT = Result((LOSS, LOSS), "double_forfeit")


def won(side: int, *, kind: ResultKind = "played", **more: tuple[int, int]) -> Result:
    """The result in which one side (0 or 1) wins."""
    return Result((WIN, LOSS) if side == 0 else (LOSS, WIN), kind, **more)


def absence(first_is_gone: bool, second_is_gone: bool) -> Result | None:
    """What a pairing comes to because somebody is not there; nothing if both are."""
    if first_is_gone and second_is_gone:
        return DOUBLE_FORFEIT
    return won(int(first_is_gone), kind="forfeit") if first_is_gone or second_is_gone else None


class Round(NamedTuple):
    """The pairings that were made together, and their results so far, in the order of the boards."""

    number: int
    seed: int  # what every draw in it came from
    pairings: tuple[Pairing, ...]
    results: tuple[Result | None, ...]
    published: bool = False
    seeds: tuple[EntrantId, ...] = ()  # of a bracket after groups: who came into it, best seed first

    @property
    def is_over(self) -> bool:
        """Whether every pairing has its result."""
        return None not in self.results

    def pairing_of(self, entrant: EntrantId) -> Pairing | None:
        """The entrant's match in this round, if any."""
        return next((pairing for pairing in self.pairings if pairing.has(entrant)), None)


class Meeting(NamedTuple):
    """One pairing seen by one of its sides, with its result."""

    round: int
    board: int
    slot: str
    opponent: EntrantId | None
    result: Result
    side: int  # 0 or 1

    @property
    def points(self) -> int:
        """Own points, in halves."""
        return self.result.points[self.side]

    @property
    def against(self) -> int:
        """The opponent's points, in halves."""
        return self.result.points[1 - self.side]

    @property
    def was_played(self) -> bool:
        """Whether cards were played."""
        return self.result.kind not in NOT_PLAYED


class Blocked(NamedTuple):
    """Why nothing can be paired: a clear state, never an error (``nobody_left``, ``too_few``, ``no_pairing``)."""

    code: str
    values: tuple[int, ...] = ()


class Standing(NamedTuple):
    """One line of the table. Equal ``place`` means that no tie-break told them apart."""

    place: int
    entrant: EntrantId
    points: int  # in halves
    tie_breaks: tuple[int, ...]  # in the order of the settings, each in its own unit (``tiebreaks``)
    played: int
    note: str = ""  # what the format says of it: ``qualified``, ``eliminated``, ``withdrawn``, ``champion``
