"""How the referees do: for staff by referee, for everybody in sums that name nobody.

Where there are fewer than ``FEW`` cases nothing is said: a number that small would tell about persons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from statistics import median
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import F
from django.utils import timezone

from games.application.disputes.remedies import KINDS, OF_PEOPLE, remedies_of
from games.models import Case, CaseEntry, Ruling

FEW = 5
BACK = timedelta(days=365)
"""How far back is counted."""

KEPT_S = 900
"""The public page may be this old."""

OUTCOMES = ("changed", "people", "eased", "reversed", "upheld", "withdrawn")
"""What may come of a case: the score or the match, something against a person, time or rating points, a ruling taken
back, nothing; or whoever raised it thought better of it."""


class Span(NamedTuple):
    """How long something took: the middle, and what nine in ten stay under; ``None`` where there are too few."""

    median: timedelta | None
    most: timedelta | None


@dataclass(frozen=True, slots=True)
class OfReferee:
    """One referee's year."""

    name: str
    ruled: int
    seconded: int
    to_claim: Span
    to_rule: Span
    appealed: int
    overturned: int


@dataclass(frozen=True, slots=True)
class Public:
    """The sums for everybody; ``None`` stands for too few to say."""

    raised: int | None
    waiting: int | None
    reasons: list[tuple[str, int | None]]  # by ``Case.Reason``
    outcomes: list[tuple[str, int | None]]  # by ``OUTCOMES``
    to_rule: Span
    appealed: int | None
    overturned: float | None  # of the rulings that were appealed against, the share


@dataclass(frozen=True, slots=True)
class _Made:
    """A ruling in force with the times that matter."""

    ruling: Ruling
    case: Case
    claimed: timedelta | None
    took: timedelta
    appealed: bool
    overturned: bool


def by_referee() -> list[OfReferee]:
    """Every referee who has ruled in the last year, by name."""
    made = _made()
    referees = {one.ruling.by for one in made} | {one.ruling.second for one in made}
    seconded = Counter(one.ruling.second_id for one in made)
    found = []
    for referee in referees - {None}:
        assert referee is not None
        own = [one for one in made if one.ruling.by_id == referee.pk]
        found.append(
            OfReferee(
                name=referee.public_name,
                ruled=len(own),
                seconded=seconded[referee.pk],
                to_claim=_span([one.claimed for one in own if one.claimed is not None], few=1),
                to_rule=_span([one.took for one in own], few=1),
                appealed=sum(one.appealed for one in own),
                overturned=sum(one.overturned for one in own),
            )
        )
    return sorted(found, key=lambda one: one.name.casefold())


def public() -> Public:
    """The sums of the last year, counted anew every quarter of an hour at most."""
    sums: Public | None = cache.get("referee-sums")
    if sums is None:
        sums = _sums()
        cache.set("referee-sums", sums, KEPT_S)
    return sums


def _sums() -> Public:
    made = _made()
    cases = list(Case.objects.filter(created_at__gt=timezone.now() - BACK).values_list("pk", "reason", "status"))
    reasons = Counter(reason for _pk, reason, _status in cases)
    outcomes = Counter({one.case.pk: outcome_of(one.ruling) for one in made}.values())
    outcomes["withdrawn"] = sum(status == Case.Status.WITHDRAWN for _pk, _reason, status in cases)
    appealed = [one for one in made if one.appealed]
    overturned = sum(one.overturned for one in appealed)
    return Public(
        raised=enough(len(cases)),
        waiting=enough(sum(status in Case.UNSETTLED for _pk, _reason, status in cases)),
        reasons=[(reason, enough(reasons[reason])) for reason in Case.Reason.values],
        outcomes=[(outcome, enough(outcomes[outcome])) for outcome in OUTCOMES],
        to_rule=_span([one.took for one in made]),
        appealed=enough(len(appealed)),
        overturned=overturned / len(appealed) if len(appealed) >= FEW else None,
    )


def outcome_of(ruling: Ruling) -> str:
    """What came of a case, by the gravest of the remedies: one of ``OUTCOMES``."""
    kinds = {remedy["kind"] for remedy in remedies_of(ruling.remedies)[0]}
    if "reverse" in kinds:
        return "reversed"
    if kinds & {"settle_subject"} or any(KINDS[kind].of_the_match for kind in kinds):
        return "changed"
    if kinds & set(OF_PEOPLE):
        return "people"
    return "eased" if kinds & {"give_time", "refund_rating"} else "upheld"


def enough(number: int) -> int | None:
    """A number that tells about nobody in particular; ``None`` if it is too small for that."""
    return number if number >= FEW else None


def quantile(spans: Sequence[timedelta], share: float) -> timedelta:
    """The least of the spans that so many of them do not exceed."""
    ordered = sorted(spans)
    return ordered[max(0, ceil(len(ordered) * share) - 1)]


def _span(spans: Collection[timedelta], few: int = FEW) -> Span:
    if len(spans) < few:
        return Span(None, None)
    middle = timedelta(seconds=median(span.total_seconds() for span in spans))
    return Span(middle, quantile(list(spans), 0.9))


def _made() -> list[_Made]:
    """The rulings of the last year that were made, with what became of them; a fixed number of queries."""
    rulings = list(
        Ruling.objects.filter(status=Ruling.Status.MADE, made_at__gt=timezone.now() - BACK)
        .select_related("case", "by", "second")
        .prefetch_related("appeals")
    )
    overturned = set(
        Ruling.objects.filter(
            status=Ruling.Status.MADE, reverses__isnull=False, case__appeal_against=F("reverses")
        ).values_list("reverses", flat=True)
    )
    claims: dict[int, CaseEntry] = {}
    for entry in CaseEntry.objects.filter(kind=CaseEntry.Kind.CLAIMED, case__rulings__in=rulings).order_by("-pk"):
        claims[entry.case_id] = entry
    return [
        _Made(
            ruling,
            ruling.case,
            claims[ruling.case_id].at - ruling.case.created_at if ruling.case_id in claims else None,
            (ruling.made_at or ruling.proposed_at) - ruling.case.created_at,
            bool(ruling.appeals.all()),
            ruling.pk in overturned,
        )
        for ruling in rulings
    ]
