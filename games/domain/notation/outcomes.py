"""The lines of a record that tell what came of it: the draw, a hand scored or void, a ruling, the end of the match."""

from __future__ import annotations

from typing import cast

from games.domain.cards import format_card, parse_card
from games.domain.events import (
    DealDrawn,
    EndReason,
    HandKind,
    HandScored,
    HandVoided,
    MatchEnded,
    Ruled,
    ScoreLine,
    TotalLine,
    VoidReason,
)
from games.domain.notation.words import (
    NONE,
    Malformed,
    format_numbers,
    format_where,
    parse_number,
    parse_numbers,
    parse_optional,
    parse_where,
)

Outcome = DealDrawn | HandScored | HandVoided | MatchEnded | Ruled

_NO_CARD = "--"
_AWAY = "away:"
_YES, _NO = "yes", "no"


def format_outcome(outcome: Outcome) -> str:
    """One outcome as a line.

    >>> format_outcome(HandVoided(2, 0, "wall"))
    '= void 2.0 wall'
    """
    match outcome:
        case DealDrawn(rounds, dealer):
            return f"= drawn {','.join(map(_format_round, rounds))} dealer {dealer}"
        case HandVoided(hand_no, table, reason):
            return f"= void {format_where(hand_no, table)} {reason}"
        case HandScored():
            lines = ",".join(f"{line.key}:{line.points}" for line in outcome.lines)
            return (
                f"= hand {format_where(outcome.hand_no, outcome.table)} {outcome.kind} winner {outcome.winner}"
                f" knocker {outcome.knocker} counts {outcome.knocker_count},{outcome.defender_count}"
                f" points {outcome.points} boxes {outcome.boxes} {lines}"
            )
        case Ruled(number, changed, struck, resumed):
            hands = ",".join(format_where(*where) for where in changed) or NONE
            return (
                f"= ruled {number} changed {hands} struck {format_numbers(struck) or NONE}"
                f" resumed {_YES if resumed else _NO}"
            )
        case MatchEnded():
            winner = NONE if outcome.winner is None else outcome.winner
            words = (f"{line.key}:{format_numbers(line.amounts)}" for line in outcome.lines)
            return " ".join(
                (
                    f"= match {outcome.reason} winner {winner} totals {format_numbers(outcome.totals)}",
                    f"settlement {outcome.settlement}",
                    *words,
                    *((f"{_AWAY}{format_numbers(outcome.away)}",) if outcome.away else ()),
                )
            )


def parse_outcome(line: str) -> Outcome:
    """The inverse of ``format_outcome``. Raises ValueError."""
    mark, word, *given = line.split(" ")
    if mark == "=" and word == "drawn":
        rounds, _, dealer = given
        return DealDrawn(tuple(map(_parse_round, rounds.split(","))), parse_number(dealer))
    if mark == "=" and word == "void":
        where, reason = given
        return HandVoided(*parse_where(where), cast("VoidReason", reason))
    if mark == "=" and word == "hand":
        where, kind, _, winner, _, knocker, _, counts, _, points, _, boxes, lines = given
        knocker_count, defender_count = parse_numbers(counts)
        return HandScored(
            *parse_where(where),
            kind=cast("HandKind", kind),
            winner=parse_number(winner),
            knocker=parse_number(knocker),
            knocker_count=knocker_count,
            defender_count=defender_count,
            points=parse_number(points),
            boxes=parse_number(boxes),
            lines=tuple(ScoreLine(key, *parse_numbers(points)) for key, points in _parse_lines(lines.split(","))),
        )
    if mark == "=" and word == "ruled":
        number, _, hands, _, struck, _, resumed = given
        return Ruled(
            parse_number(number),
            () if hands == NONE else tuple(map(parse_where, hands.split(","))),
            () if struck == NONE else parse_numbers(struck),
            resumed == _YES,
        )
    if mark == "=" and word == "match":
        reason, _, winner, _, totals, _, settlement, *words = given
        away = words.pop().removeprefix(_AWAY) if words and words[-1].startswith(_AWAY) else ""
        return MatchEnded(
            reason=cast("EndReason", reason),
            winner=parse_optional(winner),
            lines=tuple(TotalLine(key, parse_numbers(amounts)) for key, amounts in _parse_lines(words)),
            totals=parse_numbers(totals),
            settlement=parse_number(settlement),
            away=parse_numbers(away) if away else (),
        )
    raise Malformed(f"no such outcome: {line}")


def _format_round(drawn: tuple[int | None, ...]) -> str:
    return "".join(_NO_CARD if card is None else format_card(card) for card in drawn)


def _parse_round(text: str) -> tuple[int | None, ...]:
    cards = (text[at : at + 2] for at in range(0, len(text), 2))
    return tuple(None if card == _NO_CARD else parse_card(card) for card in cards)


def _parse_lines(words: list[str]) -> list[tuple[str, str]]:
    pairs = [word.split(":") for word in words]
    return [(key, amounts) for key, amounts in pairs]
