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

IN_EVERY_SUIT = sum(1 << shift for shift in SUIT_SHIFTS)
"""Times the bit of a rank, this is the mask of the four cards of that rank."""


ALL_BUT = [~ranks if ranks.bit_count() == 1 else 0 for ranks in range(SUIT + 1)]
"""By the bit of one rank: a mask of all the others. Zero for more ranks than one."""


def _runs_from(lowest: int) -> tuple[int, ...]:
    """Every run of one suit that begins at the rank ``lowest``, shortest first."""
    return tuple(sum(1 << rank for rank in range(lowest, beyond)) for beyond in range(lowest + 3, RANK_COUNT + 1))


RUNS_FROM: dict[int, tuple[int, ...]] = {1 << rank: _runs_from(rank) for rank in range(RANK_COUNT)}
"""Runs by the bit of their lowest card, shortest first."""


def _sets_of_each_rank() -> dict[int, tuple[int, ...]]:
    sets: dict[int, tuple[int, ...]] = {}
    for rank in range(RANK_COUNT):
        four = IN_EVERY_SUIT << rank
        threes = [four ^ 1 << card for card in iter_cards(four)]
        sets |= {three: (three,) for three in threes}
        sets[four] = (four, *threes)
    return sets


SETS_AMONG = _sets_of_each_rank()
"""The sets that three or four cards of a rank allow, by the mask of those cards: one, or five."""


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


RUN_DEADWOOD, _BEST_RUNS = _price_all_holdings()
"""By a suit's holding: the least points left loose when only runs are melded, and the runs that reach it."""

BEST_RUNS = tuple([tuple([run << shift for run in runs]) for runs in _BEST_RUNS] for shift in SUIT_SHIFTS)
"""By suit and its holding: those runs as masks of a whole hand."""


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
