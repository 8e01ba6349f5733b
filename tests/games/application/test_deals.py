"""The deal's secrets: the key file, seeds, commitments and veils."""

from __future__ import annotations

import hashlib
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_django import Settings

from games.application import deals
from games.domain.errors import RuleViolation
from games.domain.exchange import commit_seat, commitment_of, default_seats, reveal
from games.domain.shuffle import commit

CODE = "abcdefghjk"


@pytest.fixture(autouse=True)
def key_file(settings: Settings, tmp_path: Path) -> Path:
    """A place for the deal key where none is yet."""
    settings.DEAL_KEY_FILE = tmp_path / "keys" / "deal_key"
    return tmp_path / "keys" / "deal_key"


def test_the_key_is_made_on_first_use_for_this_user_alone(key_file: Path) -> None:
    key = deals.deal_key()

    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert key.secret == bytes.fromhex(key_file.read_text())
    assert len(key.secret) == 32
    assert key.id == hashlib.sha256(key.secret).hexdigest()[:8]
    assert [path.name for path in key_file.parent.iterdir()] == ["deal_key"]


def test_of_several_makers_of_a_key_one_wins_and_all_use_its_key(key_file: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _n: deals._key_in.__wrapped__(key_file), range(8)))

    assert len(keys) == 1


def test_a_file_that_holds_no_key_is_refused(key_file: Path) -> None:
    key_file.parent.mkdir()
    key_file.write_text("abcd")

    with pytest.raises(ValueError, match="no deal key"):
        deals.deal_key()


def test_a_sealed_hand_is_derived_again_from_its_row() -> None:
    hand = deals.seal(CODE, 3, (0, 1))

    assert deals.unseal(CODE, deals.offer_payload(hand)) == hand


def test_the_row_of_a_sealed_hand_commits_to_every_seed_and_holds_none() -> None:
    hand = deals.seal(CODE, 3, (0, 1))
    payload = deals.offer_payload(hand)

    assert payload["commitment"] == commit(f"{CODE}-3", hand.seed)
    assert [offer["seat"] for offer in payload["seats"]] == [0, 1]
    for offer, seed in zip(payload["seats"], hand.default_seeds, strict=True):
        assert offer["default"] == commit(f"{CODE}-3-{offer['seat']}", seed)
    for seed in (hand.seed, *hand.default_seeds):
        assert seed.hex() not in str(payload)
        assert seed.hex() not in repr(hand)
        assert repr(seed) not in repr(hand)


def test_no_two_hands_share_a_seed() -> None:
    hands = [deals.seal(code, hand_no, (0, 1)) for code in (CODE, "zyxwvutsrq") for hand_no in (0, 1, 1)]

    assert len({hand.seed for hand in hands}) == len(hands)
    assert len({seed for hand in hands for seed in hand.default_seeds}) == 2 * len(hands)


def test_a_hand_under_another_key_cannot_be_unsealed(settings: Settings, tmp_path: Path) -> None:
    payload = deals.offer_payload(deals.seal(CODE, 3, (0, 1)))
    settings.DEAL_KEY_FILE = tmp_path / "another_key"

    with pytest.raises(deals.LostKey) as lost:
        deals.unseal(CODE, payload)

    assert (lost.value.code, lost.value.hand_no) == (CODE, 3)


def test_a_seed_that_is_not_the_committed_one_is_never_dealt_from() -> None:
    payload = deals.offer_payload(deals.seal(CODE, 3, (0, 1)))
    payload["salt"] = "00" * 16

    with pytest.raises(deals.LostKey):
        deals.unseal(CODE, payload)


def test_an_opened_hand_needs_no_key(settings: Settings, tmp_path: Path) -> None:
    hand = deals.seal(CODE, 3, (0, 1))
    payload, opened = deals.offer_payload(hand), deals.open_payload(hand)
    settings.DEAL_KEY_FILE = tmp_path / "another_key"

    assert deals.unseal(CODE, payload, bytes.fromhex(opened["seed"])).seed == hand.seed


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_decks_follow_from_the_server_seed_and_every_players_seed(seats: int) -> None:
    hand = deals.seal(CODE, 1, tuple(range(seats)))
    settled = deals.settle(hand)
    (deck,) = deals.decks(settled)

    assert sorted(deck) == list(range(52))
    assert deals.decks(deals.resettle(hand, deals.deal_payload(settled))) == (deck,)
    for seat in range(seats):
        brought = default_seats(hand.exchange, [other for other in range(seats) if other != seat])
        brought = commit_seat(brought, seat, commitment_of(brought, seat, b"a seed of my own"))
        changed = deals.settle(replace(hand, exchange=reveal(brought, seat, b"a seed of my own")))
        assert deals.decks(changed) != (deck,)


def test_each_table_and_the_draw_have_a_deck_of_their_own() -> None:
    hand = deals.settle(deals.seal(CODE, 1, (0, 1, 2, 3)))
    decks = deals.decks(hand, count=2)

    as_the_draw = replace(hand, exchange=hand.exchange._replace(hand_no=0))
    assert len({*decks, *deals.decks(as_the_draw)}) == 3


def test_a_deal_from_seeds_that_were_not_promised_is_refused() -> None:
    hand = deals.seal(CODE, 1, (0, 1))
    for change in ({"seed": "00" * 32}, {"default": False}):
        payload = deals.deal_payload(deals.settle(hand))
        payload["seats"][1] |= change
        with pytest.raises(RuleViolation):
            deals.resettle(hand, payload)


def test_a_veil_hides_every_card_and_lifts_again() -> None:
    hand = deals.seal(CODE, 1, (0, 1))

    veiled = [deals.veil(CODE, 17, hand, card) for card in range(52)]
    assert sorted(veiled) == list(range(52))
    assert [deals.unveil(CODE, 17, hand, number) for number in veiled] == list(range(52))
    assert len({deals.veil(CODE, row, hand, 0) for row in range(200)}) > 40  # no fixed alphabet
