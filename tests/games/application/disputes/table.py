"""Matches that are played by themselves, for the referee to rule on."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from django.db import transaction

from games.application import dealing, store
from games.application.record import LiveMatch
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.matches import move_on
from tests.games.application.seated import seat


def play_on(match: Match, done: Callable[[LiveMatch], bool], seed: int = 1) -> Match:
    """Play a match by itself until ``done``."""
    rng = random.Random(seed)
    loaded = store.load(match.pk)
    assert loaded is not None
    live, now, whole = loaded.live, loaded.live.at, None
    while not done(live):
        now += 1_000
        step = move_on(live, rng, now)
        whole = step if whole is None else whole.then(step)
        live = step.live
    if whole is not None:
        with transaction.atomic():
            store.append(whole, dealing.due_at(live))
    match.refresh_from_db()
    return match


def is_over(live: LiveMatch) -> bool:
    return live.finish is not None


def between_hands(live: LiveMatch) -> bool:
    return live.game.phase == "between" and bool(live.game.sheet.hands)


def finished(alice: User, bob: User, *, seed: int = 1, rated: bool = True, **numbers: Any) -> Match:
    """A match to the end, by default over three scored hands."""
    match = seat(alice, bob, **({"fixed_hands": 3} | numbers))
    Match.objects.filter(pk=match.pk).update(rated=rated)
    return play_on(match, is_over, seed)


def scored(match: Match) -> list[Any]:
    """The scored hands of a match as they were played."""
    loaded = store.load(match.pk)
    assert loaded is not None
    return [hand for hand in loaded.live.game.sheet.hands if hasattr(hand, "winner")]
