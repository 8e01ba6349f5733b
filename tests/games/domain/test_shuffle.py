"""The fair deal: published vectors, the bounds of its layout, and that every card can go everywhere."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from games.domain.shuffle import commit, default_player_seed, derive_seed, shuffle

SEED = bytes(range(32))
KEY = bytes(range(100, 132))
SALT = bytes(range(16))
PLAYERS = [b"alice", b"bob", b"charlie", b"rita", b"dora", b"emil"]


def test_the_published_vector_for_two() -> None:
    assert commit("h1", SEED) == "13a169b22aa06e6ad46f5dea2b441f282b8b4ca35c0379b49c730fa3c6eccb2c"
    assert shuffle(SEED, "h1", PLAYERS[:2])[:8] == (16, 3, 39, 48, 30, 35, 11, 28)


@pytest.mark.parametrize(
    ("players", "label", "begins", "digest"),
    [
        (3, "deal", (49, 28, 45, 38, 39, 26, 7, 42), "b5003da69d8433d2"),
        (4, "deal", (44, 30, 46, 24, 0, 29, 37, 36), "7acedc23feb3a576"),
        (5, "deal", (6, 49, 26, 27, 3, 1, 34, 10), "21a9d3bb6d36f2fc"),
        (6, "deal", (13, 8, 12, 50, 15, 31, 5, 21), "4ff8332bf3da7f19"),
        (2, "reshuffle-1", (24, 39, 33, 32, 16, 4, 28, 51), "5e4f89f5b4bd4437"),
        (6, "table-1", (24, 43, 29, 23, 9, 21, 19, 8), "bcefe0c8663d6c3d"),
    ],
)
def test_the_published_vectors_for_more_players_and_other_labels(
    players: int, label: str, begins: tuple[int, ...], digest: str
) -> None:
    deck = shuffle(SEED, "h1", PLAYERS[:players], label)
    assert deck[:8] == begins
    assert hashlib.sha256(bytes(deck)).hexdigest()[:16] == digest


def test_the_deck_follows_from_the_description_alone() -> None:
    """A second implementation, from the module's docstring."""
    message = b"ginrummy-shuffle-v1|deal|match-7.3|"
    for player in PLAYERS[:4]:
        message += hashlib.sha256(player).digest()
    blocks = (hmac.new(SEED, message + bytes([0, 0, 0, n]), hashlib.sha256).digest() for n in range(10))
    draws = [int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)]
    deck = list(range(52))
    for i in range(51, 0, -1):
        while draws[0] >= 2**32 // (i + 1) * (i + 1):
            draws.pop(0)
        j = draws.pop(0) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    assert tuple(deck) == shuffle(SEED, "match-7.3", PLAYERS[:4])


@pytest.mark.parametrize("players", range(2, 7))
def test_every_deck_is_a_whole_pack(players: int) -> None:
    assert sorted(shuffle(SEED, "h1", PLAYERS[:players])) == list(range(52))


def test_every_input_changes_the_deck() -> None:
    decks = [
        shuffle(SEED, "h1", [b"alice", b"bob"]),
        shuffle(bytes(32), "h1", [b"alice", b"bob"]),
        shuffle(SEED, "h2", [b"alice", b"bob"]),
        shuffle(SEED, "h1", [b"bob", b"alice"]),
        shuffle(SEED, "h1", [b"alice", b"rita"]),
        shuffle(SEED, "h1", [b"alice", b"bob", b""]),
        shuffle(SEED, "h1", [b"alice", b"bob"], label="reshuffle-1"),
    ]
    assert len(set(decks)) == len(decks)


def test_every_input_changes_the_seeds_derived() -> None:
    seeds = [
        derive_seed(KEY, "k3v9", 1, SALT),
        derive_seed(SEED, "k3v9", 1, SALT),
        derive_seed(KEY, "k3v8", 1, SALT),
        derive_seed(KEY, "k3v9", 11, SALT),
        derive_seed(KEY, "k3v9", 1, bytes(16)),
        default_player_seed(KEY, "k3v9", 1, 0, SALT),
        default_player_seed(KEY, "k3v9", 1, 1, SALT),
        default_player_seed(KEY, "k3v9", 10, 1, SALT),
        default_player_seed(KEY, "k3v9", 1, 0, bytes(16)),
    ]
    assert len(set(seeds)) == len(seeds)
    assert {len(seed) for seed in seeds} == {32}


def test_a_derived_seed_is_the_hmac_that_the_page_describes() -> None:
    message = b"ginrummy-shuffle-v1|seed|k3v9|12|" + SALT
    assert derive_seed(KEY, "k3v9", 12, SALT) == hmac.new(KEY, message, hashlib.sha256).digest()
    message = b"ginrummy-shuffle-v1|player|k3v9|12|1|" + SALT
    assert default_player_seed(KEY, "k3v9", 12, 1, SALT) == hmac.new(KEY, message, hashlib.sha256).digest()


def test_a_commitment_binds_the_hand() -> None:
    assert commit("h1", SEED) != commit("h2", SEED)


@pytest.mark.parametrize("seed", [b"", SEED[:31], SEED + b"!"])
def test_a_server_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commit("h1", seed)
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle(seed, "h1", PLAYERS[:2])


@pytest.mark.parametrize(("key", "salt"), [(KEY[:31], SALT), (KEY, SALT[:15]), (KEY, SALT + b"!")])
def test_a_short_key_or_another_salt_is_refused(key: bytes, salt: bytes) -> None:
    with pytest.raises(ValueError, match="salt"):
        derive_seed(key, "k3v9", 1, salt)


@pytest.mark.parametrize("word", ["", "h|1", "|"])
def test_ids_and_labels_hold_no_bar(word: str) -> None:
    for refused in (
        lambda: commit(word, SEED),
        lambda: shuffle(SEED, word, PLAYERS[:2]),
        lambda: shuffle(SEED, "h1", PLAYERS[:2], word),
        lambda: derive_seed(KEY, word, 1, SALT),
    ):
        with pytest.raises(ValueError, match="bar"):
            refused()


@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_players_shuffle(players: int) -> None:
    with pytest.raises(ValueError, match="two to six"):
        shuffle(SEED, "h1", [b"seed"] * players)


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    decks = 2_000
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(decks):
        counts.update(enumerate(shuffle(SEED, f"h{number}", PLAYERS[:2])))
    expected = decks / 52
    chi_squared = sum((counts[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52))
    # 51 * 51 degrees of freedom: mean 2601, standard deviation 72
    assert 2601 - 4 * 72 < chi_squared < 2601 + 4 * 72
