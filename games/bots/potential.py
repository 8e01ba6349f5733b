"""What a hand may become: the counts within reach of one more card.

A hand drawn to has eleven cards, of which one goes. The least count then left is found in one pass over the same
tables that price a hand (:mod:`games.domain.melds`): in some arrangement of the eleven the card that goes lies loose,
so every suit is asked what its best loss takes off, and the best of the four is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.domain.melds.tables import IN_EVERY_SUIT, RUN_DEADWOOD, SETS_AMONG, SUIT

FEW, DOZEN = 7, 12
LOW = 10

_NOTHING_TO_SHED = -1 << 10


def _best_losses() -> list[int]:
    """By a suit's holding: the most that shedding one card of it takes off its deadwood; below zero if runs break."""
    losses = [_NOTHING_TO_SHED] * (SUIT + 1)
    for holding in range(1, SUIT + 1):
        left = holding
        while left:
            bit = left & -left
            left ^= bit
            loss = RUN_DEADWOOD[holding] - RUN_DEADWOOD[holding ^ bit]
            if loss > losses[holding]:
                losses[holding] = loss
    return losses


BEST_LOSS = _best_losses()


def least_after_shedding(hand: int) -> int:
    """The least count of a hand once any one of its cards is gone.

    >>> from games.domain.cards import parse_hand
    >>> least_after_shedding(parse_hand("3H 4H 5H 7S 7C 7D 9C TC JC AS KS"))
    1
    """
    spades, hearts, diamonds, clubs = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    least = (
        RUN_DEADWOOD[spades]
        + RUN_DEADWOOD[hearts]
        + RUN_DEADWOOD[diamonds]
        + RUN_DEADWOOD[clubs]
        - max(BEST_LOSS[spades], BEST_LOSS[hearts], BEST_LOSS[diamonds], BEST_LOSS[clubs])
    )
    return _with_sets(hand, ranks, least) if ranks and least else least


def _with_sets(hand: int, ranks: int, least: int) -> int:
    """The lesser of ``least`` and the best with at least one set, each rank in turn being the lowest of them."""
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        for meld in SETS_AMONG[hand & rank * IN_EVERY_SUIT]:
            rest = hand ^ meld
            spades, hearts, diamonds, clubs = rest & SUIT, rest >> 13 & SUIT, rest >> 26 & SUIT, rest >> 39
            count = (
                RUN_DEADWOOD[spades]
                + RUN_DEADWOOD[hearts]
                + RUN_DEADWOOD[diamonds]
                + RUN_DEADWOOD[clubs]
                - max(BEST_LOSS[spades], BEST_LOSS[hearts], BEST_LOSS[diamonds], BEST_LOSS[clubs])
            )
            if count < least:
                least = count
            if ranks:
                least = _with_sets(rest, ranks, least)
    return least


class Prospect(NamedTuple):
    """Ten cards: what they count, and what one more would make of them after the best shed.

    The means over draws weigh each card with its chance to be in the stock.
    """

    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    fair: float  # the mean count after a draw
    few: float  # ... of the best seven cards to draw
    dozen: float  # ... of the best twelve
    gin: float  # the chance of a card that makes it gin
    help: float  # the chance of a card that takes at least three points off
    depth: float  # how far below ten a draw leads, on average; 0 where it does not


def prospect(ten: int, count: int, unseen: Iterable[int], elsewhere: Sequence[float]) -> Prospect:
    """How ten cards worth ``count`` stand before a draw from the stock.

    ``elsewhere`` says of each card how likely it is not in the stock. With nothing to draw all stays as it is.
    """
    counts: list[int] = []
    whole = fair = gin = helped = depth = 0.0
    for card in unseen:
        left = min(count, least_after_shedding(ten | 1 << card))
        chance = 1 - elsewhere[card]
        counts.append(left)
        whole += chance
        fair += chance * left
        if not left:
            gin += chance
        if left < count - 2:
            helped += chance
        if left < LOW:
            depth += chance * (LOW - left)
    if not whole:
        return Prospect(count, count, count, count, 0.0, 0.0, max(0, LOW - count))
    counts.sort()
    few, dozen = (sum(counts[:best]) / min(best, len(counts)) for best in (FEW, DOZEN))
    return Prospect(count, fair / whole, few, dozen, gin / whole, helped / whole, depth / whole)
