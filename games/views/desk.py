"""The referee's desk: what waits, what was settled, how the referees do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.application.disputes import queue, statistics
from games.application.disputes.permissions import concerned
from games.application.disputes.statistics import Span
from games.models import Case
from ginsite.accounts.models import User
from ginsite.accounts.staff import staff_only

Context = dict[str, Any]

PAGE = 30


def referee_of(request: HttpRequest) -> User:
    """Who looks; behind ``staff_only`` somebody always does."""
    assert isinstance(request.user, User)
    return request.user


def case_for(request: HttpRequest, code: str) -> Case:
    """A case for a referee's eyes. 404 for whom it concerns: there they are a player like the others."""
    rows = Case.objects.select_related("match", "opened_by", "about", "claimed_by", "appeal_against__case")
    case = get_object_or_404(rows.prefetch_related("match__seats__user"), code=code)
    if referee_of(request).pk in concerned(case):
        raise Http404
    return case


@require_safe
@never_cache
@staff_only
def show(request: HttpRequest) -> HttpResponse:
    """The queue: what presses most comes first, cases about one player together."""
    user = referee_of(request)
    asked = {name: request.GET.get(name, "") for name in ("whose", "reason", "appeals")}
    wanted = queue.Wanted(asked["whose"], asked["reason"], bool(asked["appeals"]))
    groups = queue.waiting(user, wanted)
    context: Context = {
        "groups": groups,
        "waiting": queue.count(user),
        "shown": sum(len(group.cases) for group in groups),
        "asked": asked,
        "filtered": any(asked.values()),
        "whose": [("", _("All")), ("mine", _("Mine")), ("free", _("Free"))],
        "reasons": Case.Reason.choices,
    }
    return render(request, "games/desk/queue.html", context)


@require_safe
@never_cache
@staff_only
def find(request: HttpRequest) -> HttpResponse:
    """Cases by code, by match or by player; without a word to look for, those that are settled."""
    user, text = referee_of(request), request.GET.get("q", "")[:150]
    cases = queue.find(user, text)
    page = Paginator(cases, PAGE).get_page(request.GET.get("page"))
    found = queue.told(user, cases[page.start_index() - 1 if page else 0 : page.end_index()])
    context: Context = {"page": page, "found": found, "q": text}
    return render(request, "games/desk/found.html", context)


@require_safe
@never_cache
@staff_only
def figures(request: HttpRequest) -> HttpResponse:
    """How each referee does, for the referees."""
    rows = [
        {"one": one, "to_claim": said_span(one.to_claim), "to_rule": said_span(one.to_rule)}
        for one in statistics.by_referee()
    ]
    return render(request, "games/desk/figures.html", {"rows": rows})


OUTCOMES = {
    "changed": _("The score or the result was changed"),
    "people": _("Somebody was warned, silenced or suspended"),
    "eased": _("Time or rating points were given back"),
    "reversed": _("An earlier ruling was reversed"),
    "upheld": _("Everything stood as it was"),
    "withdrawn": _("Withdrawn by who asked"),
}


@require_safe
def public(request: HttpRequest) -> HttpResponse:
    """What the referees did in the last year, in sums that name nobody."""
    sums = statistics.public()
    reasons = dict(Case.Reason.choices)
    context: Context = {
        "sums": sums,
        "raised": said_number(sums.raised),
        "waiting": said_number(sums.waiting),
        "reasons": [(reasons[reason], said_number(number)) for reason, number in sums.reasons],
        "outcomes": [(OUTCOMES[outcome], said_number(number)) for outcome, number in sums.outcomes],
        "to_rule": said_span(sums.to_rule),
        "appealed": said_number(sums.appealed),
        "overturned": gettext("too few to say")
        if sums.overturned is None
        else gettext("%(share)s %%") % {"share": number_format(100 * sums.overturned, 0)},
    }
    return render(request, "games/desk/public.html", context)


def said_number(number: int | None) -> str:
    """A sum that may be told."""
    return gettext("fewer than %(few)s") % {"few": statistics.FEW} if number is None else number_format(number, 0)


def said_span(span: Span) -> Context:
    """The middle and what nine in ten stay under, in words."""
    return {"median": _said_time(span.median), "most": _said_time(span.most)}


def _said_time(time: timedelta | None) -> str:
    """A length of time as people say it: minutes, then hours, then days."""
    if time is None:
        return gettext("too few to say")
    minutes = round(time.total_seconds() / 60)
    if minutes < 120:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    days = round(hours / 24)
    return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
