"""The rules core against OpenSpiel's gin rummy, from Python, in one run: ``make bench-engine``.

What is compared
    *Hands.* Whole hands from the deal to the score, every action picked with equal chance from those listed: ours
    through ``legal_actions`` and ``step``, OpenSpiel's through ``legal_actions`` and ``apply_action``. The same line
    of Python picks for both. Our third way is the computer players' own playout, which plays the same random hands.
    *Arrangements.* Ten-card hands priced one after the other, no hand twice: uniformly random ones, and those that
    players hold in random play. OpenSpiel's rate is that of the faster of its two functions. Ours takes a mask and
    OpenSpiel's a list, each the form that its own engine keeps. The counts of both must agree, hand by hand.
    *Joint defences.* Own melds and lay-offs together, against the knocks of plain play; OpenSpiel has no such function.

How
    Seconds are the process's own CPU time. In each round every contestant has its turn, so that a busy machine slows
    all alike; a ratio is taken within its round. What is printed are medians over the rounds. Ends with 1 if a limit
    is missed.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from statistics import median
from typing import Any, NamedTuple

import pyspiel
from pyspiel import gin_rummy

from games.bots.playout import play_on, position_of
from games.domain.actions import SERVER, Deal, DrawForDeal
from games.domain.cards import DECK_SIZE, hand_of, iter_cards
from games.domain.match import Match, legal_actions, must_act, new_match, step
from games.domain.melds import best_arrangement, best_defence, best_discard, min_deadwood
from games.domain.variants import get_variant

HAND_SIZE = 10
KNOCK_LIMIT = 10
LIMITS = {"core": 6.0, "playout": 14.0, "counts": 2.5, "melds": 0.8}

VARIANT = get_variant("gin")
DRAWN = step(new_match(VARIANT, 2), SERVER, DrawForDeal(tuple(range(DECK_SIZE))))
OPENSPIEL = pyspiel.load_game("gin_rummy")
THEIR_MELDS = gin_rummy.GinRummyUtils(13, 4, HAND_SIZE)

Work = Callable[[random.Random], float]
"""Something done once with fresh chance: how many a second of CPU time."""


def dealt(rng: random.Random) -> Match:
    """A match whose first hand has just been dealt."""
    deck = tuple(sorted(range(DECK_SIZE), key=lambda _: rng.random()))
    return step(DRAWN, SERVER, Deal((deck,)))


def play_core(rng: random.Random) -> None:
    """One hand through the rules core."""
    match = dealt(rng)
    chance = rng.random
    seat = 0
    while match.phase == "play":
        actions = legal_actions(match, seat)
        if not actions:  # not this seat's turn
            seat = 1 - seat
            actions = legal_actions(match, seat)
        match = step(match, seat, actions[int(chance() * len(actions))])


def play_playout(rng: random.Random) -> None:
    """One hand, dealt by the rules core and played on by the computer players' playout."""
    match = dealt(rng)
    play_on(position_of(match.tables[0]), match.rules, rng)


def play_openspiel(rng: random.Random) -> None:
    """One hand through OpenSpiel. Its cards are dealt by actions, too."""
    state = OPENSPIEL.new_initial_state()
    chance = rng.random
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(chance() * len(actions))])


def hands_a_second(play: Callable[[random.Random], None], hands: int) -> Work:
    """The rate of whole hands."""

    def work(rng: random.Random) -> float:
        gc.collect()
        begun = time.process_time()
        for _ in range(hands):
            play(rng)
        return hands / (time.process_time() - begun)

    return work


def calls_a_second(function: Callable[[Any], Any], arguments: Sequence[Any]) -> float:
    """The rate of a function over some arguments, each of which it gets once."""
    gc.collect()
    begun = time.process_time()
    for argument in arguments:
        function(argument)
    return len(arguments) / (time.process_time() - begun)


def random_hands(rng: random.Random, number: int) -> list[int]:
    """Different hands, every one as likely as any other."""
    hands: dict[int, None] = {}
    while len(hands) < number:
        hands[hand_of(rng.sample(range(DECK_SIZE), HAND_SIZE))] = None
    return list(hands)


def hands_of_random_play(rng: random.Random, number: int) -> list[int]:
    """Different hands that random players held after shedding, in the order in which they held them."""
    hands: dict[int, None] = {}
    while len(hands) < number:
        match = dealt(rng)
        while match.phase == "play" and len(hands) < number:
            seat = must_act(match)[0]
            place = match.tables[0].place
            shed = match.tables[0].phase == "shed"
            match = step(match, seat, rng.choice(legal_actions(match, seat)))
            if shed and match.tables[0].showdown is None:
                hands[match.tables[0].hands[place]] = None
    return list(hands)


def knocks_of_plain_play(rng: random.Random, number: int) -> list[tuple[int, tuple[int, ...]]]:
    """Defenders' hands and the melds shown to them: both drew and shed what leaves least until one could knock."""
    knocks = []
    for _ in range(number):
        deck = list(range(DECK_SIZE))
        rng.shuffle(deck)
        knocker, defender = hand_of(deck[:10]), hand_of(deck[10:20])
        for card in deck[20:]:
            knocker |= 1 << card
            knocker ^= 1 << best_discard(knocker)[0]
            if min_deadwood(knocker) <= KNOCK_LIMIT:
                break
            knocker, defender = defender, knocker
        else:
            continue
        melds, _, count = best_arrangement(knocker)
        if count:  # gin allows no lay-off
            knocks.append((defender, melds))
    return knocks


class Row(NamedTuple):
    """One line of the table, a rate and a ratio for each round."""

    name: str
    limit: float | None
    ours: list[float]
    theirs: list[float]

    def ratios(self) -> list[float]:
        """Ours to theirs, within each round."""
        return [ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)] if self.theirs else []

    def plain(self) -> dict[str, Any]:
        """The medians, as JSON."""
        ratios = self.ratios()
        return {
            "name": self.name,
            "ours": round(median(self.ours)),
            "openspiel": round(median(self.theirs)) if ratios else None,
            "ratio": round(median(ratios), 2) if ratios else None,
            "lowest": round(min(ratios), 2) if ratios else None,
            "highest": round(max(ratios), 2) if ratios else None,
            "limit": self.limit,
            "met": not ratios or self.limit is None or median(ratios) >= self.limit,
        }


def measure_hands(rounds: int, seed: int, scale: float) -> list[Row]:
    """The three ways to play random hands, in turn."""
    core = hands_a_second(play_core, round(80 * scale))
    playout = hands_a_second(play_playout, round(400 * scale))
    openspiel = hands_a_second(play_openspiel, round(20 * scale))
    rates: list[tuple[float, float, float]] = []
    for number in range(-1, rounds):  # the first round warms up and does not count
        rng = random.Random(f"{seed} hands {number}")
        measured = core(rng), openspiel(rng), playout(rng)
        if number >= 0:
            rates.append(measured)
    ours, theirs, ours_played_out = (list(column) for column in zip(*rates, strict=True))
    return [
        Row("random hands: legal_actions, step", LIMITS["core"], ours, theirs),
        Row("random hands: playout", LIMITS["playout"], ours_played_out, theirs),
    ]


def measure_arrangements(rounds: int, seed: int, scale: float) -> list[Row]:
    """Counts and arrangements of the same hands, by both. Raises RuntimeError if the counts differ."""
    sources = {"uniform hands": random_hands, "hands of random play": hands_of_random_play}
    rows = []
    for source, make in sources.items():
        counts = Row(f"least counts: {source}", LIMITS["counts"], [], [])
        melds = Row(f"best arrangements: {source}", LIMITS["melds"], [], [])
        pool = make(random.Random(f"{seed} {source}"), round(6_000 * scale) * (rounds + 1))
        size = len(pool) // (rounds + 1)
        for number in range(rounds + 1):
            masks = pool[number * size : (number + 1) * size]
            lists = [list(iter_cards(hand)) for hand in masks]
            least = calls_a_second(min_deadwood, masks)
            peers = [calls_a_second(of, lists) for of in (THEIR_MELDS.best_meld_group, THEIR_MELDS.min_deadwood)]
            arranged = calls_a_second(best_arrangement, masks)
            if any(
                min_deadwood(mask) != THEIR_MELDS.min_deadwood(cards) for mask, cards in zip(masks, lists, strict=True)
            ):
                raise RuntimeError("we and OpenSpiel do not count alike")
            if number:  # the first round warms up and does not count
                for row, rate in ((counts, least), (melds, arranged)):
                    row.ours.append(rate)
                    row.theirs.append(max(peers))
        rows += [counts, melds]
    return sorted(rows, key=lambda row: row.limit or 0, reverse=True)


def measure_defences(rounds: int, seed: int, scale: float) -> list[Row]:
    """The exact joint optimum of own melds and lay-offs."""
    row = Row("joint defences: plain play", None, [], [])
    for number in range(rounds):
        knocks = knocks_of_plain_play(random.Random(f"{seed} knocks {number}"), round(1_000 * scale))
        row.ours.append(calls_a_second(lambda knock: best_defence(*knock), knocks))
    return [row]


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The rows side by side, per second of CPU time."""
    head = f"{'a second of CPU time':<40}{'ours':>11}{'OpenSpiel':>11}{'ratio':>8}{'(range)':>16}{'limit':>8}"
    lines = [head, "-" * len(head)]
    for row in rows:
        line = f"{row['name']:<40}{row['ours']:>11,}"
        if row["ratio"] is not None:
            spread = f"({row['lowest']}-{row['highest']})"
            line += f"{row['openspiel']:>11,}{row['ratio']:>8.2f}{spread:>16}{row['limit']:>8}"
            line += "" if row["met"] else "  missed"
        lines.append(line)
    return "\n".join(lines)


def main() -> int:
    """Measure, print, and return 1 if a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="each contestant's turns (default 15)")
    parser.add_argument("--scale", type=float, default=1.0, help="how much is done in each turn (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = [
        row.plain()
        for measure in (measure_hands, measure_arrangements, measure_defences)
        for row in measure(asked.rounds, asked.seed, asked.scale)
    ]
    about = {
        "python": platform.python_version(),
        "open_spiel": version("open-spiel"),
        "machine": platform.machine(),
        "rounds": asked.rounds,
        "seed": asked.seed,
    }
    if asked.json:
        print(json.dumps({**about, "rows": rows}))
    else:
        print(table(rows))
        print(", ".join(f"{name} {value}" for name, value in about.items()))
    return 0 if all(row["met"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
