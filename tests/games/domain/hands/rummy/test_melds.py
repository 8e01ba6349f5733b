"""The melds of rummy, with the ace low or at either end: against the plain words of RULES 1.2 and 2g."""

from __future__ import annotations

import random

import pytest

from games.domain.cards import DECK_SIZE, POINTS, format_card, hand_of, iter_cards, parse_hand
from games.domain.hands.rummy.melds import Ace, best_groups, in_order, meld_book, melds_among, points_of
from games.domain.melds import best_arrangement, fits, is_meld

LOW: Ace = "low"
BOTH: Ace = "high_or_low"


def rank(card: int) -> int:
    return card % 13


def plainly_a_meld(cards: list[int], ace: Ace) -> bool:
    """Three or four of a rank, or three or more of a suit in a row, the ace below the two or above the king."""
    if len(cards) < 3:
        return False
    if len({rank(card) for card in cards}) == 1:
        return True
    if len({card // 13 for card in cards}) > 1:
        return False
    readings = [sorted(map(rank, cards))]
    if ace == BOTH:
        readings.append(sorted(13 if rank(card) == 0 else rank(card) for card in cards))
    return any(ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in readings)


@pytest.mark.parametrize("ace", [LOW, BOTH])
def test_the_book_holds_exactly_the_melds_and_what_makes_longer_ones_of_them(ace: Ace) -> None:
    growth = meld_book(ace).growth
    for meld, fitting in growth.items():
        held = list(iter_cards(meld))
        assert plainly_a_meld(held, ace)
        for card in range(DECK_SIZE):
            assert bool(fitting >> card & 1) == (card not in held and plainly_a_meld([*held, card], ace))
    rng = random.Random(5)
    for _ in range(3_000):
        start, step = rng.randrange(DECK_SIZE), rng.choice((1, 1, 13, 12))
        some = {(start + step * at) % DECK_SIZE for at in range(rng.randint(2, 5))}
        assert (hand_of(some) in growth) == plainly_a_meld(sorted(some), ace)


def test_with_the_ace_low_the_book_agrees_with_the_melds_of_gin() -> None:
    book = meld_book(LOW)
    assert all(is_meld(meld) for meld in book.growth)
    assert all(
        bool(fitting >> card & 1) == fits(card, meld)
        for meld, fitting in book.growth.items()
        for card in range(DECK_SIZE)
        if not meld >> card & 1
    )
    assert book.points == POINTS


def test_the_groups_of_a_hand_leave_as_few_points_as_any() -> None:
    rng = random.Random(7)
    for _ in range(100):
        cards = hand_of(rng.sample(range(DECK_SIZE), 11))
        assert best_groups(cards, LOW).count == best_arrangement(cards).count
        high = best_groups(cards, BOTH)
        assert high.count == points_of(high.deadwood, BOTH) == points_of(cards & ~sum(high.melds), BOTH)
        assert all(meld in meld_book(BOTH).growth for meld in high.melds)
        assert high.count <= points_of(best_groups(cards, LOW).deadwood, BOTH)


def test_every_meld_among_some_cards_is_found_once() -> None:
    hand = parse_hand("AS QS KS 7H 7D 7C 7S")
    found = list(melds_among(hand, BOTH))
    assert len(found) == len(set(found)) == 6
    assert parse_hand("QS KS AS") in found
    assert len(list(melds_among(hand, LOW))) == 5


@pytest.mark.parametrize(
    ("meld", "shown"),
    [("KH AH QH", "QH KH AH"), ("3H AH 2H", "AH 2H 3H"), ("AS AD AC", "AS AD AC"), ("TC JC 9C", "9C TC JC")],
)
def test_a_meld_is_shown_in_its_order_an_ace_above_the_king_last(meld: str, shown: str) -> None:
    assert " ".join(map(format_card, in_order(parse_hand(meld)))) == shown
