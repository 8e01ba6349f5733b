"""What every holding of one suit is worth in runs, and every set of each rank: worked out once, at import.

A suit's holding is a 13-bit mask, ace lowest. The ace has no card above the king, so ``Q-K-A`` and ``K-A-2`` are no
runs (EC-01).
"""

from __future__ import annotations

from functools import cache

from games.domain.cards import POINTS, iter_cards

RANK_COUNT = 13
SUIT = (1 << RANK_COUNT) - 1
"""The mask of one suit, and the largest index of the tables."""

SUIT_SHIFTS = (0, RANK_COUNT, 2 * RANK_COUNT, 3 * RANK_COUNT)
"""How far each suit lies up in a hand: spades, hearts, diamonds, clubs."""

_RANK_OF_ALL_SUITS = sum(1 << shift for shift in SUIT_SHIFTS)


def _runs_from(lowest: int) -> tuple[int, ...]:
    """Every run of one suit that begins at the rank ``lowest``, shortest first."""
    return tuple(sum(1 << rank for rank in range(lowest, beyond)) for beyond in range(lowest + 3, RANK_COUNT + 1))


RUNS_FROM: dict[int, tuple[int, ...]] = {1 << rank: _runs_from(rank) for rank in range(RANK_COUNT)}
"""Runs by the bit of their lowest card, shortest first."""


def _sets_of(rank: int) -> tuple[int, ...]:
    """The five sets of one rank: all four cards, then each three."""
    four = _RANK_OF_ALL_SUITS << rank
    return (four, *(four ^ (1 << card) for card in iter_cards(four)))


SETS_OF: dict[int, tuple[int, ...]] = {1 << rank: _sets_of(rank) for rank in range(RANK_COUNT)}
"""Sets, as masks of a whole hand, by the bit of their rank."""


def _price_all_holdings() -> tuple[list[int], list[tuple[int, ...]]]:
    """Fill both tables from the smallest holding up: the lowest card is loose, or begins one of the runs.

    Of equal counts the fewer runs win, so that six cards in a row show as one run and not as two.
    """
    deadwood = [0] * (SUIT + 1)
    runs: list[tuple[int, ...]] = [()] * (SUIT + 1)
    for holding in range(1, SUIT + 1):
        lowest = holding & -holding
        rest = holding ^ lowest
        least, chosen = deadwood[rest] + POINTS[lowest.bit_length() - 1], runs[rest]
        for run in RUNS_FROM[lowest]:
            if run & holding != run:
                break
            rest = holding ^ run
            count = deadwood[rest]
            if count < least or (count == least and len(runs[rest]) + 1 < len(chosen)):
                least, chosen = count, (run, *runs[rest])
        deadwood[holding], runs[holding] = least, chosen
    return deadwood, runs


RUN_DEADWOOD, BEST_RUNS = _price_all_holdings()
"""By holding: the least points left loose when only runs are melded, and the runs that reach it."""


@cache
def run_choices(holding: int) -> tuple[tuple[int, ...], ...]:
    """Every way of taking disjoint runs out of one suit's holding, none at all included."""
    if not holding:
        return ((),)
    lowest = holding & -holding
    choices = list(run_choices(holding ^ lowest))
    for run in RUNS_FROM[lowest]:
        if run & holding != run:
            break
        choices += [(run, *others) for others in run_choices(holding ^ run)]
    return tuple(choices)
