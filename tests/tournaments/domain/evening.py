"""An event in a test: entered, started and played through the one door, by results that the test chooses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from tournaments.domain.actions import (
    Action,
    AddPairing,
    AskBye,
    ChangeResult,
    Enter,
    EnterResult,
    KeepApart,
    PairRound,
    Reinstate,
    RemovePairing,
    Start,
    Swap,
    UndoRound,
    Withdraw,
)
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.formats import get_format
from tournaments.domain.settings import Settings
from tournaments.domain.steps import apply
from tournaments.domain.values import DOUBLE_FORFEIT, DRAW, Pairing, Result, Standing, won

Chooser = Callable[[Event, Pairing], Result]


def better_seed_wins(event: Event, pairing: Pairing) -> Result:
    """No surprise ever."""
    assert pairing.second is not None
    return won(int(event.entrant(pairing.first).seed > event.entrant(pairing.second).seed))


def by_chance(rng: random.Random, *, draws: bool = True) -> Chooser:
    """Anybody may win; cards bring hand points and boxes."""

    def result(_event: Event, _pairing: Pairing) -> Result:
        level = draws and rng.random() < 0.1
        return (Result((DRAW, DRAW)) if level else won(rng.randrange(2)))._replace(
            hand_points=(rng.randrange(200), rng.randrange(200)), boxes=(rng.randrange(9), rng.randrange(9))
        )

    return result


class Evening:
    """An event and its format; every change goes through ``do``."""

    def __init__(self, form: str, players: int, *, start: bool = True, **settings: Any) -> None:
        self.form = get_format(form)
        self.event = Event(Settings(format=self.form.name, **settings))
        for number in range(players):
            self.do(Enter(rating=3000 - number))  # seeds are numbers
        if start:
            self.do(Start(seed=1))

    def do(self, *actions: Action) -> Evening:
        for action in actions:
            self.event = apply(self.event, action, self.form.play)
        return self

    def refuses(self, action: Action) -> str:
        """The code of the refusal; nothing has changed."""
        try:
            apply(self.event, action, self.form.play)
        except Refusal as refusal:
            return refusal.code
        return ""

    def pair(self, seed: int = 0) -> list[tuple[int, int | None]]:
        """One round more; who meets whom."""
        self.do(PairRound(seed))
        return self.pairs()

    def pairs(self, round_no: int = 0) -> list[tuple[int, int | None]]:
        return [(pairing.first, pairing.second) for pairing in self.event.rounds[round_no - 1].pairings]

    def enter(self, choose: Chooser = better_seed_wins) -> Evening:
        """A result for whatever is open."""
        for round_no, pairing in list(self.event.open_pairings()):
            self.do(EnterResult(round_no, pairing.board, choose(self.event, pairing)))
        return self

    def play(self, choose: Chooser = better_seed_wins, rounds: int = 400) -> Evening:
        """Rounds until it is over, nothing more can be paired, or so many are played."""
        for number in range(rounds):
            if self.form.is_over(self.event) or self.refuses(PairRound(number)):
                break
            self.do(PairRound(number)).enter(choose)
        return self

    def table(self) -> tuple[Standing, ...]:
        return self.form.standings(self.event)

    def order(self) -> list[int]:
        return [line.entrant for line in self.table()]

    def losses(self) -> Counter[int]:
        return Counter(
            pairing.first if result.winner else pairing.second or 0
            for round_ in self.event.rounds
            for pairing, result in zip(round_.pairings, round_.results, strict=True)
            if result is not None and result.winner is not None and pairing.second is not None
        )

    def meetings(self) -> Counter[frozenset[int]]:
        """How often each two have met over cards."""
        return Counter(
            frozenset((pairing.first, pairing.second))
            for round_ in self.event.rounds
            for pairing, result in zip(round_.pairings, round_.results, strict=True)
            if pairing.second is not None and (result is None or result.kind in ("played", "deadline"))
        )

    def byes(self) -> Counter[int]:
        return Counter(
            pairing.first
            for round_ in self.event.rounds
            for pairing, result in zip(round_.pairings, round_.results, strict=True)
            if result is not None and result.kind == "bye"
        )


def something(rng: random.Random, evening: Evening) -> Action:
    """Whatever an organiser, an entrant or the server might do now, sensible or not."""
    event = evening.event

    def anybody() -> int:
        return rng.randint(1, len(event.entrants) + 1)

    round_no = rng.randint(0, len(event.rounds) + 1)
    board = rng.randint(1, 4)
    result = rng.choice([won(0), won(1), Result((DRAW, DRAW)), DOUBLE_FORFEIT, won(0, kind="forfeit")])
    then: Literal["keep", "re_pair"] = rng.choice(("keep", "re_pair"))
    actions: list[Action] = [
        Enter(rng.randrange(2000)),
        Withdraw(anybody(), "now"),
        Withdraw(anybody(), "after_round"),
        Reinstate(anybody()),
        AskBye(anybody(), event.next_round),
        KeepApart(anybody(), anybody()),
        PairRound(rng.randrange(99)),
        UndoRound(),
        Swap(round_no, anybody(), anybody()),
        AddPairing(round_no, anybody(), rng.choice([None, anybody()])),
        RemovePairing(round_no, board),
        EnterResult(round_no, board, result),
        ChangeResult(round_no, board, result, then),
        ChangeResult(round_no, board, None, then),
    ]
    return rng.choice(actions)
