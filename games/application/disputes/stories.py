"""A case as the people concerned read it: what they themselves wrote and were asked, and the rulings for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse

from games.application.disputes import appeals, subjects
from games.application.disputes.remedies import KINDS, remedies_of
from games.application.disputes.standing import standing_rulings, stands
from games.application.disputes.telling import called_in, called_of, say_remedies, say_ruling, title_of
from games.models import Case, CaseEntry, Match, Ruling, Sanction
from ginsite.accounts.models import User


@dataclass(frozen=True, slots=True)
class RulingStory:
    """A ruling in words."""

    ruling: Ruling
    effects: list[str]
    stands: bool
    sanctions: list[Sanction]  # of the reader
    appeal_until: datetime | None  # while the reader may appeal


@dataclass(frozen=True, slots=True)
class CaseStory:
    """What one person may read of a case."""

    title: str
    url: str  # of the match, or of what else it is about
    mine: bool  # the reader has raised it
    about: str  # whom the reader raised it about
    entries: list[CaseEntry]  # between the reader and the referee, in order
    rulings: list[RulingStory]
    appeals: list[Case]  # the reader's


def line_of(case: Case, user: User) -> dict[str, Any]:
    """A case in a list."""
    return {"case": case, "title": title_of(case), "mine": case.opened_by_id == user.pk}


def story_of(case: Case, user: User) -> CaseStory:
    """What ``user``, who has heard of the case, may read of it: nobody else's words, notes or cards."""
    mine = case.opened_by_id == user.pk
    between = Q(by=user, kind__in=(CaseEntry.Kind.ANSWER, CaseEntry.Kind.WITHDRAWN)) | Q(to=user)
    made = case.rulings.filter(status=Ruling.Status.MADE).select_related("case")
    return CaseStory(
        title=title_of(case),
        url=_url_of(case),
        mine=mine,
        about=case.about.public_name if mine and case.about is not None else "",
        entries=list(case.entries.filter(between)),
        rulings=[_ruling(ruling, user) for ruling in made],
        appeals=list(Case.objects.filter(appeal_against__case=case, opened_by=user)),
    )


def say_to_everybody(ruling: Ruling) -> list[str]:
    """What a ruling does to the match; what it means for people is for those concerned alone."""
    remedies = [one for one in remedies_of(ruling.remedies)[0] if KINDS[one["kind"]].of_the_match]
    return say_remedies(remedies, called_of(ruling.case))


def said_of_hand(match: Match, hand: int) -> list[str]:
    """What the rulings in force on a match say of one of its hands."""
    called = called_in(match)
    rulings = [remedies_of(ruling.remedies)[0] for ruling in standing_rulings(match)]
    return say_remedies([one for remedies in rulings for one in remedies if one.get("hand") == hand], called)


def _ruling(ruling: Ruling, user: User) -> RulingStory:
    until = ruling.made_at + appeals.APPEAL_TIME if ruling.made_at and appeals.may_appeal(user, ruling) else None
    return RulingStory(
        ruling=ruling,
        effects=say_ruling(ruling),
        stands=stands(ruling),
        sanctions=list(Sanction.objects.filter(ruling=ruling, user=user)),
        appeal_until=until,
    )


def _url_of(case: Case) -> str:
    if case.match is None:
        subject, key = subjects.subject_of(case.subject)
        return str(subject.describe(key)["url"])
    if case.match.status == Match.Status.FINISHED:
        return reverse("games:match", args=[case.match.code])
    return case.match.get_absolute_url()
