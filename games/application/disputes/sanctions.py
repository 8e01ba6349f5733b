"""What stands against somebody now: asked at every door where people talk, sit down or enter."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Sanction
from ginsite.accounts.models import User


def standing(user_id: int, kind: str) -> Sanction | None:
    """The sanction of this kind that ends last and is in force now, or ``None``."""
    found = Sanction.objects.filter(user=user_id, kind=kind, lifted_by__isnull=True, until__gt=timezone.now())
    return found.order_by("-until").first()


def suspended_until(user_id: int) -> datetime | None:
    """Until when somebody may begin no game; ``None`` if they may."""
    sanction = standing(user_id, Sanction.Kind.SUSPENSION)
    return None if sanction is None else sanction.until


def is_muted(user_id: int) -> bool:
    """Whether somebody may use the phrases alone: a suspension from games takes the own words too."""
    now = timezone.now()
    return Sanction.objects.filter(
        Q(kind=Sanction.Kind.MUTE) | Q(kind=Sanction.Kind.SUSPENSION),
        user=user_id,
        lifted_by__isnull=True,
        until__gt=now,
    ).exists()


def in_force(user: User) -> list[Sanction]:
    """What stands against somebody now, the longest first; a warning until they have read it."""
    now = timezone.now()
    mine = Sanction.objects.filter(user=user, lifted_by__isnull=True).select_related("ruling__case")
    return list(mine.filter(Q(until__gt=now) | Q(until__isnull=True, read_at__isnull=True)).order_by("-until", "pk"))


def unread_warnings() -> QuerySet[Sanction]:
    """The warnings whose receivers have not said that they have read them."""
    return Sanction.objects.filter(lifted_by__isnull=True, until__isnull=True, read_at__isnull=True)


def acknowledge(user: User, number: int) -> None:
    """Somebody says that they have read what was ruled against them. Twice is well."""
    Sanction.objects.filter(pk=number, user=user, read_at__isnull=True).update(read_at=timezone.now())


def suspended() -> QuerySet[Sanction, int]:
    """The keys of everybody who may begin no game now, for a subquery."""
    standing = Sanction.objects.filter(kind=Sanction.Kind.SUSPENSION, lifted_by__isnull=True, until__gt=timezone.now())
    return standing.order_by().values_list("user", flat=True)


def suspended_among(user_ids: Collection[int]) -> set[int]:
    """Those of these people who may begin no game now."""
    return set(suspended().filter(user__in=user_ids))
