"""Cases, notices and sanctions of people who merge or leave.

Entries of a case are never changed: what a guest answered the referee stays under the guest's row.
"""

from __future__ import annotations

from games.models import Case, Notice, Sanction, Seat


def on_guest_merged(guest_id: int, user_id: int, **_signal: object) -> None:
    """A guest's cases and notices go to the account, and what was ruled against the guest stands against it; in the
    caller's transaction.

    After ``seats.on_guest_merged``: matches in which both sat stay with the guest's row. May be done twice.
    """
    kept = Seat.objects.filter(user=guest_id).values("match")
    Case.objects.filter(opened_by=guest_id).exclude(match__in=kept).update(opened_by=user_id)
    Case.objects.filter(about=guest_id).exclude(match__in=kept).update(about=user_id)
    Notice.objects.filter(user=guest_id).exclude(case__match__in=kept).update(user=user_id)
    Sanction.objects.filter(user=guest_id).update(user=user_id)


def on_account_deleted(user_id: int, **_signal: object) -> None:
    """Somebody who left is told nothing more; their cases stay before the referee. In the caller's transaction."""
    Notice.objects.filter(user=user_id).delete()
