"""The plain form of events that are already cut to what their reader may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.application.codec.actions import snake_case
from games.domain import events
from games.domain.cards import format_card, format_hand
from games.domain.events import Event


def _card(card: int | None) -> str | None:
    return None if card is None else format_card(card)


def _hand(hand: int | None) -> str | None:
    return None if hand is None else format_hand(hand)


def _hands(hands: tuple[int | None, ...]) -> list[str | None]:
    return [_hand(hand) for hand in hands]


def _rounds(rounds: tuple[tuple[int | None, ...], ...]) -> list[list[str | None]]:
    return [[_card(card) for card in drawn] for drawn in rounds]


def _layoffs(layoffs: tuple[tuple[int, int], ...]) -> list[list[str | int]]:
    return [[format_card(card), number] for card, number in layoffs]


def _points(lines: tuple[events.ScoreLine, ...]) -> list[dict[str, Any]]:
    return [{"key": line.key, "points": line.points} for line in lines]


def _amounts(lines: tuple[events.TotalLine, ...]) -> list[dict[str, Any]]:
    return [{"key": line.key, "amounts": list(line.amounts)} for line in lines]


_Writer = Callable[[Any], Any]

_WRITERS: dict[type[Event], dict[str, _Writer]] = {
    events.DealDrawn: {"rounds": _rounds},
    events.HandDealt: {"players": list, "hands": _hands, "upcard": _card},
    events.RummyDealt: {"players": list, "hands": _hands, "upcard": _card},
    events.PileTaken: {"card": _card},
    events.StockDrawn: {"card": _card},
    events.CardDiscarded: {"card": _card},
    events.KnockFailed: {"card": _card, "hand": _hand},
    events.Knocked: {"discard": _card, "melds": _hands, "deadwood": _hand},
    events.Defended: {"melds": _hands, "layoffs": _layoffs, "deadwood": _hand},
    events.Melded: {"cards": _hand},
    events.LaidOff: {"card": _card},
    events.HandScored: {"lines": _points},
    events.MatchEnded: {"lines": _amounts, "totals": list, "away": list},
}
"""How the fields that are not plain already are written."""

_SHAPES: dict[type[Event], tuple[str, tuple[tuple[str, _Writer | None], ...]]] = {
    cls: (
        snake_case(cls.__name__),
        tuple((field, _WRITERS.get(cls, {}).get(field)) for field in cls.__match_args__),
    )
    for cls in Event.__args__
}


def event_to_plain(event: Event) -> dict[str, Any]:
    """The plain form of an event: ``kind`` and its fields, cards as text, masks as hands, the unseen as ``None``.

    A field called ``kind`` (of a knock, of a hand's score) is ``how`` here. An end's ``away`` stands there only if
    there is anybody: older logs have no such field.
    """
    kind, fields = _SHAPES[type(event)]
    plain: dict[str, Any] = {"kind": kind}
    for field, write in fields:
        value = getattr(event, field)
        plain["how" if field == "kind" else field] = value if write is None else write(value)
    if kind == "match_ended" and not plain["away"]:
        del plain["away"]
    return plain
