"""Who is matched with whom: people of like strength, and with every quarter of a minute people less alike.

Whoever waits looks through a window around the own rating that widens with the wait. Two people meet as soon as the
wider of their two windows reaches from one to the other: the patience of one is enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.application.ratings import strengths
from games.application.strength import NEWCOMER

WINDOWS = ((0, 100), (15, 200), (30, 400))
"""From which second of the wait on the window is how many points wide, on either side."""

ANYBODY_AFTER = 60
"""From which second on anybody will do."""

COMPUTER_AFTER = 20
"""From which second on the computer offers itself."""


class Seeker(NamedTuple):
    """Somebody who looks for an opponent."""

    user_id: int
    points: float  # a newcomer's for those without a rating, guests included
    seconds: float = 0.0  # the wait so far


def window(seconds: float) -> int | None:
    """How far from the own rating an opponent may be after so long a wait; ``None`` for any distance."""
    if seconds >= ANYBODY_AFTER:
        return None
    return max(points for begins, points in WINDOWS if seconds >= begins or begins == 0)


def may_meet(one: Seeker, other: Seeker) -> bool:
    """Whether two people are matched now."""
    if one.user_id == other.user_id:
        return False
    widest = window(max(one.seconds, other.seconds))
    return widest is None or abs(one.points - other.points) <= widest


def seekers(waits: Iterable[tuple[int, float]], game: str, now: datetime) -> list[Seeker]:
    """People, given as (user id, seconds waited), with their ratings: one query."""
    waits = list(waits)
    known = strengths({user_id for user_id, _seconds in waits}, game, now)
    return [Seeker(user_id, known.get(user_id, NEWCOMER).rating, seconds) for user_id, seconds in waits]
