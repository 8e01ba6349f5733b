"""The classic sheet: one column, to the target or for a number of hands (RULES 1.7). Each seat is a side."""

from __future__ import annotations

from typing import NamedTuple, Self

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets.base import Column, Entry, Outcomes, Reckoning, SheetEnd
from games.domain.scoresheets.reckoning import end_of, is_full, reckon_column


def new_sheet(rules: RuleSet, seats: int) -> ClassicSheet:
    """The blank classic sheet for so many seats."""
    return ClassicSheet(rules, Column.blank(seats))


class ClassicSheet(NamedTuple):
    """One column of every seat's hands."""

    rules: RuleSet
    column: Column
    hands: tuple[HandScored | HandVoided, ...] = ()

    @property
    def kind(self) -> str:
        return "classic"

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
        if not self._full() or (self.rules.must_decide and self.final().winner is None):
            return None
        return end_of(self.rules)

    def final(self, awarded_to: int | None = None) -> Reckoning:
        return reckon_column(self.column, self.rules, self.target, played_out=self._full(), awarded_to=awarded_to)

    def _full(self) -> bool:
        return is_full(self.column, self.rules, self.target, len(self.column.entries))
