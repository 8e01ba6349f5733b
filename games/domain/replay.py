"""Playing a match again from its inputs, and checking a record against the outcomes it claims.

Inputs are the truth. A record is good when its inputs are legal and bring about exactly the outcomes that stand beside
them; every finished match is thereby a test of the rules, and every dispute can be looked at again.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.domain.actions import Action
from games.domain.errors import RuleViolation
from games.domain.events import Event
from games.domain.match import Match, apply, new_match, step
from games.domain.notation import HEADER_LINES, Outcome, Played, Record, format_outcome
from games.domain.variants import RULES_VERSION, VARIANTS, Rules, Variant


class RecordError(ValueError):
    """A record that cannot have happened. ``line`` is the first line of its text that shows it, from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def fold(match: Match, inputs: Iterable[tuple[int, Action]]) -> Match:
    """The match after inputs that were verified when they were made."""
    for seat, action in inputs:
        match = step(match, seat, action)
    return match


def record_match(
    variant: Variant, seats: int, rules: Rules, inputs: Iterable[tuple[int, Action]], *, computers: int = 0
) -> Record:
    """The record of some inputs, outcomes filled in. Raises RuleViolation if one of them is not legal."""
    match = new_match(variant, seats, rules, computers=computers)
    lines: list[Played | Outcome] = []
    for seat, action in inputs:
        match, events = apply(match, seat, action)
        lines += [Played(seat, action), *outcomes_of(events)]
    return Record(variant.name, RULES_VERSION, seats, rules, tuple(lines), computers)


def outcomes_of(events: Iterable[Event]) -> tuple[Outcome, ...]:
    """Those events that a record keeps beside the inputs."""
    return tuple(event for event in events if isinstance(event, Outcome))


def check(record: Record) -> Match:
    """Play a record again; the match it leads to.

    Raises RecordError for the first line that cannot be: an input the rules refuse, an outcome that did not follow, or
    the place where one is missing.
    """
    match = _beginning(record)
    due: tuple[Outcome, ...] = ()
    for number, line in enumerate(record.lines, HEADER_LINES + 1):
        if not isinstance(line, Played):
            if due[:1] != (line,):
                raise RecordError(number, f"did not follow; {_said(due)}")
            due = due[1:]
            continue
        if due:
            raise RecordError(number, _said(due))
        try:
            match, events = apply(match, *line)
        except RuleViolation as violation:
            raise RecordError(number, f"refused: {violation.code}") from violation
        due = outcomes_of(events)
    if due:
        raise RecordError(HEADER_LINES + len(record.lines) + 1, _said(due))
    return match


def _beginning(record: Record) -> Match:
    if record.variant not in VARIANTS:
        raise RecordError(2, "no such variant")
    if record.rules_version != RULES_VERSION:
        raise RecordError(3, f"these are rules of version {RULES_VERSION}")
    try:
        return new_match(VARIANTS[record.variant], record.seats, record.rules, computers=record.computers)
    except ValueError as error:
        raise RecordError(4, str(error)) from error


def _said(due: tuple[Outcome, ...]) -> str:
    return f"there should be: {format_outcome(due[0])}" if due else "there should be an input"
