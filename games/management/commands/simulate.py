"""``manage.py simulate GAME``: whole matches, played from seeds, each move of which a referee looks at.

It needs no database, and opens none. It ends with an error when anything happened that the rules do not allow.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.application.codec import event_to_plain, view_to_plain
from games.bots.arena import Contest
from games.bots.simulation import Report, simulate
from games.bots.simulation.hidden import Wire
from games.domain.variants import VARIANTS, get_preset

SHOWN = 10
"""How many violations are printed in full."""


class Command(BaseCommand):
    """Play matches of a game and check every rule on the way."""

    help = "Plays whole matches of a game and checks every move against the rules."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help=f"one of {', '.join(VARIANTS)}")
        parser.add_argument("--preset", help="one of the game's rule sets (its first)")
        parser.add_argument("--players", type=int, metavar="N", help="how many sit at the table (the fewest that can)")
        parser.add_argument("--matches", type=int, default=50, metavar="M", help="how many matches (50)")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="where all chance comes from (1)")
        parser.add_argument("--processes", type=int, default=1, metavar="K", help="processes to share the work (1)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Raises CommandError for what there is not, and when a rule was broken."""
        for name in ("matches", "processes"):
            if options[name] < 1:
                raise CommandError(f"--{name} is at least 1.")
        contest, preset = _contest(options["game"], options["preset"], options["players"])
        begun = time.perf_counter()
        report = simulate(
            contest,
            options["matches"],
            options["seed"],
            Wire(view_to_plain, event_to_plain),
            processes=options["processes"],
            progress=lambda done: self._say_progress(done, options["matches"]),
        )
        found = _found(contest, preset, options["seed"], report, time.perf_counter() - begun)
        self.stdout.write(json.dumps(found) if options["json"] else _table(found))
        if report.violations:
            raise CommandError(f"{len(report.violations)} violations. The first: {report.violations[0]}")

    def _say_progress(self, done: int, matches: int) -> None:
        """Every tenth of the way."""
        if done * 10 // matches > (done - 1) * 10 // matches:
            self.stderr.write(f"{done} of {matches} matches", self.style.NOTICE)


def _contest(game: str, preset: str | None, players: int | None) -> tuple[Contest, str]:
    """What is played, and the name of its rule set."""
    _known(game, VARIANTS, "game")
    variant = VARIANTS[game]
    preset = preset or variant.presets[0]
    _known(preset, variant.presets, f"rule set of {game}")
    seats = variant.seating.seats
    players = seats[0] if players is None else players
    if players not in seats:
        numbers = str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
        raise CommandError(f"{game} is not played by {players}: --players is {numbers}.")
    return Contest(game, variant.adapt(get_preset(preset)), players), preset


def _known(name: str, names: Collection[str], what: str) -> None:
    if name not in names:
        raise CommandError(f"There is no {what} {name!r}. There is: {', '.join(names)}.")


def _found(contest: Contest, preset: str, seed: int, report: Report, seconds: float) -> dict[str, Any]:
    return {
        "game": contest.variant,
        "players": contest.seats,
        "preset": preset,
        "seed": seed,
        "matches": report.matches,
        "hands": report.hands,
        "violations": len(report.violations),
        "hands_per_s": round(report.hands / seconds, 1),
        "endings": report.endings,
        "match_endings": report.match_endings,
        "left": report.left,
        "returned": report.returned,
        "problems": list(report.violations[:SHOWN]),
    }


def _table(found: dict[str, Any]) -> str:
    """The same for a person to read."""
    lines = [
        f"{found['game']} for {found['players']} by {found['preset']}, seed {found['seed']}",
        f"{found['matches']} matches, {found['hands']} hands, {found['hands_per_s']} a second, "
        f"{found['violations']} violations",
        "",
    ]
    lines += [f"  {name:<14}{count:>7}" for name, count in found["endings"].items()]
    lines += ["", "matches ended by"]
    lines += [f"  {name:<14}{count:>7}" for name, count in found["match_endings"].items()]
    lines += [f"  {problem}" for problem in found["problems"]]
    return "\n".join(lines)
