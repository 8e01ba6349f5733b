"""Computer players against each other: mirrored matches, and what they prove.

Luck is dealt twice. Each sequence of decks is played by both players from both seats, so that whoever was dealt the
better cards had to play against them as well; all chance comes from one seed, whatever the number of processes. At a
table of more than two the first player takes every other seat.
"""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import ceil, sqrt
from typing import NamedTuple

from games.bots.base import Bot
from games.bots.registry import get_bot
from games.domain.actions import SERVER, Deal, DrawForDeal
from games.domain.cards import DECK_SIZE
from games.domain.match import Match, must_act, new_match, next_deal, step, verify
from games.domain.perspective import recall, view
from games.domain.variants import Rules, get_variant

BUDGET_MS = 1_500
"""What a player is told that it may use for a move, as on the site."""

Z95 = 1.959964
"""How many standard deviations hold 95 % of a normal distribution."""

INDEPENDENT_PAIRS = 10
"""The estimate of how alike the two matches of a pair are leans on independence with the weight of so many pairs."""


class Contest(NamedTuple):
    """What is played: a game by its name, its numbers, and how many sit at the table."""

    variant: str
    rules: Rules
    seats: int = 2


class Series(NamedTuple):
    """The first player's results, one tuple of matches a sequence of decks: 1 a win, 0 a loss, a half a draw."""

    pairs: tuple[tuple[float, ...], ...]

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return sum(map(len, self.pairs))

    @property
    def win_rate(self) -> float:
        """The share of matches won, a draw counting half."""
        return sum(map(sum, self.pairs)) / self.matches

    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate.

        Wilson's, for as many independent matches as the series is worth: if the two matches of a pair tend to be won
        by different players, the deal is evened out and the pair says more than two matches would, if by the same
        player, less.
        """
        rate, matches = self.win_rate, self.matches
        worth = matches / self._design_effect()
        centre = (rate + Z95**2 / (2 * worth)) / (1 + Z95**2 / worth)
        reach = Z95 / (1 + Z95**2 / worth) * sqrt(rate * (1 - rate) / worth + (Z95 / (2 * worth)) ** 2)
        return max(0.0, centre - reach), min(1.0, centre + reach)

    def _design_effect(self) -> float:
        """The variance between pairs, as a multiple of what independent matches would show."""
        rate = self.win_rate
        independent = self.matches * rate * (1 - rate)
        if not independent or len(self.pairs) < 2:
            return 1.0
        found = sum((sum(pair) - rate * len(pair)) ** 2 for pair in self.pairs) / independent
        found *= len(self.pairs) / (len(self.pairs) - 1)
        return (found * len(self.pairs) + INDEPENDENT_PAIRS) / (len(self.pairs) + INDEPENDENT_PAIRS)


def play_series(names: tuple[str, str], contest: Contest, matches: int, seed: int, processes: int = 1) -> Series:
    """Let two players of the registry meet: the same matches for the same seed, whatever the number of processes.

    Of an odd number of matches the last one has no mirror image. Raises KeyError for an unknown name.
    """
    for name in names:
        get_bot(name)
    numbers = range(ceil(matches / 2))
    play = partial(play_pair, names, contest, matches, seed)
    if processes == 1:
        return Series(tuple(map(play, numbers)))
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        return Series(tuple(pool.map(play, numbers, chunksize=4)))


def play_pair(names: tuple[str, str], contest: Contest, matches: int, seed: int, number: int) -> tuple[float, ...]:
    """What the first player makes of one sequence of decks, from seat 0 and then from seat 1."""
    seats = (0, 1)[: matches - 2 * number]
    return tuple(play_match(names, contest, f"{seed}/{number}", seat) for seat in seats)


def play_match(names: tuple[str, str], contest: Contest, deal: str, first: int) -> float:
    """One match on the decks of ``deal``, the first player on seat ``first`` and every other one from there.

    1 if a seat of the first player wins, 0 if not, a draw a half.
    """
    seated = [names[(seat - first) % 2] for seat in range(contest.seats)]
    game = view(_beginning(contest), None).game
    bots = [get_bot(name, game) for name in seated]
    chance = [random.Random(f"{deal} {name} {seat}") for seat, name in enumerate(seated)]
    match = play_out(bots, contest, decks(deal), chance)
    assert match.end is not None
    if match.end.winner is None:
        return 0.5
    winners = match.variant.seating.sides(match.seats)[match.end.winner]
    return float(winners[0] % 2 == first)


def decks(deal: str) -> Iterator[tuple[int, ...]]:
    """The same endless sequence of decks for the same text."""
    rng = random.Random(deal)
    while True:
        yield tuple(rng.sample(range(DECK_SIZE), DECK_SIZE))


def play_out(
    bots: Sequence[Bot], contest: Contest, deals: Iterator[tuple[int, ...]], chance: Sequence[random.Random]
) -> Match:
    """A whole match between the players on the seats, each with a generator of its own.

    Raises RuleViolation if one of them does what the rules do not allow.
    """
    match = _beginning(contest)
    while match.phase != "over":
        needed = next_deal(match, early=True)
        if needed is not None:
            brought = tuple(next(deals) for _ in range(needed.decks))
            match = step(match, SERVER, DrawForDeal(*brought) if needed.hand_no == 0 else Deal(brought))
            continue
        seat = must_act(match)[0]
        action = bots[seat].choose(recall(match, seat), chance[seat], BUDGET_MS)
        verify(match, seat, action)
        match = step(match, seat, action)
    return match


def _beginning(contest: Contest) -> Match:
    return new_match(get_variant(contest.variant), contest.seats, contest.rules)
