"""The plain form of what a seat of basic rummy may see: ``view`` of ``docs/protocol.md``, with ``game`` ``rummy``."""

from __future__ import annotations

from typing import Any

from games.application.codec.cards import arrangement_to_plain, card_text, card_texts, hand_texts
from games.domain.cards import format_card, format_hand
from games.domain.hands.rummy.state import TableMeld
from games.domain.perspective.rummy import RummyCan, RummyResult, RummyView

_Plain = dict[str, Any]


def rummy_to_plain(view: RummyView) -> _Plain:
    """What a seat may see, cards as text; as ``view_to_plain`` says."""
    result, best = view.result, view.best
    return {
        "game": view.game,
        "hand": view.hand_no,
        "phase": view.phase,
        "turn": view.turn,
        "dealer": view.dealer,
        "table": view.table,
        "roles": view.roles,
        "sides": view.sides,
        "away": view.away,
        "sees": view.sees,
        "beside": view.beside,
        "stock": view.stock,
        "refills": view.refills,
        "pile": {"count": view.pile_count, "cards": card_texts(view.pile)},
        "players": view.players,
        "seats": [
            {
                "cards": seat.cards,
                "hand": None if seat.hand is None else format_hand(seat.hand),
                "taken": card_texts(seat.taken),
                "holds": card_texts(seat.holds),
                "exposed": False,
                "ready": seat.ready,
                "played": seat.played,
            }
            for seat in view.seats
        ],
        "melds": [_meld(meld) for meld in view.melds],
        "drawn": card_text(view.drawn),
        "banned": card_text(view.banned),
        "best": None if best is None else arrangement_to_plain(best),
        "can": _can(view.can),
        "result": None if result is None else _result(result),
        "offers": {"void": view.void_offers, "rematch": []},
    }


def _meld(meld: TableMeld) -> _Plain:
    return {
        "owner": meld.owner,
        "cards": format_hand(meld.cards),
        "layoffs": [[format_card(card), seat] for card, seat in meld.layoffs],
    }


def _can(can: RummyCan) -> _Plain:
    """Only what is allowed."""
    plain: _Plain = {name: True for name, value in zip(RummyCan._fields, can, strict=True) if value is True}
    if can.meld:
        plain["meld"] = hand_texts(can.meld)
    if can.lay_off:
        plain["lay_off"] = {format_card(card): melds for card, melds in can.lay_off.items()}
    if can.discard:
        plain["discard"] = card_texts(can.discard)
    return plain


def _result(result: RummyResult) -> _Plain:
    left_to_others = sum(seat.count for seat in result.seats if seat.seat != result.winner)
    return {
        "hand": result.hand_no,
        "table": result.table,
        "kind": result.kind,
        "void": result.void,
        "winner": result.winner,
        "knocker": result.winner,  # the three of gin's form, for whoever tells of any hand
        "knocker_count": None if result.winner is None else 0,
        "defender_count": None if result.winner is None else left_to_others,
        "points": result.points,
        "boxes": result.boxes,
        "lines": [{"key": line.key, "points": line.points} for line in result.lines],
        "seats": [
            {"seat": seat.seat, "dealt": format_hand(seat.dealt), "left": format_hand(seat.left), "count": seat.count}
            for seat in result.seats
        ],
        "stock": " ".join(card_texts(result.stock)),
    }
