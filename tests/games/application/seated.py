"""Matches with people on the chairs, started as the lobby starts them, and players who know how to move."""

from __future__ import annotations

import random
from typing import Any

from games.application import lobby, record
from games.application.codec import canonical
from games.application.live import Held
from games.application.start import start_match
from games.application.terms import Terms
from games.bots.registry import get_bot
from games.domain.actions import PlayerAction
from games.domain.numbers import changed, numbers_to_dict
from games.domain.perspective import recall
from games.domain.ruleset import customise
from games.domain.variants import get_preset, get_variant
from games.models import Match, Seat
from ginsite.accounts.models import User


def seat_all(variant: str, *people: User | str, clock: str = "standard", **numbers: Any) -> Match:
    """A match of any game in the lobby, dealt: people on the chairs in this order, computers by name."""
    game = get_variant(variant)
    rules = changed(game.rules, numbers)
    table = Match.objects.create(
        variant=variant,
        rules=canonical(numbers_to_dict(rules)),
        clock=clock,
        seat_count=len(people),
        owner=next((person for person in people if isinstance(person, User)), None),
    )
    for number, person in enumerate(people):
        user, bot = (None, person) if isinstance(person, str) else (person, "")
        Seat.objects.create(match=table, seat=number, user=user, bot=bot)
    start_match(table.pk)
    table.refresh_from_db()
    return table


def seat(owner: User, other: User, *, by_link: bool = False, clock: str = "standard", **numbers: Any) -> Match:
    """A match between two people, dealt and ready to play."""
    rules = customise(get_preset("he-wikihow"), **numbers)
    table = lobby.create_table(owner, Terms(rules=rules, clock=clock, by_link=by_link))
    lobby.join_by_invite(other, table.invite_token or "")
    table.refresh_from_db()
    return table


def seat_of_turn(held: Held) -> int:
    """Whose turn it is."""
    assert held.committed is not None
    return record.running(held.committed)[0]


def good_move(held: Held, number: int | None = None) -> PlayerAction:
    """What the casual computer player would do on a seat, by default the one in turn."""
    assert held.committed is not None
    number = seat_of_turn(held) if number is None else number
    seen = recall(held.committed.game, number)
    return get_bot("casual", seen.game).choose(seen, random.Random(held.version), 100)
