"""A whole tournament as one JSON file, and a tournament from such a file (docs/tournament-format.md).

The file holds the plan, who entered under which name, and the log of actions. Reading it replays the log, so that what
comes out is the same event, or nothing at all. Accounts are not in it: names are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from django.db import transaction
from django.utils import timezone

from ginsite.accounts.models import User
from tournaments.application import events, organising
from tournaments.application.codec import action_from_plain, action_to_plain, canonical, kind_of
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import Action
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.formats import get_format
from tournaments.domain.settings import settings_from_dict, settings_to_dict
from tournaments.domain.steps import replay
from tournaments.domain.values import Result
from tournaments.models import Entry, LoggedAction, TeamMember, Tournament

FORMAT = "gin-tournament"
SCHEMA = 1

MOST_BYTES = 5_000_000
"""A thousand players in thirty rounds are about three megabytes."""

MOST_ACTIONS = 50_000

TEXTS = ("name", "description", "where", "variant", "preset", "clock", "place", "entry_rule", "time_zone")
NUMBERS = ("increment_ms", "check_in_minutes", "capacity", "lowest_rating", "highest_rating")
TIMES = ("opens_at", "closes_at", "starts_at")


def to_plain(tournament: Tournament) -> dict[str, Any]:
    """The tournament as JSON values."""
    plan = organising.plan_of(tournament)
    entries = Entry.objects.filter(tournament=tournament).select_related("user").prefetch_related("team__user")
    log = LoggedAction.objects.filter(tournament=tournament).select_related("actor").order_by("number")
    return {
        "format": FORMAT,
        "schema": SCHEMA,
        "tournament": {
            **{name: getattr(plan, name) for name in (*TEXTS, *NUMBERS)},
            **{name: _moment(getattr(plan, name)) for name in TIMES},
            "club": tournament.club.name if tournament.club else None,
            "rules": json.loads(tournament.rules),
            "prizes": list(plan.prizes),
            "settings": settings_to_dict(plan.settings),
        },
        "entries": [_entry_to_plain(entry) for entry in entries.order_by("created_at", "pk")],
        "actions": [
            {
                "kind": row.kind,
                "fields": json.loads(row.payload),
                "at": _moment(row.at),
                "by": row.actor.public_name if row.actor else None,
                "reason": row.reason,
            }
            for row in log
        ],
    }


def _entry_to_plain(entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = {"number": entry.number, "name": entry.printed_name, "status": entry.status}
    team = [str(member) for member in entry.team.all()]
    return plain | {"team": team} if team else plain


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None


# And back


def read(text: bytes) -> dict[str, Any]:
    """The values of a file. Raises NotAllowed (NO_TOURNAMENT_FILE) for anything that is none."""
    if len(text) > MOST_BYTES:
        raise NotAllowed("FILE_TOO_LARGE")
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise NotAllowed("NO_TOURNAMENT_FILE") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT or plain.get("schema") != SCHEMA:
        raise NotAllowed("NO_TOURNAMENT_FILE")
    return plain


def restore(by: User, plain: Mapping[str, Any]) -> Tournament:
    """A tournament of one's own from the values of a file: the same event, a draft that only its desk sees.

    Nobody in it has an account here, so what is not over goes on with real cards. Raises NotAllowed.
    """
    try:
        plan = _plan(plain["tournament"])
        actions = [_action(row) for row in plain["actions"][:MOST_ACTIONS]]
        event = replay(plan.settings, actions, get_format(plan.settings.format).play)
        with transaction.atomic():
            tournament = organising.make(by, plan)
            _restore_entries(tournament, plain["entries"], event)
            _restore_log(tournament, plain["actions"], actions)
            events.project(tournament, event)
    except (Refusal, ValueError, TypeError, KeyError, AttributeError, IndexError) as wrong:
        if isinstance(wrong, NotAllowed):
            raise
        raise NotAllowed("NO_TOURNAMENT_FILE") from wrong
    tournament.refresh_from_db()
    return tournament


def _plan(plain: Mapping[str, Any]) -> organising.Plan:
    values: dict[str, Any] = {name: str(plain[name]) for name in TEXTS}
    values |= {name: None if plain[name] is None else int(plain[name]) for name in NUMBERS}
    values |= {name: None if plain[name] is None else _time(plain[name]) for name in TIMES}
    if values["entry_rule"] == Tournament.EntryRule.CLUB:  # there is no such club here
        values["entry_rule"] = Tournament.EntryRule.INVITED
    return organising.Plan(
        **values | {"place": Tournament.Place.OVER_THE_BOARD, "runs_by_itself": False},
        settings=settings_from_dict(plain["settings"]),
        rules=canonical(plain["rules"]),
        prizes=tuple(int(prize) for prize in plain["prizes"]),
    )


def _time(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if timezone.is_naive(at):
        raise ValueError("a time without its zone")
    return at


def _action(row: Mapping[str, Any]) -> Action:
    action = action_from_plain(row["kind"], row["fields"])
    _verify(action)
    return action


def _verify(value: Any) -> None:
    """Refuse an action, or a result in it, with a field of another kind than its own. Raises ValueError."""
    for name, hint in get_type_hints(type(value)).items():
        if not _is_of(hint, getattr(value, name)):
            raise ValueError(f"{name} of {type(value).__name__} is of another kind")


def _is_of(hint: Any, value: Any) -> bool:
    """Whether a value is what a field of an action may hold."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return isinstance(value, str) and value in inner
    if origin is UnionType:
        return any(_is_of(one, value) for one in inner)
    if origin is tuple:
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        return isinstance(value, tuple) and len(value) == len(kinds) and all(map(_is_of, kinds, value))
    if hint is Result and isinstance(value, Result):
        _verify(value)
    return type(value) is hint


def _restore_entries(tournament: Tournament, rows: list[Mapping[str, Any]], event: Event) -> None:
    numbers = [row["number"] for row in rows if row["number"] is not None]
    if sorted(numbers) != list(range(1, len(event.entrants) + 1)):
        raise ValueError("the entries are not those of the log")
    for row in rows:
        status = Entry.Status(row["status"])
        name = str(row["name"])[:80]
        entry = Entry.objects.create(tournament=tournament, number=row["number"], name=name, status=status)
        TeamMember.objects.bulk_create(
            TeamMember(entry=entry, board=board, name=str(member)[:80])
            for board, member in enumerate(row.get("team", ()), start=1)
        )


def _restore_log(tournament: Tournament, rows: list[Mapping[str, Any]], actions: list[Action]) -> None:
    """The same log, with its times and reasons; whoever did it elsewhere has no account here."""
    logged = LoggedAction.objects.bulk_create(
        LoggedAction(
            tournament=tournament,
            number=number,
            kind=kind_of(action),
            payload=canonical(action_to_plain(action)),
            reason=str(row["reason"])[:500],
        )
        for number, (row, action) in enumerate(zip(rows, actions, strict=True), start=1)
    )
    for entry, row in zip(logged, rows, strict=True):
        entry.at = _time(row["at"])
    LoggedAction.objects.bulk_update(logged, ["at"], batch_size=500)
    Tournament.objects.filter(pk=tournament.pk).update(version=len(actions))
    tournament.version = len(actions)
