"""What becomes of clubs and entries when somebody leaves the site for good."""

from __future__ import annotations

from typing import Any

from tournaments.application import events
from tournaments.domain.actions import Withdraw
from tournaments.models import Entry, Membership, TeamMember, Tournament

Phase = Tournament.Phase
Role = Membership.Role
Status = Membership.Status


def on_account_deleted(user_id: int, **_signal: Any) -> None:
    """Withdraw from what is not over, hand clubs over, forget the name; in the caller's transaction.

    What was played stays in the tables, under the name that the site gives to whoever has left.
    """
    open_phases = (Phase.ENTRIES, Phase.RUNNING, Phase.PAUSED)
    entries = Entry.objects.filter(user=user_id, tournament__phase__in=open_phases).select_related("tournament")
    for entry in entries:
        if entry.number is not None and events.load(entry.tournament).entrant(entry.number).status != "withdrawn":
            events.act(entry.tournament, Withdraw(entry.number))
    entries.update(status=Entry.Status.LEFT)
    Entry.objects.filter(user=user_id).update(name="")
    TeamMember.objects.filter(user=user_id).update(name="")
    for membership in Membership.objects.filter(user=user_id).exclude(status=Status.LEFT):
        _leave(membership)


def _leave(membership: Membership) -> None:
    """A club without an owner goes to whoever has led it, or else belonged to it, for the longest time."""
    others = Membership.objects.filter(club=membership.club_id, status=Status.MEMBER).exclude(pk=membership.pk)
    if membership.role == Role.OWNER and not others.filter(role=Role.OWNER).exists():
        for role in (Role.ORGANISER, Role.REFEREE, Role.MEMBER):
            heir = others.filter(role=role).order_by("since", "pk").first()
            if heir is not None:
                Membership.objects.filter(pk=heir.pk).update(role=Role.OWNER)
                break
    Membership.objects.filter(pk=membership.pk).update(status=Status.LEFT, role=Role.MEMBER)
