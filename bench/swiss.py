"""How fast a Swiss round is paired, and how well: whole events with results by strength, in CPU time.

`python -m bench.swiss` (or `make bench-swiss`); `--json` prints the figures for a program. Ends with an error when a
limit is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from typing import NamedTuple

from tournaments.domain.actions import Enter, EnterResult, PairRound, Start
from tournaments.domain.event import Event
from tournaments.domain.formats.swiss import SWISS
from tournaments.domain.settings import Settings
from tournaments.domain.steps import apply
from tournaments.domain.values import DRAW, Pairing, Result, won

DRAWS = 0.0
"""Gin has none to speak of; `--draws` tries others."""


class Figures(NamedTuple):
    """What one or several events came to. Times are seconds of CPU."""

    players: int
    rounds: int
    events: int
    games: int
    rematches: int
    second_byes: int
    across: int  # games between score groups
    slowest_round: float
    slowest_table: float

    @property
    def across_percent(self) -> float:
        """Games across score groups, of a hundred."""
        return 100 * self.across / self.games


def play(players: int, rounds: int, seed: int, draws: float) -> Figures:
    """One event: ratings between 1000 and 2200, results as the Elo formula expects them."""
    rng = random.Random(seed)
    event = Event(Settings(rounds=rounds))
    for _entrant in range(players):
        event = apply(event, Enter(rating=rng.randrange(1000, 2200)), SWISS.play)
    event = apply(event, Start(seed), SWISS.play)
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    across, pairing_times, table_times = 0, [], []
    for number in range(1, rounds + 1):
        begun = time.process_time()
        event = apply(event, PairRound(0), SWISS.play)
        pairing_times.append(time.process_time() - begun)
        for pairing in event.rounds[-1].pairings:
            if pairing.second is None:
                byes[pairing.first] += 1
                continue
            met[frozenset((pairing.first, pairing.second))] += 1
            across += pairing.reasons[0].code == "floated"
            event = apply(event, EnterResult(number, pairing.board, _result(event, pairing, rng, draws)), SWISS.play)
        begun = time.process_time()
        SWISS.standings(event)
        table_times.append(time.process_time() - begun)
    rematches = sum(times - 1 for times in met.values())
    second_byes = sum(times - 1 for times in byes.values())
    games = sum(met.values())
    return Figures(players, rounds, 1, games, rematches, second_byes, across, max(pairing_times), max(table_times))


def _result(event: Event, pairing: Pairing, rng: random.Random, draws: float) -> Result:
    assert pairing.second is not None
    if rng.random() < draws:
        return Result((DRAW, DRAW))
    ahead = event.entrant(pairing.second).rating - event.entrant(pairing.first).rating
    first_wins = rng.random() < 1 / (1 + 10 ** (ahead / 400))
    return won(int(not first_wins), hand_points=(rng.randrange(150), rng.randrange(150)))


def together(found: list[Figures]) -> Figures:
    """Several events as one line: sums, and the slowest of each."""
    sums = (sum(one[at] for one in found) for at in range(2, 7))
    return Figures(found[0].players, found[0].rounds, *sums, max(one[7] for one in found), max(one[8] for one in found))


def main() -> int:
    """Print the figures and the limits; 1 when one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--draws", type=float, default=DRAWS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    club = together([play(101, 9, seed, options.draws) for seed in range(options.seeds)])
    large = play(1000, 9, 1, options.draws)
    limits = {
        "101 players, 9 rounds: rematches": (club.rematches, 0),
        "101 players, 9 rounds: second byes": (club.second_byes, 0),
        "1,000 players: rematches": (large.rematches, 0),
        "1,000 players: slowest round, seconds": (round(large.slowest_round, 2), 1.0),
    }
    if options.json:
        print(json.dumps({"club": club._asdict(), "large": large._asdict()}))
    else:
        for one in (club, large):
            print(
                f"{one.players} players, {one.rounds} rounds, {one.events} events: {one.games} games, "
                f"{one.across_percent:.1f} % across score groups, slowest round {one.slowest_round:.3f} s, "
                f"slowest table {one.slowest_table:.3f} s"
            )
        for name, (value, limit) in limits.items():
            print(f"{name}: {value} (limit {limit}) {'met' if value <= limit else 'MISSED'}")
    return int(any(value > limit for value, limit in limits.values()))


if __name__ == "__main__":
    sys.exit(main())
