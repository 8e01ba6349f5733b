"""The plain form of score sheets and of how a match ended: the same for every reader."""

from __future__ import annotations

from typing import Any

from games.application.codec.events import event_to_plain
from games.domain.events import HandScored, HandVoided, MatchEnded, TotalLine
from games.domain.scoresheets import Column, Reckoning, Sheet

_Plain = dict[str, Any]


def sheet_to_plain(sheet: Sheet, fixed_hands: int | None, sides: tuple[tuple[int, ...], ...]) -> _Plain:
    """The score sheet of a match that is played for so many hands or to the sheet's target, between these sides."""
    return {
        "kind": sheet.kind,
        "sides": sides,
        "target": sheet.target,
        "fixed_hands": fixed_hands,
        "columns": [_column(column) for column in sheet.columns],
        "hands": [_hand_line(hand) for hand in sheet.hands],
    }


def end_to_plain(end: MatchEnded) -> _Plain:
    """The protocol's ``match``."""
    plain = event_to_plain(end)
    del plain["kind"]
    return {**plain, "away": end.away}


def _column(column: Column) -> _Plain:
    settled = column.settlement
    return {
        "entries": [
            {"hand": hand, "side": side, "points": points, "boxes": boxes}
            for hand, side, points, boxes in column.entries
        ],
        "totals": column.totals,
        "boxes": column.boxes,
        "closed": column.closed,
        "settlement": None if settled is None else _reckoning(settled),
    }


def _reckoning(settled: Reckoning) -> _Plain:
    return {
        "lines": [_total_line(line) for line in settled.lines],
        "totals": settled.totals,
        "winner": settled.winner,
        "settlement": settled.settlement,
    }


def _total_line(line: TotalLine) -> _Plain:
    return {"key": line.key, "amounts": line.amounts}


def _hand_line(hand: HandScored | HandVoided) -> _Plain:
    if isinstance(hand, HandVoided):
        return {
            "hand": hand.hand_no,
            "table": hand.table,
            "kind": "void",
            "winner": None,
            "points": 0,
            "void": hand.reason,
        }
    return {
        "hand": hand.hand_no,
        "table": hand.table,
        "kind": hand.kind,
        "winner": hand.winner,
        "points": hand.points,
        "void": None,
    }
