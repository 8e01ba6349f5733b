"""What each discard would leave, and whether any of them allows a knock.

Two facts save most of the searching. Where no rank is held three times there are only runs, and a card's loss changes
what its own suit is worth and nothing else. And a hand less one card can count no less than the whole hand less that
card's points, for the card could be put back as deadwood: one that lies loose in a best arrangement reaches this bound.
"""

from __future__ import annotations

from games.domain.cards import POINTS, iter_cards
from games.domain.melds.deadwood import best_arrangement, min_deadwood, ranks_held_thrice
from games.domain.melds.tables import RUN_DEADWOOD, SUIT, SUIT_SHIFTS

_DEAREST = max(POINTS)


def discard_counts(hand: int, banned: int = 0) -> dict[int, int]:
    """For each card that may be shed, lowest first, the least count of the others.

    ``banned`` is a mask of cards that may not be shed: the one just taken from the pile (RULES 1.4).
    """
    if not ranks_held_thrice(hand):
        return _counts_without_sets(hand, banned)
    best = best_arrangement(hand)
    counts = {}
    for card in iter_cards(hand & ~banned):
        bit = 1 << card
        counts[card] = best.count - POINTS[card] if best.deadwood & bit else min_deadwood(hand ^ bit)
    return counts


def _counts_without_sets(hand: int, banned: int) -> dict[int, int]:
    count = min_deadwood(hand)
    counts = {}
    for shift in SUIT_SHIFTS:
        holding = hand >> shift & SUIT
        other_suits = count - RUN_DEADWOOD[holding]
        free = holding & ~(banned >> shift)
        while free:
            bit = free & -free
            free ^= bit
            counts[shift + bit.bit_length() - 1] = other_suits + RUN_DEADWOOD[holding ^ bit]
    return counts


def best_discard(hand: int, banned: int = 0) -> tuple[int, int]:
    """The card whose loss leaves the least count, and that count.

    Of equals the one with most points goes, then the highest. Raises ValueError when every card is banned.
    """
    counts = discard_counts(hand, banned)
    if not counts:
        raise ValueError("no card may be shed")
    card = min(counts, key=lambda card: (counts[card], -POINTS[card], -card))
    return card, counts[card]


def can_knock(hand: int, limit: int, banned: int = 0) -> bool:
    """Whether some card may be shed that leaves a count of at most ``limit`` (RULES 1.4, EC-08, EC-11)."""
    count = min_deadwood(hand)
    if count - _DEAREST > limit:
        return False
    return any(
        count - POINTS[card] <= limit and min_deadwood(hand ^ 1 << card) <= limit for card in iter_cards(hand & ~banned)
    )
