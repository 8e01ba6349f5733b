"""The sheets of two partnerships at two tables (RULES 2d). The sides are teams; partners sit opposite each other."""

from __future__ import annotations

from typing import NamedTuple, Self

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets.base import Column, Entry, Outcomes, Reckoning, Sheet, SheetEnd
from games.domain.scoresheets.reckoning import end_of, is_full, reckon_column, settle
from games.domain.scoresheets.side_by_side import all_closed, close_full, reckon_together

TEAMS = 2
TABLES = 2


def partners_sheet(rules: RuleSet, _seats: int) -> Sheet:
    """The blank sheet of a partnership: each round netted, or the sum of two games."""
    if rules.four_players == "sum_of_games":
        return SumOfGamesSheet(rules, (Column.blank(TEAMS),) * TABLES)
    return NetPerHandSheet(rules, Column.blank(TEAMS))


def _team_of(seat: int) -> int:
    return seat % TEAMS


class NetPerHandSheet(NamedTuple):
    """One column: each round what one team won more than the other, and one box for it."""

    rules: RuleSet
    column: Column
    hands: tuple[HandScored | HandVoided, ...] = ()
    rounds: int = 0  # in which a table at least was scored

    @property
    def kind(self) -> str:
        return "net_per_hand"

    @property
    def target(self) -> int:
        return self.rules.team_target

    @property
    def columns(self) -> tuple[Column, ...]:
        return (self.column,)

    def enter_round(self, outcomes: Outcomes) -> Self:
        won = [0] * TEAMS
        scored = [hand for hand in outcomes if isinstance(hand, HandScored)]
        for hand in scored:
            won[_team_of(hand.winner)] += hand.points
        column, ahead = self.column, won[0] - won[1]
        if ahead:  # level: nobody scores, and there is no box (EC-78)
            column = column.enter(Entry(scored[0].hand_no, 0 if ahead > 0 else 1, abs(ahead), 1))
        entered = self._replace(
            column=column, hands=(*self.hands, *outcomes), rounds=self.rounds + (1 if scored else 0)
        )
        return entered._replace(column=column._replace(closed=entered.end_reason is not None))

    @property
    def end_reason(self) -> SheetEnd | None:
        if not self._full() or (self.rules.must_decide and self.final().winner is None):
            return None
        return end_of(self.rules)

    def final(self, awarded_to: int | None = None) -> Reckoning:
        reckoning = reckon_column(self.column, self.rules, self.target, played_out=self._full(), awarded_to=awarded_to)
        level = len(set(reckoning.totals)) == 1
        return settle(reckoning.lines, None) if level and awarded_to is None else reckoning

    def _full(self) -> bool:
        return is_full(self.column, self.rules, self.target, self.rounds)


class SumOfGamesSheet(NamedTuple):
    """A column for each table's whole game. A table whose game is over waits for the other (EC-81)."""

    rules: RuleSet
    columns: tuple[Column, ...]
    hands: tuple[HandScored | HandVoided, ...] = ()

    @property
    def kind(self) -> str:
        return "sum_of_games"

    @property
    def target(self) -> int:
        return self.rules.target

    def enter_round(self, outcomes: Outcomes) -> Self:
        columns = list(self.columns)
        for hand in outcomes:
            if isinstance(hand, HandScored):
                entry = Entry(hand.hand_no, _team_of(hand.winner), hand.points, hand.boxes)
                columns[hand.table] = columns[hand.table].enter(entry)
        full = [is_full(column, self.rules, self.target, len(column.entries)) for column in columns]
        closed = close_full(tuple(columns), full, self.rules, self.target)
        return self._replace(columns=closed, hands=(*self.hands, *outcomes))

    @property
    def end_reason(self) -> SheetEnd | None:
        return end_of(self.rules) if all_closed(self.columns) else None

    def final(self, awarded_to: int | None = None) -> Reckoning:
        return reckon_together(self.columns, self.rules, self.target, awarded_to)
