"""How well the signals find what they look for, and how often they wrong the honest: ``make bench-suspicions``.

Computer players of all levels, with noise, stand in for people. Thresholds are chosen on the even-numbered pairs alone
and judged on the odd-numbered ones. ``python -m bench.suspicions --scale 0.1`` does less.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import defaultdict
from math import ceil, exp, sqrt

import django
from django.conf import settings

RUN = 6
"""Matches in a run: what two people have played against each other when they are looked at for the last time."""

HONEST = {("gin", 2): 250, ("three-handed", 3): 25, ("rummy", 3): 40}
"""Tables of honest people; each plays a run, and each player towards each other is a case."""

CHEATING = {("gin", 2): 60, ("three-handed", 3): 15, ("rummy", 3): 20}
"""Runs of each way of cheating."""

KINDS = {"feeding": ("feeder", "guesser"), "seeing": ("peeker",)}
LEFT_OUT = {"seeing": ("rummy",)}
"""Games in which a measure is not used."""

SHARES = {"gin": (1.0, 0.5)}
"""In what share of their turns cheats cheat; at other tables in all."""

ALLOWED = 0.005
"""What share of the honest cases of the choosing half may be wronged. Half of what is promised, for the other half."""

Z95 = 1.959964


def main() -> int:
    """Measure everything; 1 if a promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="do so much of it")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ginsite.settings")
    django.setup()
    begun = time.process_time()
    kept = [_discards(asked.scale, asked.seed), _pairs(asked.scale, asked.seed), _paces(asked.scale, asked.seed)]
    print(f"\n{time.process_time() - begun:.0f} s of CPU time")
    return 0 if all(kept) else 1


# Discards: feeding and shared hands


def _discards(scale: float, seed: str) -> bool:
    honest = {table: _honest_cases(table, ceil(count * scale), seed) for table, count in HONEST.items()}
    set_to = {"feeding": settings.SIGNAL_FEEDING, "seeing": settings.SIGNAL_SHARED_HANDS}
    kept = True
    for measure, kinds in KINDS.items():
        tables = [table for table in HONEST if table[0] not in LEFT_OUT.get(measure, ())]
        chosen = _least_threshold([case for table in tables for case in honest[table][0]], measure)
        print(f"\n{measure}: the choosing half asks for {chosen:.1f}; set is {set_to[measure]}")
        wrong = judged = 0
        for table in tables:
            judging = honest[table][1]
            found = sum(_found_after(case, measure, set_to[measure]) is not None for case in judging)
            wrong, judged = wrong + found, judged + len(judging)
            print(f"  honest, {_named(table)}: {_share(found, len(judging))}")
        print(f"  honest, all: {_share(wrong, judged)}")
        kept &= wrong <= 0.01 * judged
        for table, count in ((table, CHEATING[table]) for table in tables):
            for kind in kinds:
                for share in SHARES.get(table[0], (1.0,)):
                    rate = _told(table, kind, share, ceil(count * scale), seed, measure, set_to[measure])
                    kept &= rate >= 0.8 or table[0] != "gin" or share < 1
    return kept


def _told(table, kind, share, count, seed, measure, threshold) -> float:
    """Print how many were found after how many matches; the share after all of them."""
    cases = [_run(table, f"{seed} {kind} {share} {number}", kind, share)[0, 1] for number in range(count)]
    found = [_found_after(case, measure, threshold) for case in cases]
    print(f"  {kind} in {share:.0%} of the turns, {_named(table)}, {count} runs:")
    for looks in range(settings.SIGNAL_MATCHES, RUN + 1):
        print(f"    after {looks} matches {_share(sum(at is not None and at <= looks for at in found), count)}")
    return sum(at is not None for at in found) / count


def _honest_cases(table, count, seed):
    """The cases of the choosing half and of the judging half."""
    halves = ([], [])
    for number in range(count):
        halves[number % 2].extend(_run(table, f"{seed} honest {number}").values())
    return halves


def _run(table, seed, kind=None, share=0.0):
    """A run of matches at one table with the same people: by who gave and to whom, a sum a match."""
    from games.bots.arena import Contest
    from games.bots.giving import Giving
    from games.bots.simulation import cheats
    from games.domain.variants import get_variant

    dice = random.Random(seed)
    contest = Contest(table[0], get_variant(table[0]).rules, table[1])
    ways = [cheats.anybody(dice) for _seat in range(table[1])]
    if kind is not None:
        ways[0] = getattr(cheats, kind)(ways[0], share, 1)
    case = defaultdict(list)
    for match in range(RUN):
        given = defaultdict(list)
        for one in cheats.watched_match(ways, contest, f"{seed} {match}"):
            given[one.seat, one.to].append(one)
        for pair, discards in given.items():
            case[pair].append(Giving.of(discards))
    return case


def _found_after(case, measure, threshold) -> int | None:
    """After how many matches a run is found, looked at after each from the third on."""
    from games.bots.giving import Giving

    for looks in range(settings.SIGNAL_MATCHES, len(case) + 1):
        if getattr(Giving().plus(case[:looks]), measure) >= threshold:
            return looks
    return None


def _least_threshold(cases, measure) -> float:
    threshold = 1.0
    while sum(_found_after(case, measure, threshold) is not None for case in cases) > ALLOWED * len(cases):
        threshold += 0.1
    return threshold


def _named(table) -> str:
    return f"{table[0]} of {table[1]}"


def _share(found: int, of: int) -> str:
    """A share with Wilson's interval."""
    rate = found / of
    centre, reach = rate + Z95**2 / (2 * of), Z95 * sqrt(rate * (1 - rate) / of + (Z95 / (2 * of)) ** 2)
    low, high = ((centre + sign * reach) / (1 + Z95**2 / of) for sign in (-1, 1))
    return f"{found}/{of} = {rate:.1%} ({max(0.0, low):.1%} to {high:.1%})"


# Pairs: one of them always wins

MEETINGS = 40
SKILL = 110
"""By how many rating points two people differ, the standard deviation: three in four matches are 190 points."""


def _pairs(scale: float, seed: str) -> bool:
    count = ceil(3_000 * scale)
    print(f"\npairs that meet {MEETINGS} times, looked at after each; set is {settings.SIGNAL_PAIR}")
    kept = True
    for name, thrown in (("honest", 0.0), ("throws 9 in 10", 0.9), ("throws all", 1.0)):
        found = sum(_pair_found(random.Random(f"{seed} pair {thrown} {number}"), thrown) for number in range(count))
        print(f"  {name}: {_share(found, count)}")
        kept &= found <= 0.01 * count if not thrown else thrown < 1 or found >= 0.8 * count
    return kept


def _pair_found(dice: random.Random, thrown: float) -> bool:
    """Two who differ by some rating points meet again and again; the second may throw matches."""
    from games.application.suspicions.results import lopsided

    chance = 1 / (1 + 10 ** (-dice.gauss(0, SKILL) / 400))
    won = 0
    for met in range(1, MEETINGS + 1):
        won += dice.random() < thrown or dice.random() < chance
        if max(lopsided(won, met), lopsided(met - won, met)) >= settings.SIGNAL_PAIR:
            return True
    return False


# Pace


def _paces(scale: float, seed: str) -> bool:
    count = ceil(1_000 * scale)
    limits = f"{settings.SIGNAL_REGULAR} and {settings.SIGNAL_QUICK}"
    print(f"\npace over {settings.SIGNAL_DISCARDS} discards; set are {limits}")
    kept = True
    for name, clock in _CLOCKS.items():
        found = sum(_pace_found(random.Random(f"{seed} {name} {number}"), clock) for number in range(count))
        print(f"  {name}: {_share(found, count)}")
        kept &= found <= 0.01 * count if name.startswith("people") else found >= 0.8 * count or "like" in name
    return kept


def _person(dice, typical, spread):
    """Thinking times of a person: about lognormal, half as long again where the choice is hard, with a hand's delay."""
    middle, width = dice.uniform(*typical), dice.uniform(*spread)
    return lambda hard: 200 + middle * (1.5 if hard else 1.0) * exp(dice.gauss(0, width))


_CLOCKS = {
    "people who think": lambda dice: _person(dice, (1_200, 6_000), (0.5, 0.9)),
    "people in a hurry": lambda dice: _person(dice, (500, 1_000), (0.45, 0.8)),
    "a script that waits 1 s, give or take 10 %": lambda dice: lambda _hard: 1_000 * dice.uniform(0.9, 1.1),
    "a script that waits 0.6 to 1.8 s": lambda dice: lambda _hard: dice.uniform(600, 1_800),
    "a script that answers at once": lambda dice: lambda _hard: dice.uniform(40, 150),
    "a script that waits like a person": lambda dice: _person(dice, (1_200, 6_000), (0.5, 0.9)),
}


def _pace_found(dice, clock) -> bool:
    from games.application.suspicions.pace import Pace

    waits = clock(dice)
    hards = [dice.random() < 0.5 for _discard in range(settings.SIGNAL_DISCARDS)]
    pace = Pace.of((round(waits(hard)), hard) for hard in hards)
    return pace.spread <= settings.SIGNAL_REGULAR or pace.quick_share >= settings.SIGNAL_QUICK


if __name__ == "__main__":
    sys.exit(main())
