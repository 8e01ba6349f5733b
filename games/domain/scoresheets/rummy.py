"""The sheet of basic rummy: one column of every seat's hands, and nothing added at the end (RULES 2g)."""

from __future__ import annotations

from typing import NamedTuple, Self

from games.domain.events import HandScored, HandVoided, TotalLine
from games.domain.rummy_rules import RummyRules
from games.domain.scoresheets.base import Column, Entry, Outcomes, Reckoning, SheetEnd
from games.domain.scoresheets.reckoning import highest, settle


def rummy_sheet(rules: RummyRules, seats: int) -> RummySheet:
    """The blank sheet for so many seats."""
    return RummySheet(rules, Column.blank(seats))


class RummySheet(NamedTuple):
    """To the target, or for a number of hands: a tie is then shared, unless one more hand at a time has to decide."""

    rules: RummyRules
    column: Column
    hands: tuple[HandScored | HandVoided, ...] = ()

    @property
    def kind(self) -> str:
        return "rummy"

    @property
    def target(self) -> int:
        return self.rules.target

    @property
    def columns(self) -> tuple[Column, ...]:
        return (self.column,)

    def enter_round(self, outcomes: Outcomes) -> Self:
        column = self.column
        for hand in outcomes:
            if isinstance(hand, HandScored):
                column = column.enter(Entry(hand.hand_no, hand.winner, hand.points, hand.boxes))
        entered = self._replace(column=column, hands=(*self.hands, *outcomes))
        return entered._replace(column=column._replace(closed=entered.end_reason is not None))

    @property
    def end_reason(self) -> SheetEnd | None:
        if self.rules.fixed_hands is None:
            return None if self.column.first_to(self.rules.target) is None else "target"
        played_out = len(self.column.entries) >= self.rules.fixed_hands
        if not played_out or (self.rules.must_decide and highest(self.column.totals) is None):
            return None
        return "hands"

    def final(self, awarded_to: int | None = None) -> Reckoning:
        winner = highest(self.column.totals) if awarded_to is None else awarded_to
        return settle((TotalLine("hands", self.column.totals),), winner)
