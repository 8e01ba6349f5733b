"""The text of cards, actions and whole matches: what PGN is to chess. Parse and format are exact inverses.

A record is a header of five lines and then one line for each input of the match and for each outcome::

    %gin-record 1                        the form of this text
    variant gin
    rules-version 1
    seats 2
    rules {"knock_limit":10,…}           every number of the match, as JSON
    draw-for-deal 7HKS…                  the server's decks are 52 cards, top first
    = drawn 7HKS dealer 0                outcomes begin with "="; one group a round, one card a seat ("--": none)
    deal AS2D…                           the decks, separated by a space: one for each table, or for each shuffle
    1 pass-upcard                        a seat, and what it did
    0 take-upcard
    0 discard 9C
    1 draw-stock
    1 knock KS 5S5H5D,6C7C8C             the melds shown; "-" for no meld, nothing at all to leave them to the server
    0 defend 3S4S5S,9H9D9C 7S@0,8S@0     own melds ("*" leaves them to the server), cards laid on the knocker's melds
    = hand 1.0 undercut winner 0 knocker 1 counts 9,2 points 32 boxes 1 difference:7,undercut_bonus:25
    0 meld 7H8H9H                        basic rummy: a new meld, and a card laid on the meld of that number
    0 lay-off TH@0
    0 ready
    2 come-back                          the person whose seat the computer held is back
    flag 1
    = void 2.0 left                      hand and table
    = match flagged winner 0 totals 132,0 settlement 132 hands:32,0 game_bonus:100,0
                                         a winner is a side; "away:2" at the end names seats that the computer held

Cards are written as in ``cards``; cards that belong together stand without a space. There may be two to six seats.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple, cast

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
from games.domain.events import (
    DealDrawn,
    EndReason,
    HandKind,
    HandScored,
    HandVoided,
    MatchEnded,
    ScoreLine,
    TotalLine,
    VoidReason,
)
from games.domain.numbers import numbers_to_dict
from games.domain.ruleset import ruleset_from_dict
from games.domain.variants import VARIANTS, Rules

Outcome = DealDrawn | HandScored | HandVoided | MatchEnded

HEADER_LINES = 5
_FORM = "1"
_NONE = "-"
_NO_CARD = "--"
_SERVERS_CHOICE = "*"
_AWAY = "away:"


class Played(NamedTuple):
    """One input of a match: who, and what."""

    seat: int
    action: Action


class Record(NamedTuple):
    """A match from its first draw on: inputs and outcomes in order."""

    variant: str
    rules_version: int
    seats: int
    rules: Rules
    lines: tuple[Played | Outcome, ...]


class NotationError(ValueError):
    """Text that is no record. ``line`` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def format_cards(cards: tuple[int, ...]) -> str:
    """Cards in their order, without spaces.

    >>> format_cards((19, 35))
    '7HTD'
    """
    return "".join(map(format_card, cards))


def parse_cards(text: str) -> tuple[int, ...]:
    """The inverse of ``format_cards``. Raises ValueError."""
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


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
        return Played(SERVER, Flag(_parse_number(flagged)))
    word, *given = rest
    return Played(_parse_number(first), _parse_player_action(word, given))


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
        (laid,) = given
        ((card, index),) = _parse_layoffs(laid)
        return LayOff(card, index)
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
    return ",".join(format_cards(tuple(iter_cards(meld))) for meld in melds) or _NONE


def _parse_melds(text: str) -> tuple[int, ...]:
    return () if text == _NONE else tuple(hand_of(parse_cards(meld)) for meld in text.split(","))


def _format_layoffs(layoffs: tuple[tuple[int, int], ...]) -> str:
    return ",".join(f"{format_card(card)}@{index}" for card, index in layoffs) or _NONE


def _parse_layoffs(text: str) -> tuple[tuple[int, int], ...]:
    pairs = [] if text == _NONE else [laid.split("@") for laid in text.split(",")]
    return tuple((parse_card(card), _parse_number(index)) for card, index in pairs)


def _parse_number(text: str) -> int:
    """A whole number as ``str`` writes it, so that no two texts mean the same."""
    number = int(text)
    if str(number) != text:
        raise ValueError(f"not a plain number: {text!r}")
    return number


def format_outcome(outcome: Outcome) -> str:
    """One outcome as a line.

    >>> format_outcome(HandVoided(2, 0, "wall"))
    '= void 2.0 wall'
    """
    match outcome:
        case DealDrawn(rounds, dealer):
            return f"= drawn {','.join(map(_format_round, rounds))} dealer {dealer}"
        case HandVoided(hand_no, table, reason):
            return f"= void {hand_no}.{table} {reason}"
        case HandScored():
            lines = ",".join(f"{line.key}:{line.points}" for line in outcome.lines)
            return (
                f"= hand {outcome.hand_no}.{outcome.table} {outcome.kind} winner {outcome.winner}"
                f" knocker {outcome.knocker} counts {outcome.knocker_count},{outcome.defender_count}"
                f" points {outcome.points} boxes {outcome.boxes} {lines}"
            )
        case MatchEnded():
            winner = _NONE if outcome.winner is None else outcome.winner
            words = (f"{line.key}:{_format_numbers(line.amounts)}" for line in outcome.lines)
            return " ".join(
                (
                    f"= match {outcome.reason} winner {winner} totals {_format_numbers(outcome.totals)}",
                    f"settlement {outcome.settlement}",
                    *words,
                    *((f"{_AWAY}{_format_numbers(outcome.away)}",) if outcome.away else ()),
                )
            )


def parse_outcome(line: str) -> Outcome:
    """The inverse of ``format_outcome``. Raises ValueError."""
    mark, word, *given = line.split(" ")
    if mark == "=" and word == "drawn":
        rounds, _, dealer = given
        return DealDrawn(tuple(map(_parse_round, rounds.split(","))), _parse_number(dealer))
    if mark == "=" and word == "void":
        where, reason = given
        return HandVoided(*_parse_where(where), cast("VoidReason", reason))
    if mark == "=" and word == "hand":
        where, kind, _, winner, _, knocker, _, counts, _, points, _, boxes, lines = given
        knocker_count, defender_count = _parse_numbers(counts)
        return HandScored(
            *_parse_where(where),
            kind=cast("HandKind", kind),
            winner=_parse_number(winner),
            knocker=_parse_number(knocker),
            knocker_count=knocker_count,
            defender_count=defender_count,
            points=_parse_number(points),
            boxes=_parse_number(boxes),
            lines=tuple(ScoreLine(key, *_parse_numbers(points)) for key, points in _parse_lines(lines.split(","))),
        )
    if mark == "=" and word == "match":
        reason, _, winner, _, totals, _, settlement, *words = given
        away = words.pop().removeprefix(_AWAY) if words and words[-1].startswith(_AWAY) else ""
        return MatchEnded(
            reason=cast("EndReason", reason),
            winner=None if winner == _NONE else _parse_number(winner),
            lines=tuple(TotalLine(key, _parse_numbers(amounts)) for key, amounts in _parse_lines(words)),
            totals=_parse_numbers(totals),
            settlement=_parse_number(settlement),
            away=_parse_numbers(away) if away else (),
        )
    raise ValueError(f"no such outcome: {line}")


def _format_round(drawn: tuple[int | None, ...]) -> str:
    return "".join(_NO_CARD if card is None else format_card(card) for card in drawn)


def _parse_round(text: str) -> tuple[int | None, ...]:
    cards = (text[at : at + 2] for at in range(0, len(text), 2))
    return tuple(None if card == _NO_CARD else parse_card(card) for card in cards)


def _parse_where(text: str) -> tuple[int, int]:
    hand_no, table = text.split(".")
    return _parse_number(hand_no), _parse_number(table)


def _parse_lines(words: list[str]) -> list[tuple[str, str]]:
    pairs = [word.split(":") for word in words]
    return [(key, amounts) for key, amounts in pairs]


def _format_numbers(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _parse_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(_parse_number, text.split(",")))


def format_line(line: Played | Outcome) -> str:
    """One line of a record's body."""
    return format_action(*line) if isinstance(line, Played) else format_outcome(line)


def parse_line(text: str) -> Played | Outcome:
    """The inverse of ``format_line``. Raises ValueError, also for text that ``format_line`` would write otherwise."""
    line = parse_outcome(text) if text.startswith("=") else parse_action(text)
    if format_line(line) != text:
        raise ValueError(f"would be written otherwise: {format_line(line)}")
    return line


def format_record(record: Record) -> str:
    """A whole match as text, ending in a newline."""
    return "\n".join((*_header(record), *map(format_line, record.lines), ""))


def _header(record: Record) -> tuple[str, ...]:
    return (
        f"%gin-record {_FORM}",
        f"variant {record.variant}",
        f"rules-version {record.rules_version}",
        f"seats {record.seats}",
        f"rules {_format_rules(record.rules)}",
    )


def parse_record(text: str) -> Record:
    """The inverse of ``format_record``. Raises NotationError naming the first line that is wrong."""
    header, body = text.split("\n")[:HEADER_LINES], text.split("\n")[HEADER_LINES:]
    record = _parse_header(header)
    if not body or body.pop() != "":
        raise NotationError(HEADER_LINES + len(body) + 1, "the last line has no end")
    lines = []
    for number, line in enumerate(body, HEADER_LINES + 1):
        try:
            lines.append(parse_line(line))
        except (ValueError, TypeError, KeyError) as error:
            raise NotationError(number, str(error)) from error
    return record._replace(lines=tuple(lines))


def _parse_header(header: list[str]) -> Record:
    readers: tuple[tuple[str, Callable[[str], Any]], ...] = (
        ("%gin-record", _parse_form),
        ("variant", str),
        ("rules-version", _parse_number),
        ("seats", _parse_number),
        ("rules", lambda text: _parse_rules(values[1], text)),
    )
    values: list[Any] = []
    for number, (word, read) in enumerate(readers, 1):
        line = header[number - 1] if number <= len(header) else ""
        if not line.startswith(f"{word} "):
            raise NotationError(number, f"should begin with {word!r}")
        try:
            values.append(read(line.removeprefix(f"{word} ")))
        except (ValueError, TypeError) as error:
            raise NotationError(number, str(error)) from error
    _, variant, rules_version, seats, rules = values
    return Record(variant, rules_version, seats, rules, ())


def _parse_form(text: str) -> str:
    if text != _FORM:
        raise ValueError(f"this reads records of form {_FORM}")
    return text


def _format_rules(rules: Rules) -> str:
    return json.dumps(numbers_to_dict(rules), separators=(",", ":"))


def _parse_rules(variant: str, text: str) -> Rules:
    """The numbers of that game; of gin, if this code does not know it."""
    read = VARIANTS[variant].rules_from_dict if variant in VARIANTS else ruleset_from_dict
    rules = read(json.loads(text))
    if _format_rules(rules) != text:
        raise ValueError(f"would be written otherwise: {_format_rules(rules)}")
    return rules
