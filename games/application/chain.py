"""The rows of a log and the SHA-256 chain through them.

Each row's hash covers the hash before it and everything the row says, so that a changed, dropped or inserted row
shows in every later one. The chain is the match's own, from its first row on.
"""

from __future__ import annotations

from collections.abc import Iterable
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

    Raises BrokenChain.
    """
    number, digest = 0, ""
    for row in rows:
        if row.number != number + 1:
            raise BrokenChain(code, number + 1, f"row {row.number} follows row {number}")
        if row.prev_hash != digest:
            raise BrokenChain(code, row.number, "it does not follow the row before it")
        number, digest = row.number, row.hash
        if digest != row_hash(row.prev_hash, code, number, row.seat, row.kind, row.at, row.command_id, row.payload):
            raise BrokenChain(code, number, "its hash is wrong")
    if head is not None and head != (number, digest):
        raise BrokenChain(code, number + 1, "the match row names another last row")
