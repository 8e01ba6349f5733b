"""Columns that are games of their own, played side by side: each is settled alone, and the sum decides.

So it is with the three games of Hollywood (RULES 2f) and with the two tables of partners who play whole games
(RULES 2d).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.domain.events import TotalLine
from games.domain.ruleset import RuleSet
from games.domain.scoresheets.base import Column, Reckoning
from games.domain.scoresheets.reckoning import add_up, highest, reckon_column, settle


def close_full(columns: tuple[Column, ...], full: Sequence[bool], rules: RuleSet, target: int) -> tuple[Column, ...]:
    """The columns, with those that are ``full`` closed and settled; several may close on one hand (EC-70).

    If that would leave the sheet level in a match that must be decided, the columns that were about to close stay open
    for one more hand.
    """
    settled = tuple(
        column._replace(closed=True, settlement=reckon_column(column, rules, target, played_out=True))
        if is_full and not column.closed
        else column
        for column, is_full in zip(columns, full, strict=True)
    )
    if rules.must_decide and all_closed(settled) and reckon_together(settled, rules, target).winner is None:
        return columns
    return settled


def all_closed(columns: Sequence[Column]) -> bool:
    """Whether no column takes another entry."""
    return all(column.closed for column in columns)


def reckon_together(columns: Sequence[Column], rules: RuleSet, target: int, awarded_to: int | None = None) -> Reckoning:
    """The sum of all columns, as they were settled or else as they stand; the most wins, whoever won which (EC-72).

    Of a match that was left, ``awarded_to`` gets every column that is still open, also one that nobody has begun.
    """
    games = [
        column.settlement or reckon_column(column, rules, target, played_out=False, awarded_to=awarded_to)
        for column in columns
    ]
    lines = tuple(TotalLine(alike[0].key, add_up(alike)) for alike in zip(*(game.lines for game in games), strict=True))
    return settle(lines, highest(add_up(lines)) if awarded_to is None else awarded_to)
