"""What each discard would leave, and whether any of them allows a knock.

One inequality saves most of the searching: a hand less one card can count no less than the whole hand less that
card's points, for the card could be put back as deadwood. A card that lies loose in a best arrangement reaches the
bound, and only the melded ones need a search.
"""

from __future__ import annotations

from games.domain.cards import POINTS, iter_cards
from games.domain.melds.deadwood import best_arrangement, min_deadwood


def discard_counts(hand: int, banned: int = 0) -> dict[int, int]:
    """For each card that may be shed, the least count of the others.

    ``banned`` is a mask of cards that may not be shed: the one just taken from the pile (RULES 1.4).
    """
    best = best_arrangement(hand)
    counts = {}
    for card in iter_cards(hand & ~banned):
        bit = 1 << card
        counts[card] = best.count - POINTS[card] if best.deadwood & bit else min_deadwood(hand ^ bit)
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
    return any(
        count - POINTS[card] <= limit and min_deadwood(hand ^ (1 << card)) <= limit
        for card in iter_cards(hand & ~banned)
    )
