"""The beginning of a match: once every seat is taken, the first rows of its log."""

from __future__ import annotations

import time
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction

from games.application import dealing, record, store
from games.application.store.batch import moment
from games.application.terms import clock_of, rules_of
from games.models import Match


def start_match(match_id: int) -> None:
    """Draw for deal, deal the first hand or offer the exchange of seeds for it, and set the match to playing.

    May be called inside a transaction or outside. Raises ``store.Outrun`` when somebody else started it, ValueError
    while a seat is empty.
    """
    match = Match.objects.prefetch_related("seats").get(pk=match_id)
    if match.version:
        raise store.Outrun(match.code)
    seats = {seat.seat: seat for seat in match.seats.all()}
    if set(seats) != set(range(match.seat_count)):
        raise ValueError("a seat is empty")
    now = time.time_ns() // 1_000_000
    computers = [number for number, seat in seats.items() if seat.bot]
    step = first_step(match, now, computers)
    due_at = now if record.played_by_the_server(step.live, computers) else dealing.due_at(step.live)
    with transaction.atomic():
        store.append(step, due_at=due_at, status=Match.Status.PLAYING, started_at=moment(now))


def first_step(match: Match, now: int, computers: Iterable[int] = ()) -> record.Step:
    """The rows of the beginning: the agreement, the draw, and the first deal or the exchange that goes before it.

    ``computers``: seats without a person.
    """
    step = record.begin(
        match.pk,
        match.code,
        match.variant,
        rules_of(match),
        match.seat_count,
        clock_of(match),
        now,
        rules_version=match.rules_version,
        computers=sorted(computers),
    )
    for _draw_then_deal in range(2):
        step = step.then(dealing.deal(step.live, now, settings.DEAL_COMMIT_MS))
    return step
