"""Making a tournament: the form that says the plan back, announcing it, throwing a draft away."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.application import appointed
from games.application.sayings import say_game
from tournaments.application import organising
from tournaments.application.organising import Plan
from tournaments.application.refusals import NotAllowed
from tournaments.application.sayings import say_plan, say_refusal
from tournaments.forms import PlanForm
from tournaments.models import Club, Tournament
from tournaments.views.own import person
from tournaments.views.public import found_for

Context = dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def new(request: HttpRequest) -> HttpResponseBase:
    """The form of a new tournament, and the draft that it makes. To htmx the part that follows from the format."""
    if not person(request).is_member:
        return render(request, "tournaments/tournament_form.html", {"guest": True})
    club = Club.objects.filter(slug=request.GET.get("club", "")).first()
    plan = Plan(name="", club=club, time_zone=club.time_zone) if club is not None else None
    form = PlanForm(request.POST or None, user=person(request), plan=plan, initial=_asked_before(request))
    return _form(request, form, None)


def _asked_before(request: HttpRequest) -> dict[str, Any]:
    """What was chosen before another format was."""
    asked: dict[str, Any] = request.GET.dict()
    if not asked.get("club", "").isdecimal():
        asked.pop("club", None)  # the page of a club names it by its address
    if "tie_breaks_asked" in asked:
        asked["tie_breaks"] = request.GET.getlist("tie_breaks")
    return asked


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def edit(request: HttpRequest, code: str) -> HttpResponseBase:
    """Another plan for a tournament."""
    tournament = found_for(request, code)
    plan = organising.plan_of(tournament)
    form = PlanForm(request.POST or None, user=person(request), plan=plan, initial=_asked_before(request))
    return _form(request, form, tournament)


def _form(request: HttpRequest, form: PlanForm, tournament: Tournament | None) -> HttpResponseBase:
    """Save what was sent, or show the form: after a change of format or order as it is then."""
    context: Context = {"form": form, "tournament": tournament}
    if request.headers.get("HX-Request"):
        return render(request, "tournaments/_format.html", context)
    if request.method == "POST" and not request.POST.keys().isdisjoint({"change", "move"}):
        answers = request.POST.dict() | {"tie_breaks": form.tie_breaks(), "prizes": form.prizes()}
        context["form"] = PlanForm(user=person(request), plan=form.plan_before, initial=answers)
        return render(request, "tournaments/tournament_form.html", context)
    if request.method != "POST":
        return render(request, "tournaments/tournament_form.html", context)
    if is_possible(form, request):
        try:
            if tournament is None:
                tournament = organising.make(person(request), form.plan())
            else:
                tournament = organising.change(person(request), tournament, form.plan())
        except NotAllowed as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, say_refusal(refusal.code))
        else:
            return redirect(tournament)
    return render(request, "tournaments/tournament_form.html", context, status=422)


def is_possible(form: PlanForm, request: HttpRequest) -> bool:
    """Whether the plan can be had; else the reasons stand beside the fields that they are about."""
    if not form.is_valid():
        return False
    for problem in organising.problems(form.plan(), person(request)):
        form.add_error(problem.field if problem.field in form.fields else None, say_refusal(problem.code))
    return not form.errors


@require_safe
@login_required
def said(request: HttpRequest) -> HttpResponse:
    """What has been chosen so far, said back in one sentence; or what does not go together."""
    form = PlanForm(request.GET, user=person(request))
    context: Context = {"form": form}
    form.fields["name"].required = False
    if form.is_valid():
        plan = form.plan()
        for problem in organising.problems(plan, person(request)):
            if problem.field != "name":
                form.add_error(problem.field if problem.field in form.fields else None, say_refusal(problem.code))
    if not form.errors:
        context["said"] = _say(plan)
    return render(request, "tournaments/_said.html", context)


def _say(plan: Plan) -> str:
    rules = appointed.rules_from_text(plan.variant, plan.rules or appointed.rules_text(plan.variant, plan.preset))
    game = say_game(rules, game=plan.variant)
    over_the_board = plan.place == Tournament.Place.OVER_THE_BOARD
    return say_plan(plan.settings, game, capacity=plan.capacity, over_the_board=over_the_board)


@require_POST
@login_required
def announce(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show a draft to everybody."""
    tournament = found_for(request, code)
    try:
        organising.announce(person(request), tournament)
    except NotAllowed as refusal:
        messages.error(request, say_refusal(refusal.code))
    else:
        messages.success(request, _("Announced. Send the address of this page to whom you want to see there."))
    return redirect(tournament)


@require_POST
@login_required
def discard(request: HttpRequest, code: str) -> HttpResponseBase:
    """Throw a draft away."""
    tournament = found_for(request, code)
    try:
        organising.discard(person(request), tournament)
    except NotAllowed as refusal:
        messages.error(request, say_refusal(refusal.code))
        return redirect(tournament)
    messages.success(request, _("The draft is gone."))
    return redirect("tournaments:tournaments")
