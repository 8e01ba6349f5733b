"""Signals that nobody has looked into yet, and what a referee makes of one: a case, or nothing."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from games.application.disputes.dossier import Suspicion, suspicion_of
from games.application.disputes.permissions import require_ruler
from games.application.disputes.refusals import Refused
from games.application.seats import seat_of
from games.application.suspicions import keeping
from games.models import Case, CaseEntry, Match, Signal
from ginsite.accounts.models import User

MOST = 100
"""Signals on the page."""


def waiting(referee: User) -> list[Suspicion]:
    """The signals that wait, the strongest first, but for those about the referee."""
    signals = keeping.waiting().exclude(Q(about=referee) | Q(other__isnull=False, other=referee))
    return [suspicion_of(signal) for signal in signals.order_by("-score", "-at")[:MOST]]


def open_case(referee: User, signal: Signal) -> Case:
    """A case about whom the signal is about, at the latest of its matches; nobody is told before the referee asks.

    Raises Refused: as ``require_ruler``, NO_SUCH_SIGNAL when somebody was quicker or the matches are gone.
    """
    match = _latest(signal)
    case = Case(
        match=match,
        about=signal.about,
        about_seat=seat_of(match, signal.about),
        reason=Case.Reason.COLLUSION,
        severity=Case.Severity.MEDIUM,
    )
    require_ruler(referee, case)
    with transaction.atomic():
        if not Signal.objects.select_for_update().filter(pk=signal.pk, case__isnull=True).exists():
            raise Refused("NO_SUCH_SIGNAL")
        case.save()
        CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.RAISED, by=referee)
        CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.NOTE, by=referee, text=suspicion_of(signal).said)
        Signal.objects.filter(pk=signal.pk).update(case=case)
    return case


def dismiss(referee: User, signal: Signal) -> None:
    """There is nothing in it; it comes back only by what happens later. Raises Refused (OWN_CASE)."""
    if referee.pk in (signal.about_id, signal.other_id):
        raise Refused("OWN_CASE")
    keeping.dismiss(signal)


def _latest(signal: Signal) -> Match:
    codes = suspicion_of(signal).codes
    found = Match.objects.filter(code__in=codes, seats__user=signal.about).order_by("-pk").first()
    if found is None:
        raise Refused("NO_SUCH_SIGNAL")
    return found
