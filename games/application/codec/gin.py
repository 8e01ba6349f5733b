"""The plain form of what a seat of a gin game may see: ``view`` of ``docs/protocol.md`` where ``game`` is ``gin``.

This is written for every seat after every move, so it is straightforward rather than general.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.application.codec.cards import arrangement_to_plain, card_text, card_texts, hand_texts, layoff_texts
from games.domain.cards import format_card, format_hand
from games.domain.perspective import Can, DefenceOffered, HandResult, KnockShown, SeatView, TableBeside

_Plain = dict[str, Any]


def gin_to_plain(view: SeatView) -> _Plain:
    """What a seat may see, cards as text; as ``view_to_plain`` says."""
    knock, result, best, defence = view.knock, view.result, view.best, view.defence
    return {
        "game": view.game,
        "hand": view.hand_no,
        "phase": view.phase,
        "turn": view.turn,
        "dealer": view.dealer,
        "limit": view.limit,
        "doubled": view.doubled,
        "table": view.table,
        "roles": view.roles,
        "sides": view.sides,
        "away": view.away,
        "sees": view.sees,
        "beside": [_beside(other) for other in view.beside],
        "upcard": card_text(view.upcard),
        "stock": view.stock,
        "pile": {"count": view.pile_count, "cards": card_texts(view.pile)},
        "players": view.players,
        "seats": [
            {
                "cards": seat.cards,
                "hand": None if seat.hand is None else format_hand(seat.hand),
                "taken": card_texts(seat.taken),
                "holds": card_texts(seat.holds),
                "exposed": seat.exposed,
                "ready": seat.ready,
            }
            for seat in view.seats
        ],
        "drawn": card_text(view.drawn),
        "banned": card_text(view.banned),
        "best": None if best is None else arrangement_to_plain(best),
        "can": _can(view.can),
        "after": {format_card(card): count for card, count in view.after.items()},
        "knock": None if knock is None else _knock(knock),
        "defence": None if defence is None else defence_to_plain(defence),
        "result": None if result is None else _result(result),
        "offers": {"void": view.void_offers, "rematch": []},
    }


def _beside(other: TableBeside) -> _Plain:
    """Another table of a partnership, as a spectator sees it."""
    knock, result = other.knock, other.result
    return {
        "table": other.table,
        "phase": other.phase,
        "turn": other.turn,
        "dealer": other.dealer,
        "limit": other.limit,
        "doubled": other.doubled,
        "upcard": card_text(other.upcard),
        "stock": other.stock,
        "pile": {"count": other.pile_count, "cards": card_texts(other.pile)},
        "players": other.players,
        "knock": None if knock is None else _knock(knock),
        "result": None if result is None else _result(result),
    }


def defence_to_plain(defence: DefenceOffered) -> _Plain:
    """A defender's melds and lay-offs, where each card left would fit, and the best count there is."""
    return {
        "melds": hand_texts(defence.melds),
        "layoffs": layoff_texts(defence.layoffs),
        "deadwood": format_hand(defence.deadwood),
        "count": defence.count,
        "fits": {format_card(card): list(melds) for card, melds in defence.fits.items()},
        "best": defence.best,
    }


def _counts(counts: Iterable[tuple[int, int]]) -> dict[str, int]:
    return {format_card(card): count for card, count in counts}


_CAN_WRITERS: dict[str, Callable[[Any], Any]] = {
    "discard": card_texts,
    "gin": card_texts,
    "gin_last": card_texts,
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
        "melds": hand_texts(knock.melds),
        "deadwood": format_hand(knock.deadwood),
        "count": knock.count,
        "discard": card_text(knock.discard),
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
                "melds": hand_texts(seat.melds),
                "deadwood": format_hand(seat.deadwood),
                "layoffs": layoff_texts(seat.layoffs),
            }
            for seat in result.seats
        ],
        "discard": card_text(result.discard),
        "stock": " ".join(card_texts(result.stock)),
    }
