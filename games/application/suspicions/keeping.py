"""The signals' rows: kept while there is just enough for one, and never acting by themselves.

What a referee has dismissed stays dismissed: only what came later counts, and only when that alone is enough does the
signal come back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.application.codec import canonical
from games.models import Signal
from games.models.evidence import KEEP_DAYS

CODES_KEPT = 30
"""How many matches a signal names: the latest."""


class About(NamedTuple):
    """Whom and what a signal is about. ``other`` is ``None`` where it concerns one person alone."""

    kind: Signal.Kind
    user_id: int
    other_id: int | None = None


def waiting() -> QuerySet[Signal]:
    """What a referee may want to look at, the strongest first."""
    return Signal.objects.filter(dismissed_at__isnull=True, case__isnull=True).select_related("about", "other")


def dismiss(signal: Signal) -> None:
    """There is nothing in it, says a referee."""
    Signal.objects.filter(pk=signal.pk).update(dismissed_at=timezone.now())


class Desk:
    """What lies on the referee's desk about some people, read once."""

    def __init__(self, user_ids: Collection[int]) -> None:
        lying = Signal.objects.filter(about__in=user_ids)
        self._lying = {About(Signal.Kind(row.kind), row.about_id, row.other_id): row for row in lying}
        self._oldest = timezone.now() - timedelta(days=KEEP_DAYS)

    def since(self, about: About) -> datetime:
        """What happened before does not count: it is too old, or was dismissed."""
        row = self._lying.get(about)
        return max(self._oldest, row.dismissed_at) if row and row.dismissed_at else self._oldest

    def keep(self, about: About, score: float, codes: Sequence[str], **numbers: int) -> bool:
        """Write the signal down if its score, in units of the threshold, is just enough; whether it is.

        ``codes`` are the matches that it comes from, the latest last, ``numbers`` what ``sayings.say_signal`` tells.
        One that is no longer enough goes, unless a referee has made a case of it or dismissed it.
        """
        if score < 1:
            row = self._lying.get(about)
            if row and row.case_id is None and row.dismissed_at is None:
                row.delete()
                del self._lying[about]
            return False
        evidence = canonical({"matches": len(codes), "codes": list(codes[-CODES_KEPT:]), **numbers})
        with transaction.atomic():
            self._lying[about], _new = Signal.objects.update_or_create(
                kind=about.kind,
                about_id=about.user_id,
                other_id=about.other_id,
                defaults={"score": score, "evidence": evidence, "dismissed_at": None},
            )
        return True


def forget_old() -> None:
    """Signals that no case holds go when nothing has been added to them for ``KEEP_DAYS``."""
    oldest = timezone.now() - timedelta(days=KEEP_DAYS)
    Signal.objects.filter(at__lt=oldest, case__isnull=True).delete()


def on_guest_merged(guest_id: int, **_signal: Any) -> None:
    """A guest's seats are a member's now: what was said about the guest will be said about the member, if need be."""
    _forget(guest_id)


def on_account_deleted(user_id: int, **_signal: Any) -> None:
    """Nobody is looked into who has left for good."""
    _forget(user_id)


def _forget(user_id: int) -> None:
    Signal.objects.filter(Q(about=user_id) | Q(other=user_id), case__isnull=True).delete()
