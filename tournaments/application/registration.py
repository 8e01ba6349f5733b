"""Entries: who may enter when, the waiting list, checking in, leaving, rounds asked off.

Somebody with a place is an entrant of the event; somebody on the waiting list is a row without a number until a place
is free. All of it is decided under a lock on the tournament's row, so that the last place is given once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from games.application.disputes import sanctions
from ginsite.accounts.models import User
from tournaments.application import clubs, events
from tournaments.application.organising import TEAM_FORMATS
from tournaments.application.refusals import NotAllowed
from tournaments.application.strength import rating_of
from tournaments.domain.actions import AskBye, CheckIn, Enter, Reinstate, Withdraw
from tournaments.domain.event import Event
from tournaments.models import Entry, TeamMember, Tournament

EntryRule = Tournament.EntryRule
Status = Entry.Status


class Player(NamedTuple):
    """One of a team: a name, and over the board not even an account."""

    name: str
    user: User | None = None


def names_of(tournament: Tournament) -> dict[int, str]:
    """The entrants' names as others see them now, by number."""
    entries = Entry.objects.filter(tournament=tournament, number__isnull=False).select_related("user")
    return {entry.number: entry.printed_name for entry in entries if entry.number is not None}


def why_not(tournament: Tournament, user: clubs.Person) -> str | None:
    """The code of the reason why somebody may not enter now, else ``None``."""
    now = timezone.now()
    if tournament.is_series:
        return "IS_SERIES"
    if isinstance(user, AnonymousUser) or not user.is_member:
        return "MEMBERS_ONLY"
    if sanctions.suspended_until(user.pk) is not None:
        return "SUSPENDED"
    if Entry.objects.filter(tournament=tournament, user=user).exclude(status=Status.LEFT).exists():
        return "ENTERED_ALREADY"
    if tournament.announced_at is None or (tournament.opens_at and now < tournament.opens_at):
        return "NOT_OPEN_YET"
    if tournament.phase == Tournament.Phase.ENTRIES:
        if tournament.closes_at and now >= tournament.closes_at:
            return "ENTRIES_CLOSED"
    elif tournament.phase != Tournament.Phase.RUNNING or not _late_entry(tournament):
        return "ENTRIES_CLOSED"
    if tournament.entry_rule == EntryRule.INVITED:
        return "ORGANISER_ENTERS"
    if tournament.entry_rule == EntryRule.CLUB and clubs.role_in(tournament.club, user) is None:
        return "CLUB_ONLY"
    if events.settings_of(tournament).format in TEAM_FORMATS:
        return "ORGANISER_ENTERS"
    return _why_not_by_rating(tournament, user)


def _why_not_by_rating(tournament: Tournament, user: User) -> str | None:
    if tournament.lowest_rating is None and tournament.highest_rating is None:
        return None
    rating = rating_of(user, tournament.variant)
    if tournament.lowest_rating is not None and rating < tournament.lowest_rating:
        return "RATING_TOO_LOW"
    if tournament.highest_rating is not None and rating > tournament.highest_rating:
        return "RATING_TOO_HIGH"
    return None


def _late_entry(tournament: Tournament) -> bool:
    return tournament.round + 1 <= events.settings_of(tournament).late_until


def enter(tournament: Tournament, user: User, *, by_mail: bool = False) -> Entry:
    """Enter oneself: a place, or the end of the waiting list. Raises NotAllowed."""
    with transaction.atomic():
        _lock(tournament)
        code = why_not(tournament, user)
        if code is not None:
            raise NotAllowed(code)
        entry = Entry.objects.filter(tournament=tournament, user=user).first()
        if entry is None:
            entry = Entry(tournament=tournament, user=user)
        entry.name, entry.by_mail, entry.checked_in = user.public_name, by_mail, False
        return _placed(tournament, entry, actor=user)


def enter_by_name(
    tournament: Tournament,
    by: User,
    *,
    name: str,
    user: User | None = None,
    team: Sequence[Player] = (),
    rating: int = 0,
    group: str = "",
) -> Entry:
    """The desk enters somebody: a guest over the board by name, a member, or a team. Raises NotAllowed."""
    if not clubs.helps_at(tournament, by):
        raise NotAllowed("ORGANISERS_ONLY")
    if user is not None and not user.is_member:
        raise NotAllowed("NO_SUCH_PERSON", "name")
    if user is None and not team and tournament.place == Tournament.Place.ONLINE:
        raise NotAllowed("NEEDS_AN_ACCOUNT", "name")
    with transaction.atomic():
        _lock(tournament)
        _check_team(tournament, team)
        if user is not None and Entry.objects.filter(tournament=tournament, user=user).exists():
            raise NotAllowed("ENTERED_ALREADY", "name")
        entry = Entry.objects.create(tournament=tournament, user=user, name=name.strip()[:80])
        for board, player in enumerate(team, start=1):
            TeamMember.objects.create(entry=entry, board=board, user=player.user, name=player.name[:80])
        return _placed(tournament, entry, actor=by, rating=rating, group=group)


def _check_team(tournament: Tournament, team: Sequence[Player]) -> None:
    """A team in a format of teams, as many as there are boards, nobody twice; elsewhere none."""
    settings = events.settings_of(tournament)
    wanted = settings.boards if settings.format in TEAM_FORMATS else 0
    accounts = [player.user.pk for player in team if player.user is not None]
    if len(team) != wanted or len(set(accounts)) != len(accounts):
        raise NotAllowed("TEAM_SIZE", "team")
    if tournament.place == Tournament.Place.ONLINE and len(accounts) != wanted:
        raise NotAllowed("NEEDS_AN_ACCOUNT", "team")


def _lock(tournament: Tournament) -> None:
    """Whoever gives places waits here for whoever else does; the row is brought up to date."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    tournament.refresh_from_db()


def _placed(tournament: Tournament, entry: Entry, *, actor: User | None, rating: int = 0, group: str = "") -> Entry:
    """Give a place, or one on the waiting list; inside the transaction that holds the tournament's row."""
    if _is_full(tournament):
        entry.status, entry.number = Status.WAITING, None
        entry.save()
        return entry
    return _seated(tournament, entry, actor=actor, rating=rating, group=group)


def _seated(tournament: Tournament, entry: Entry, *, actor: User | None, rating: int = 0, group: str = "") -> Entry:
    """Give a place."""
    entry.status = Status.ENTERED
    if entry.number is not None and _is_withdrawn(tournament, entry.number):
        events.act(tournament, Reinstate(entry.number), actor=actor)
    else:
        strength = rating_of(entry.user, tournament.variant) if entry.user is not None else rating
        members = tuple(member.name for member in entry.team.all()) if entry.pk else ()
        event = events.act(tournament, Enter(strength, members, group), actor=actor)
        entry.number = len(event.entrants)
    entry.save()
    return entry


def _is_full(tournament: Tournament) -> bool:
    if tournament.capacity is None:
        return False
    return tournament.entries.filter(status=Status.ENTERED).count() >= tournament.capacity


def _is_withdrawn(tournament: Tournament, number: int) -> bool:
    return events.load(tournament).entrant(number).status == "withdrawn"


def withdraw(tournament: Tournament, entry: Entry, by: User, *, after_round: bool = False, reason: str = "") -> None:
    """Leave, or be dropped by the desk; while entries are taken the first of the waiting list gets the place."""
    if entry.user_id != by.pk and not clubs.helps_at(tournament, by):
        raise NotAllowed("NOT_YOURS")
    with transaction.atomic():
        _lock(tournament)
        if entry.number is not None and entry.status == Status.ENTERED:
            when = Withdraw(entry.number, "after_round" if after_round else "now")
            events.act(tournament, when, actor=by, reason=reason)
        entry.status = Status.LEFT
        entry.save(update_fields=["status"])
        running = tournament.phase == Tournament.Phase.RUNNING and _late_entry(tournament)
        if tournament.phase == Tournament.Phase.ENTRIES or running:
            _move_up(tournament)


def _move_up(tournament: Tournament) -> None:
    waiting = tournament.entries.filter(status=Status.WAITING).order_by("created_at", "pk")
    for entry in waiting:
        if _is_full(tournament):
            return
        _seated(tournament, entry, actor=entry.user)


def fill_up(tournament: Tournament) -> None:
    """Just before the start: places of those who have not checked in go to those of the waiting list who have."""
    if not tournament.check_in_minutes or tournament.capacity is None:
        return
    free = tournament.capacity - tournament.entries.filter(status=Status.ENTERED, checked_in=True).count()
    waiting = tournament.entries.filter(status=Status.WAITING, checked_in=True).order_by("created_at", "pk")
    for entry in list(waiting[: max(0, free)]):
        _seated(tournament, entry, actor=entry.user)
        assert entry.number is not None
        events.act(tournament, CheckIn(entry.number), actor=entry.user)


def check_in(tournament: Tournament, entry: Entry, by: User) -> None:
    """Say that somebody is there, within the window before the start; on the waiting list too, a place may be free."""
    if entry.user_id != by.pk and not clubs.helps_at(tournament, by):
        raise NotAllowed("NOT_YOURS")
    opens = check_in_opens_at(tournament)
    if entry.user_id == by.pk and opens is not None and timezone.now() < opens:
        raise NotAllowed("TOO_EARLY")
    if entry.checked_in or tournament.phase != Tournament.Phase.ENTRIES:
        raise NotAllowed("ALREADY_DONE")
    if entry.number is not None:
        events.act(tournament, CheckIn(entry.number), actor=by)
    Entry.objects.filter(pk=entry.pk).update(checked_in=True)


def check_in_opens_at(tournament: Tournament) -> datetime | None:
    """When checking in begins; ``None`` where nobody checks in."""
    if not tournament.check_in_minutes or tournament.starts_at is None:
        return None
    return tournament.starts_at - timedelta(minutes=tournament.check_in_minutes)


def ask_bye(tournament: Tournament, entry: Entry, round_no: int, by: User) -> Event:
    """Ask for a round off, for half a point."""
    if entry.user_id != by.pk and not clubs.helps_at(tournament, by):
        raise NotAllowed("NOT_YOURS")
    if entry.number is None:
        raise NotAllowed("NOT_ENTERED")
    return events.act(tournament, AskBye(entry.number, round_no), actor=by)
