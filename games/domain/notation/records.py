"""A whole match as text: a header, then its lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from games.domain.cards import hand_of, iter_cards
from games.domain.notation.inputs import Played, format_action, parse_action
from games.domain.notation.outcomes import Outcome, format_outcome, parse_outcome
from games.domain.notation.words import format_numbers, parse_number, parse_numbers
from games.domain.numbers import numbers_to_dict
from games.domain.ruleset import ruleset_from_dict
from games.domain.variants import VARIANTS, Rules

HEADER_LINES = 5
_FORM = "1"
_COMPUTERS = " computers "


class Record(NamedTuple):
    """A match from its first draw on: inputs and outcomes in order."""

    variant: str
    rules_version: int
    seats: int
    rules: Rules
    lines: tuple[Played | Outcome, ...]
    computers: int = 0  # mask of the seats that the computer plays from the start


class NotationError(ValueError):
    """Text that is no record. ``line`` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


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
        f"seats {_format_seats(record.seats, record.computers)}",
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
        ("rules-version", parse_number),
        ("seats", _parse_seats),
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
    _, variant, rules_version, (seats, computers), rules = values
    return Record(variant, rules_version, seats, rules, (), computers)


def _parse_form(text: str) -> str:
    if text != _FORM:
        raise ValueError(f"this reads records of form {_FORM}")
    return text


def _format_seats(seats: int, computers: int) -> str:
    return f"{seats}{_COMPUTERS}{format_numbers(tuple(iter_cards(computers)))}" if computers else str(seats)


def _parse_seats(text: str) -> tuple[int, int]:
    number, _, computers = text.partition(_COMPUTERS)
    seats, mask = parse_number(number), hand_of(parse_numbers(computers)) if computers else 0
    if _format_seats(seats, mask) != text:
        raise ValueError(f"would be written otherwise: {_format_seats(seats, mask)}")
    return seats, mask


def _format_rules(rules: Rules) -> str:
    return json.dumps(numbers_to_dict(rules), separators=(",", ":"))


def _parse_rules(variant: str, text: str) -> Rules:
    """The numbers of that game; of gin, if this code does not know it."""
    read = VARIANTS[variant].rules_from_dict if variant in VARIANTS else ruleset_from_dict
    rules = read(json.loads(text))
    if _format_rules(rules) != text:
        raise ValueError(f"would be written otherwise: {_format_rules(rules)}")
    return rules
