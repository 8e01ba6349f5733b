"""The fair deal's secrets: the deal key, the seeds derived from it, and the decks that follow.

No row, log line or message holds a server seed before its hand is over: rows hold the commitment, a salt and the name
of the key, and the seed is derived again whenever the log is folded. The key lives in a file beside the secret key,
never in the database, so that a stolen copy of the database tells no card.

What a hand's seeds go through, in rows of the log: *offered* (``seed_committed``: the server commits itself to its
seed and to a default for each seat), then for each seat *committed* and *revealed* by its browser
(``player_committed``, ``player_revealed``) or *defaulted* (``seat_defaulted``), then dealt (``deal``, with all the
players' seeds), then opened (``hand_opened``, with the server's seed in clear). ``games.domain.exchange`` has the
order, ``dealing`` makes the rows.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from games.domain import exchange as exchanges
from games.domain.cards import DECK_SIZE
from games.domain.errors import Code, RuleViolation
from games.domain.exchange import Exchange
from games.domain.shuffle import (
    SALT_SIZE,
    SEED_SIZE,
    commit,
    commit_player,
    default_player_seed,
    derive_seed,
    hand_id,
)
from games.domain.shuffle import decks as shuffled


class LostKey(ValueError):  # noqa: N818
    """A hand's seed cannot be derived: its deal key is not the one on this machine."""

    def __init__(self, code: str, hand_no: int, key_id: str) -> None:
        super().__init__(f"the deal key {key_id} of hand {hand_no} of match {code} is not on this machine")
        self.code = code
        self.hand_no = hand_no


@dataclass(frozen=True, slots=True)
class DealKey:
    """The key and its name: the first eight hex digits of its SHA-256."""

    id: str
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SealedHand:
    """A hand whose server seed is committed and not yet opened: the exchange over it, and the server's secrets.

    ``until``: when the server's defaults stand in for seats that have not committed, in ms; ``None``: at once.
    """

    exchange: Exchange
    key_id: str
    salt: str
    until: int | None
    seed: bytes = field(repr=False)
    default_seeds: tuple[bytes, ...] = field(repr=False)  # of the exchange's seats; empty if the log shows them

    @property
    def hand_no(self) -> int:
        """The number of the hand, from 1; 0 is the draw for deal."""
        return self.exchange.hand_no

    @property
    def commitment(self) -> str:
        """The server's commitment to its seed."""
        return self.exchange.commitment


def deal_key() -> DealKey:
    """The key of this installation, read once from ``settings.DEAL_KEY_FILE`` and made there on first use."""
    return _key_in(Path(settings.DEAL_KEY_FILE))


@cache
def _key_in(path: Path) -> DealKey:
    if not path.exists():
        _make_key(path)
    secret = bytes.fromhex(path.read_text("ascii").strip())
    if len(secret) < SEED_SIZE:
        raise ValueError(f"{path} holds no deal key")
    return DealKey(hashlib.sha256(secret).hexdigest()[:8], secret)


def _make_key(path: Path) -> None:
    """Write a new key for this user's eyes only. The file appears whole or not at all; of two makers one wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(SEED_SIZE) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(name, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(name)


def seal(code: str, hand_no: int, seats: Sequence[int], until: int | None = None) -> SealedHand:
    """Draw the server's seeds of a hand that is to be dealt: its own, and a default for each of ``seats``."""
    return _derive(code, hand_no, tuple(seats), _new_salt(), deal_key(), until)


def _new_salt() -> str:
    return secrets.token_hex(SALT_SIZE)


def _derive(code: str, hand_no: int, seats: tuple[int, ...], salt: str, key: DealKey, until: int | None) -> SealedHand:
    raw = bytes.fromhex(salt)
    seed = derive_seed(key.secret, code, hand_no, raw)
    default_seeds = tuple(default_player_seed(key.secret, code, hand_no, seat, raw) for seat in seats)
    defaults = {
        seat: commit_player(code, hand_no, seat, default) for seat, default in zip(seats, default_seeds, strict=True)
    }
    exchange = exchanges.offer(code, hand_no, commit(hand_id(code, hand_no), seed), defaults)
    return SealedHand(exchange, key.id, salt, until, seed, default_seeds)


def offer_payload(hand: SealedHand) -> dict[str, Any]:
    """The row ``seed_committed``."""
    payload = {
        "hand": hand.hand_no,
        "commitment": hand.commitment,
        "key": hand.key_id,
        "salt": hand.salt,
        "seats": [{"seat": own.seat, "default": own.default} for own in hand.exchange.seats],
    }
    return payload if hand.until is None else payload | {"until": hand.until}


def unseal(code: str, payload: dict[str, Any], opened: bytes | None = None) -> SealedHand:
    """The hand of a ``seed_committed`` row. ``opened``: its seed, if the log has it in clear already.

    Raises LostKey when the seed is needed and this machine's key does not give the committed one.
    """
    hand_no, commitment, until = payload["hand"], payload["commitment"], payload.get("until")
    defaults = {offer["seat"]: offer["default"] for offer in payload["seats"]}
    if opened is not None:
        exchange = exchanges.offer(code, hand_no, commitment, defaults)
        return SealedHand(exchange, payload["key"], payload["salt"], until, opened, ())
    key = deal_key()
    if key.id != payload["key"]:
        raise LostKey(code, hand_no, payload["key"])
    hand = _derive(code, hand_no, tuple(defaults), payload["salt"], key, until)
    if hand.commitment != commitment:
        raise LostKey(code, hand_no, payload["key"])
    return hand


def settle(hand: SealedHand) -> SealedHand:
    """The hand as it is dealt: defaults that stand in are shown. Raises RuleViolation while a seat owes its seed."""
    seats = [own.seat for own in hand.exchange.seats]
    defaults = dict(zip(seats, hand.default_seeds, strict=True))
    return replace(hand, exchange=exchanges.settle(hand.exchange, defaults))


def resettle(hand: SealedHand, payload: dict[str, Any]) -> SealedHand:
    """The same from the ``deal`` row. Raises RuleViolation for seeds that are not the committed ones."""
    shown = {seat["seat"]: bytes.fromhex(seat["seed"]) for seat in payload["seats"]}
    settled = replace(hand, exchange=exchanges.settle(hand.exchange, shown))
    if deal_payload(settled) != payload:
        raise RuleViolation(Code.SEED_MISMATCH)
    return settled


def deal_payload(hand: SealedHand) -> dict[str, Any]:
    """The row ``deal`` of a settled hand: the players' seeds, and whose are the server's defaults."""
    return {
        "hand": hand.hand_no,
        "seats": [
            {"seat": own.seat, "seed": own.seed.hex(), "default": own.state == "defaulted"}
            for own in hand.exchange.seats
            if own.seed is not None
        ],
    }


def open_payload(hand: SealedHand) -> dict[str, Any]:
    """The row ``hand_opened``: the seed in clear, for anybody to check."""
    return {"hand": hand.hand_no, "seed": hand.seed.hex()}


def decks(hand: SealedHand, count: int = 1) -> tuple[tuple[int, ...], ...]:
    """The ``count`` decks of a settled hand. Hand 0 is the draw for deal."""
    player_seeds = [own.seed for own in hand.exchange.seats if own.seed is not None]
    return shuffled(hand.exchange.code, hand.hand_no, hand.seed, player_seeds, count)


def veil(code: str, number: int, hand: SealedHand, card: int) -> int:
    """Hide a card that a row of an unopened hand must name, as a number 0-51: the knocker's face-down discard.

    The shift is drawn from the hand's own seed and the row's number, so that whoever may open the hand may lift it.
    """
    return (card + _shift(code, number, hand)) % DECK_SIZE


def unveil(code: str, number: int, hand: SealedHand, veiled: int) -> int:
    """The card behind a veil."""
    return (veiled - _shift(code, number, hand)) % DECK_SIZE


def _shift(code: str, number: int, hand: SealedHand) -> int:
    message = f"ginrummy-veil-v1|{hand_id(code, hand.hand_no)}|{number}|".encode()
    return int.from_bytes(hmac.digest(hand.seed, message, "sha256")[:8], "big")
