"""What a format is: how it pairs, when it is over, who stands where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.domain.event import Event, Pairer, Play
from tournaments.domain.match_graph import Graph, Resolved
from tournaments.domain.settings import FormatName, TieBreak
from tournaments.domain.standings import Ranking, explain, table
from tournaments.domain.tiebreaks import Explained
from tournaments.domain.values import EntrantId, Pairing, Standing


def all_later_rounds(event: Event, round_no: int, _board: int) -> tuple[tuple[int, int], ...]:
    """What leans on a result where a round is paired from the table: every later pairing."""
    return tuple((round_.number, pairing.board) for round_ in event.rounds[round_no:] for pairing in round_.pairings)


def nothing_follows(_event: Event, _round_no: int, _board: int) -> tuple[tuple[int, int], ...]:
    """Where all pairings are known from the start, no pairing leans on a result."""
    return ()


def may_end_level(_pairing: Pairing) -> bool:
    """A draw is a result like another."""
    return True


def no_seeds(_event: Event) -> tuple[EntrantId, ...]:
    """Where no bracket begins in the middle of the event."""
    return ()


@dataclass(frozen=True, slots=True)
class Format:
    """One way to run an event. Every function is pure; ``pair`` draws from its seed alone."""

    name: FormatName
    pair: Pairer
    """Whatever can be paired now: ``()`` while results are waited for, ``Blocked`` when nobody is left to pair."""
    is_over: Callable[[Event], bool]
    ranking: Callable[[Event], Ranking]
    """What the table is made of, at any moment."""
    follows_from: Callable[[Event, int, int], tuple[tuple[int, int], ...]] = all_later_rounds
    """The pairings (round, board) that would be others, had this one ended otherwise."""
    overlaps: bool = False
    may_draw: Callable[[Pairing], bool] = may_end_level
    seeds: Callable[[Event], tuple[EntrantId, ...]] = no_seeds
    unit: int = 2  # so many units of ``Standing.points`` are one point on the page
    matches: Callable[[Event], tuple[Graph, dict[str, Resolved]] | None] | None = None
    """The match graph and what is known of it, where the format has one; ``None`` while there is none yet."""

    @property
    def play(self) -> Play:
        """What :func:`tournaments.domain.steps.apply` needs of it."""
        return Play(self.pair, self.is_over, self.follows_from, self.overlaps, self.may_draw, self.seeds)

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Everybody who ever was seeded, best first; right in the middle of a round as well."""
        return table(event, self.ranking(event))

    def explain(self, event: Event, entrant: EntrantId, name: TieBreak) -> Explained:
        """Where a tie-break of the table comes from: its parts add up to the value shown."""
        return explain(event, self.ranking(event), entrant, name)
