"""What a hand may become: the fast search agrees with the slow one."""

from __future__ import annotations

import random

import pytest

from games.bots.potential import Prospect, least_after_shedding, prospect
from games.domain.cards import hand_of, iter_cards, parse_card, parse_hand
from games.domain.melds import discard_counts, min_deadwood

NOWHERE_ELSE = [0.0] * 52


def hands_rich_in_melds(cards: int, seed: int) -> list[int]:
    """Hands from few ranks, from few cards of the deck, and from all of it."""
    rng = random.Random(seed)
    pools = [
        *([suit * 13 + rank for suit in range(4) for rank in rng.sample(range(13), 4)] for _ in range(300)),
        *(rng.sample(range(52), 16) for _ in range(300)),
        *(list(range(52)) for _ in range(300)),
    ]
    return [hand_of(rng.sample(pool, cards)) for pool in pools]


def test_the_least_count_after_shedding_is_that_of_the_best_discard() -> None:
    for hand in hands_rich_in_melds(11, 1):
        assert least_after_shedding(hand) == min(discard_counts(hand).values())


@pytest.mark.parametrize(
    ("hand", "least"),
    [
        ("AS AH AD 2S 2H 2D 2C 3S 3H 3D 3C", 0),  # all melded: a set of four can spare one
        ("4C 5C 6C 7C 8C 9C TC JC QC KC AS", 0),
        ("AS AH AD 2S 2H 2D 3S 3H 3D KS KH", 10),
        ("KS KH KD QS QH QD JS JH JD 2C 4C", 2),
        ("AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H", 55),
    ],
)
def test_hands_whose_best_discard_is_plain(hand: str, least: int) -> None:
    assert least_after_shedding(parse_hand(hand)) == least


def test_a_prospect_weighs_each_draw_with_its_chance_to_be_in_the_stock() -> None:
    ten = parse_hand("7S 7D 7C 2H 3H 4H JC QC KC 5D")
    gin, dead = parse_card("7H"), parse_card("9S")
    even = prospect(ten, 5, [gin, dead], NOWHERE_ELSE)
    assert (even.fair, even.gin, even.help) == (2.5, 0.5, 0.5)
    elsewhere = NOWHERE_ELSE.copy()
    elsewhere[gin] = 0.75
    unlikely = prospect(ten, 5, [gin, dead], elsewhere)
    assert (unlikely.fair, unlikely.gin) == (4.0, 0.2)


def test_a_draw_never_makes_it_worse() -> None:
    for ten in hands_rich_in_melds(10, 2):
        count = min_deadwood(ten)
        seen = prospect(ten, count, list(iter_cards(((1 << 52) - 1) & ~ten)), NOWHERE_ELSE)
        assert seen.few <= seen.dozen <= count
        assert seen.fair <= count


def test_with_nothing_to_draw_all_stays_as_it_is() -> None:
    assert prospect(parse_hand("AS 3S"), 4, [], NOWHERE_ELSE) == Prospect(4, 4, 4, 4, 0.0, 0.0, 6)
