"""Ruling on a case: filled in, looked at, and only then made; and what a second referee says to a heavy one.

What is made is what was looked at: the form carries the mark of the effect that was shown, and if the match or the
form has changed since, the effect is shown again.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.application import sayings, store
from games.application.disputes import canned, looks, rulings, scores, subjects, telling
from games.application.disputes.permissions import others_who_may_rule, people_of, why_not_rule, why_not_second
from games.application.disputes.refusals import Refused
from games.application.disputes.remedies import Plain, Then, is_heavy, remedies_of
from games.application.disputes.standing import standing_rulings, stands
from games.application.disputes.telling import Called
from games.forms.rulings import RulingForm, Scope
from games.models import Case, Look, Match, Ruling
from games.views.desk import case_for, referee_of
from ginsite.accounts.models import User
from ginsite.accounts.staff import staff_only

Context = dict[str, Any]

NOTHING = "nothing"
"""The mark of a ruling that leaves the match alone."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@staff_only
def decide(request: HttpRequest, code: str) -> HttpResponse:
    """The form (GET), what it would do (POST), and, once that was looked at, the ruling."""
    case, referee = case_for(request, code), referee_of(request)
    looks.look(referee, Look.What.CASE, case=case)
    why_not = why_not_rule(referee, case)
    if why_not or case.is_settled or case.status == Case.Status.PROPOSED:
        messages.error(
            request, sayings.say_error(why_not or ("CASE_SETTLED" if case.is_settled else "PROPOSED_ALREADY"))
        )
        return redirect("desk:case", case.code)
    scope = scope_of(case)
    if request.method != "POST":
        initial = {"reverse": request.GET.get("reverse", ""), "then": "resume"}
        return _form_page(request, case, RulingForm(scope, initial=initial))
    form = RulingForm(scope, _with_template(request), to_be_made=request.POST.get("do") == "make")
    if not form.is_valid():
        return _form_page(request, case, form, status=422)
    try:
        return _look_or_make(request, referee, case, form)
    except Refused as refusal:
        form.add_error(None, sayings.say_error(refusal.code, refusal.detail))
        return _form_page(request, case, form, status=422)


def _why_not_decide(referee: User, case: Case) -> str | None:
    if case.is_settled:
        return "CASE_SETTLED"
    return "PROPOSED_ALREADY" if case.status == Case.Status.PROPOSED else why_not_rule(referee, case)


def scope_of(case: Case) -> Scope:
    """What a ruling in this case can be about."""
    called = telling.called_of(case)
    if case.match is None:
        in_force = [ruling for ruling in Ruling.objects.filter(case__subject=case.subject) if stands(ruling)]
        return Scope(called, people=sorted(people_of(case)), rulings=_listed(in_force, called), match=False)
    match, loaded = case.match, store.load(case.match_id or 0)
    people = sorted(people_of(case))
    timed = (
        match.status == Match.Status.PLAYING and loaded is not None and loaded.live.clock.control.move_ms is not None
    )
    return Scope(
        called,
        hands=[] if loaded is None else scores.hands_of(loaded.live.game),
        people=people,
        clocked=people if timed else [],
        rated=people if match.rated else [],
        rulings=_listed(standing_rulings(match), called),
        over=match.status == Match.Status.FINISHED,
        hand=case.hand,
    )


def _listed(in_force: list[Ruling], called: Called) -> list[tuple[int, str]]:
    return [(ruling.pk, " ".join(telling.say_ruling(ruling, called))) for ruling in in_force]


def _with_template(request: HttpRequest) -> Any:
    """What was filled in; reasons that were only chosen from the list are put in their place."""
    fields = request.POST.copy()
    if not fields.get("reasons", "").strip():
        fields["reasons"] = str(canned.REASONS.get(fields.get("template", ""), ""))
    return fields


def _look_or_make(request: HttpRequest, referee: User, case: Case, form: RulingForm) -> HttpResponse:
    reasons = form.cleaned_data["reasons"]
    then: Then = "award" if form.cleaned_data["then"] == "award" else "resume"
    look = look_at(case, form.remedies, then, form.scope.called, referee.pk)
    seen = request.POST.get("looked", "")
    if request.POST.get("do") != "make" or seen != look["key"]:
        changed = request.POST.get("do") == "make"
        return _form_page(request, case, form, look=look | {"changed": changed})
    ruling = rulings.decide(referee, case, form.remedies, reasons, then)
    if ruling.status == Ruling.Status.PROPOSED:
        messages.info(request, gettext("The ruling is proposed. It takes effect when a second referee agrees."))
    else:
        messages.success(request, gettext("The ruling is made, and everybody concerned is told."))
    return redirect("desk:case", case.code)


def look_at(case: Case, remedies: list[Plain], then: Then, called: Called, by: int | None) -> Context:
    """What a ruling by a referee would do, for people, and the mark of just that. Raises Refused if it cannot be."""
    effect = rulings.preview(case, remedies, then)
    look: Context = {"said": telling.say_remedies(remedies, called), "heavy": is_heavy(remedies), "key": NOTHING}
    look["alone"] = look["heavy"] and not others_who_may_rule(case, by)
    if effect is None or case.match is None:
        return look
    made = scores.compare(effect, called)
    look |= {"key": made.key, "made": made, "rated": case.match.rated and (made.before != made.after or made.resumed)}
    look["consequences"] = subjects.consequences(case.match, made.result)
    other: Then = "award" if then == "resume" else "resume"
    counter = rulings.preview(case, remedies, other)
    if effect.before.phase == "over" and counter is not None and counter.after.end != effect.after.end:
        look["then"] = then
        look["otherwise"] = scores.compare(counter, called).after
    return look


def _form_page(
    request: HttpRequest, case: Case, form: RulingForm, look: Context | None = None, status: int = 200
) -> HttpResponse:
    context: Context = {
        "case": case,
        "title": telling.title_of(case),
        "form": form,
        "look": look,
        "templates": canned.REASONS.items(),
        "template": request.POST.get("template", ""),
    }
    return render(request, "games/desk/decide.html", context, status=status)


# Rulings that are there already


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@staff_only
def ruling(request: HttpRequest, number: int) -> HttpResponse:
    """A proposal, with its effect as of now: agree to it or not. One that was made can be looked at again."""
    found, referee = _ruling(request, number), referee_of(request)
    looks.look(referee, Look.What.CASE, case=found.case)
    if request.method != "POST":
        return _ruling_page(request, found)
    words = request.POST.get("words", "")
    try:
        if request.POST.get("do") == "second":
            _agree(request, referee, found)
        else:
            rulings.decline(referee, found, words)
            messages.info(request, gettext("The case is open again, with what you wrote."))
    except Refused as refusal:
        said = sayings.say_error(refusal.code, refusal.detail)
        return _ruling_page(request, found, {"problem": said, "words": words}, status=422)
    return redirect("desk:case", found.case.code)


def _agree(request: HttpRequest, referee: User, found: Ruling) -> None:
    """Second what was looked at. Raises Refused, STALE if the match has moved since."""
    remedies, then = remedies_of(found.remedies)
    look = look_at(found.case, remedies, then, telling.called_of(found.case), found.by_id)
    if request.POST.get("looked") != look["key"]:
        raise Refused("STALE")
    rulings.second(referee, found)
    messages.success(request, gettext("The ruling is made, and everybody concerned is told."))


def _ruling_page(request: HttpRequest, found: Ruling, more: Context | None = None, status: int = 200) -> HttpResponse:
    called = telling.called_of(found.case)
    proposed = found.status == Ruling.Status.PROPOSED
    why_not = why_not_second(referee_of(request), found) if proposed else why_not_rule(referee_of(request), found.case)
    context: Context = {
        "case": found.case,
        "title": telling.title_of(found.case),
        "ruling": found,
        "proposed": proposed,
        "stands": stands(found),
        "effects": telling.say_ruling(found, called),
        "why_not": sayings.say_error(why_not) if why_not else "",
        "own": why_not == "OWN_PROPOSAL",
    }
    if proposed:
        remedies, then = remedies_of(found.remedies)
        try:
            context["look"] = look_at(found.case, remedies, then, called, found.by_id)
        except Refused as refusal:
            context["impossible"] = sayings.say_error(refusal.code, refusal.detail)
    return render(request, "games/desk/ruling.html", context | (more or {}), status=status)


@require_POST
@never_cache
@staff_only
def reopen(request: HttpRequest, number: int) -> HttpResponse:
    """Open a case about a ruling in force; the form to reverse it comes next."""
    found, referee = _ruling(request, number), referee_of(request)
    words = request.POST.get("words", "")
    try:
        if not words.strip():
            raise Refused("NO_WORDS")
        case = rulings.reopen(referee, found, words)
    except Refused as refusal:
        said = sayings.say_error(refusal.code, refusal.detail)
        return _ruling_page(request, found, {"problem": said, "words": words}, status=422)
    return redirect(f"{reverse('desk:decide', args=[case.code])}?reverse={found.pk}")


def _ruling(request: HttpRequest, number: int) -> Ruling:
    found = get_object_or_404(Ruling.objects.select_related("by", "second", "case"), pk=number)
    found.case = case_for(request, found.case.code)
    return found
