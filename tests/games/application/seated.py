"""Matches with people on the chairs, started as the lobby starts them, and players who know how to move."""

from __future__ import annotations

import random
from typing import Any

from games.application import lobby, record
from games.application.live import Held
from games.application.terms import Terms
from games.bots.casual import Casual
from games.domain.actions import PlayerAction
from games.domain.perspective import view
from games.domain.ruleset import customise
from games.domain.variants import get_preset
from games.models import Match
from ginsite.accounts.models import User

_BOT = Casual()


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
    return _BOT.choose(view(held.committed.game, number), random.Random(held.version), 100)
