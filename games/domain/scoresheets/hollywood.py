"""The Hollywood sheet: three games at once, entered one after another (RULES 2f).

A player's first hand won is entered in the first column, the second in the first two, every later one in all three.
A column closes when somebody reaches its target, and is settled alone.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets.base import Column, Entry, Outcomes, Reckoning, SheetEnd
from games.domain.scoresheets.reckoning import end_of, is_full
from games.domain.scoresheets.side_by_side import all_closed, close_full, reckon_together

GAMES = 3


def hollywood_sheet(rules: RuleSet, seats: int) -> HollywoodSheet:
    """The blank Hollywood sheet for so many seats."""
    return HollywoodSheet(rules, (Column.blank(seats),) * GAMES)


class HollywoodSheet(NamedTuple):
    """Three columns of every seat's hands. With a number of hands instead of a target all close with the last one."""

    rules: RuleSet
    columns: tuple[Column, ...]
    hands: tuple[HandScored | HandVoided, ...] = ()

    @property
    def kind(self) -> str:
        return "hollywood"

    @property
    def target(self) -> int:
        return self.rules.target

    def enter_round(self, outcomes: Outcomes) -> Self:
        sheet = self
        for hand in outcomes:
            if isinstance(hand, HandScored):
                sheet = sheet._enter(hand)
        sheet = sheet._replace(hands=(*self.hands, *outcomes))
        full = [is_full(column, self.rules, self.target, sheet._played()) for column in sheet.columns]
        return sheet._replace(columns=close_full(sheet.columns, full, self.rules, self.target))

    @property
    def end_reason(self) -> SheetEnd | None:
        return end_of(self.rules) if all_closed(self.columns) else None

    def final(self, awarded_to: int | None = None) -> Reckoning:
        return reckon_together(self.columns, self.rules, self.target, awarded_to)

    def _enter(self, scored: HandScored) -> Self:
        entry = Entry(scored.hand_no, scored.winner, scored.points, scored.boxes)
        chosen = self._games_of(scored.winner)
        return self._replace(
            columns=tuple(
                column.enter(entry) if number in chosen else column for number, column in enumerate(self.columns)
            )
        )

    def _games_of(self, side: int) -> set[int]:
        """The open columns that this side's next hand is entered in.

        A column that closed while the side was still blank there costs it nothing under ``next_open``: the hand goes
        on to the next column. Under ``schedule`` the entries that it would have had there are lost (EC-68).
        """
        still_open = [number for number, column in enumerate(self.columns) if not column.closed]
        if self.rules.hollywood == "schedule":
            return {number for number in still_open if number <= self._won_by(side)}
        begun = [number for number in still_open if self.columns[number].boxes[side]]
        blank = [number for number in still_open if number not in begun]
        return {*begun, *blank[:1]}

    def _won_by(self, side: int) -> int:
        return sum(1 for hand in self.hands if isinstance(hand, HandScored) and hand.winner == side)

    def _played(self) -> int:
        return sum(1 for hand in self.hands if isinstance(hand, HandScored))
