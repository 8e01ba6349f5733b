"""Thousands of hands of every game under the referee's eye: ``make bench-simulate``.

Prints for each game how many hands were played a second, how they ended, and what was wrong. Ends with an error if
anything was. ``python -m bench.simulate --hands 500`` does less, ``--processes`` shares the work.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter

import django

HANDS = 2_000
BATCH = 20
"""Matches that are played before the hands are counted again."""


def main() -> int:
    """Play every game; 1 if a rule was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS, metavar="N", help=f"hands a game ({HANDS})")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--processes", type=int, default=1, metavar="K")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ginsite.settings")
    django.setup()

    from games.domain.variants import VARIANTS

    broken = 0
    for name in VARIANTS:
        broken += _play(name, asked.hands, asked.seed, asked.processes)
    return 1 if broken else 0


def _play(name: str, hands: int, seed: int, processes: int) -> int:
    from games.application.codec import event_to_plain, view_to_plain
    from games.bots.arena import Contest
    from games.bots.simulation import simulate
    from games.bots.simulation.hidden import Wire
    from games.domain.variants import VARIANTS

    variant = VARIANTS[name]
    contest = Contest(name, variant.rules, variant.seating.seats[0])
    endings: Counter[str] = Counter()
    violations: list[str] = []
    begun, batch = time.perf_counter(), 0
    while endings.total() < hands and not violations:
        report = simulate(
            contest, BATCH, seed * 1_000 + batch, Wire(view_to_plain, event_to_plain), processes=processes
        )
        endings.update(report.endings)
        violations += report.violations
        batch += 1
    rate = endings.total() / (time.perf_counter() - begun)
    told = ", ".join(f"{ending} {count}" for ending, count in endings.items())
    print(
        f"{name:<13}{endings.total():>6} hands, {rate:.1f} a second, {len(violations)} violations: {told}", flush=True
    )
    for violation in violations:
        print(f"  {violation}")
    return len(violations)


if __name__ == "__main__":
    sys.exit(main())
