"""Whole events with simulated people: entries, absences, withdrawals, late entries, results, second thoughts.

Everything goes through the use cases, as in a club: only who wins is drawn from a seed, by the strength of the two.
What comes out is held against an exact search: a rematch that could have been avoided is counted as such.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, replace

from ginsite.accounts.models import User
from tournaments.application import events, organising, registration, rounds
from tournaments.application.organising import TEAM_FORMATS, Plan
from tournaments.domain.actions import (
    ChangeResult,
    EnterResult,
    PairRound,
    PublishRound,
    Reinstate,
    Start,
    UndoRound,
)
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.formats.series import series_table
from tournaments.domain.formats.teams import of_boards
from tournaments.domain.settings import FormatName, Settings
from tournaments.domain.values import DOUBLE_FORFEIT, DRAW, LOSS, WIN, Pairing, Reason, Result, won
from tournaments.models import Entry, Tournament

MOST_STEPS = 400
"""More than any event needs: one that is not over by then hangs."""

ASKED_OFF = Reason("asked_off")

EXACT_UP_TO = 10
"""Fields up to this size are searched for a pairing without a rematch."""

LUCK = 500
"""A rating difference of so many points makes a win ten times as likely as a defeat: gin is a game of luck too."""


@dataclass(slots=True)
class Figures:
    """What a simulated event came to. ``unfinished``: pairings without a result at its end."""

    format: str
    players: int
    rounds: int = 0
    games: int = 0
    rematches: int = 0
    avoidable_rematches: int = 0
    second_byes: int = 0
    edits: int = 0
    withdrawals: int = 0
    late_entries: int = 0
    unfinished: int = 0
    seconds: float = 0.0


def simulate(name: str, players: int, *, rounds_no: int | None, seed: int, absences: float) -> Figures:
    """Run one event of a format (or a series of four). Raises ValueError for a field that it cannot have."""
    if players < 2:
        raise ValueError("an event needs two players at least")
    began = time.perf_counter()
    if name == "series":
        figures = _series(players, rounds_no, seed, absences)
    else:
        figures = _Evening(name, players, rounds_no, seed, absences).run()
    return replace(figures, seconds=round(time.perf_counter() - began, 3))


def _series(players: int, rounds_no: int | None, seed: int, absences: float) -> Figures:
    """Four Swiss evenings of the same people, and their table."""
    total = Figures("series", players)
    places: list[dict[int, int]] = []
    for evening in range(4):
        one = _Evening("swiss", players, rounds_no, seed + evening, absences)
        figures = one.run()
        form = events.format_of(one.tournament)
        places.append({line.entrant: line.place for line in form.standings(events.load(one.tournament))})
        for field, value in asdict(figures).items():
            if isinstance(value, int) and field != "players":
                setattr(total, field, getattr(total, field) + value)
    lines = series_table(places, best=3)
    assert len(lines) == len({entrant for evening_places in places for entrant in evening_places})
    return total


class _Evening:
    """One event under way."""

    def __init__(self, name: str, players: int, rounds_no: int | None, seed: int, absences: float) -> None:
        self.rng = random.Random(f"{name} {players} {seed}")
        self.absences = absences
        self.figures = Figures(name, players)
        settings = _settings(name, players, rounds_no)
        self.settings = settings
        self.desk = User.objects.get_or_create(username="desk")[0]
        plan = Plan(name, settings, clock="none", place=Tournament.Place.OVER_THE_BOARD, runs_by_itself=False)
        self.tournament = organising.announce(self.desk, organising.make(self.desk, plan))
        for number in range(players):
            self._enter(f"player {number + 1}")

    def _enter(self, name: str) -> None:
        boards = range(1, self.settings.boards + 1) if self.settings.format in TEAM_FORMATS else ()
        team = [registration.Player(f"{name}, board {board}") for board in boards]
        rating = self.rng.randint(1000, 2000)
        registration.enter_by_name(self.tournament, self.desk, name=name, team=team, rating=rating)

    def _entry(self, entrant: int) -> Entry:
        return Entry.objects.get(tournament=self.tournament, number=entrant)

    def run(self) -> Figures:
        for entrant in events.load(self.tournament).entrants:
            if self.rng.random() >= self.absences / 2:
                registration.check_in(self.tournament, self._entry(entrant.id), self.desk)
        here = sum(one.status == "checked_in" for one in events.load(self.tournament).entrants)
        events.act(self.tournament, Start(self.rng.randrange(2**31), only_checked_in=here >= 2))
        for step in range(MOST_STEPS):
            if not self._step(step):
                break
        self._play(events.load(self.tournament), everything=True)
        event = events.load(self.tournament)
        self.figures.unfinished = sum(1 for _open in event.open_pairings())
        rounds.finish(self.tournament, early=not events.format_of(self.tournament).is_over(event))
        self._count(events.load(self.tournament))
        return self.figures

    def _step(self, step: int) -> bool:
        """Pair what can be paired and play it; whether the event goes on."""
        form = events.format_of(self.tournament)
        event = events.load(self.tournament)
        if form.is_over(event) or (self.settings.format == "arena" and step >= self.settings.rounds):
            return False
        self._people_change(event)
        try:
            event = events.act(self.tournament, PairRound(self.rng.randrange(2**31)))
        except Refusal as refusal:
            if refusal.code == "NOTHING_TO_PAIR" and next(event.open_pairings(), None) is not None:
                self._play(events.load(self.tournament))
                return True
            return False
        if self.rng.random() < 0.05:  # the organiser thinks again: taken back, and the same draw once more
            events.act(self.tournament, UndoRound())
            again = events.act(self.tournament, PairRound(event.rounds[-1].seed))
            assert again == event, "a round that is undone and drawn again is the same round"
        self._count_rematches(event)
        events.act(self.tournament, PublishRound(len(event.rounds)))
        self._play(events.load(self.tournament))
        return True

    def _people_change(self, event: Event) -> None:
        """Some leave, some come back, some come late, some ask for a round off."""
        for entrant in event.entrants:
            draw = self.rng.random()
            if entrant.status == "playing" and draw < self.absences / 8 and len(event.players()) > 2:
                at_once = self.rng.random() < 0.5
                entry = self._entry(entrant.id)
                registration.withdraw(self.tournament, entry, self.desk, after_round=not at_once, reason="simulated")
                self.figures.withdrawals += 1
                event = events.load(self.tournament)
            elif entrant.status == "withdrawn" and entrant.seed and draw < self.absences / 8:
                events.act(self.tournament, Reinstate(entrant.id))
            elif entrant.status == "playing" and draw > 1 - self.absences / 8 and self.settings.half_byes:
                self._ask_bye(entrant.id, event.next_round)
        if event.rounds and event.next_round <= self.settings.late_until and self.rng.random() < 2 * self.absences:
            self._enter(f"late {len(event.entrants) + 1}")
            self.figures.late_entries += 1

    def _ask_bye(self, entrant: int, round_no: int) -> None:
        with suppress(Refusal):  # has asked too often, or the format has no rounds off
            registration.ask_bye(self.tournament, self._entry(entrant), round_no, self.desk)

    def _play(self, event: Event, *, everything: bool = False) -> None:
        """Results of the open matches; now and then one is corrected at once."""
        for number, pairing in list(event.open_pairings()):
            if self.settings.format == "arena" and not everything and self.rng.random() < 0.2:
                continue  # still playing when others are paired
            result = self._result(event, pairing)
            events.act(self.tournament, EnterResult(number, pairing.board, result))
            if self.rng.random() < self.absences / 10 and result.kind == "played" and result.winner is not None:
                other = won(1 - result.winner, hand_points=(result.hand_points[1], result.hand_points[0]))
                events.act(self.tournament, ChangeResult(number, pairing.board, other), reason="simulated")
                self.figures.edits += 1

    def _result(self, event: Event, pairing: Pairing) -> Result:
        assert pairing.second is not None
        if self.rng.random() < self.absences / 20:
            absent = self.rng.randrange(3)
            return DOUBLE_FORFEIT if absent == 2 else won(absent, kind="forfeit")
        ratings = [event.entrant(number).rating for number in (pairing.first, pairing.second)]
        if self.settings.format in ("team", "team-gin"):
            boards = [self._game(ratings) for _board in range(self.settings.boards)]
            return of_boards(boards, "boards" if self.settings.format == "team" else "hand_points")
        if self.settings.format == "qualifier":
            two = [self._game(ratings) for _game in range(2)]
            first = sum(game.winner == 0 for game in two)
            points = (DRAW, DRAW) if first == 1 else (WIN, LOSS) if first == 2 else (LOSS, WIN)
            return Result(points, "played", games=(first, 2 - first))
        result = self._game(ratings)
        if self.rng.random() < 0.03 and events.format_of(self.tournament).may_draw(pairing):
            return result._replace(points=(DRAW, DRAW))
        return result

    def _game(self, ratings: list[int]) -> Result:
        chance = 1 / (1 + 10 ** ((ratings[1] - ratings[0]) / LUCK))
        winner = int(self.rng.random() >= chance)
        high, low = self.rng.randint(100, 140), self.rng.randint(0, 99)
        return won(winner, hand_points=(high, low) if winner == 0 else (low, high))

    def _count_rematches(self, event: Event) -> None:
        """Rematches of the round just paired; in a Swiss also whether they could have been avoided."""
        met = _met(replace(event, rounds=event.rounds[:-1]))
        pairs = [(one.first, one.second) for one in event.rounds[-1].pairings if one.second is not None]
        again = sum(frozenset(pair) in met for pair in pairs)
        self.figures.rematches += again
        if again and self.settings.format in ("swiss", "team", "team-gin"):
            there = [one for one in event.rounds[-1].pairings if ASKED_OFF not in one.reasons]
            field = [number for one in there for number in (one.first, one.second) if number]
            if len(field) <= EXACT_UP_TO and _can_avoid(tuple(sorted(field)), met, sits_out=len(field) % 2 == 1):
                self.figures.avoidable_rematches += again

    def _count(self, event: Event) -> None:
        self.figures.rounds = len(event.rounds)
        results = [
            (pairing, result)
            for round_ in event.rounds
            for pairing, result in zip(round_.pairings, round_.results, strict=True)
        ]
        self.figures.games = sum(pairing.second is not None for pairing, _result in results)
        byes = Counter(one.first for one, result in results if result is not None and result.kind == "bye")
        self.figures.second_byes = sum(count - 1 for count in byes.values() if count > 1)


def _settings(name: str, players: int, rounds_no: int | None) -> Settings:
    """The settings of an evening: as many rounds as a Swiss needs to find its winner, unless told otherwise."""
    usual = max(1, (players - 1).bit_length()) + (2 if players > 4 else 0)
    form: FormatName = name  # type: ignore[assignment]  # settings_from_dict checks it
    late = 3 if name in ("swiss", "arena", "qualifier", "team-gin") else 0
    return Settings(
        format=form,
        rounds=min(30, rounds_no or min(usual, max(1, players - 1 + players % 2))),
        wins_needed=5,
        losses_allowed=4,
        late_until=late,
        half_byes=1,
    )


def _met(event: Event) -> set[frozenset[int]]:
    """The pairs that have played."""
    return {
        frozenset((pairing.first, pairing.second))
        for round_ in event.rounds
        for pairing, result in zip(round_.pairings, round_.results, strict=True)
        if pairing.second is not None and result is not None and result.kind in ("played", "deadline")
    }


def _can_avoid(field: tuple[int, ...], met: set[frozenset[int]], *, sits_out: bool) -> bool:
    """Whether the field can be paired without a rematch: an exact search."""
    if sits_out:
        return any(_can_avoid(tuple(one for one in field if one != idle), met, sits_out=False) for idle in field)
    if not field:
        return True
    first, rest = field[0], field[1:]
    return any(
        frozenset((first, other)) not in met
        and _can_avoid(tuple(one for one in rest if one != other), met, sits_out=False)
        for other in rest
    )
