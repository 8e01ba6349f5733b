"""The exchange of seeds: no order of promises, reveals and defaults leaves anybody a choice who has seen anything."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from games.domain import exchange as exchanges
from games.domain.errors import Code, RuleViolation
from games.domain.exchange import Exchange, commit_seat, commitment_of, default_seats, reveal, settle
from games.domain.shuffle import commit, commit_player

CODE = "abcdefghjk"
SERVER_SEED = b"s" * 32
SEEDS = [bytes([65 + number]) * 16 for number in range(4)]
"""Any seat may bring any of these."""

DEFAULTS = [bytes([97 + number]) * 32 for number in range(6)]


def offered(seats: int = 2, hand_no: int = 5) -> Exchange:
    """A hand's exchange of which only the server's part is done."""
    defaults = {seat: commit_player(CODE, hand_no, seat, DEFAULTS[seat]) for seat in range(seats)}
    return exchanges.offer(CODE, hand_no, commit(f"{CODE}-{hand_no}", SERVER_SEED), defaults)


def committed(exchange: Exchange, seat: int, seed: bytes = SEEDS[0]) -> Exchange:
    return commit_seat(exchange, seat, commitment_of(exchange, seat, seed))


def refused(code: Code, act: Callable[[], object]) -> None:
    with pytest.raises(RuleViolation) as refusal:
        act()
    assert refusal.value.code is code


def test_all_commit_all_reveal_and_the_seeds_are_settled() -> None:
    exchange = committed(committed(offered(), 0, SEEDS[0]), 1, SEEDS[1])
    assert (exchange.offered, exchange.owing, exchange.complete) == ((), (0, 1), False)
    exchange = reveal(reveal(exchange, 1, SEEDS[1]), 0, SEEDS[0])
    assert exchange.complete
    assert [own.seed for own in settle(exchange, {}).seats] == SEEDS[:2]


def test_a_default_is_shown_only_when_the_hand_is_dealt() -> None:
    exchange = default_seats(committed(offered(3), 1), (0, 2))
    assert [own.seed for own in exchange.seats] == [None] * 3
    settled = settle(reveal(exchange, 1, SEEDS[0]), dict(enumerate(DEFAULTS)))
    assert [(own.state, own.seed) for own in settled.seats] == [
        ("defaulted", DEFAULTS[0]),
        ("revealed", SEEDS[0]),
        ("defaulted", DEFAULTS[2]),
    ]


def test_a_commitment_is_bound_to_its_hand_and_its_seat() -> None:
    """Nobody can reveal what somebody else promised, here or in another hand."""
    exchange = offered()
    made = {commitment_of(other, seat, SEEDS[0]) for other in (exchange, offered(hand_no=6)) for seat in (0, 1)}
    assert len(made) == 4
    exchange = commit_seat(committed(exchange, 0), 1, commitment_of(exchange, 0, SEEDS[1]))
    refused(Code.SEED_MISMATCH, lambda: reveal(exchange, 1, SEEDS[1]))


def test_no_commitment_that_was_made_is_made_again() -> None:
    exchange = committed(offered(), 0)
    own = exchange.seats
    for copied in (own[0].commitment, own[0].default, own[1].default, exchange.commitment):
        refused(Code.SEED_REPEATED, lambda copied=copied: commit_seat(exchange, 1, copied))  # type: ignore[misc]


@pytest.mark.parametrize("text", ["", "ab" * 31, "ab" * 33, "AB" * 32, "ab" * 31 + "g1", "ab" * 32 + "\n"])
def test_a_commitment_is_64_hex_digits(text: str) -> None:
    refused(Code.BAD_SEED, lambda: commit_seat(offered(), 0, text))


def test_a_seed_has_16_to_64_bytes() -> None:
    for size in (16, 64):
        exchange = committed(default_seats(offered(), (1,)), 0, b"x" * size)
        assert reveal(exchange, 0, b"x" * size).complete
    for size in (0, 15, 65):
        exchange = commit_seat(default_seats(offered(), (1,)), 0, "ab" * 32)
        refused(Code.BAD_SEED, lambda size=size, exchange=exchange: reveal(exchange, 0, b"x" * size))  # type: ignore[misc]


def test_who_takes_no_part_is_refused() -> None:
    for act in (
        lambda: commit_seat(offered(), 2, "ab" * 32),
        lambda: reveal(offered(), -1, SEEDS[0]),
        lambda: default_seats(offered(), (2,)),
    ):
        refused(Code.NOT_SEATED, act)


def test_a_default_that_was_not_promised_is_refused() -> None:
    refused(Code.SEED_MISMATCH, lambda: settle(offered(), {0: DEFAULTS[1], 1: DEFAULTS[1]}))


# Any order of anything


@dataclass
class Account:
    """What each seat has done, kept apart from the code under test: the specification in other words."""

    seats: int
    promised: dict[int, int] = field(default_factory=dict)  # seat to seed
    stood_in: set[int] = field(default_factory=set)
    shown: set[int] = field(default_factory=set)

    def untouched(self, seat: int) -> bool:
        return seat not in self.promised and seat not in self.stood_in

    @property
    def everybody_bound(self) -> bool:
        return not any(self.untouched(seat) for seat in range(self.seats))

    def may(self, act: str, seat: int, seed: int) -> bool:
        match act:
            case "commit":
                return self.untouched(seat)
            case "default":
                return self.untouched(seat)
            case "reveal":
                kept = self.promised.get(seat) == seed
                return self.everybody_bound and kept and seat not in self.shown
            case _:
                return set(self.promised) == self.shown

    def note(self, act: str, seat: int, seed: int) -> None:
        if act == "commit":
            self.promised[seat] = seed
        elif act == "default":
            self.stood_in.add(seat)
        elif act == "reveal":
            self.shown.add(seat)


def done(exchange: Exchange, act: str, seat: int, seed: int) -> Exchange:
    match act:
        case "commit":
            return committed(exchange, seat, SEEDS[seed])
        case "default":
            return default_seats(exchange, (seat,))
        case "reveal":
            return reveal(exchange, seat, SEEDS[seed])
        case _:
            return settle(exchange, dict(enumerate(DEFAULTS)))


def still_possible(exchange: Exchange, seat: int) -> set[bytes]:
    """Every seed that this seat could still bring into the deck, whatever it does next and whatever others do not."""
    possible = set()
    for seed in range(len(SEEDS)):
        for acts in (["reveal"], ["commit", "reveal"]):
            after = exchange
            try:
                for act in acts:
                    after = done(after, act, seat, seed)
            except RuleViolation:
                continue
            possible.add(SEEDS[seed])
    return possible


def test_every_sequence_is_refused_or_as_specified_and_who_has_seen_a_seed_has_no_choice() -> None:
    """800 random sequences of everything that seats and server can ask for, in and out of order."""
    rng = random.Random(6)
    for _sequence in range(800):
        seats = rng.randint(2, 6)
        exchange, account = offered(seats), Account(seats)
        for _ask in range(rng.randint(4, 30)):
            act = rng.choices(["commit", "default", "reveal", "settle"], [6, 2, 8, 1])[0]
            seat, seed = rng.randrange(seats), rng.randrange(len(SEEDS))
            if act == "reveal" and seat in account.promised and rng.random() < 0.8:
                seed = account.promised[seat]
            try:
                after = done(exchange, act, seat, seed)
            except RuleViolation:
                assert not account.may(act, seat, seed)
                continue
            assert account.may(act, seat, seed)
            if act == "settle":
                brought = {seat: SEEDS[seed] for seat, seed in account.promised.items()}
                assert [own.seed for own in after.seats] == [brought.get(seat, DEFAULTS[seat]) for seat in range(seats)]
                break
            account.note(act, seat, seed)
            exchange = after
            if account.shown:
                assert not exchange.offered
                for other in range(seats):
                    left = still_possible(exchange, other)
                    assert left <= {SEEDS[account.promised[other]]} if other in account.promised else not left
