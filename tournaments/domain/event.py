"""An event: entries, rounds and results as one immutable value, and what it can be asked.

What may be done to it stands in ``steps``; who meets whom is the format's affair (``formats``), who stands where that
of ``standings``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from tournaments.domain.errors import Refusal
from tournaments.domain.settings import Settings
from tournaments.domain.values import Blocked, Entrant, EntrantId, Meeting, Pairing, Result, Round

Phase = Literal["entries", "running", "paused", "finished", "cancelled"]


@dataclass(frozen=True, slots=True)
class Event:
    """Everything about one event. Entrants stand in the order of entry, rounds in the order of pairing."""

    settings: Settings
    phase: Phase = "entries"
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    apart: frozenset[frozenset[EntrantId]] = frozenset()
    seed: int = 0  # of the seeding draw, for everybody to see

    @property
    def next_round(self) -> int:
        """The number of the round that is paired next."""
        return len(self.rounds) + 1

    def entrant(self, entrant: EntrantId) -> Entrant:
        """The entrant of that number. Raises Refusal (NO_ENTRANT)."""
        if not 1 <= entrant <= len(self.entrants):
            raise Refusal("NO_ENTRANT", entrant)
        return self.entrants[entrant - 1]

    def round(self, number: int) -> Round:
        """The round of that number. Raises Refusal (NO_ROUND)."""
        if not 1 <= number <= len(self.rounds):
            raise Refusal("NO_ROUND", number)
        return self.rounds[number - 1]

    def pairing(self, round_no: int, board: int) -> Pairing:
        """A pairing by its round and board. Raises Refusal (NO_PAIRING)."""
        return self.round(round_no).pairings[self.place(round_no, board)]

    def place(self, round_no: int, board: int) -> int:
        """Where a board's pairing and result stand in their round. Raises Refusal (NO_PAIRING)."""
        for place, pairing in enumerate(self.round(round_no).pairings):
            if pairing.board == board:
                return place
        raise Refusal("NO_PAIRING", round_no, board)

    def players(self, round_no: int | None = None) -> tuple[Entrant, ...]:
        """Whoever is to be paired in a round (the next one), best seed first."""
        number = self.next_round if round_no is None else round_no
        there = (entrant for entrant in self.entrants if entrant.plays_in(number) and entrant.seed)
        return tuple(sorted(there, key=lambda entrant: entrant.seed))

    def meetings(self, entrant: EntrantId) -> Iterator[Meeting]:
        """The entrant's pairings that have a result, first round first."""
        for round_ in self.rounds:
            for pairing, result in zip(round_.pairings, round_.results, strict=True):
                if result is not None and pairing.has(entrant):
                    side = int(entrant != pairing.first)
                    other = pairing.other(entrant)
                    yield Meeting(round_.number, pairing.board, pairing.slot, other, result, side)

    def open_pairings(self) -> Iterator[tuple[int, Pairing]]:
        """The pairings without a result, with the number of their round."""
        for round_ in self.rounds:
            for pairing, result in zip(round_.pairings, round_.results, strict=True):
                if result is None:
                    yield round_.number, pairing

    def may_meet(self, first: EntrantId, second: EntrantId) -> bool:
        """Whether nobody wants these two kept apart, at least in the next round."""
        if frozenset((first, second)) in self.apart:
            return False
        rule = self.settings.keep_apart
        if rule == "off" or (rule == "first_round" and self.rounds):
            return True
        group = self.entrant(first).group
        return not group or group != self.entrant(second).group


Pairer = Callable[[Event, int], "tuple[tuple[Pairing, Result | None], ...] | Blocked"]
"""What the format would pair now; a result beside a pairing that needs no play (byes)."""


@dataclass(frozen=True, slots=True)
class Play:
    """What the event asks of its format: see :class:`tournaments.domain.formats.base.Format`."""

    pair: Pairer
    is_over: Callable[[Event], bool]
    follows_from: Callable[[Event, int, int], tuple[tuple[int, int], ...]]  # pairings that lean on one result
    overlaps: bool  # rounds are paired while earlier ones are open
    may_draw: Callable[[Pairing], bool]  # whether a match may end level
    seeds: Callable[[Event], tuple[EntrantId, ...]]  # who is seeded where in the bracket that begins with this round
