"""Prizes: what each place gets, shared where places are shared. Amounts are what the club says, never money."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.domain.values import EntrantId, Standing


def shares(prizes: Sequence[int], standings: Sequence[Standing]) -> dict[EntrantId, int]:
    """What each entrant gets, in whole units: those who share a place share the prizes of all the places they take.

    What cannot be divided stays with the club, so that nobody gets more than an equal.

    >>> shares((100, 60, 40), [Standing(1, 7, 4, (), 2), Standing(2, 3, 2, (), 2), Standing(2, 5, 2, (), 2)])
    {7: 100, 3: 50, 5: 50}
    """
    got: dict[EntrantId, int] = {}
    for at, line in enumerate(standings):
        if line.entrant in got:
            continue
        level = [other.entrant for other in standings if other.place == line.place]
        pot = sum(prizes[at : at + len(level)])
        if pot:
            got |= dict.fromkeys(level, pot // len(level))
    return got
