"""The plain form of what a seat may see: ``view`` of ``docs/protocol.md``.

This is written for every seat after every move, so it is straightforward rather than general. What the application
adds (clocks, the pause, claims, rematches) is not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.application.codec.events import event_to_plain
from games.domain.cards import format_card, format_hand
from games.domain.events import HandScored, HandVoided, MatchEnded
from games.domain.melds import Arrangement
from games.domain.perspective import Can, DefenceOffered, HandResult, KnockShown, SeatView
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Column, Sheet

_Plain = dict[str, Any]


def view_to_plain(view: SeatView, sheet: _Plain | None = None) -> _Plain:
    """What a seat may see, cards as text. ``offers`` holds the offers to call the match off.

    ``sheet``: its plain form, where that is written already.
    """
    knock, result, best, defence = view.knock, view.result, view.best, view.defence
    return {
        "hand": view.hand_no,
        "phase": view.phase,
        "turn": view.turn,
        "dealer": view.dealer,
        "limit": view.limit,
        "doubled": view.doubled,
        "upcard": _card(view.upcard),
        "stock": view.stock,
        "pile": {"count": view.pile_count, "cards": _cards(view.pile)},
        "players": view.players,
        "seats": [
            {
                "cards": seat.cards,
                "hand": None if seat.hand is None else format_hand(seat.hand),
                "taken": _cards(seat.taken),
                "holds": _cards(seat.holds),
                "exposed": seat.exposed,
                "ready": seat.ready,
            }
            for seat in view.seats
        ],
        "drawn": _card(view.drawn),
        "banned": _card(view.banned),
        "best": None if best is None else arrangement_to_plain(best),
        "can": _can(view.can),
        "after": {format_card(card): count for card, count in view.after.items()},
        "knock": None if knock is None else _knock(knock),
        "defence": None if defence is None else defence_to_plain(defence),
        "result": None if result is None else _result(result),
        "sheet": sheet_to_plain(view.sheet, view.rules) if sheet is None else sheet,
        "match": None if view.match is None else _match(view.match),
        "offers": {"void": view.void_offers, "rematch": []},
    }


def arrangement_to_plain(arrangement: Arrangement) -> _Plain:
    """Melds, deadwood and its count."""
    return {
        "melds": _hands(arrangement.melds),
        "deadwood": format_hand(arrangement.deadwood),
        "count": arrangement.count,
    }


def defence_to_plain(defence: DefenceOffered) -> _Plain:
    """A defender's melds and lay-offs, where each card left would fit, and the best count there is."""
    return {
        "melds": _hands(defence.melds),
        "layoffs": _layoffs(defence.layoffs),
        "deadwood": format_hand(defence.deadwood),
        "count": defence.count,
        "fits": {format_card(card): list(melds) for card, melds in defence.fits.items()},
        "best": defence.best,
    }


def _card(card: int | None) -> str | None:
    return None if card is None else format_card(card)


def _cards(cards: Iterable[int]) -> list[str]:
    return [format_card(card) for card in cards]


def _hands(hands: Iterable[int]) -> list[str]:
    return [format_hand(hand) for hand in hands]


def _layoffs(layoffs: Iterable[tuple[int, int]]) -> list[list[str | int]]:
    return [[format_card(card), number] for card, number in layoffs]


def _counts(counts: Iterable[tuple[int, int]]) -> dict[str, int]:
    return {format_card(card): count for card, count in counts}


_CAN_WRITERS: dict[str, Callable[[Any], Any]] = {
    "discard": _cards,
    "gin": _cards,
    "gin_last": _cards,
    "knock": _counts,
    "knock_last": _counts,
}


def _can(can: Can) -> _Plain:
    """Only what is allowed."""
    plain: _Plain = {}
    for name, value in zip(Can._fields, can, strict=True):
        if value:
            write = _CAN_WRITERS.get(name)
            plain[name] = True if write is None else write(value)
    return plain


def _knock(knock: KnockShown) -> _Plain:
    return {
        "seat": knock.seat,
        "kind": knock.kind,
        "melds": _hands(knock.melds),
        "deadwood": format_hand(knock.deadwood),
        "count": knock.count,
        "discard": _card(knock.discard),
    }


def _result(result: HandResult) -> _Plain:
    return {
        "hand": result.hand_no,
        "table": result.table,
        "kind": result.kind,
        "void": result.void,
        "winner": result.winner,
        "knocker": result.knocker,
        "knocker_count": result.knocker_count,
        "defender_count": result.defender_count,
        "points": result.points,
        "boxes": result.boxes,
        "lines": [{"key": line.key, "points": line.points} for line in result.lines],
        "seats": [
            {
                "seat": seat.seat,
                "dealt": format_hand(seat.dealt),
                "melds": _hands(seat.melds),
                "deadwood": format_hand(seat.deadwood),
                "layoffs": _layoffs(seat.layoffs),
            }
            for seat in result.seats
        ],
        "discard": _card(result.discard),
        "stock": " ".join(_cards(result.stock)),
    }


def sheet_to_plain(sheet: Sheet, rules: RuleSet) -> _Plain:
    """The score sheet, the same for everybody."""
    return {
        "kind": sheet.kind,
        "target": rules.target,
        "fixed_hands": rules.fixed_hands,
        "columns": [_column(column, rules) for column in sheet.columns],
        "hands": [_hand_line(hand) for hand in sheet.hands],
    }


def _column(column: Column, rules: RuleSet) -> _Plain:
    """``closed`` once it takes no further entries."""
    if rules.fixed_hands is None:
        closed = max(column.totals) >= rules.target
    else:
        closed = len(column.entries) >= rules.fixed_hands
    return {
        "entries": [
            {"hand": hand, "side": side, "points": points, "boxes": boxes}
            for hand, side, points, boxes in column.entries
        ],
        "totals": column.totals,
        "boxes": column.boxes,
        "closed": closed,
    }


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


def _match(end: MatchEnded) -> _Plain:
    plain = event_to_plain(end)
    del plain["kind"]
    return plain
