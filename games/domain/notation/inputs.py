"""The lines of a record that tell what was done: one for each input of a match."""

from __future__ import annotations

from typing import NamedTuple, cast

from games.domain.actions import (
    SERVER,
    Action,
    BigGin,
    BigGinLast,
    ComeBack,
    Deal,
    DeclineVoid,
    Defend,
    Discard,
    DrawForDeal,
    DrawStock,
    Flag,
    Knock,
    KnockLast,
    LayOff,
    Meld,
    OfferVoid,
    PassLast,
    PassUpcard,
    Ready,
    Resign,
    Rule,
    TakeDiscard,
    TakeUpcard,
    VoidDeal,
)
from games.domain.cards import format_card, hand_of, iter_cards, parse_card
from games.domain.clock import LAG_PER_TURN_MS
from games.domain.notation.rulings import format_ruling, parse_ruling
from games.domain.notation.words import NONE, Malformed, format_cards, parse_cards, parse_number

_SERVERS_CHOICE = "*"


_TIME, _LAG = " +", "/"


class Played(NamedTuple):
    """One input of a match: who, and what.

    ``used_ms`` is what the seat's clock had run in this turn; ``None`` where no clock ran or nobody knows. ``lag_ms``
    of that the message took, which the clock gives back within its bounds.
    """

    seat: int
    action: Action
    used_ms: int | None = None
    lag_ms: int = 0


_PLAIN: dict[str, type] = {
    "take-upcard": TakeUpcard,
    "pass-upcard": PassUpcard,
    "draw-stock": DrawStock,
    "take-discard": TakeDiscard,
    "pass-last": PassLast,
    "ready": Ready,
    "resign": Resign,
    "come-back": ComeBack,
    "offer-void": OfferVoid,
    "decline-void": DeclineVoid,
}
_SHOWING: dict[str, type] = {"knock": Knock, "knock-last": KnockLast}
_SHOWING_ALL: dict[str, type] = {"big-gin": BigGin, "big-gin-last": BigGinLast}
_WORD: dict[type, str] = {kind: word for words in (_PLAIN, _SHOWING, _SHOWING_ALL) for word, kind in words.items()}


def format_played(played: Played) -> str:
    """One input with its time as a line.

    >>> format_played(Played(1, Discard(19), 4210, 85))
    '1 discard 7H +4210/85'
    """
    text = format_action(played.seat, played.action)
    if played.used_ms is None:
        return text
    return f"{text}{_TIME}{played.used_ms}{_LAG}{played.lag_ms}" if played.lag_ms else f"{text}{_TIME}{played.used_ms}"


def parse_played(line: str) -> Played:
    """The inverse of ``format_played``. Raises ValueError."""
    text, marked, time = line.rpartition(_TIME)
    if not marked:
        return Played(*parse_action(line))
    used, _, lag = time.partition(_LAG)
    used_ms, lag_ms = parse_number(used), parse_number(lag) if lag else 0
    if used_ms < 0 or not 0 <= lag_ms <= LAG_PER_TURN_MS:
        raise Malformed(f"no time of a turn: {time}")
    return Played(*parse_action(text), used_ms, lag_ms)


def format_action(seat: int, action: Action) -> str:
    """One input without its time.

    >>> format_action(1, Discard(19))
    '1 discard 7H'
    """
    match action:
        case DrawForDeal(deck):
            return f"draw-for-deal {format_cards(deck)}"
        case Deal(decks):
            return " ".join(("deal", *map(format_cards, decks)))
        case VoidDeal(hand_no):
            return f"void-deal {hand_no}"
        case Rule():
            return f"ruling {format_ruling(action)}"
        case Flag(flagged):
            return f"flag {flagged}"
        case Discard(card):
            return f"{seat} discard {format_card(card)}"
        case Meld(cards):
            return f"{seat} meld {format_cards(tuple(iter_cards(cards)))}"
        case LayOff(card, index):
            return f"{seat} lay-off {format_card(card)}@{index}"
        case Knock(card, melds) | KnockLast(card, melds):
            return " ".join((str(seat), _WORD[type(action)], format_card(card), *_shown(melds)))
        case BigGin(melds) | BigGinLast(melds):
            return " ".join((str(seat), _WORD[type(action)], *_shown(melds)))
        case Defend(melds, layoffs):
            own = _SERVERS_CHOICE if melds is None else _format_melds(melds)
            laid = _SERVERS_CHOICE if layoffs is None else _format_layoffs(layoffs)
            return f"{seat} defend {own} {laid}"
        case _:
            return f"{seat} {_WORD[type(action)]}"


def parse_action(line: str) -> tuple[int, Action]:
    """The inverse of ``format_action``. Raises ValueError."""
    first, *rest = line.split(" ")
    if first == "draw-for-deal":
        (deck,) = rest
        return SERVER, DrawForDeal(parse_cards(deck))
    if first == "deal":
        return SERVER, Deal(tuple(map(parse_cards, rest)))
    if first == "void-deal":
        (hand_no,) = rest
        return SERVER, VoidDeal(parse_number(hand_no))
    if first == "ruling":
        return SERVER, parse_ruling(" ".join(rest))
    if first == "flag":
        (flagged,) = rest
        return SERVER, Flag(parse_number(flagged))
    word, *given = rest
    return parse_number(first), _parse_player_action(word, given)


def _parse_player_action(word: str, given: list[str]) -> Action:
    if word in _PLAIN and not given:
        return cast("Action", _PLAIN[word]())
    if word == "discard":
        (card,) = given
        return Discard(parse_card(card))
    if word == "meld":
        (cards,) = given
        return Meld(hand_of(parse_cards(cards)))
    if word == "lay-off":
        (where,) = given
        ((added, index),) = _parse_layoffs(where)
        return LayOff(added, index)
    if word in _SHOWING:
        card, *shown = given
        return cast("Action", _SHOWING[word](parse_card(card), _parse_shown(shown)))
    if word in _SHOWING_ALL:
        return cast("Action", _SHOWING_ALL[word](_parse_shown(given)))
    if word == "defend":
        own, laid = given
        return Defend(
            None if own == _SERVERS_CHOICE else _parse_melds(own),
            None if laid == _SERVERS_CHOICE else _parse_layoffs(laid),
        )
    raise Malformed(f"no such action: {word} {' '.join(given)}".rstrip())


def _shown(melds: tuple[int, ...] | None) -> tuple[str, ...]:
    return () if melds is None else (_format_melds(melds),)


def _parse_shown(given: list[str]) -> tuple[int, ...] | None:
    if not given:
        return None
    (melds,) = given
    return _parse_melds(melds)


def _format_melds(melds: tuple[int, ...]) -> str:
    return ",".join(format_cards(tuple(iter_cards(meld))) for meld in melds) or NONE


def _parse_melds(text: str) -> tuple[int, ...]:
    return () if text == NONE else tuple(hand_of(parse_cards(meld)) for meld in text.split(","))


def _format_layoffs(layoffs: tuple[tuple[int, int], ...]) -> str:
    return ",".join(f"{format_card(card)}@{index}" for card, index in layoffs) or NONE


def _parse_layoffs(text: str) -> tuple[tuple[int, int], ...]:
    pairs = [] if text == NONE else [laid.split("@") for laid in text.split(",")]
    return tuple((parse_card(card), parse_number(index)) for card, index in pairs)
