"""Matches whose people are waited for: what their pages promise and show, and what the server does at once."""

from __future__ import annotations

import json
import random
from typing import Any

from games.application import dealing, record
from games.application.record import Step
from games.domain.actions import Ready
from games.domain.clock import CONTROLS
from games.domain.numbers import changed
from games.domain.shuffle import commit_player
from games.domain.variants import get_variant
from tests.games.application.matches import CODE, NOON, any_move

WAIT = 2_000


def begun(variant: str = "gin", seats: int = 2, computers: tuple[int, ...] = (), **numbers: Any) -> Step:
    """The first rows of a match whose people are waited for: the first hand's exchange is offered."""
    rules = changed(get_variant(variant).rules, numbers)
    step = record.begin(1, CODE, variant, rules, seats, CONTROLS["blitz"], NOON, rules_version=1, computers=computers)
    for _draw_then_offer in range(2):
        step = step.then(dealing.deal(step.live, NOON, WAIT))
    return step


def seed_of(seat: int, hand: int) -> bytes:
    """What this seat brings to that hand."""
    return f"seat {seat} in hand {hand} of its own".encode()


def promise(step: Step, *seats: int, later: int = 10) -> Step:
    """These seats commit themselves to their seeds for the next hand."""
    for seat in seats:
        live = step.live
        assert live.coming is not None
        hand = live.coming.hand_no
        commitment = commit_player(CODE, hand, seat, seed_of(seat, hand))
        step = step.then(dealing.commit_seed(live, seat, hand, commitment, live.at + later, None))
    return step


def show(step: Step, *seats: int, later: int = 10) -> Step:
    """These seats reveal their seeds."""
    for seat in seats:
        live = step.live
        assert live.coming is not None
        hand = live.coming.hand_no
        step = step.then(dealing.reveal_seed(live, seat, hand, seed_of(seat, hand), live.at + later, None))
    return step


def go_on(step: Step) -> Step:
    """What the server does at once when it can: as the door does after every command."""
    while dealing.can_go_on(step.live):
        step = step.then(dealing.deal(step.live, step.live.at, WAIT))
    return step


def dealt(variant: str = "gin", seats: int = 2, computers: tuple[int, ...] = (), **numbers: Any) -> Step:
    """The first hand, dealt from everybody's seeds."""
    people = [seat for seat in range(seats) if seat not in computers]
    return go_on(show(promise(begun(variant, seats, computers, **numbers), *people), *people))


def play_hand(step: Step, seed: int = 1) -> Step:
    """To the end of the hand in play."""
    rng = random.Random(seed)
    while step.live.game.phase == "play":
        step = step.then(record.play(step.live, *any_move(step.live, rng), step.live.at + 500))
    return step


def all_are_ready(step: Step) -> Step:
    """Everybody has seen the result."""
    for seat in range(step.live.game.seats):
        if not (step.live.game.ready | step.live.game.away) >> seat & 1:
            step = step.then(record.play(step.live, seat, Ready(), step.live.at + 100))
    return go_on(step)


def kinds(step: Step, since: int = 0) -> list[str]:
    return [row.kind for row in step.rows if row.number > since]


def payload(step: Step, kind: str) -> dict[str, Any]:
    """Of the last row of that kind."""
    found: dict[str, Any] = json.loads([row.payload for row in step.rows if row.kind == kind][-1])
    return found


def owing(variant: str = "gin", seats: int = 2, **numbers: Any) -> Step:
    """All have committed, all but seat 0 have revealed, and the first hand waits for that seat alone."""
    step = promise(begun(variant, seats, **numbers), *range(seats))
    return show(go_on(step), *range(1, seats))
