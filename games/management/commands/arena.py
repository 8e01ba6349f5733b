"""``manage.py arena A B``: which of two computer players is stronger.

Matches are mirrored: each sequence of decks is played twice, with the seats swapped. The same seed gives the same
matches on every machine. Needs no database and writes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots.arena import Contest, play_series
from games.bots.registry import BOTS
from games.domain.numbers import changed
from games.domain.variants import VARIANTS, Variant, get_preset


class Command(BaseCommand):
    """Let two computer players meet."""

    help = "Plays mirrored matches between two computer players: A's win rate, with its 95 % confidence interval."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("a", help=f"one of {', '.join(BOTS)}")
        parser.add_argument("b", help="another, or the same")
        parser.add_argument("--matches", type=int, default=200, metavar="N", help="how many matches (200)")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="where all chance comes from (1)")
        parser.add_argument("--game", default="gin", help=f"one of {', '.join(VARIANTS)} (gin)")
        parser.add_argument("--seats", type=int, metavar="N", help="how many sit at the table (the fewest that can)")
        parser.add_argument("--preset", help="one of the game's rule sets (its first)")
        parser.add_argument("--hands", type=int, metavar="N", help="so many hands a match instead of a target")
        parser.add_argument("--processes", type=int, default=1, metavar="K", help="processes to share the work (1)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Raises CommandError for a player, a game or a rule set that does not exist and for numbers below 1."""
        a, b = options["a"], options["b"]
        _known(a, BOTS, "computer player")
        _known(b, BOTS, "computer player")
        _known(options["game"], VARIANTS, "game")
        for name in ("matches", "processes"):
            if options[name] < 1:
                raise CommandError(f"--{name} is at least 1.")
        variant = VARIANTS[options["game"]]
        preset = options["preset"] or variant.presets[0]
        contest = _contest(variant, preset, options["seats"], options["hands"])
        series = play_series((a, b), contest, options["matches"], options["seed"], options["processes"])
        low, high = series.interval()
        if options["json"]:
            found = {
                "a": a,
                "b": b,
                "matches": series.matches,
                "win_rate": round(series.win_rate, 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "game": variant.name,
                "seats": contest.seats,
                "preset": preset,
                "seed": options["seed"],
            }
            self.stdout.write(json.dumps(found))
        else:
            self.stdout.write(
                f"{a} beats {b} in {series.win_rate:.1%} of {series.matches} matches [{low:.1%}, {high:.1%}]"
            )


def _contest(variant: Variant, preset: str, seats: int | None, hands: int | None) -> Contest:
    _known(preset, variant.presets, "rule set")
    seats = variant.seating.seats[0] if seats is None else seats
    if seats not in variant.seating.seats:
        raise CommandError(f"--seats is one of {', '.join(map(str, variant.seating.seats))}.")
    rules = variant.adapt(get_preset(preset))
    try:
        return Contest(variant.name, rules if hands is None else changed(rules, {"fixed_hands": hands}), seats)
    except ValueError as error:
        raise CommandError(f"--hands: {error}.") from error


def _known(name: str, names: Collection[str], what: str) -> None:
    if name not in names:
        raise CommandError(f"There is no {what} {name!r}. There is: {', '.join(names)}.")
