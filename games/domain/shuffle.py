"""The fair deal: seeds in, deck out. Anybody can compute it again from what is published after the hand.

Every hash and key is SHA-256 or HMAC-SHA256 over a message that begins with the bytes of ``ginrummy-shuffle-v1``, a
bar ``|``, and the word for its purpose, so that no message of one purpose can pass for another's. Texts are UTF-8.
Ids and labels hold no bar and therefore end at the next one; what follows is binary of a known length.

    commitment    SHA-256 of         ginrummy-shuffle-v1|commit|<hand id>|<server seed, 32 bytes>
                  SHA-256 of         ginrummy-shuffle-v1|commit|<hand id>-<seat>|<player seed, 16 to 64 bytes>
    deck          HMAC, server seed  ginrummy-shuffle-v1|<label>|<hand id>|<digests><counter>

``<digests>`` are the SHA-256 digests of the players' seeds, 32 bytes each, of all seats in seat order (those who sit
out as well), nothing between them. ``<counter>`` is the number of the block, from 0, as four bytes, most significant
first. Each block of 32 bytes gives eight draws of 32 bits, most significant byte first, in order.

The deck starts as the cards 0 to 51. For i from 51 down to 1, with n = i + 1: draws are taken until one is below the
largest multiple of n within 2**32 (the others are thrown away: the remainder would favour low places); the card at i
changes places with the card at draw mod n. The first card of the deck is dealt first.

The server's own seeds are derived, not stored: see :func:`derive_seed`.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence

from games.domain.cards import DECK_SIZE

SEED_SIZE = 32
"""Bytes of a server seed and of a default player seed."""

PLAYER_SEED_SIZES = (16, 64)
"""Fewest and most bytes of a seed that a player brings."""

SALT_SIZE = 16
"""Random bytes stored beside a hand, from which with the deal key its seeds are derived."""

_DOMAIN = "ginrummy-shuffle-v1"
_DRAWS = 1 << 32
_EIGHT_DRAWS = struct.Struct(">8I")


def commit(hand_id: str, seed: bytes) -> str:
    """The server's commitment to its seed, as 64 hex digits, published before any player's seed is known."""
    return hashlib.sha256(_message("commit", hand_id) + _checked(seed)).hexdigest()


def commit_player(code: str, hand_no: int, seat: int, seed: bytes) -> str:
    """A seat's commitment to the seed that it brings, 16 to 64 bytes, as 64 hex digits."""
    if not PLAYER_SEED_SIZES[0] <= len(seed) <= PLAYER_SEED_SIZES[1]:
        raise ValueError("a player's seed has 16 to 64 bytes")
    return hashlib.sha256(_message("commit", seat_id(code, hand_no, seat)) + seed).hexdigest()


def derive_seed(deal_key: bytes, match_id: str, hand_no: int, salt: bytes) -> bytes:
    """The server's seed for one hand: HMAC under the deal key of ``…|seed|<match id>|<hand number>|<salt>``.

    The salt is 16 random bytes kept with the hand; the key is kept elsewhere, so that neither tells the deck alone.
    """
    return _derive(deal_key, _message("seed", match_id, str(hand_no)), salt)


def default_player_seed(deal_key: bytes, match_id: str, hand_no: int, seat: int, salt: bytes) -> bytes:
    """The seed that stands in for a seat that brings none: as :func:`derive_seed`, over ``…|player|`` and the seat."""
    return _derive(deal_key, _message("player", match_id, str(hand_no), str(seat)), salt)


def hand_id(code: str, hand_no: int) -> str:
    """The name under which a hand is hashed: ``<match code>-<hand number>``."""
    return f"{code}-{hand_no}"


def seat_id(code: str, hand_no: int, seat: int) -> str:
    """The name under which a seat's own seed is committed: ``<match code>-<hand number>-<seat>``."""
    return f"{code}-{hand_no}-{seat}"


def decks(
    code: str, hand_no: int, seed: bytes, player_seeds: Sequence[bytes], count: int = 1
) -> tuple[tuple[int, ...], ...]:
    """The ``count`` decks of a hand. Hand 0 is the draw for deal.

    The label of the stream is ``draw`` for hand 0, ``deal`` for the first deck, ``deal2`` for the second (a second
    table's, or in basic rummy the order of the first refill), and so on.
    """
    labels = ["draw"] if hand_no == 0 else ["deal", *(f"deal{deck}" for deck in range(2, count + 1))]
    return tuple(shuffle(seed, hand_id(code, hand_no), player_seeds, label) for label in labels)


def shuffle(seed: bytes, hand_id: str, player_seeds: Sequence[bytes], label: str = "deal") -> tuple[int, ...]:
    """The deck, in the order in which it is dealt.

    ``player_seeds`` are those of all two to six seats in seat order. Another ``label`` gives another deck
    from the same seeds, for a hand that needs several. Raises ValueError for seeds or ids that do not fit the layout.
    """
    if not 2 <= len(player_seeds) <= 6:
        raise ValueError("a deck takes the seeds of two to six players")
    digests = b"".join(hashlib.sha256(player_seed).digest() for player_seed in player_seeds)
    draws = _draws(_checked(seed), _message(label, hand_id) + digests)
    deck = list(range(DECK_SIZE))
    for last in range(DECK_SIZE - 1, 0, -1):
        places = last + 1
        fair = _DRAWS - _DRAWS % places
        draw = next(draws)
        while draw >= fair:
            draw = next(draws)
        chosen = draw % places
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def _draws(key: bytes, message: bytes) -> Iterator[int]:
    """The endless stream of 32-bit numbers."""
    counter = 0
    while True:
        yield from _EIGHT_DRAWS.unpack(hmac.digest(key, message + counter.to_bytes(4, "big"), "sha256"))
        counter += 1


def _message(*words: str) -> bytes:
    """The words, each closed by a bar, under the domain."""
    if any("|" in word or not word for word in words):
        raise ValueError("an id or a label may not be empty or hold a bar")
    return "".join(f"{word}|" for word in (_DOMAIN, *words)).encode()


def _derive(deal_key: bytes, message: bytes, salt: bytes) -> bytes:
    if len(deal_key) < SEED_SIZE or len(salt) != SALT_SIZE:
        raise ValueError("the deal key has at least 32 bytes and the salt 16")
    return hmac.digest(deal_key, message + salt, "sha256")


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_SIZE:
        raise ValueError("a server seed has 32 bytes")
    return seed
