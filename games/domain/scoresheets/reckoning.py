"""What is added under a column, in what order, and who has won it (RULES 1.7, 1.8)."""

from __future__ import annotations

from collections.abc import Sequence

from games.domain.events import TotalLine
from games.domain.ruleset import RuleSet
from games.domain.scoresheets.base import Column, Reckoning, SheetEnd


def is_full(column: Column, rules: RuleSet, target: int, played: int) -> bool:
    """Whether somebody has reached the target or, with a fixed number of hands, so many have been ``played``."""
    if rules.fixed_hands is None:
        return column.first_to(target) is not None
    return played >= rules.fixed_hands


def end_of(rules: RuleSet) -> SheetEnd:
    """What fills a sheet under these rules."""
    return "target" if rules.fixed_hands is None else "hands"


def reckon_column(
    column: Column, rules: RuleSet, target: int, *, played_out: bool, awarded_to: int | None = None
) -> Reckoning:
    """A column as a game of its own.

    The game bonus goes to the first to the target; with a fixed number of hands, once they are ``played_out``, to
    whoever has more points from hands. ``awarded_to`` wins a game that was left, whatever the totals, with game bonus,
    boxes as they stand and no shutout.
    """
    if awarded_to is not None:
        return settle(reckon(column, rules, awarded_to, shutouts=False), awarded_to)
    leader = _leader(column, rules, target, played_out=played_out)
    lines = reckon(column, rules, leader)
    if rules.fixed_hands is None and rules.match_winner == "first_to_target":
        return settle(lines, leader)
    return settle(lines, highest(add_up(lines)))


def reckon(column: Column, rules: RuleSet, leader: int | None, *, shutouts: bool = True) -> tuple[TotalLine, ...]:
    """The four lines under a column, in the order of RULES 1.7; ``leader`` gets what only one can get.

    A shutout that replaces the game bonus stands in its own line, and the game bonus is then 0. One that doubles
    shows what the doubling adds. In the cutthroat game whoever is shut out pays: the line takes it off the loser, so
    that nobody else settles for it (RULES 2b).
    """
    blank = _blank_opponents(column, leader) if shutouts else ()
    all_blank = len(blank) == len(column.totals) - 1
    replaced = all_blank and rules.shutout == "replace_game_bonus"
    boxes = tuple(
        rules.box_bonus * won if rules.box_to == "both" or (rules.box_to == "winner" and side == leader) else 0
        for side, won in enumerate(column.boxes)
    )
    lines = (
        TotalLine("hands", column.totals),
        TotalLine("game_bonus", _only(column, leader, 0 if replaced else rules.game_bonus)),
        TotalLine("boxes", boxes),
    )
    if rules.shutout == "flat" and rules.three_players == "cutthroat" and len(column.totals) > 2:
        paid = tuple(-rules.shutout_points if side in blank else 0 for side in range(len(column.totals)))
        return (*lines, TotalLine("shutout", paid))
    shutout = 0
    if leader is not None and rules.shutout == "flat":
        shutout = len(blank) * rules.shutout_points
    elif leader is not None and all_blank:
        shutout = {
            "replace_game_bonus": rules.shutout_points,
            "double_hands": column.totals[leader],
            "double_total": add_up(lines)[leader],
            "none": 0,
        }[rules.shutout]
    return (*lines, TotalLine("shutout", _only(column, leader, shutout)))


def settle(lines: tuple[TotalLine, ...], winner: int | None) -> Reckoning:
    """The totals of some lines, and what the winner is ahead."""
    totals = add_up(lines)
    settlement = 0 if winner is None else sum(totals[winner] - total for total in totals)
    return Reckoning(lines, totals, winner, settlement)


def add_up(lines: Sequence[TotalLine]) -> tuple[int, ...]:
    """Each side's amounts together."""
    return tuple(sum(amounts) for amounts in zip(*(line.amounts for line in lines), strict=True))


def highest(totals: Sequence[int]) -> int | None:
    """The one side with most, or ``None`` when several share it."""
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def _leader(column: Column, rules: RuleSet, target: int, *, played_out: bool) -> int | None:
    if rules.fixed_hands is None:
        return column.first_to(target)
    return highest(column.totals) if played_out else None  # nobody leads what was called off


def _blank_opponents(column: Column, leader: int | None) -> tuple[int, ...]:
    """The leader's opponents who have not won a hand."""
    if leader is None:
        return ()
    return tuple(side for side, won in enumerate(column.boxes) if side != leader and not won)


def _only(column: Column, side: int | None, amount: int) -> tuple[int, ...]:
    return tuple(amount if side == other else 0 for other in range(len(column.totals)))
