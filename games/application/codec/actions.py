"""The plain form of the players' actions, and the strict reading of what a page sends.

The server's own actions have no plain form: a deck must never be written down.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from games.domain import actions
from games.domain.actions import Action, PlayerAction
from games.domain.cards import DECK_SIZE, format_card, format_hand, parse_card, parse_hand

MAX_MELDS = 3
"""Eleven cards hold no more than three melds."""

MAX_MELDS_ON_THE_TABLE = DECK_SIZE // 3
"""Basic rummy: all cards in melds of three."""

MAX_LAYOFFS = 10
"""The defender has ten cards."""

_MELD_TEXT = 13 * 3 - 1
"""The longest meld, ace to king, as text."""


def snake_case(name: str) -> str:
    """``TakeUpcard`` becomes ``take_upcard``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _card(plain: object) -> int:
    if not isinstance(plain, str):
        raise ValueError("a card must be text")
    return parse_card(plain)


def _meld(plain: object) -> int:
    if not isinstance(plain, str) or not plain or len(plain) > _MELD_TEXT:
        raise ValueError("a meld must be cards as text")
    return parse_hand(plain)


def _melds(plain: object) -> tuple[int, ...] | None:
    if plain is None:
        return None
    if not isinstance(plain, list) or len(plain) > MAX_MELDS:
        raise ValueError(f"melds must be a list of at most {MAX_MELDS}")
    return tuple(_meld(meld) for meld in plain)


def _layoff(plain: object) -> tuple[int, int]:
    if not isinstance(plain, list) or len(plain) != 2:
        raise ValueError("a lay-off must be a card and the number of a meld")
    number = plain[1]
    if type(number) is not int or not 0 <= number < MAX_MELDS:
        raise ValueError("a meld's number must be a small integer")
    return _card(plain[0]), number


def layoffs_from_plain(plain: object) -> tuple[tuple[int, int], ...] | None:
    """Read lay-offs as ``[["7S", 0], …]``; ``None`` stays. Raises ValueError for anything else."""
    if plain is None:
        return None
    if not isinstance(plain, list) or len(plain) > MAX_LAYOFFS:
        raise ValueError(f"lay-offs must be a list of at most {MAX_LAYOFFS}")
    return tuple(_layoff(layoff) for layoff in plain)


def _number_on_the_table(plain: object) -> int:
    if type(plain) is not int or not 0 <= plain < MAX_MELDS_ON_THE_TABLE:
        raise ValueError("a meld's number must be a small integer")
    return plain


_READERS: dict[str, Callable[[object], Any]] = {
    "card": _card,
    "cards": _meld,
    "meld": _number_on_the_table,
    "melds": _melds,
    "layoffs": layoffs_from_plain,
}
_OPTIONAL = frozenset({"melds", "layoffs"})

_PLAYER_ACTIONS: tuple[type[PlayerAction], ...] = PlayerAction.__args__
_BY_KIND: dict[str, tuple[type[PlayerAction], tuple[str, ...]]] = {
    snake_case(cls.__name__): (cls, cls.__match_args__) for cls in _PLAYER_ACTIONS
}
_KINDS: dict[type[Action], str] = {cls: kind for kind, (cls, _fields) in _BY_KIND.items()} | {
    actions.Flag: "flag",
    actions.Deal: "deal",
    actions.DrawForDeal: "draw_for_deal",
}


def action_kind(action: Action) -> str:
    """The name of an action's kind in the log and in the protocol."""
    return _KINDS[type(action)]


def action_from_plain(plain: object) -> PlayerAction:
    """Read a player's action as a page sends it (``docs/protocol.md``, ``a``).

    Raises ValueError for whatever is not exactly of that form; the rules are asked later.
    """
    if not isinstance(plain, dict):
        raise ValueError("an action must be an object")
    kind = plain.get("kind")
    if not isinstance(kind, str) or kind not in _BY_KIND:
        raise ValueError("unknown kind of action")
    cls, fields = _BY_KIND[kind]
    if not plain.keys() <= {"kind", *fields}:
        raise ValueError(f"{kind} has no such field")
    values = {}
    for field in fields:
        if field not in plain and field not in _OPTIONAL:
            raise ValueError(f"{kind} needs {field}")
        values[field] = _READERS[field](plain.get(field))
    return cls(**values)


def action_to_plain(action: PlayerAction) -> dict[str, Any]:
    """The plain form of a player's action, without its kind: what the log's row holds beside it."""
    plain: dict[str, Any] = {}
    for field in type(action).__match_args__:
        value = getattr(action, field)
        if value is None:
            plain[field] = None
        elif field == "card":
            plain[field] = format_card(value)
        elif field == "cards":
            plain[field] = format_hand(value)
        elif field == "meld":
            plain[field] = value
        elif field == "melds":
            plain[field] = [format_hand(meld) for meld in value]
        else:
            plain[field] = [[format_card(card), number] for card, number in value]
    return plain
