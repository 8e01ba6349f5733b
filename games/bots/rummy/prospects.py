"""What a rummy hand lacks, and what the next card may do about it.

What counts on the way out is not what cards cost but how many are still loose: in no meld of the hand, and fitting on
none of the table's. As in :mod:`games.domain.melds`, each holding of one suit is worked out once.
"""

from __future__ import annotations

from functools import cache

from games.domain.hands.rummy.going_out import chains
from games.domain.hands.rummy.melds import Ace, meld_book
from games.domain.melds.tables import IN_EVERY_SUIT, SETS_AMONG, SUIT


@cache
def _loose_in_runs(ace: Ace) -> tuple[int, ...]:
    """By a suit's holding: how many cards stay loose when as many as can be lie in runs."""
    runs: dict[int, list[int]] = {}
    for meld in meld_book(ace).growth:
        if meld <= SUIT and meld.bit_count() > 1:  # a run of the first suit; no set lies in one suit
            runs.setdefault(meld & -meld, []).append(meld)
    loose = [0] * (SUIT + 1)
    for holding in range(1, SUIT + 1):
        lowest = holding & -holding
        ways = [loose[holding ^ run] for run in runs.get(lowest, ()) if run & holding == run]
        loose[holding] = min([loose[holding ^ lowest] + 1, *ways])
    return tuple(loose)


def loose_in_hand(cards: int, ace: Ace) -> int:
    """How many cards are in no meld when as many as can be are; the table is not looked at."""
    by_holding = _loose_in_runs(ace)
    spades, hearts, diamonds, clubs = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    least = by_holding[spades] + by_holding[hearts] + by_holding[diamonds] + by_holding[clubs]
    return _with_sets(cards, ranks, least, by_holding) if ranks and least else least


def _with_sets(cards: int, ranks: int, least: int, by_holding: tuple[int, ...]) -> int:
    """The lesser of ``least`` and the best with at least one set, each rank in turn being the lowest of them."""
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        for meld in SETS_AMONG[cards & rank * IN_EVERY_SUIT]:
            rest = cards ^ meld
            suits = rest & SUIT, rest >> 13 & SUIT, rest >> 26 & SUIT, rest >> 39
            least = min(least, sum(map(by_holding.__getitem__, suits)))
            if ranks:
                least = _with_sets(rest, ranks, least, by_holding)
    return least


def loose(cards: int, table: tuple[int, ...], ace: Ace) -> int:
    """How many cards have no place yet, be it in a meld of the hand or on one of the table.

    A card that fits on the table is taken to lie there or in the hand's melds, whichever serves all of them better.
    """
    fitting = 0
    for chain in chains(cards, table, ace):
        for card, _ in chain:
            fitting |= 1 << card
    least = loose_in_hand(cards & ~fitting, ace)
    return min(least, loose_in_hand(cards, ace)) if fitting else least
