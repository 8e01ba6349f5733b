"""Play whole matches and have each move watched; count how the hands ended.

All chance comes from one seed: match ``n`` of a seed is the same on every machine, whatever the number of processes.
"""

from __future__ import annotations

import multiprocessing
import random
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from games.bots.arena import Contest
from games.bots.simulation.book import Book
from games.bots.simulation.company import Company
from games.bots.simulation.hidden import Wire, watch_events, watch_views
from games.bots.simulation.players import WAYS, Way
from games.bots.simulation.referee import require
from games.bots.simulation.table import try_moves, watch
from games.domain.actions import Deal
from games.domain.events import HandScored, HandVoided
from games.domain.match import apply, new_match
from games.domain.notation import Outcome, Played, Record, format_record, parse_record
from games.domain.perspective import view
from games.domain.replay import check, outcomes_of
from games.domain.variants import RULES_VERSION, get_variant

CLOSELY = 0.04
"""How many moves are looked at closely: what every reader sees, and what else might have been tried."""

MOST_HANDS = 2_000
"""A match that has not ended by then never will."""


class Outcomes(NamedTuple):
    """How the hands of some matches ended, and the matches themselves; what was found to be wrong, a line each."""

    endings: Counter[str]
    match_endings: Counter[str]
    events: Counter[str]
    violations: tuple[str, ...]


class Report(NamedTuple):
    """What a simulation found."""

    matches: int
    hands: int
    endings: dict[str, int]  # every ending that the game has, also those that did not come about
    match_endings: dict[str, int]
    left: int  # how often somebody of three or more left, and
    returned: int  # returned
    violations: tuple[str, ...]


def simulate(
    contest: Contest,
    matches: int,
    seed: int,
    wire: Wire,
    *,
    processes: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Play so many matches. ``progress`` is told after each how many there have been."""
    play = partial(play_match, contest, seed, wire)
    if processes == 1:
        return _added(contest, matches, map(play, range(matches)), progress)
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        return _added(contest, matches, pool.map(play, range(matches), chunksize=2), progress)


def play_match(contest: Contest, seed: int, wire: Wire, number: int) -> Outcomes:
    """One match to its end, or to the first move that breaks a rule."""
    match = Watched(contest, random.Random(f"{seed}/{number}"), wire)
    try:
        match.play()
    except Exception as error:  # whatever goes wrong is what this is looking for
        where = f"match {number} of seed {seed}, hand {match.now.hand_no}, after {len(match.lines)} lines"
        match.violations.append(f"{where}: {type(error).__name__}: {error}")
    return Outcomes(match.endings, match.match_endings, match.events, tuple(match.violations))


class Watched:
    """A match under way, with the referee beside it."""

    def __init__(self, contest: Contest, dice: random.Random, wire: Wire) -> None:
        self.dice, self.wire = dice, wire
        self.company = Company(contest.seats, dice)
        variant = get_variant(contest.variant)
        self.now = new_match(variant, contest.seats, contest.rules, computers=self.company.computers)
        self.ways = WAYS[view(self.now, None).game]
        self.played_by: tuple[Way, ...] = ()
        self.book = Book(self.now)
        self.lines: list[Played | Outcome] = []
        self.endings: Counter[str] = Counter()
        self.match_endings: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.violations: list[str] = []

    def play(self) -> None:
        """Play to the end. Raises BrokenRule, or whatever the rules core raises."""
        while self.now.phase != "over":
            require(self.now.hand_no < MOST_HANDS, "the match does not end")
            if self.dice.random() < CLOSELY:
                try_moves(self.now, self.dice)
            self._move()
        self.match_endings[self.now.end.reason if self.now.end else "none"] += 1
        self._replay()

    def _move(self) -> None:
        before = self.now
        seat, action = self.company.next_input(before, self.played_by)
        if isinstance(action, Deal):
            self.played_by = self._ways()
        after, events = apply(before, seat, action)
        watch(after)
        self.book.note(before, seat, action, after, events)
        closely = isinstance(action, Deal) or after.phase == "between" or self.dice.random() < CLOSELY
        answering = any(hand.phase == "layoff" for hand in after.tables)
        if closely or answering:
            watch_views(after, self.wire)
            watch_events(before, after, events, self.wire)
        self.lines += [Played(seat, action), *outcomes_of(events)]
        for event in events:
            self.events[type(event).__name__] += 1
            if isinstance(event, HandScored | HandVoided):
                self.endings[ending_of(event)] += 1
        self.now = after

    def _ways(self) -> tuple[Way, ...]:
        """How each seat plays the next hand: all alike, or each in its own way."""
        chosen = self.dice.choices(list(self.ways), list(self.ways.values()), k=self.now.seats)
        return tuple(chosen) if self.dice.random() < 0.5 else (chosen[0],) * self.now.seats

    def _replay(self) -> None:
        """Written down and read again, the match is the same, and so is the match that the record leads to."""
        now = self.now
        record = Record(now.variant.name, RULES_VERSION, now.seats, now.rules, tuple(self.lines), now.computers)
        again = parse_record(format_record(record))
        require(again == record, "the record reads differently from what was written")
        require(check(again) == now, "the record leads to another match")


def ending_of(outcome: HandScored | HandVoided) -> str:
    """The name under which an ending is counted; running into the wall is the game's own void."""
    if isinstance(outcome, HandVoided):
        return "void" if outcome.reason == "wall" else f"void_{outcome.reason}"
    level = outcome.kind == "undercut" and outcome.knocker_count == outcome.defender_count
    return "tie" if level else outcome.kind


def endings_of(contest: Contest) -> tuple[str, ...]:
    """Every ending that a hand can have by these numbers."""
    rules: Any = contest.rules
    early = ("void_left", "void_agreed")
    if contest.variant == "rummy":
        return ("out", "rummy", "void_refills", *early)
    plain = ("knock", "undercut", "tie") if rules.knock_limit else ()
    big = ("big_gin",) if rules.big_gin_bonus is not None else ()
    return (*plain, "gin", *big, "void", "void_stall", *early)


def _added(
    contest: Contest, matches: int, found: Iterable[Outcomes], progress: Callable[[int], object] | None
) -> Report:
    endings: Counter[str] = Counter(dict.fromkeys(endings_of(contest), 0))
    match_endings: Counter[str] = Counter()
    events: Counter[str] = Counter()
    violations: list[str] = []
    for number, outcomes in enumerate(found, 1):
        endings.update(outcomes.endings)
        match_endings.update(outcomes.match_endings)
        events.update(outcomes.events)
        violations += outcomes.violations
        if progress is not None:
            progress(number)
    return Report(
        matches,
        endings.total(),
        dict(endings),
        dict(match_endings),
        events["SeatLeft"],
        events["SeatReturned"],
        tuple(violations),
    )
