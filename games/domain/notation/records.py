"""A whole match as text: a header, then its lines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from games.domain.cards import hand_of, iter_cards
from games.domain.clock import TimeControl
from games.domain.notation.inputs import Played, format_played, parse_played
from games.domain.notation.outcomes import Outcome, format_outcome, parse_outcome
from games.domain.notation.remarks import Remark, format_remark, parse_remark
from games.domain.notation.words import Malformed, format_numbers, parse_number, parse_numbers
from games.domain.numbers import numbers_to_dict
from games.domain.ruleset import ruleset_from_dict
from games.domain.variants import VARIANTS, Rules

FORM = "2"

_FIRST_LINE = f"%gin-record {FORM}"
_COMPUTERS = " computers "
_MOST_SEATS = 6
_CODE = re.compile(r"[0-9A-Za-z_-]{1,64}")
_TIME_OF_DAY = "%Y-%m-%dT%H:%M:%SZ"

Line = Played | Outcome | Remark


class Record(NamedTuple):
    """A match from its first draw on: inputs, outcomes, remarks. What is ``None`` it does not say."""

    variant: str
    rules_version: int
    seats: int
    rules: Rules
    lines: tuple[Line, ...]
    computers: int = 0  # mask of the seats that the computer plays from the start
    code: str | None = None  # the match's name, from which its deals are hashed
    clock: TimeControl | None = None
    started: datetime | None = None  # UTC, to the second

    @property
    def first_line(self) -> int:
        """The number of the text line on which the first of ``lines`` stands, from 1."""
        return 1 + sum(1 for _line in _header(self)) + 1


class BadRecord(ValueError):  # noqa: N818
    """What is wrong with a record. ``line`` is the first line of its text that shows it, from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class NotationError(BadRecord):
    """Text that is no record."""


def inputs_of(record: Record) -> tuple[Played, ...]:
    """What was done in the match, in order."""
    return tuple(line for line in record.lines if isinstance(line, Played))


def format_line(line: Line) -> str:
    """One line of a record's body."""
    if isinstance(line, Played):
        return format_played(line)
    return format_outcome(line) if isinstance(line, Outcome) else format_remark(line)


def parse_line(text: str) -> Line:
    """The inverse of ``format_line``. Raises ValueError, also for text that ``format_line`` would write otherwise."""
    line: Line | None = parse_outcome(text) if text.startswith("=") else parse_remark(text)
    if line is None:
        line = parse_played(text)
    if format_line(line) != text:
        raise Malformed(f"would be written otherwise: {format_line(line)}")
    return line


def format_record(record: Record) -> str:
    """A whole match as text, ending in a newline."""
    return "\n".join((_FIRST_LINE, *_header(record), *map(format_line, record.lines), ""))


def parse_record(text: str) -> Record:
    """The inverse of ``format_record``. Raises NotationError naming the first line that is wrong."""
    lines = text.split("\n")
    if lines[0] != _FIRST_LINE:
        raise NotationError(1, f"a record begins with {_FIRST_LINE!r}")
    said, at = _parse_header(lines)
    if lines.pop() != "":
        raise NotationError(len(lines) + 1, "the last line has no end")
    body: list[Line] = []
    for number, line in enumerate(lines[at:], at + 1):
        try:
            body.append(parse_line(line))
        except Malformed as error:
            raise NotationError(number, str(error)) from error
        except (ValueError, TypeError, KeyError) as error:
            raise NotationError(number, f"no line of a record: {line[:60]}") from error
    return Record(
        said["variant"],
        said["rules-version"],
        said["seats"][0],
        said["rules"],
        tuple(body),
        said["seats"][1],
        said.get("code"),
        said.get("clock"),
        said.get("started"),
    )


# The header


@dataclass(frozen=True, slots=True)
class _Field:
    """A line of the header. ``read`` gets its text and what the lines before it said."""

    word: str
    read: Callable[[str, dict[str, Any]], Any]
    write: Callable[[Record], str | None]
    optional: bool = False


def _header(record: Record) -> Iterator[str]:
    for field in _FIELDS:
        text = field.write(record)
        if text is not None:
            yield f"{field.word} {text}"


def _parse_header(lines: list[str]) -> tuple[dict[str, Any], int]:
    """What the header says, and how many lines it has with the first."""
    said: dict[str, Any] = {}
    at = 1
    for field in _FIELDS:
        line = lines[at] if at < len(lines) else ""
        if not line.startswith(f"{field.word} "):
            if field.optional:
                continue
            raise NotationError(at + 1, f"should begin with {field.word!r}")
        try:
            said[field.word] = field.read(line.removeprefix(f"{field.word} "), said)
        except (ValueError, TypeError, RecursionError) as error:
            raise NotationError(at + 1, str(error)) from error
        at += 1
    return said, at


def _format_seats(seats: int, computers: int) -> str:
    return f"{seats}{_COMPUTERS}{format_numbers(tuple(iter_cards(computers)))}" if computers else str(seats)


def _parse_seats(text: str, _said: object) -> tuple[int, int]:
    number, _, computers = text.partition(_COMPUTERS)
    seats, places = parse_number(number), parse_numbers(computers) if computers else ()
    if not 2 <= seats <= _MOST_SEATS or not all(0 <= place < seats for place in places):
        raise ValueError(f"there are two to {_MOST_SEATS} seats, numbered from 0")
    mask = hand_of(places)
    _insist(text, _format_seats(seats, mask))
    return seats, mask


def _format_rules(rules: Rules) -> str:
    return json.dumps(numbers_to_dict(rules), separators=(",", ":"))


def _parse_rules(text: str, said: dict[str, Any]) -> Rules:
    """The numbers of that game; of gin, if this code does not know it."""
    variant = said["variant"]
    read = VARIANTS[variant].rules_from_dict if variant in VARIANTS else ruleset_from_dict
    rules = read(json.loads(text))
    _insist(text, _format_rules(rules))
    return rules


def _parse_code(text: str, _said: object) -> str:
    if not _CODE.fullmatch(text):
        raise ValueError("a code is 1 to 64 letters, digits, - and _")
    return text


def _format_clock(clock: TimeControl) -> str:
    return json.dumps(clock._asdict(), separators=(",", ":"))


def _parse_clock(text: str, _said: object) -> TimeControl:
    plain = json.loads(text)
    if not isinstance(plain, dict) or not isinstance(plain.get("name"), str):
        raise ValueError("a clock is an object with a name and times")
    clock = TimeControl(**plain)
    if not all(type(ms) is int and ms >= 0 for ms in clock[1:] if ms is not None):
        raise ValueError("times are whole milliseconds")
    if None in (clock.bank_ms, clock.increment_ms, clock.pause_ms):
        raise ValueError("only move_ms and claim_ms may be null")
    _insist(text, _format_clock(clock))
    return clock


def _parse_started(text: str, _said: object) -> datetime:
    started = datetime.strptime(text, _TIME_OF_DAY).replace(tzinfo=UTC)
    _insist(text, _format_started(started))
    return started


def _format_started(started: datetime) -> str:
    return started.astimezone(UTC).strftime(_TIME_OF_DAY)


def _write_clock(record: Record) -> str | None:
    return None if record.clock is None else _format_clock(record.clock)


def _write_started(record: Record) -> str | None:
    return None if record.started is None else _format_started(record.started)


def _insist(text: str, written: str) -> None:
    """Of all texts that mean the same only one is a record."""
    if text != written:
        raise ValueError(f"would be written otherwise: {written}")


_FIELDS = (
    _Field("variant", lambda text, _said: text, lambda record: record.variant),
    _Field("rules-version", lambda text, _said: parse_number(text), lambda record: str(record.rules_version)),
    _Field("seats", _parse_seats, lambda record: _format_seats(record.seats, record.computers)),
    _Field("rules", _parse_rules, lambda record: _format_rules(record.rules)),
    _Field("code", _parse_code, lambda record: record.code, optional=True),
    _Field("clock", _parse_clock, _write_clock, optional=True),
    _Field("started", _parse_started, _write_started, optional=True),
)
