"""What every score sheet is made of: entries, columns, and what a match asks of a sheet (RULES 1.7).

A sheet is a value built of columns. Amounts are always one a *side*: a seat, or in a partnership a team. So nothing
here cares how many sit at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, Self

from games.domain.events import HandScored, HandVoided, TotalLine

Outcomes = Sequence[HandScored | HandVoided]
"""How the hands of one round ended, one for each table that was dealt."""

SheetEnd = Literal["target", "hands"]
"""Why a sheet is full: the points are reached, or the hands are played."""


class Entry(NamedTuple):
    """One hand's points as written in a column; of a round that two tables share, what they are worth together."""

    hand: int
    side: int
    points: int
    boxes: int


class Reckoning(NamedTuple):
    """The end of a match or of one column: the lines add up to the totals, an amount a side.

    ``winner`` is ``None`` when it is drawn. ``settlement`` is what the winner is ahead of each other side, summed; it
    may be negative, for the first to the target may have fewer points in all (EC-54).
    """

    lines: tuple[TotalLine, ...]
    totals: tuple[int, ...]
    winner: int | None
    settlement: int


class Column(NamedTuple):
    """Entries from the top down, with each side's sum of points and of boxes (hands won).

    A ``closed`` column takes no more entries. Where every column is a game of its own, it is then settled.
    """

    entries: tuple[Entry, ...]
    totals: tuple[int, ...]
    boxes: tuple[int, ...]
    closed: bool = False
    settlement: Reckoning | None = None

    @classmethod
    def blank(cls, sides: int) -> Self:
        """An empty column for so many sides."""
        return cls((), (0,) * sides, (0,) * sides)

    def enter(self, entry: Entry) -> Self:
        """The column with one entry more."""
        return self._replace(
            entries=(*self.entries, entry),
            totals=_with(self.totals, entry.side, entry.points),
            boxes=_with(self.boxes, entry.side, entry.boxes),
        )

    def first_to(self, target: int) -> int | None:
        """The side whose points reached the target first, if any has: one scores a hand, so never two (EC-58)."""
        totals = [0] * len(self.totals)
        for entry in self.entries:
            totals[entry.side] += entry.points
            if totals[entry.side] >= target:
                return entry.side
        return None


class Sheet(Protocol):
    """What a match asks of any score sheet."""

    @property
    def kind(self) -> str:
        """The sheet's name, for the page that draws it."""

    @property
    def target(self) -> int:
        """The points that fill a column, unless a number of hands does."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns from left to right."""

    @property
    def hands(self) -> tuple[HandScored | HandVoided, ...]:
        """Every hand in the order it ended, void ones too."""

    @property
    def end_reason(self) -> SheetEnd | None:
        """Why the match is over, or ``None`` while it is not."""

    def enter_round(self, outcomes: Outcomes) -> Self:
        """The sheet after all hands of one deal. A void hand gives no points and no box (EC-51)."""

    def final(self, awarded_to: int | None = None) -> Reckoning:
        """The reckoning as things stand; ``awarded_to`` is the side that wins a match that ended early (RULES 1.8)."""


def _with(amounts: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    return (*amounts[:side], amounts[side] + more, *amounts[side + 1 :])
