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
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import format_card, hand_of, iter_cards, parse_card
from games.domain.notation.words import NONE, format_cards, parse_cards, parse_number

_SERVERS_CHOICE = "*"


class Played(NamedTuple):
    """One input of a match: who, and what."""

    seat: int
    action: Action


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


def format_action(seat: int, action: Action) -> str:
    """One input as a line.

    >>> format_action(1, Discard(19))
    '1 discard 7H'
    """
    match action:
        case DrawForDeal(deck):
            return f"draw-for-deal {format_cards(deck)}"
        case Deal(decks):
            return " ".join(("deal", *map(format_cards, decks)))
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


def parse_action(line: str) -> Played:
    """The inverse of ``format_action``. Raises ValueError."""
    first, *rest = line.split(" ")
    if first == "draw-for-deal":
        (deck,) = rest
        return Played(SERVER, DrawForDeal(parse_cards(deck)))
    if first == "deal":
        return Played(SERVER, Deal(tuple(map(parse_cards, rest))))
    if first == "flag":
        (flagged,) = rest
        return Played(SERVER, Flag(parse_number(flagged)))
    word, *given = rest
    return Played(parse_number(first), _parse_player_action(word, given))


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
    raise ValueError(f"no such action: {word} {' '.join(given)}".rstrip())


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
