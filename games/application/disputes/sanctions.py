"""What stands against somebody now: asked at every door where people talk, sit down or enter."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
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


def of(user: User) -> list[Sanction]:
    """Everything that was ever ruled against somebody, lifted or not, the newest first."""
    return list(Sanction.objects.filter(user=user).select_related("ruling__case"))
