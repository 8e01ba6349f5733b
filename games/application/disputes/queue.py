"""What waits for a referee, the most pressing first, and how a case is found again.

Whom a case concerns does not see it here: another referee decides, and to them it is a case like anybody's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from games.application.disputes import subjects, telling
from games.application.disputes.permissions import judged_before, people_of
from games.application.disputes.subjects import Setting
from games.models import Case, Ruling, Seat
from games.models.dispute import CaseQuerySet
from ginsite.accounts.models import User

MOST = 200
"""Cases on one page of the queue."""


class Wanted(NamedTuple):
    """Which cases a referee wants to see; empty: all."""

    whose: str = ""  # "mine": what I work on; "free": what nobody works on
    reason: str = ""
    appeals: bool = False


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Waiting:
    """One case of the queue as it stands for one referee."""

    case: Case
    title: str
    setting: Setting | None
    held_until: datetime | None  # somebody works on it, until then
    mine: bool
    proposal: Ruling | None
    why_not: str  # the code of what keeps this referee from deciding, as far as the queue knows


@dataclass(frozen=True, slots=True)
class Group:
    """Cases about one player, or a single one about nobody in particular."""

    about: User | None
    cases: list[Waiting] = field(default_factory=list)


def waiting(user: User, wanted: Wanted = EVERYTHING) -> list[Group]:
    """What waits, grouped by whom it is about; a group stands where its most pressing case would."""
    cases = _unsettled_for(user)
    if wanted.whose == "mine":
        cases = cases.filter(claimed_by=user, claimed_until__gt=timezone.now())
    elif wanted.whose == "free":
        cases = cases.filter(Q(claimed_until__isnull=True) | Q(claimed_until__lte=timezone.now()))
    if wanted.reason:
        cases = cases.filter(reason=wanted.reason)
    if wanted.appeals:
        cases = cases.filter(appeal_against__isnull=False)
    pressing = cases.order_by("-urgent", "-severity", F("appeal_against").asc(nulls_last=True), "created_at", "pk")
    return _grouped(_told(user, pressing[:MOST]))


def count(user: User) -> int:
    """How many cases wait for a referee who is not concerned."""
    return _unsettled_for(user).count()


def find(user: User, text: str) -> CaseQuerySet:
    """Cases by their code, by the match's, or by a player's name; without any words those that are settled."""
    cases = _of_others(user, Case.objects.all())
    text = text.strip()
    if not text:
        return cases.exclude(status__in=Case.UNSETTLED).order_by("-settled_at", "-pk")
    people = User.objects.filter(username__iexact=text)
    at_the_table = Seat.objects.filter(match=OuterRef("match"), user__in=people)
    code = text.lower()
    named = Q(code=code) | Q(match__code=code) | Q(opened_by__in=people) | Q(about__in=people) | Exists(at_the_table)
    return cases.filter(named).order_by("-pk")


def told(user: User, cases: CaseQuerySet) -> list[Waiting]:
    """These cases with their names, in their order; a fixed number of queries for those about matches."""
    return _told(user, cases)


def _unsettled_for(user: User) -> CaseQuerySet:
    return _of_others(user, Case.objects.unsettled())


def _of_others(user: User, cases: CaseQuerySet) -> CaseQuerySet:
    """Without those that concern this member of staff: whom it is about, who raised it, who plays there."""
    seated = Seat.objects.filter(match=OuterRef("match"), user=user)
    others = cases.exclude(Q(opened_by=user) | Q(about=user)).exclude(Exists(seated))
    own = [case.pk for case in others.filter(match__isnull=True) if user in people_of(case).values()]
    return others.exclude(pk__in=own) if own else others


def _told(user: User, cases: CaseQuerySet) -> list[Waiting]:
    found = list(
        cases.select_related("match", "about", "opened_by", "claimed_by", "appeal_against__case").prefetch_related(
            "match__seats__user", "rulings"
        )
    )
    settings = subjects.settings_of({case.match_id for case in found if case.match_id is not None})
    return [_as_it_stands(user, case, settings.get(case.match_id or 0)) for case in found]


def _as_it_stands(user: User, case: Case, setting: Setting | None) -> Waiting:
    held = case.claimed_until is not None and case.claimed_until > timezone.now() and not case.is_settled
    proposals = [ruling for ruling in case.rulings.all() if ruling.status == Ruling.Status.PROPOSED]
    proposal = proposals[0] if proposals else None
    why_not = ""
    if user.pk in judged_before(case):
        why_not = "OWN_APPEAL"
    elif proposal is not None and proposal.by_id == user.pk:
        why_not = "OWN_PROPOSAL"
    return Waiting(
        case=case,
        title=telling.title_of(case),
        setting=setting,
        held_until=case.claimed_until if held else None,
        mine=held and case.claimed_by_id == user.pk,
        proposal=proposal,
        why_not=why_not,
    )


def _grouped(cases: list[Waiting]) -> list[Group]:
    groups: dict[tuple[str, int], Group] = {}
    for one in cases:
        about = one.case.about
        key = ("case", one.case.pk) if about is None else ("about", about.pk)
        groups.setdefault(key, Group(about)).cases.append(one)
    return list(groups.values())
