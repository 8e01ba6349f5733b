"""Making a ruling: match, ratings, sanctions and notices in one transaction, behind the match's own fence.

A ruling is decided outside the transaction (a log is folded, a step made) and written inside it; if the match has
moved on meanwhile, it is decided again. A heavy one is proposed, and takes effect when a second referee agrees. A
reversal is a ruling of its own. The tournament hears of a changed result by the same sweep as of a first one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.application import broadcast, dealing, judging, projections, ratings, store
from games.application.disputes import cases, notices, subjects
from games.application.disputes.permissions import (
    judged_before,
    others_who_may_rule,
    people_of,
    require_ruler,
    why_not_second,
)
from games.application.disputes.refusals import Refused
from games.application.disputes.remedies import (
    OF_PEOPLE,
    Plain,
    Then,
    is_heavy,
    read_remedies,
    remedies_of,
    rule_for,
    write_remedies,
)
from games.application.disputes.standing import stands
from games.application.record import LiveMatch, Step
from games.domain.actions import SERVER
from games.domain.errors import RuleViolation
from games.domain.match import Match as Game
from games.domain.match import apply
from games.models import Case, CaseEntry, Match, Ruling, Sanction
from ginsite.accounts.models import User

TRIES = 5
"""Races with the players' moves that one ruling may lose."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a ruling would do to the match: before and after. Neither shows a card of a hand in play to anybody."""

    before: Game
    after: Game


def preview(case: Case, remedies: object, then: Then = "resume") -> Effect | None:
    """What these remedies would make of the match; ``None`` if they do not touch it. Raises Refused."""
    read = read_remedies(remedies)
    if case.match is None:
        return None
    live = _live(case.match)
    try:
        rule = rule_for(live.game, read, then, _reversed_number(case, read))
        return None if rule is None else Effect(live.game, apply(live.game, SERVER, rule).match)
    except RuleViolation as violation:
        raise Refused(violation.code.value, **violation.detail) from violation


def decide(referee: User, case: Case, remedies: object, reasons: str, then: Then = "resume") -> Ruling:
    """Rule on a case; a heavy ruling is only proposed as long as there is somebody who could second it.

    Raises Refused: as ``require_ruler`` and ``claim``; NO_WORDS without reasons; BAD_RULING, NO_SUCH_HAND … for
    remedies that cannot be; BUSY when the match would not hold still.
    """
    require_ruler(referee, case)
    read = read_remedies(remedies)
    reasons = cases.clean_words(reasons)
    if not reasons:
        raise Refused("NO_WORDS")
    preview(case, read, then)
    text = write_remedies(read, then)
    reverses = _reversed(case, read)
    if reverses is not None:
        _require_judge_of(referee, reverses)
    if is_heavy(read) and others_who_may_rule(case, referee.pk):
        with transaction.atomic():
            row = _without_proposal(cases.claim_within(referee, case))
            ruling = Ruling.objects.create(
                case=row,
                match=row.match,
                by=referee,
                remedies=text,
                reasons=reasons,
                reverses=reverses,
                status=Ruling.Status.PROPOSED,
            )
            row.status = Case.Status.PROPOSED
            row.claimed_by = row.claimed_until = None
            row.save(update_fields=["status", "claimed_by", "claimed_until"])
            CaseEntry.objects.create(case=row, kind=CaseEntry.Kind.PROPOSED, by=referee, text=reasons)
        return ruling

    def write(row: Case) -> Ruling:
        _without_proposal(row)
        return Ruling(case=row, match=row.match, by=referee, remedies=text, reasons=reasons, reverses=reverses)

    return _make(referee, case, write)


def second(referee: User, ruling: Ruling) -> Ruling:
    """Agree to somebody's proposal: it takes effect now. Raises Refused (OWN_PROPOSAL, NOT_PROPOSED, …)."""
    _require_second(referee, ruling)

    def write(_row: Case) -> Ruling:
        locked = _proposed(ruling)
        locked.second = referee
        return locked

    return _make(referee, ruling.case, write)


def decline(referee: User, ruling: Ruling, words: str) -> None:
    """Do not agree: the case is open again, with what was said against the proposal. Raises Refused.

    Who proposed may take it back: there may be nobody left who could agree.
    """
    require_ruler(referee, ruling.case)
    words = cases.clean_words(words)
    if not words:
        raise Refused("NO_WORDS")
    with transaction.atomic():
        row = cases.claim_within(referee, ruling.case)
        locked = _proposed(ruling)
        locked.status = Ruling.Status.DECLINED
        locked.second = None if locked.by_id == referee.pk else referee
        locked.save()
        row.status = Case.Status.OPEN
        row.claimed_by = row.claimed_until = None
        row.save(update_fields=["status", "claimed_by", "claimed_until"])
        CaseEntry.objects.create(case=row, kind=CaseEntry.Kind.DECLINED, by=referee, text=words)


def reopen(referee: User, ruling: Ruling, words: str) -> Case:
    """Open a case about a ruling that has to be looked at again, without an appeal.

    Raises Refused (NOT_STANDING; OWN_APPEAL for one that decided an appeal against a ruling of this referee's).
    """
    require_ruler(referee, ruling.case)
    _require_judge_of(referee, ruling)
    if not stands(ruling):
        raise Refused("NOT_STANDING")
    old = ruling.case
    with transaction.atomic():
        case = Case.objects.create(
            match=old.match,
            subject=old.subject,
            hand=old.hand,
            version=old.version,
            about=old.about,
            about_seat=old.about_seat,
            reason=old.reason,
            words=cases.clean_words(words),
            severity=old.severity,
            urgent=old.urgent,
        )
        CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.RAISED, by=referee, text=case.words)
    return case


# Making it


def _make(referee: User, case: Case, write: Callable[[Case], Ruling]) -> Ruling:
    """Decide, then write all of it in one transaction; again if the match has moved on in between."""
    for _try in range(TRIES):
        draft = write(case)
        remedies, then = remedies_of(draft.remedies)
        step = _step(case, remedies, then) if case.match is not None else None
        try:
            with transaction.atomic():
                row = cases.claim_within(referee, case)
                ruling = write(row)
                _keep(ruling, step)
                _take_effect(row, ruling, remedies, step)
                cases.settle_within(row, Case.Status.RULED)
        except store.Outrun:
            continue
        return ruling
    raise Refused("BUSY")


def _step(case: Case, remedies: Sequence[Plain], then: Then) -> Step | None:
    """The rows that the ruling adds to the match's log, if any."""
    assert case.match is not None
    live, now = _live(case.match), time.time_ns() // 1_000_000
    step: Step | None = None
    try:
        rule = rule_for(live.game, remedies, then, _reversed_number(case, remedies))
        if rule is not None:
            step = judging.rule(live, rule, now)
        for remedy in remedies:
            if remedy["kind"] == "give_time":
                given = judging.give_time(step.live if step else live, remedy["seat"], remedy["ms"], now)
                step = given if step is None else step.then(given)
    except RuleViolation as violation:
        raise Refused(violation.code.value, **violation.detail) from violation
    return step


def _keep(ruling: Ruling, step: Step | None) -> None:
    ruling.status, ruling.made_at = Ruling.Status.MADE, timezone.now()
    if step is not None and step.live.game.ruled is not None and any(row.kind == "ruling" for row in step.rows):
        ruling.number = len(step.live.game.ruled.rulings)
    ruling.save()


def _take_effect(case: Case, ruling: Ruling, remedies: Sequence[Plain], step: Step | None) -> None:
    """Everything that follows, in the caller's transaction."""
    kinds = {remedy["kind"] for remedy in remedies}
    _sanction(case, ruling, remedies)
    _let_sanctions_follow(ruling)
    _settle_subject(case, remedies, ruling)
    if case.match is not None:
        touches_ratings = "refund_rating" in kinds or ruling.reverses is not None
        _move_match(case.match, step, touches_ratings=touches_ratings)
    CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.RULED, by=ruling.by, text=ruling.reasons)
    kind = "appeal_ruled" if case.appeal_against_id else "reversal" if ruling.reverses_id else "ruling"
    notices.tell(case, kind, ruling)


def _move_match(match: Match, step: Step | None, *, touches_ratings: bool) -> None:
    """Write the log's rows and the match's result, and put the ratings right. Raises Outrun."""
    if step is None and not touches_ratings:
        return
    before = Match.objects.select_for_update(no_key=True, of=("self",)).get(pk=match.pk)
    had_result = before.status == Match.Status.FINISHED
    again: dict[str, Any] = {"result_no": F("result_no") + 1, "result_pending": True}
    if step is None:
        if had_result:
            Match.objects.filter(pk=match.pk).update(**again)
    else:
        has_result = step.live.finish is not None
        fields = again if had_result or (has_result and before.result_no) else {}
        if had_result and not has_result:
            fields = again | _RESUMED
        store.append(step, due_at=dealing.due_at(step.live), **fields)
        transaction.on_commit(partial(broadcast.match_moved, match.pk, step.live.version))
    current = Match.objects.get(pk=match.pk)
    if current.result_no:
        projections.apply_once(current, ratings.EFFECT, ratings.rate)


_RESUMED: dict[str, Any] = {
    "status": Match.Status.PLAYING,
    "finished_at": None,
    "winner_seat": None,
    "end_reason": "",
    "totals": "",
    "away_seats": 0,
}
"""What a match's row says of a match that plays on."""


def _sanction(case: Case, ruling: Ruling, remedies: Sequence[Plain]) -> None:
    people = people_of(case)
    for remedy in remedies:
        if remedy["kind"] not in OF_PEOPLE:
            continue
        user = people.get(remedy["seat"])
        if user is None:
            raise Refused("NOBODY_THERE")
        kind = {"warn": "warning", "mute": "mute", "suspend": "suspension"}[remedy["kind"]]
        until = None if remedy["kind"] == "warn" else timezone.now() + timedelta(days=remedy["days"])
        Sanction.objects.create(user=user, kind=kind, ruling=ruling, until=until)


def _let_sanctions_follow(ruling: Ruling) -> None:
    """What this ruling reverses loses or regains its hold on people, and so down to the first of the chain."""
    earlier = ruling.reverses
    while earlier is not None:
        sanctions = Sanction.objects.filter(ruling=earlier)
        if stands(earlier):
            sanctions.update(lifted_by=None)
        else:
            sanctions.filter(lifted_by__isnull=True).update(lifted_by=ruling)
        earlier = earlier.reverses


def _settle_subject(case: Case, remedies: Sequence[Plain], ruling: Ruling) -> None:
    if case.match is not None:
        return
    if ruling.reverses is not None or any(remedy["kind"] == "settle_subject" for remedy in remedies):
        subject, key = subjects.subject_of(case.subject)
        subject.settle(key, _settled(case.subject))


def _settled(subject: str) -> Plain | None:
    """What the last ruling in force says of a subject."""
    made = Ruling.objects.filter(case__subject=subject, status=Ruling.Status.MADE).order_by("-made_at", "-pk")
    told = [one for ruling in made if stands(ruling) for one in remedies_of(ruling.remedies)[0]]
    return next((one for one in told if one["kind"] == "settle_subject"), None)


# Reading


def _live(match: Match) -> LiveMatch:
    loaded = store.load(match.pk)
    if loaded is None:
        raise Refused("BAD_RULING")
    return loaded.live


def _reversed(case: Case, remedies: Sequence[Plain]) -> Ruling | None:
    """The ruling that a ``reverse`` among the remedies names: one that stands, on the same question. Raises Refused."""
    named = [remedy["ruling"] for remedy in remedies if remedy["kind"] == "reverse"]
    if not named:
        return None
    if len(named) > 1:
        raise Refused("BAD_RULING")
    ruling = Ruling.objects.filter(pk=named[0]).select_related("case").first()
    if ruling is None or (ruling.match_id, ruling.case.subject) != (case.match_id, case.subject) or not stands(ruling):
        raise Refused("NO_SUCH_RULING")
    if ruling.reversed_by.filter(status=Ruling.Status.MADE).exists():  # then what put it back has to be reversed
        raise Refused("NO_SUCH_RULING")
    return ruling


def _reversed_number(case: Case, remedies: Sequence[Plain]) -> int | None:
    ruling = _reversed(case, remedies)
    return None if ruling is None else ruling.number


def _require_judge_of(referee: User, ruling: Ruling) -> None:
    """Whose ruling was appealed against does not touch what came of the appeal."""
    if referee.pk in judged_before(ruling.case):
        raise Refused("OWN_APPEAL")


def _without_proposal(case: Case) -> Case:
    if case.status == Case.Status.PROPOSED:
        raise Refused("PROPOSED_ALREADY")
    return case


def _require_second(referee: User, ruling: Ruling) -> None:
    code = why_not_second(referee, ruling)
    if code is not None:
        raise Refused(code)


def _proposed(ruling: Ruling) -> Ruling:
    row = Ruling.objects.get(pk=ruling.pk)
    if row.status != Ruling.Status.PROPOSED:
        raise Refused("NOT_PROPOSED")
    return row
