"""Making a tournament: what its organiser plans, which plans can be had, changing and announcing them.

A plan is everything that was agreed before the start. Until it is announced a tournament is a draft that only its desk
sees. Once it has started the plan stands: what is done to the event from then on is an action of its log.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from django.db import transaction
from django.utils import timezone

from games.application import appointed
from ginsite.accounts.models import User
from tournaments.application import clubs, events
from tournaments.application.codec import action_from_plain, canonical
from tournaments.application.refusals import NotAllowed
from tournaments.domain import settings as domain_settings
from tournaments.domain.errors import Refusal
from tournaments.domain.formats import get_format
from tournaments.domain.formats.swiss import most_rounds
from tournaments.domain.settings import KNOCKOUTS, Settings
from tournaments.domain.steps import replay
from tournaments.models import Club, LoggedAction, Tournament

Place = Tournament.Place
EntryRule = Tournament.EntryRule
Phase = Tournament.Phase

HOUSE_GAME = "gin"
HOUSE_CLOCK = "standard"

MOST_ENTRANTS = 5_000
MOST_IN_A_BRACKET = 128
MOST_PRIZES = 100
MOST_A_PRIZE = 10**9
MOST_INCREMENT_MS = 60_000
LONGEST_CHECK_IN = 24 * 60

TEAM_FORMATS = frozenset({"team", "team-gin"})


class Problem(NamedTuple):
    """One reason why a plan cannot be had: what to change, and a code of ``sayings``."""

    field: str
    code: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What an organiser plans. Times are aware; ``time_zone`` is the one they were typed in."""

    name: str
    settings: Settings = field(default_factory=Settings)
    description: str = ""
    club: Club | None = None
    series: Tournament | None = None
    variant: str = HOUSE_GAME
    preset: str = ""  # '': the house's own choice
    rules: str = ""  # ``appointed.rules_text``; '': the preset's numbers unchanged
    clock: str = HOUSE_CLOCK
    increment_ms: int = 0
    prizes: tuple[int, ...] = ()
    place: str = Place.ONLINE
    where: str = ""
    entry_rule: str = EntryRule.OPEN
    lowest_rating: int | None = None
    highest_rating: int | None = None
    capacity: int | None = None
    time_zone: str = "UTC"
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    check_in_minutes: int = 0
    starts_at: datetime | None = None
    runs_by_itself: bool = True


_COPIED = tuple(name for name in Plan.__dataclass_fields__ if name not in ("settings", "prizes", "rules", "preset"))
"""What a plan and a row call by the same name and hold in the same form."""


def plan_of(tournament: Tournament) -> Plan:
    """The plan behind a tournament: to change it, or to make another one like it."""
    return Plan(
        settings=events.settings_of(tournament),
        prizes=tuple(json.loads(tournament.prizes)),
        preset=tournament.preset,
        rules=tournament.rules,
        **{name: getattr(tournament, name) for name in _COPIED},
    )


# Which plans can be had


def problems(plan: Plan, by: User) -> Iterator[Problem]:
    """Every reason why this person cannot have that plan."""
    if not plan.name.strip() or len(plan.name) > 100:
        yield Problem("name", "NO_NAME")
    for name, code in domain_settings.problems(plan.settings):
        yield Problem(name, code)
    yield from _game_problems(plan)
    yield from _entry_problems(plan)
    yield from _time_problems(plan)
    if plan.club is not None and not clubs.may_organise(plan.club, by):
        yield Problem("club", "ORGANISERS_ONLY")
    if plan.series is not None and not _may_belong_to(plan.series, plan, by):
        yield Problem("series", "NOT_ITS_SERIES")
    if len(plan.prizes) > MOST_PRIZES or any(not 0 <= prize <= MOST_A_PRIZE for prize in plan.prizes):
        yield Problem("prizes", "OUT_OF_BOUNDS")


def _game_problems(plan: Plan) -> Iterator[Problem]:
    if plan.variant not in appointed.games_for_two():
        yield Problem("variant", "NO_GAME")
        return
    if plan.preset and plan.preset not in appointed.presets_of(plan.variant):
        yield Problem("preset", "NO_PRESET")
        return
    try:
        _rules_text(plan)
    except ValueError as refused:
        yield Problem(str(refused).split()[0].strip("'"), "NOT_IN_THIS_GAME")
    if (plan.settings.match_form == "hollywood") != (plan.variant == "hollywood"):
        yield Problem("match_form", "HOLLYWOOD_GOES_TOGETHER")
    if plan.clock not in appointed.CONTROLS:
        yield Problem("clock", "NO_CLOCK")
    elif plan.clock == "none" and plan.place == Place.ONLINE:
        yield Problem("clock", "ONLINE_NEEDS_CLOCK")
    if not 0 <= plan.increment_ms <= MOST_INCREMENT_MS:
        yield Problem("increment_ms", "OUT_OF_BOUNDS")


def _entry_problems(plan: Plan) -> Iterator[Problem]:
    if plan.place not in Place.values:
        yield Problem("place", "OUT_OF_BOUNDS")
    if plan.entry_rule not in EntryRule.values:
        yield Problem("entry_rule", "OUT_OF_BOUNDS")
    if plan.entry_rule == EntryRule.CLUB and plan.club is None:
        yield Problem("entry_rule", "NEEDS_A_CLUB")
    most = MOST_IN_A_BRACKET if plan.settings.format in KNOCKOUTS else MOST_ENTRANTS
    if plan.capacity is not None and not 2 <= plan.capacity <= most:
        yield Problem("capacity", "OUT_OF_BOUNDS")
    limits = [limit for limit in (plan.lowest_rating, plan.highest_rating) if limit is not None]
    if any(not 0 <= limit <= 5_000 for limit in limits):
        yield Problem("lowest_rating", "OUT_OF_BOUNDS")
    if len(limits) == 2 and limits[0] > limits[1]:
        yield Problem("highest_rating", "WRONG_ORDER")


def _time_problems(plan: Plan) -> Iterator[Problem]:
    if plan.time_zone not in available_timezones():
        yield Problem("time_zone", "NO_TIME_ZONE")
    if plan.opens_at and plan.closes_at and plan.opens_at >= plan.closes_at:
        yield Problem("closes_at", "WRONG_ORDER")
    end = plan.closes_at or plan.opens_at
    if plan.starts_at and end and plan.starts_at < end:
        yield Problem("starts_at", "WRONG_ORDER")
    if not 0 <= plan.check_in_minutes <= LONGEST_CHECK_IN:
        yield Problem("check_in_minutes", "OUT_OF_BOUNDS")
    elif plan.check_in_minutes and plan.starts_at is None:
        yield Problem("starts_at", "CHECK_IN_NEEDS_START")


def _may_belong_to(series: Tournament, plan: Plan, by: User) -> bool:
    return series.is_series and plan.settings.format != "series" and clubs.directs(series, by)


def _rules_text(plan: Plan) -> str:
    """The rules as the row holds them. Raises ValueError naming a number that the game does not admit."""
    if not plan.rules:
        return appointed.rules_text(plan.variant, plan.preset)
    return appointed.change_rules(plan.variant, plan.rules)


def too_many_rounds(settings: Settings, entrants: int) -> int | None:
    """If the field cannot carry so many Swiss rounds without somebody meeting twice: how many it carries for certain.

    To be said before the start, with a round robin offered instead.
    """
    if settings.format not in ("swiss", *TEAM_FORMATS) or entrants < 2:
        return None
    most = most_rounds(entrants)
    return most if settings.rounds > most else None


# Making, changing, announcing


def make(by: User, plan: Plan) -> Tournament:
    """A new tournament, a draft. Raises NotAllowed with the first problem."""
    if not by.is_member:
        raise NotAllowed("MEMBERS_ONLY")
    _check(plan, by)
    return Tournament.objects.create(code=new_code(), owner=by, **_columns(plan))


def change(by: User, tournament: Tournament, plan: Plan) -> Tournament:
    """Another plan for a tournament that has not started; afterwards only what it says of itself may change."""
    if not clubs.directs(tournament, by):
        raise NotAllowed("ORGANISERS_ONLY")
    _check(plan, by)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        columns = _columns(plan)
        if tournament.phase != Phase.ENTRIES:
            changed = {name for name, value in columns.items() if getattr(tournament, name) != value}
            if not changed <= _STILL_FREE:
                raise NotAllowed("HAS_STARTED", min(changed - _STILL_FREE))
        elif tournament.version:
            _check_entries(tournament, plan.settings)
        for name, value in columns.items():
            setattr(tournament, name, value)
        if tournament.phase == Phase.ENTRIES:
            tournament.due_at = _due_at(tournament)
            columns["due_at"] = tournament.due_at
        tournament.save(update_fields=list(columns))
    return tournament


_STILL_FREE = frozenset({"name", "description", "where", "prizes", "series", "runs_by_itself"})
"""What may change while a tournament runs."""


def announce(by: User, tournament: Tournament) -> Tournament:
    """Show a draft to everybody. Twice is once."""
    if not clubs.directs(tournament, by):
        raise NotAllowed("ORGANISERS_ONLY")
    now = timezone.now()
    Tournament.objects.filter(pk=tournament.pk, announced_at=None).update(announced_at=now, due_at=tournament.starts_at)
    tournament.refresh_from_db()
    return tournament


def discard(by: User, tournament: Tournament) -> None:
    """Throw a draft away. What was announced can only be cancelled."""
    if not clubs.directs(tournament, by):
        raise NotAllowed("ORGANISERS_ONLY")
    if tournament.announced_at is not None:
        raise NotAllowed("ANNOUNCED")
    tournament.delete()


def may_see(tournament: Tournament, user: clubs.Person) -> bool:
    """Whether somebody may see a tournament: everybody once it is announced, else its desk."""
    return tournament.announced_at is not None or clubs.helps_at(tournament, user)


def new_code() -> str:
    """An address that says nothing."""
    return secrets.token_hex(5)


def _check(plan: Plan, by: User) -> None:
    for problem in problems(plan, by):
        raise NotAllowed(problem.code, problem.field)


def _check_entries(tournament: Tournament, settings: Settings) -> None:
    """Refuse settings under which what was entered already could not have been."""
    before = events.settings_of(tournament)
    if (before.format in TEAM_FORMATS) != (settings.format in TEAM_FORMATS) and tournament.entries.exists():
        raise NotAllowed("ENTRIES_TAKEN", "format")
    rows = LoggedAction.objects.filter(tournament=tournament).values_list("kind", "payload")
    actions = [action_from_plain(kind, json.loads(payload)) for kind, payload in rows]
    if settings.format == "series":
        raise NotAllowed("ENTRIES_TAKEN", "format")
    try:
        replay(settings, actions, get_format(settings.format).play)
    except Refusal as refusal:
        raise NotAllowed(refusal.code, "half_byes") from refusal


def _columns(plan: Plan) -> dict[str, Any]:
    return {
        **{name: getattr(plan, name) for name in _COPIED},
        "name": plan.name.strip(),
        "settings": events.write_settings(plan.settings),
        "is_series": plan.settings.format == "series",
        "preset": plan.preset or appointed.presets_of(plan.variant)[0],
        "rules": _rules_text(plan),
        "prizes": canonical(list(plan.prizes)),
    }


def _due_at(tournament: Tournament) -> datetime | None:
    """When the server has to look at a tournament that has not started."""
    waits = tournament.announced_at is not None and tournament.runs_by_itself and not tournament.is_series
    return tournament.starts_at if waits else None
