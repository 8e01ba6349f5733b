"""The lines of a record that stand beside the inputs: the seeds behind a deal, time given back, a hand lost.

They change nothing on the table. The seeds stand before the deal that follows from them, one line for the server's
commitment, one for each seat whose seed went into the shuffle, one for the server's seed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from games.domain.notation.words import Malformed, parse_number
from games.domain.shuffle import SEED_SIZE

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(r"(?:[0-9a-f]{2}){16,64}")
_DEFAULT = "default"


class Commitment(NamedTuple):
    """What the server promised for the next deal: the hash of its seed."""

    digest: str


class PlayerSeed(NamedTuple):
    """What a seat brought to the next deal, and the hash it had promised it by.

    ``is_default``: the server's default stood in, under a hash that the server had published before.
    """

    seat: int
    seed: bytes
    digest: str
    is_default: bool = False


class ServerSeed(NamedTuple):
    """The server's own seed of the next deal, opened when the hand was over."""

    seed: bytes


class TimeReturned(NamedTuple):
    """After an outage every clock that ran got so much back; the times of the lines that follow are without it."""

    ms: int


class TimeGiven(NamedTuple):
    """The referee put so much into a seat's bank."""

    seat: int
    ms: int


class Rested(NamedTuple):
    """The match rested so long while something was before the referee; no clock ran."""

    ms: int


class HandLost(NamedTuple):
    """The deal key of this hand was lost: what had been played of it does not count, and it was dealt anew."""

    hand_no: int


Remark = Commitment | PlayerSeed | ServerSeed | TimeReturned | TimeGiven | Rested | HandLost


def format_remark(remark: Remark) -> str:
    """One remark as a line.

    >>> format_remark(TimeReturned(60_000))
    'time-returned 60000'
    """
    match remark:
        case Commitment(digest):
            return f"commitment {digest}"
        case PlayerSeed(seat, seed, digest, is_default):
            return " ".join((f"player-seed {seat} {seed.hex()} {digest}", *((_DEFAULT,) if is_default else ())))
        case ServerSeed(seed):
            return f"seed {seed.hex()}"
        case TimeReturned(ms):
            return f"time-returned {ms}"
        case TimeGiven(seat, ms):
            return f"time-given {seat} {ms}"
        case Rested(ms):
            return f"rested {ms}"
        case HandLost(hand_no):
            return f"hand-lost {hand_no}"


def parse_remark(line: str) -> Remark | None:
    """The inverse of ``format_remark``; ``None`` for a line of another kind. Raises ValueError."""
    word, *given = line.split(" ")
    match word, given:
        case "commitment", [digest]:
            return Commitment(_digest(digest))
        case "player-seed", [seat, seed, digest]:
            return PlayerSeed(parse_number(seat), _seed(seed), _digest(digest))
        case "player-seed", [seat, seed, digest, last] if last == _DEFAULT:
            return PlayerSeed(parse_number(seat), _seed(seed), _digest(digest), is_default=True)
        case "seed", [seed] if len(seed) == 2 * SEED_SIZE:
            return ServerSeed(_seed(seed))
        case "time-returned", [ms]:
            return TimeReturned(parse_number(ms))
        case "time-given", [seat, ms]:
            return TimeGiven(parse_number(seat), parse_number(ms))
        case "rested", [ms]:
            return Rested(parse_number(ms))
        case "hand-lost", [hand_no]:
            return HandLost(parse_number(hand_no))
    return None


def _digest(text: str) -> str:
    if not _DIGEST.fullmatch(text):
        raise Malformed("a commitment is 64 lower-case hex digits")
    return text


def _seed(text: str) -> bytes:
    if not _SEED.fullmatch(text):
        raise Malformed("a seed is 16 to 64 bytes as lower-case hex digits")
    return bytes.fromhex(text)
