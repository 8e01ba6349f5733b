"""The referee's rulings in a record: ``ruling 1 correct:3.0:0:47:1,void:4.1 then resume``."""

from __future__ import annotations

from typing import Literal, get_args

from games.domain.actions import AwardMatch, CorrectHand, Remedy, ResumeMatch, ReverseRuling, Rule, VoidHand
from games.domain.notation.words import NONE, Malformed, format_where, parse_number, parse_optional, parse_where

_THEN = " then "


def format_ruling(rule: Rule) -> str:
    """What stands behind the word ``ruling``: number, remedies, what becomes of a match that is no longer over.

    >>> format_ruling(Rule(2, (VoidHand(4, 1), AwardMatch(None)), "award"))
    '2 void:4.1,award:- then award'
    """
    return f"{rule.number} {','.join(map(_format_remedy, rule.remedies)) or NONE}{_THEN}{rule.then}"


def parse_ruling(text: str) -> Rule:
    """The inverse of ``format_ruling``. Raises ValueError."""
    said, _, then = text.partition(_THEN)
    number, remedies = said.split(" ")
    return Rule(
        parse_number(number),
        () if remedies == NONE else tuple(map(_parse_remedy, remedies.split(","))),
        _parse_then(then),
    )


def _format_remedy(remedy: Remedy) -> str:
    match remedy:
        case CorrectHand(hand_no, table, winner, points, boxes):
            by = NONE if winner is None else winner
            return f"correct:{format_where(hand_no, table)}:{by}:{points}:{boxes}"
        case VoidHand(hand_no, table):
            return f"void:{format_where(hand_no, table)}"
        case AwardMatch(side):
            return f"award:{NONE if side is None else side}"
        case ResumeMatch():
            return "resume"
        case ReverseRuling(number):
            return f"reverse:{number}"


def _parse_remedy(text: str) -> Remedy:
    match text.split(":"):
        case ["correct", where, winner, points, boxes]:
            return CorrectHand(
                *parse_where(where), parse_optional(winner), points=parse_number(points), boxes=parse_number(boxes)
            )
        case ["void", where]:
            return VoidHand(*parse_where(where))
        case ["award", side]:
            return AwardMatch(parse_optional(side))
        case ["resume"]:
            return ResumeMatch()
        case ["reverse", number]:
            return ReverseRuling(parse_number(number))
    raise Malformed(f"no such remedy: {text}")


_Then = Literal["resume", "award"]


def _parse_then(text: str) -> _Then:
    for then in get_args(_Then):
        if then == text:
            chosen: _Then = then
            return chosen
    raise Malformed("a ruling ends with what becomes of the match: then resume, or then award")
