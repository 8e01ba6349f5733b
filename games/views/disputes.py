"""The players' side of a dispute: asking the referee, one's own cases, answers, and the appeal.

A case's page is for those who have heard of it; everybody else is told that there is no such page. Nobody reads here
what somebody else wrote to the referee.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.application import sayings
from games.application.disputes import appeals, cases, notices, stories
from games.application.disputes.refusals import Refused
from games.application.seats import seat_names, seat_of
from games.models import Case, Match, Ruling
from games.models.dispute import MAX_WORDS
from ginsite.accounts.models import User

Context = dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Call the referee to a match of one's own: a form, or what a script sends from the table."""
    match = get_object_or_404(Match.objects.prefetch_related("seats__user"), code=code)
    own = seat_of(match, request.user)
    if own is None or not isinstance(request.user, User):
        return _not_seated(request)
    if request.method != "POST":
        return render(request, "games/disputes/ask.html", ask_context(match, own, request.GET.dict()))
    try:
        case = cases.raise_case(
            request.user,
            match,
            request.POST.get("reason", ""),
            request.POST.get("words", ""),
            hand=_number(request.POST.get("hand", "")),
            about_seat=_number(request.POST.get("seat", "")),
        )
    except Refused as refusal:
        said, status = sayings.say_error(refusal.code, refusal.detail), _STATUS_OF.get(refusal.code, 422)
        if _wants_json(request):
            return JsonResponse({"code": refusal.code, "said": said}, status=status)
        context = ask_context(match, own, request.POST.dict()) | {"problem": said}
        return render(request, "games/disputes/ask.html", context, status=status)
    said = gettext("The referee has your question. You can add to it on its page.")
    if _wants_json(request):
        return JsonResponse({"said": said, "case": case.code, "url": case.get_absolute_url()}, status=201)
    messages.success(request, said)
    return redirect(case)


_STATUS_OF = {"TOO_MANY_REPORTS": 429}


def ask_context(match: Match, own: int, asked: dict[str, str]) -> Context:
    """What the form needs: the hands there were, the people there are, and what has been filled in."""
    names = seat_names(match)
    people = [(chair.seat, names[chair.seat]) for chair in match.seats.all() if chair.user_id and chair.seat != own]
    return {
        "match": match,
        "names": sayings.say_names(names),
        "hands": range(cases.hand_of(match), 0, -1),
        "people": people,
        "reasons": Case.Reason.choices,
        "asked": asked,
    }


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The cases that one has raised or was told of."""
    assert isinstance(request.user, User)
    found = list(cases.cases_of(request.user).prefetch_related("match__seats__user")[:MOST])
    return render(request, "games/disputes/mine.html", {"cases": [stories.line_of(one, request.user) for one in found]})


MOST = 100
"""How many cases the list shows."""


@require_safe
@never_cache
@login_required
def case(request: HttpRequest, code: str) -> HttpResponse:
    """One case as a player reads it; reading it marks its notices as read."""
    found, user = _case(request, code)
    notices.read_all(user, found)
    return render(request, "games/disputes/case.html", _case_context(found, user))


def _case_context(found: Case, user: User) -> Context:
    return {"case": found, "story": stories.story_of(found, user), "most": MAX_WORDS}


@require_POST
@login_required
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the referee, or add something."""
    found, user = _case(request, code)
    words = request.POST.get("words", "")
    return _done(request, found, lambda: cases.answer(user, found, words), gettext("The referee has your words."))


@require_POST
@login_required
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Think better of it."""
    found, user = _case(request, code)
    return _done(request, found, lambda: cases.withdraw(user, found), gettext("You have withdrawn your question."))


@require_POST
@login_required
def appeal(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for another referee's word on a ``ruling`` of this case."""
    found, user = _case(request, code)
    number = _number(request.POST.get("ruling", ""))
    ruling = Ruling.objects.filter(case=found, pk=number or 0).select_related("case").first()
    if ruling is None:
        raise Http404
    words = request.POST.get("words", "")
    said = gettext("Another referee will look at it. You are told what comes of it.")
    return _done(request, found, lambda: appeals.appeal(user, ruling, words), said)


def _done(request: HttpRequest, found: Case, act: Any, said: str) -> HttpResponse:
    """Do it and lead to the page that shows it; what was refused is said there, with the words that were written."""
    assert isinstance(request.user, User)
    try:
        made = act()
    except Refused as refusal:
        context = _case_context(found, request.user)
        context |= {
            "problem": sayings.say_error(refusal.code, refusal.detail),
            "written": request.POST.get("words", ""),
        }
        return render(request, "games/disputes/case.html", context, status=422)
    messages.success(request, said)
    return redirect(made if isinstance(made, Case) else found)


def _case(request: HttpRequest, code: str) -> tuple[Case, User]:
    assert isinstance(request.user, User)
    found = get_object_or_404(Case.objects.select_related("match", "appeal_against__case"), code=code)
    if not cases.knows_of(request.user, found):
        raise Http404
    return found, request.user


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _not_seated(request: HttpRequest) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"code": "NOT_SEATED", "said": sayings.say_error("NOT_SEATED")}, status=403)
    raise PermissionDenied
