"""The melds of rummy, with the ace low or at either end: which there are, and what may be laid on each.

There are few enough to list them all. An ace above the king makes a run that begins further down and ends in the ace;
``K-A-2`` is none (EC-01, EC-88). No mask is two melds, so a mask is all there is to know about a meld on the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from games.domain.cards import DECK_SIZE, POINTS, iter_cards
from games.domain.melds import Arrangement
from games.domain.melds.tables import IN_EVERY_SUIT, RANK_COUNT, RUNS_FROM, SETS_AMONG, SUIT_SHIFTS

Ace = Literal["low", "high_or_low"]

HIGH_ACE_POINTS = 15
_ACE, _KING = 1, 1 << RANK_COUNT - 1
_HIGH_ACE = 1 << RANK_COUNT  # where the ace would lie, were it a card above the king


class MeldBook(NamedTuple):
    """All that one reading of the ace decides."""

    growth: dict[int, int]
    """Every meld, and the mask of the cards that fit on it as it lies."""
    by_lowest: tuple[tuple[int, ...], ...]
    """The melds by their lowest card, for searches that give each lowest card a place."""
    points: tuple[int, ...]
    """What each card costs that is left in a hand (W49, EC-87)."""


def _low_runs() -> list[int]:
    return [run for runs in RUNS_FROM.values() for run in runs]


def _runs_to_the_high_ace() -> list[int]:
    """From Q-K-A down to 3-…-K-A: one card more, and the ace lies below as well as above."""
    return [_ACE | sum(1 << rank for rank in range(lowest, RANK_COUNT)) for lowest in range(2, RANK_COUNT - 1)]


def _growth_of_run(run: int, ace: Ace) -> int:
    """What fits at the two ends of a run of one suit."""
    ends_high = run & _ACE and run & _KING
    if ends_high:
        return (run ^ _ACE) >> 1 & ~run
    above = 1 << run.bit_length()
    if above == _HIGH_ACE:
        above = _ACE if ace == "high_or_low" else 0
    return ((run & -run) >> 1 | above) & ~run


@cache
def meld_book(ace: Ace) -> MeldBook:
    """Every meld there is under this reading of the ace."""
    runs = _low_runs() + (_runs_to_the_high_ace() if ace == "high_or_low" else [])
    growth = {run << shift: _growth_of_run(run, ace) << shift for run in runs for shift in SUIT_SHIFTS}
    for meld in {meld for choices in SETS_AMONG.values() for meld in choices}:
        rank = ((meld & -meld).bit_length() - 1) % RANK_COUNT
        growth[meld] = IN_EVERY_SUIT << rank & ~meld
    by_lowest: list[list[int]] = [[] for _ in range(DECK_SIZE)]
    for meld in sorted(growth):
        by_lowest[(meld & -meld).bit_length() - 1].append(meld)
    high = HIGH_ACE_POINTS if ace == "high_or_low" else POINTS[0]
    points = tuple(high if card % RANK_COUNT == 0 else POINTS[card] for card in range(DECK_SIZE))
    return MeldBook(growth, tuple(map(tuple, by_lowest)), points)


def melds_among(cards: int, ace: Ace) -> Iterator[int]:
    """Every meld that these cards hold, however they overlap."""
    by_lowest = meld_book(ace).by_lowest
    for card in iter_cards(cards):
        for meld in by_lowest[card]:
            if meld & cards == meld:
                yield meld


def points_of(cards: int, ace: Ace) -> int:
    """What these cards cost their holder when another goes out."""
    points = meld_book(ace).points
    return sum(points[card] for card in iter_cards(cards))


def best_groups(cards: int, ace: Ace) -> Arrangement:
    """The disjoint melds that leave the fewest points, lay-offs not considered; of equals the fewest melds.

    >>> from games.domain.cards import format_hand, parse_hand
    >>> format_hand(best_groups(parse_hand("QS KS AS 7H 7D"), "high_or_low").deadwood)
    '7H 7D'
    """
    book = meld_book(ace)

    def least(rest: int) -> tuple[int, int, tuple[int, ...]]:
        """Points left, number of melds, melds: the lowest card stays loose, or lies in one of its melds."""
        if rest.bit_count() < 3:
            return points_of(rest, ace), 0, ()
        lowest = rest & -rest
        card = lowest.bit_length() - 1
        count, number, melds = least(rest ^ lowest)
        best = (count + book.points[card], number, melds)
        for meld in book.by_lowest[card]:
            if meld & rest == meld:
                count, number, melds = least(rest ^ meld)
                best = min(best, (count, number + 1, (meld, *melds)))
        return best

    count, _, melds = least(cards)
    return Arrangement(tuple(sorted(melds)), cards ^ sum(melds), count)


def in_order(meld: int) -> tuple[int, ...]:
    """The cards of a meld as they lie: by suit or by rank, and an ace above the king at the end.

    >>> from games.domain.cards import format_card, parse_hand
    >>> [format_card(card) for card in in_order(parse_hand("AH QH KH"))]
    ['QH', 'KH', 'AH']
    """
    cards = tuple(iter_cards(meld))
    first, second = cards[:2]
    ace_on_top = first % RANK_COUNT == 0 and second // RANK_COUNT == first // RANK_COUNT and second != first + 1
    return (*cards[1:], first) if ace_on_top else cards
