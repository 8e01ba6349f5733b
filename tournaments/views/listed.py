"""Tournaments in lists: what a row says of one."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q, QuerySet

from games.application.sayings import game_name
from tournaments.application import clubs, events
from tournaments.application.sayings import say_length
from tournaments.models import Club, Entry, Tournament

Phase = Tournament.Phase
Row = dict[str, Any]

MOST = 50
"""How many tournaments one list shows."""


def row(tournament: Tournament) -> Row:
    """One tournament for a list; ``entered`` is counted by :func:`counted`."""
    return {
        "tournament": tournament,
        "short": say_length(events.settings_of(tournament)),
        "game": game_name(tournament.variant),
        "entered": getattr(tournament, "entered", None),
        "live": tournament.phase in (Phase.RUNNING, Phase.PAUSED),
        "over": tournament.phase in (Phase.FINISHED, Phase.CANCELLED),
    }


def counted() -> QuerySet[Tournament]:
    """Tournaments with the number of their entries and their club."""
    entered = Count("entries", filter=Q(entries__status=Entry.Status.ENTERED))
    return Tournament.objects.annotate(entered=entered).select_related("club", "owner")


def announced() -> QuerySet[Tournament]:
    """What everybody may see."""
    return counted().exclude(announced_at=None)


def of_club(club: Club, user: clubs.Person) -> list[Row]:
    """A club's tournaments, what is on or to come first; to its desk drafts as well."""
    shown = counted() if clubs.role_in(club, user) in clubs.DESK else announced()
    order = [Phase.RUNNING, Phase.PAUSED, Phase.ENTRIES, Phase.FINISHED, Phase.CANCELLED]
    found = list(shown.filter(club=club).order_by("-starts_at", "-pk")[:MOST])
    return [row(one) for one in sorted(found, key=lambda one: order.index(Phase(one.phase)))]


def series_of(club: Club) -> QuerySet[Tournament]:
    """A club's announced series, the newest first."""
    return announced().filter(club=club, is_series=True).order_by("-pk")


def of_person(user: clubs.Person) -> list[Row]:
    """The tournaments that somebody has entered or made and that are not over."""
    entered = Entry.objects.filter(Q(user=user.pk) | Q(team__user=user.pk)).exclude(status=Entry.Status.LEFT)
    ongoing = counted().exclude(phase__in=(Phase.FINISHED, Phase.CANCELLED))
    found = ongoing.filter(Q(pk__in=entered.values("tournament")) | Q(owner=user.pk)).order_by("starts_at", "-pk")
    return [row(one) for one in found[:MOST]]
