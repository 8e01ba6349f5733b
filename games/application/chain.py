"""The rows of a log and the SHA-256 chain through them.

Each row's hash covers the hash before it and everything the row says, so that a changed, dropped or inserted row
shows in every later one. The chain is the match's own, from its first row on. Whoever seals the whole rest anew and
moves the match row with it leaves no trace here: that shows against the daily anchors (``anchors``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID


class BrokenChain(ValueError):  # noqa: N818
    """The log of a match is not what was written. ``number`` is the first row that does not fit."""

    def __init__(self, code: str, number: int, why: str) -> None:
        super().__init__(f"the log of match {code} is broken at row {number}: {why}")
        self.code = code
        self.number = number


class Row(NamedTuple):
    """One row of the log. ``payload`` is canonical JSON, ``at`` in ms, hashes as hex."""

    number: int
    seat: int
    kind: str
    payload: str
    at: int
    command_id: UUID | None
    prev_hash: str
    hash: str


def row_hash(
    prev_hash: str, code: str, number: int, seat: int, kind: str, at: int, command_id: UUID | None, payload: str
) -> str:
    """SHA-256, as hex, over the eight values as lines of text; the first row's ``prev_hash`` is empty.

    No value can hold a line feed: canonical JSON escapes it.
    """
    lines = (prev_hash, code, str(number), str(seat), kind, str(at), str(command_id or ""), payload)
    return sha256("\n".join(lines).encode("ascii")).hexdigest()


def seal(
    code: str, after: tuple[int, str], seat: int, kind: str, payload: str, at: int, command_id: UUID | None = None
) -> Row:
    """The next row after the row of number and hash ``after``; ``(0, "")`` for the first."""
    number = after[0] + 1
    digest = row_hash(after[1], code, number, seat, kind, at, command_id, payload)
    return Row(number, seat, kind, payload, at, command_id, after[1], digest)


def check_chain(code: str, rows: Iterable[Row], head: tuple[int, str] | None = None) -> None:
    """Check numbers, links and hashes of a whole log, and that it ends at ``head`` (version, hash) if given.

    Raises BrokenChain, with the first fault.
    """
    for fault in faults_in(code, list(rows), head):
        raise BrokenChain(code, fault.number, fault.what)


class Fault(NamedTuple):
    """One row at which a log is not what was written, and what is wrong with it (for the operator)."""

    number: int
    what: str


NEAR = (0, -1, 1, -2, 2, -3, 3)
"""By how much rows are looked for that were moved: whoever puts rows in or takes them out moves all that follow."""


def faults_in(code: str, rows: Sequence[Row], head: tuple[int, str] | None = None) -> list[Fault]:
    """All that is wrong with a whole log, its rows in the order of their numbers; ``head`` as in ``check_chain``."""
    places = {row.hash: row.number for row in rows} | {"": 0}
    written = {row.number: _written_as(code, row) for row in rows}
    found: list[Fault] = []
    number, digest, shift = 0, "", 0
    for row in rows:
        original = written[row.number]
        if row.number > number + 1:
            found.append(_missing(number + 1, row.number - 1))
        elif row.number <= number:
            found.append(Fault(row.number, "it stands out of order"))
        if original is None:
            found.append(Fault(row.number, "it was altered: it does not give its hash"))
        elif original - row.number not in (0, shift):
            found.append(Fault(row.number, f"it was written as row {original}"))
        if row.number == number + 1 and row.prev_hash != digest:
            found += _link_faults(row, places, written)
        number, digest, shift = row.number, row.hash, (original or row.number) - row.number
    return found if head is None else [*found, *_end_faults((number, digest), head)]


def _written_as(code: str, row: Row) -> int | None:
    """The number under which the row gives its hash: its own, that of the place it was moved from, or none."""
    for number in (row.number + shift for shift in NEAR):
        if row.hash == row_hash(row.prev_hash, code, number, row.seat, row.kind, row.at, row.command_id, row.payload):
            return number
    return None


def _link_faults(row: Row, places: dict[str, int], written: dict[int, int | None]) -> Iterator[Fault]:
    """What is wrong between a row and the one before it, which it does not follow."""
    before, original = row.number - 1, written[row.number]
    follows = places.get(row.prev_hash)
    if follows is not None:
        for number in range(follows + 1, row.number):
            if written.get(number) == number:
                yield Fault(number, "it was put in")
    elif original is not None and original > row.number:
        yield Fault(row.number, "what stood before it was taken out")
    elif original is not None and written.get(before) == before:
        yield Fault(before, f"it was altered and sealed anew: row {row.number} follows another")


def _end_faults(end: tuple[int, str], head: tuple[int, str]) -> Iterator[Fault]:
    """What is wrong between the last row and what the match row says of it."""
    number, version = end[0], head[0]
    if number < version:
        yield _missing(number + 1, version)
    elif number > version:
        yield Fault(version + 1, f"it was put in: the match row ends the log at row {version}")
    elif end != head:
        yield Fault(number, "the match row names another last row")


def _missing(first: int, last: int) -> Fault:
    return Fault(first, "it is missing" if first == last else f"rows {first} to {last} are missing")
