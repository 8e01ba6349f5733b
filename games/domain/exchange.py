"""The exchange of seeds before a hand is dealt: who has promised what, and who has kept the promise.

There is one for each hand. The server commits itself first: to its own seed, and for each seat to a default seed that
may stand in. Then each seat goes

    offered -> committed -> revealed
    offered -> defaulted

and the hand may be dealt once every seat is revealed or defaulted. The order is what makes it fair:

- the first commitment of a seat counts, and no two are equal;
- no seed is revealed while any seat is still offered, so that nobody commits after having seen somebody's seed;
- a default stands in only *before* its seat's commitment: afterwards it would be a choice between two decks;
- a reveal is the committed seed or nothing. A seat that keeps it back has no other.

Pure values; every function gives a new exchange or raises ``RuleViolation``, and then nothing has changed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from games.domain.errors import Code, RuleViolation
from games.domain.shuffle import PLAYER_SEED_SIZES, commit_player, hand_id

SeatState = Literal["offered", "committed", "defaulted", "revealed"]

_COMMITMENT = re.compile(r"[0-9a-f]{64}")


class SeatSeed(NamedTuple):
    """What one seat brings to the shuffle. ``default``: the server's commitment to the seed that may stand in.

    A defaulted seat's seed is known once the hand is dealt.
    """

    seat: int
    default: str
    state: SeatState = "offered"
    commitment: str | None = None
    seed: bytes | None = None


class Exchange(NamedTuple):
    """One hand's exchange. ``commitment`` is the server's to its own seed."""

    code: str
    hand_no: int
    commitment: str
    seats: tuple[SeatSeed, ...]  # in seat order; old matches asked only those who get cards

    @property
    def id(self) -> str:
        """The hand's name in every hash."""
        return hand_id(self.code, self.hand_no)

    @property
    def offered(self) -> tuple[int, ...]:
        """The seats that have neither committed nor been defaulted."""
        return self._in_state("offered")

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that have committed and not revealed."""
        return self._in_state("committed")

    @property
    def complete(self) -> bool:
        """Whether the hand can be dealt."""
        return not self.offered and not self.owing

    def _in_state(self, state: SeatState) -> tuple[int, ...]:
        return tuple(seat.seat for seat in self.seats if seat.state == state)


def offer(code: str, hand_no: int, commitment: str, defaults: Mapping[int, str]) -> Exchange:
    """The server's part: its commitments to its own seed and to a default for each seat."""
    return Exchange(code, hand_no, commitment, tuple(SeatSeed(seat, defaults[seat]) for seat in sorted(defaults)))


def commit_seat(exchange: Exchange, seat: int, commitment: str) -> Exchange:
    """A seat commits itself to a seed of its own: ``commitment`` is that of :func:`commitment_of`."""
    own = _of(exchange, seat)
    if own.state == "defaulted":
        raise RuleViolation(Code.SEED_TOO_LATE)
    if own.state != "offered":
        raise RuleViolation(Code.ALREADY_DONE)
    if not _COMMITMENT.fullmatch(commitment):
        raise RuleViolation(Code.BAD_SEED)
    if commitment in _commitments(exchange):
        raise RuleViolation(Code.SEED_REPEATED)
    return _with(exchange, own._replace(state="committed", commitment=commitment))


def default_seats(exchange: Exchange, seats: Collection[int]) -> Exchange:
    """The server's defaults stand in for these seats, none of which has committed."""
    for seat in seats:
        own = _of(exchange, seat)
        if own.state != "offered":
            raise RuleViolation(Code.ALREADY_DONE)
        exchange = _with(exchange, own._replace(state="defaulted"))
    return exchange


def reveal(exchange: Exchange, seat: int, seed: bytes) -> Exchange:
    """A seat shows the seed that it committed itself to, now that no seat can commit any more."""
    own = _of(exchange, seat)
    if own.state == "defaulted":
        raise RuleViolation(Code.SEED_TOO_LATE)
    if own.state == "revealed":
        raise RuleViolation(Code.ALREADY_DONE)
    if exchange.offered:
        raise RuleViolation(Code.SEED_TOO_EARLY)
    if not PLAYER_SEED_SIZES[0] <= len(seed) <= PLAYER_SEED_SIZES[1]:
        raise RuleViolation(Code.BAD_SEED)
    if commitment_of(exchange, seat, seed) != own.commitment:
        raise RuleViolation(Code.SEED_MISMATCH)
    return _with(exchange, own._replace(state="revealed", seed=seed))


def settle(exchange: Exchange, default_seeds: Mapping[int, bytes]) -> Exchange:
    """The exchange as the hand is dealt: the server shows the defaults that stood in.

    Seats still offered are defaulted by that. Raises RuleViolation while a seat owes its seed, and for a default that
    is not the committed one.
    """
    exchange = default_seats(exchange, exchange.offered)
    if exchange.owing:
        raise RuleViolation(Code.SEED_TOO_EARLY)
    for own in exchange.seats:
        if own.state == "defaulted":
            seed = default_seeds[own.seat]
            if commitment_of(exchange, own.seat, seed) != own.default:
                raise RuleViolation(Code.SEED_MISMATCH)
            exchange = _with(exchange, own._replace(seed=seed))
    return exchange


def commitment_of(exchange: Exchange, seat: int, seed: bytes) -> str:
    """What a seat says before it shows this seed: 64 hex digits, bound to the hand and the seat."""
    return commit_player(exchange.code, exchange.hand_no, seat, seed)


def _of(exchange: Exchange, seat: int) -> SeatSeed:
    for own in exchange.seats:
        if own.seat == seat:
            return own
    raise RuleViolation(Code.NOT_SEATED)


def _with(exchange: Exchange, own: SeatSeed) -> Exchange:
    seats = tuple(own if other.seat == own.seat else other for other in exchange.seats)
    return exchange._replace(seats=seats)


def _commitments(exchange: Exchange) -> set[str | None]:
    """All that have been made in this exchange, the server's own included."""
    made = {exchange.commitment}
    return made | {seat.default for seat in exchange.seats} | {seat.commitment for seat in exchange.seats}
