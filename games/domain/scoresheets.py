"""The score sheet: hands go in, columns and the final reckoning come out (RULES 1.7, 1.8).

A sheet is a value built of columns. The classic sheet has one; a sheet with more settles each with the same
:func:`reckon`. Amounts are always one a seat, so nothing here cares whether two play or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, Self

from games.domain.events import HandScored, HandVoided, TotalLine
from games.domain.ruleset import RuleSet


class Entry(NamedTuple):
    """One hand's points as written in a column."""

    hand: int
    seat: int
    points: int
    boxes: int


class Column(NamedTuple):
    """Entries from the top down, with each seat's sum of points and of boxes (hands won)."""

    entries: tuple[Entry, ...]
    totals: tuple[int, ...]
    boxes: tuple[int, ...]

    @classmethod
    def blank(cls, seats: int) -> Self:
        """An empty column for so many seats."""
        return cls((), (0,) * seats, (0,) * seats)

    def enter(self, entry: Entry) -> Self:
        """The column with one entry more."""
        return self._replace(
            entries=(*self.entries, entry),
            totals=_with(self.totals, entry.seat, entry.points),
            boxes=_with(self.boxes, entry.seat, entry.boxes),
        )

    def first_to(self, target: int) -> int | None:
        """The seat whose points reached the target first, if any has: one scores a hand, so never two (EC-58)."""
        totals = [0] * len(self.totals)
        for entry in self.entries:
            totals[entry.seat] += entry.points
            if totals[entry.seat] >= target:
                return entry.seat
        return None


class Reckoning(NamedTuple):
    """The end of a match: the lines add up to the totals, an amount a seat.

    ``winner`` is ``None`` for a drawn match. ``settlement`` is what the winner is ahead of each other seat, summed; it
    may be negative, for the first to the target may have fewer points in all (EC-54).
    """

    lines: tuple[TotalLine, ...]
    totals: tuple[int, ...]
    winner: int | None
    settlement: int


class Sheet(Protocol):
    """What a match asks of any score sheet."""

    @property
    def kind(self) -> str:
        """The sheet's name, for the page that draws it."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns from left to right."""

    @property
    def hands(self) -> tuple[HandScored | HandVoided, ...]:
        """Every hand in the order it ended, void ones too."""

    @property
    def end_reason(self) -> Literal["target", "hands"] | None:
        """Why the match is over, or ``None`` while it is not."""

    def enter(self, scored: HandScored) -> Self:
        """The sheet after a hand that scored."""

    def void(self, voided: HandVoided) -> Self:
        """The sheet after a void hand: no points, no box, and it does not count as a hand (EC-51)."""

    def final(self, awarded_to: int | None = None) -> Reckoning:
        """The reckoning as things stand; ``awarded_to`` wins a match that ended early (RULES 1.8)."""


def new_sheet(rules: RuleSet, seats: int) -> Sheet:
    """The blank sheet that these rules are kept on."""
    return ClassicSheet(rules, Column.blank(seats))


class ClassicSheet(NamedTuple):
    """One column to the target, or for a fixed number of hands."""

    rules: RuleSet
    column: Column
    hands: tuple[HandScored | HandVoided, ...] = ()

    @property
    def kind(self) -> str:
        return "classic"

    @property
    def columns(self) -> tuple[Column, ...]:
        return (self.column,)

    def enter(self, scored: HandScored) -> Self:
        entry = Entry(scored.hand_no, scored.winner, scored.points, scored.boxes)
        return self._replace(column=self.column.enter(entry), hands=(*self.hands, scored))

    def void(self, voided: HandVoided) -> Self:
        return self._replace(hands=(*self.hands, voided))

    @property
    def end_reason(self) -> Literal["target", "hands"] | None:
        reason: Literal["target", "hands"]
        if self.rules.fixed_hands is None:
            reason, reached = "target", self.column.first_to(self.rules.target) is not None
        else:
            reason, reached = "hands", len(self.column.entries) >= self.rules.fixed_hands
        if not reached or (self.rules.must_decide and self.final().winner is None):
            return None
        return reason

    def final(self, awarded_to: int | None = None) -> Reckoning:
        if awarded_to is not None:
            lines = reckon(self.column, self.rules, awarded_to, shutouts=False)
            return settle(lines, awarded_to)
        leader = self._leader()
        lines = reckon(self.column, self.rules, leader)
        if self.rules.fixed_hands is None and self.rules.match_winner == "first_to_target":
            return settle(lines, leader)
        return settle(lines, _highest(_sum(lines)))

    def _leader(self) -> int | None:
        """Who takes the game bonus: the first to the target, or with fixed hands whoever has more points from hands."""
        if self.rules.fixed_hands is None:
            return self.column.first_to(self.rules.target)
        if len(self.column.entries) < self.rules.fixed_hands:
            return None  # called off before the end
        return _highest(self.column.totals)


def reckon(column: Column, rules: RuleSet, leader: int | None, *, shutouts: bool = True) -> tuple[TotalLine, ...]:
    """The four lines under a column, in the order of RULES 1.7; ``leader`` gets what only one can get.

    A shutout that replaces the game bonus stands in its own line, and the game bonus is then 0. One that doubles
    shows what the doubling adds.
    """
    blank = _blank_opponents(column, leader) if shutouts else 0
    all_blank = blank == len(column.totals) - 1
    replaced = all_blank and rules.shutout == "replace_game_bonus"
    boxes = tuple(
        rules.box_bonus * won if rules.box_to == "both" or (rules.box_to == "winner" and seat == leader) else 0
        for seat, won in enumerate(column.boxes)
    )
    lines = (
        TotalLine("hands", column.totals),
        TotalLine("game_bonus", _only(column, leader, 0 if replaced else rules.game_bonus)),
        TotalLine("boxes", boxes),
    )
    shutout = 0
    if leader is not None and rules.shutout == "flat":
        shutout = blank * rules.shutout_points
    elif leader is not None and all_blank:
        shutout = {
            "replace_game_bonus": rules.shutout_points,
            "double_hands": column.totals[leader],
            "double_total": _sum(lines)[leader],
            "none": 0,
        }[rules.shutout]
    return (*lines, TotalLine("shutout", _only(column, leader, shutout)))


def settle(lines: tuple[TotalLine, ...], winner: int | None) -> Reckoning:
    """The totals of some lines, and what the winner is ahead."""
    totals = _sum(lines)
    settlement = 0 if winner is None else sum(totals[winner] - total for total in totals)
    return Reckoning(lines, totals, winner, settlement)


def _blank_opponents(column: Column, leader: int | None) -> int:
    """How many of the leader's opponents have not won a hand."""
    if leader is None:
        return 0
    return sum(1 for seat, won in enumerate(column.boxes) if seat != leader and not won)


def _only(column: Column, seat: int | None, amount: int) -> tuple[int, ...]:
    return tuple(amount if seat == other else 0 for other in range(len(column.totals)))


def _with(amounts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*amounts[:seat], amounts[seat] + more, *amounts[seat + 1 :])


def _sum(lines: Sequence[TotalLine]) -> tuple[int, ...]:
    return tuple(sum(amounts) for amounts in zip(*(line.amounts for line in lines), strict=True))


def _highest(totals: Sequence[int]) -> int | None:
    """The one seat with most, or ``None`` when several share it."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None
