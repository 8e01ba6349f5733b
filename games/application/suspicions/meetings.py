"""Who meets whom: pairs in which one always wins, and players who sit at one table from one address or device.

Rated matches only, and so members only: guests play nothing that counts.
"""

from __future__ import annotations

import time
from collections import defaultdict
from datetime import datetime
from typing import Any, Literal

from django.conf import settings
from django.db.models import QuerySet

from games.application.sides import result_for, sides_of
from games.application.suspicions.keeping import About, Desk
from games.application.suspicions.results import lopsided
from games.application.visits import comparable
from games.models import Match, Signal, Visit

ALWAYS = 0.5
"""Two always meet when so much of what one of them plays rated is against the other."""

WORTH = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


def judge_meetings(desk: Desk, user_id: int, other_id: int) -> int:
    """Look at the two; how many signals there are now. Addresses and devices have no direction: the lower id leads."""
    found = int(_judge_pair(desk, user_id, other_id))
    if user_id < other_id:
        address, device = (About(kind, user_id, other_id) for kind in (Signal.Kind.ADDRESS, Signal.Kind.DEVICE))
        found += _judge_place(desk, address, ("address",), settings.SIGNAL_ADDRESS)
        found += _judge_place(desk, device, ("address", "device"), settings.SIGNAL_DEVICE)
    return found


def _judge_pair(desk: Desk, user_id: int, other_id: int) -> bool:
    """Whether the one wins against the other more than skill allows, and they hardly play anybody else."""
    about = About(Signal.Kind.PAIR, user_id, other_id)
    since = desk.since(about)
    duels = list(_rated(user_id, since).filter(seat_count=2, seats__user=other_id).prefetch_related("seats"))
    won = sum(WORTH[_result(match, user_id)] for match in duels)
    share = max((len(duels) / _rated(player, since).count() for player in (user_id, other_id) if duels), default=0.0)
    score = lopsided(won, len(duels)) / settings.SIGNAL_PAIR if share >= ALWAYS else 0.0
    codes = [match.code for match in duels]
    return desk.keep(about, score, codes, won_halves=round(2 * won), share_percent=round(100 * share))


def _rated(user_id: int, since: datetime) -> QuerySet[Match]:
    """The rated matches of somebody that ended with a result, the earliest first."""
    finished = Match.objects.filter(status=Match.Status.FINISHED, rated=True, finished_at__gte=since)
    return finished.exclude(end_reason=Match.EndReason.AGREED).filter(seats__user=user_id).order_by("finished_at", "pk")


def _result(match: Match, user_id: int) -> str:
    seat = next(seat.seat for seat in match.seats.all() if seat.user_id == user_id)
    return result_for(match.winner_seat, sides_of(match), seat)


def _judge_place(desk: Desk, about: About, fields: tuple[Literal["address", "device"], ...], least: int) -> bool:
    """At how many rated tables both sat from the same place, by all of these fields of a visit."""
    both = _rated(about.user_id, desk.since(about)).filter(seats__user=about.other_id).values_list("pk", "code")
    codes, now = dict(both), time.time_ns() // 1_000_000
    visits = Visit.objects.filter(match__in=codes, seat__isnull=False, user__in=(about.user_id, about.other_id))
    tokens = {f"{field}_token": comparable(field, now) for field in fields}
    people: dict[tuple[Any, ...], set[int]] = defaultdict(set)
    for match_id, user_id, *place in visits.annotate(**tokens).values_list("match_id", "user_id", *tokens):
        if all(place):
            people[match_id, *place].add(user_id)
    shared = {match_id for (match_id, *_place), users in people.items() if len(users) > 1}
    matches = [code for pk, code in codes.items() if pk in shared]
    return desk.keep(about, len(matches) / least, matches)
