"""A tournament from its log, and the one door through which anything is done to it.

An action is verified against the event that the log leads to, then written behind a compare-and-set on the
tournament's version; the rows that follow from it (pairings, phase) are brought in line in the same transaction.
Whoever lost the race reads the log again and tries once more.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.application.disputes import cases
from tournaments.application.codec import (
    action_from_plain,
    action_to_plain,
    canonical,
    kind_of,
    result_to_plain,
)
from tournaments.domain.actions import Action
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.formats import Format, get_format
from tournaments.domain.settings import Settings, settings_from_dict, settings_to_dict
from tournaments.domain.steps import apply
from tournaments.domain.values import Pairing as Paired
from tournaments.domain.values import Result
from tournaments.models import Entry, LoggedAction, Pairing, Tournament

MAX_TRIES = 5
"""Races that one action may lose."""


class Busy(Exception):  # noqa: N818
    """The tournament moved on again and again meanwhile; nothing was done."""


def settings_of(tournament: Tournament) -> Settings:
    """What the organiser chose."""
    return settings_from_dict(json.loads(tournament.settings))


def write_settings(settings: Settings) -> str:
    """The text that a tournament's row holds."""
    return canonical(settings_to_dict(settings))


def format_of(tournament: Tournament) -> Format:
    """How the tournament is run."""
    return get_format(settings_of(tournament).format)


class _Memory(NamedTuple):
    """An event as of a version, so that only what is new has to be applied."""

    version: int
    last: tuple[str, str, Any] | None  # the last row's kind, payload and time: a rolled back row was never there
    settings: str
    event: Event


REMEMBERED = 64
_memory: dict[str, _Memory] = {}
"""The tournaments asked for last, by code. Values only: an old one is never wrong, just older."""


def load(tournament: Tournament) -> Event:
    """The event that the tournament's log leads to, as of the version of this row."""
    known = _memory.get(tournament.code)
    if known is None or known.settings != tournament.settings or known.version > tournament.version:
        known = _Memory(0, None, tournament.settings, Event(settings_of(tournament)))
    rows = _rows(tournament, known.version)
    if known.last is not None and (not rows or rows.pop(0) != known.last):
        known = _Memory(0, None, tournament.settings, Event(settings_of(tournament)))
        rows = _rows(tournament, 0)
    event = known.event
    if rows:
        play = format_of(tournament).play
        for kind, payload, _at in rows:
            event = apply(event, action_from_plain(kind, json.loads(payload)), play)
    _remember(tournament, _Memory(tournament.version, rows[-1] if rows else known.last, tournament.settings, event))
    return event


def _rows(tournament: Tournament, since: int) -> list[tuple[str, str, Any]]:
    """The rows from number ``since`` on, that one included."""
    rows = LoggedAction.objects.filter(tournament=tournament, number__gte=since, number__lte=tournament.version)
    return list(rows.order_by("number").values_list("kind", "payload", "at"))


def _remember(tournament: Tournament, memory: _Memory) -> None:
    _memory.pop(tournament.code, None)
    _memory[tournament.code] = memory
    while len(_memory) > REMEMBERED:
        _memory.pop(next(iter(_memory)))


def act(
    tournament: Tournament,
    action: Action | Callable[[Event], Action],
    *,
    actor: Any = None,
    reason: str = "",
    games_stand: bool = False,
) -> Event:
    """Do something to a tournament; ``actor`` is a user, or ``None`` for the server. The row is brought up to date.

    ``action`` may be made from the event as it is when the door opens. A pairing that loses its result is begun anew,
    unless its ``games_stand``: they go on. Raises Refusal (nothing has changed), or Busy.
    """
    if tournament.is_series:
        raise Refusal("IS_SERIES")
    for _try in range(MAX_TRIES):
        tournament.refresh_from_db()
        event = load(tournament)
        done = action(event) if callable(action) else action
        after = apply(event, done, format_of(tournament).play)
        with transaction.atomic():
            seen = {"version": tournament.version, "settings": tournament.settings}
            moved = Tournament.objects.filter(pk=tournament.pk, **seen).update(
                version=F("version") + 1, due_at=timezone.now(), **_summary(tournament, after)
            )
            if not moved:
                continue
            LoggedAction.objects.create(
                tournament=tournament,
                number=tournament.version + 1,
                kind=kind_of(done),
                payload=canonical(action_to_plain(done)),
                actor=actor,
                reason=reason,
            )
            _project_entries(tournament, event, after)
            _project_pairings(tournament, event, after, games_stand=games_stand)
            if (event.phase, after.phase) == ("paused", "running"):
                _give_time_back(tournament)
        tournament.refresh_from_db()
        return after
    raise Busy(tournament.code)


def project(tournament: Tournament, event: Event) -> None:
    """Make all rows that repeat what a log says: for a log that came from elsewhere."""
    Tournament.objects.filter(pk=tournament.pk).update(**_summary(tournament, event))
    _project_pairings(tournament, Event(event.settings), event)


def _summary(tournament: Tournament, event: Event) -> dict[str, Any]:
    """The columns of the tournament's row that repeat what the log says."""
    columns: dict[str, Any] = {"phase": event.phase, "round": len(event.rounds)}
    if event.phase == "running" and tournament.started_at is None:
        columns["started_at"] = timezone.now()
    if event.phase in ("finished", "cancelled"):
        columns["finished_at"] = tournament.finished_at or timezone.now()
    elif tournament.finished_at is not None:
        columns["finished_at"] = None
    return columns


def _project_entries(tournament: Tournament, before: Event, after: Event) -> None:
    """Bring the entries in line: who is there, who has left, who has checked in."""
    if before.entrants is after.entrants:
        return
    for entrant in after.entrants[: len(before.entrants)]:
        old, new = before.entrants[entrant.id - 1].status, entrant.status
        if old == new or {old, new} == {"entered", "playing"}:
            continue
        columns: dict[str, Any] = {"status": Entry.Status.LEFT if new == "withdrawn" else Entry.Status.ENTERED}
        if new == "checked_in":
            columns["checked_in"] = True
        Entry.objects.filter(tournament=tournament, number=entrant.id).update(**columns)


_Placed = tuple[Paired, Result | None, bool]
Place = tuple[int, int]
"""Round and board."""


def _placed(event: Event) -> dict[Place, _Placed]:
    """Every pairing of an event with its result and whether it is shown, by its place."""
    return {
        (round_.number, pairing.board): (pairing, result, round_.published)
        for round_ in event.rounds
        for pairing, result in zip(round_.pairings, round_.results, strict=True)
    }


def _project_pairings(tournament: Tournament, before: Event, after: Event, *, games_stand: bool = False) -> None:
    """Make the rows of the pairings that changed what the event says."""
    if before.rounds is after.rounds:
        return
    old, new = _placed(before), _placed(after)
    for number in {number for number, _board in old.keys() - new.keys()}:
        boards = [board for round_no, board in new if round_no == number]
        gone = Pairing.objects.filter(tournament=tournament, round=number).exclude(board__in=boards)
        for pk in gone.values_list("pk", flat=True):
            cases.drop_subject(Pairing.SUBJECT, str(pk))
        gone.delete()
    changed = [place for place in new if new[place] != old.get(place)]
    shown = {place for place in changed if place in old and new[place][:2] == old[place][:2]}
    for number in {number for number, _board in shown}:
        published = after.round(number).published
        Pairing.objects.filter(tournament=tournament, round=number).update(published=published)
    made: list[Pairing] = []
    for number, board in (place for place in changed if place not in shown):
        pairing, result, published = new[number, board]
        columns: dict[str, Any] = {
            "slot": pairing.slot,
            "first": pairing.first,
            "second": pairing.second,
            "result": "" if result is None else canonical(result_to_plain(result)),
            "published": published,
        }
        if (number, board) not in old:
            made.append(Pairing(tournament=tournament, round=number, board=board, **columns))
            continue
        row = Pairing.objects.get(tournament=tournament, round=number, board=board)
        others = (row.first, row.second) != (pairing.first, pairing.second)
        if others or (row.result and result is None and not games_stand):
            columns |= _begun_anew(row)
        elif row.result and result is None and row.deadline is not None:  # it goes on after its time: it gets more
            columns["deadline"] = timezone.now() + timedelta(minutes=after.settings.round_minutes)
        Pairing.objects.filter(pk=row.pk).update(**columns)
    Pairing.objects.bulk_create(made)


def _begun_anew(row: Pairing) -> dict[str, Any]:
    """Other people at a table, or the same ones once more: what was played and noted there before counts no more."""
    row.games.all().delete()
    row.cards.all().delete()
    cases.drop_subject(Pairing.SUBJECT, str(row.pk))
    blank = ("called_at", "first_came_at", "second_came_at", "deadline")
    return {**dict.fromkeys(blank), "under_review": False}


def _give_time_back(tournament: Tournament) -> None:
    """A pause costs nobody the time to come to the table or to play."""
    paused = LoggedAction.objects.filter(tournament=tournament, kind="pause").order_by("-number").first()
    if paused is not None:
        away = timezone.now() - paused.at
        rows = Pairing.objects.filter(tournament=tournament, result="")
        rows.filter(called_at__isnull=False).update(called_at=F("called_at") + away)
        rows.filter(deadline__isnull=False).update(deadline=F("deadline") + away)


__all__ = ["Busy", "Refusal", "act", "format_of", "load", "settings_of", "write_settings"]
