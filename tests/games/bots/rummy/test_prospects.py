"""How many cards of a hand have no place yet: against trying everything."""

from __future__ import annotations

import random

import pytest

from games.bots.rummy.prospects import loose, loose_in_hand
from games.domain.cards import DECK_SIZE, hand_of, parse_hand
from games.domain.hands.rummy.melds import Ace, melds_among


def fewest(cards: int, ace: Ace) -> int:
    """By trying every meld in turn."""
    ways = [fewest(cards ^ meld, ace) for meld in melds_among(cards, ace)]
    return min([cards.bit_count(), *ways])


@pytest.mark.parametrize("ace", ["low", "high_or_low"])
def test_as_few_cards_are_loose_as_melds_allow(ace: Ace) -> None:
    rng = random.Random(3)
    for _ in range(150):
        near = rng.sample(range(DECK_SIZE), 26)
        cards = hand_of(sorted(near)[:10])
        assert loose_in_hand(cards, ace) == fewest(cards, ace)


@pytest.mark.parametrize(
    ("hand", "table", "count"),
    [
        ("7S 7D KC", (), 3),
        ("7S 7D 7C KC", (), 1),
        ("7S 7D KC", ("8S 9S TS",), 2),
        ("6S 7S 7D 7C", ("8S 9S TS",), 1),
        ("5S 6S 7S KC", ("8S 9S TS",), 1),
        ("QS KS AS", ("9S TS JS",), 1),
    ],
)
def test_a_card_that_fits_on_the_table_is_not_loose(hand: str, table: tuple[str, ...], count: int) -> None:
    assert loose(parse_hand(hand), tuple(map(parse_hand, table)), "low") == count


def test_an_ace_has_a_place_above_a_king_where_it_may_lie_high() -> None:
    assert loose(parse_hand("QS KS AS"), (parse_hand("9S TS JS"),), "high_or_low") == 0
