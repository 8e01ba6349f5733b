"""Finding a game: the lobby, a new table, invitations, quick match, the computer.

Whoever has no account plays as a guest: a guest is made only when a seat is really asked for, by a POST.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.application import lobby as find
from games.application import pairing, sayings
from games.application import quick as quickly
from games.application.chairs import LobbyRefusal
from games.application.players import shown_ratings
from games.application.ratings import Shown, strength_of
from games.application.seats import opponents_of, seat_of
from games.application.terms import Terms, clock_of, rules_of
from games.forms import PracticeForm, TableForm
from games.models import Match
from ginsite.accounts.guests import ensure_guest

Context = dict[str, Any]

MOST = 50
"""How many open tables the lobby shows; there is quick match for the rest."""

PEEK = 4
"""How many of them the front door shows."""


@require_GET
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables; to htmx the list alone."""
    if request.headers.get("HX-Request"):
        peek = "peek" in request.GET
        context = tables_context(request, PEEK if peek else MOST) | {"peek": peek}
        return render(request, "games/_tables.html", context)
    context = tables_context(request) | {
        "practice": PracticeForm(),
        "house": sayings.say_rules(Terms().rules, Terms().control, game="gin"),
        "own": shown_ratings({request.user.pk}).get(request.user.pk or 0),
    }
    return render(request, "games/lobby.html", context)


def tables_context(request: HttpRequest, limit: int = MOST) -> Context:
    """The open tables as the lobby's list shows them; of the visitor's own those that wait and those that are on."""
    tables = list(find.open_tables(request.user)[:limit])
    ratings = shown_ratings({table.owner_id for table in tables})
    context: Context = {"tables": [table_row(table, ratings) for table in tables]}
    if request.user.is_authenticated:
        live = find.my_live_matches(request.user)
        context |= {
            "waiting": [table_row(table) for table in find.my_open_tables(request.user)],
            "live": [(match, opponents_of(match, seat_of(match, request.user))) for match in live],
        }
    return context


def table_row(table: Match, ratings: Mapping[int, Shown] | None = None) -> Context:
    """One table for a list; ``ratings`` of the owners by their ids."""
    return {
        "table": table,
        "owner": table.owner,
        "rating": (ratings or {}).get(table.owner_id or 0),
        "said": sayings.say_rules(rules_of(table), game=table.variant, seats=table.seat_count),
        "clock": sayings.say_clock_line(clock_of(table)),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def create(request: HttpRequest) -> HttpResponseBase:
    """The form for a new table, and the table itself."""
    user = request.user if request.user.is_authenticated else None
    by_link = request.GET.get("company") == "link"
    form = TableForm(request.POST or None, user=user, initial={"company": "link" if by_link else "open"})
    if request.method == "POST" and form.is_valid():
        try:
            table = find.create_table(ensure_guest(request), form.terms())
        except LobbyRefusal as refusal:
            form.add_error(None, sayings.say_error(refusal.code))
        else:
            return redirect("games:table", table.code)
    context: Context = {"form": form}
    if not form.is_bound:
        terms = Terms(by_link=by_link)
        context |= {"terms": terms, "said": sayings.say_rules(terms.rules, terms.control, game="gin")}
    return render(request, "games/create.html", context, status=422 if form.errors else 200)


@require_GET
def said(request: HttpRequest) -> HttpResponse:
    """What has been chosen so far, said back in one sentence; or what does not go together."""
    user = request.user if request.user.is_authenticated else None
    form = TableForm(request.GET, user=user)
    context: Context = {"form": form}
    if form.is_valid():
        terms = form.terms()
        context |= {"said": sayings.say_rules(terms.rules, terms.control, game="gin"), "terms": terms}
    return render(request, "games/_said.html", context)


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """Sit down with whoever waits for the house rules, or wait for them; for a rating where that is asked."""
    try:
        table = quickly.quick_match(ensure_guest(request), rated="rated" in request.POST)
    except LobbyRefusal as refusal:
        return refused(request, refusal)
    return redirect("games:table", table.code)


@require_GET
@never_cache
def search(request: HttpRequest, code: str) -> HttpResponse:
    """How far quick match looks by now, for the page of a waiting table; 204 when it shows that already."""
    table = get_object_or_404(Match.objects.prefetch_related("seats"), code=code)
    context = search_context(table, request.user)
    if context is None:
        return HttpResponse(status=286)  # htmx: ask no more
    if context["mark"] == request.GET.get("seen"):
        return HttpResponse(status=204)
    return render(request, "games/_search.html", {"search": context, "table": table})


def search_context(table: Match, user: Any) -> Context | None:
    """How far quick match looks for its owner by now; ``None`` for other tables and other people."""
    if not user.is_authenticated or table.owner_id != user.pk:
        return None
    seconds = quickly.waiting_for(table)
    if seconds is None:
        return None
    reach, computer = pairing.window(seconds), seconds >= pairing.COMPUTER_AFTER
    return {
        "mark": f"{reach}-{computer:d}",
        "reach": reach,
        "points": strength_of(user).points,
        "computer": computer,
    }


@require_POST
def computer(request: HttpRequest) -> HttpResponse:
    """Start a game against the computer; without a choice of rules on the house's. ``instead_of`` is the own waiting
    table that it ends; if somebody has just sat down there, that is the game."""
    asked = request.POST if "preset" in request.POST else {"preset": Terms().preset, **request.POST.dict()}
    form = PracticeForm(asked, user=request.user if request.user.is_authenticated else None)
    if not form.is_valid():
        for problem in form.errors.values():
            messages.error(request, " ".join(str(sentence) for sentence in problem))
        return redirect("games:lobby")
    waiting = request.POST.get("instead_of")
    if waiting and request.user.is_authenticated:
        try:
            find.leave(request.user, waiting)
        except LobbyRefusal as refusal:
            if refusal.code == "SEAT_TAKEN":
                return redirect("games:table", waiting)
            return refused(request, refusal)
    terms, level = form.terms(), form.cleaned_data["level"] or find.COMPUTER
    return redirect("games:table", find.play_computer(ensure_guest(request), terms, level, rated=terms.rated).code)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invite(request: HttpRequest, token: str) -> HttpResponseBase:
    """An invite link: who invites, to what; a POST sits down."""
    try:
        if request.method == "POST":
            return redirect("games:table", find.join_by_invite(ensure_guest(request), token).code)
        table = find.invited(token, request.user)
    except LobbyRefusal as refusal:
        return refused(request, refusal)
    if seat_of(table, request.user) is not None:
        return redirect("games:table", table.code)
    context = table_row(table) | {"token": token, "free": table.status == Match.Status.OPEN}
    return render(request, "games/invite.html", context)


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down at a table of the lobby."""
    try:
        return redirect("games:table", find.join_table(ensure_guest(request), code).code)
    except LobbyRefusal as refusal:
        return refused(request, refusal)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Close one's own table that nobody has joined."""
    if not request.user.is_authenticated:
        return refused(request, LobbyRefusal("NOT_YOURS"))
    try:
        find.leave(request.user, code)
    except LobbyRefusal as refusal:
        return refused(request, refusal)
    return redirect("games:lobby")


STATUS_OF = {"NO_TABLE": 404, "NOT_YOURS": 403, "BY_LINK_ONLY": 403, "MEMBERS_ONLY": 403, "KEPT_APART": 403}


def refused(request: HttpRequest, refusal: LobbyRefusal, status: int | None = None) -> HttpResponse:
    """Say why not, and show what else there is."""
    context = tables_context(request) | {"refusal": sayings.say_error(refusal.code), "code": refusal.code}
    return render(request, "games/refused.html", context, status=status or STATUS_OF.get(refusal.code, 409))
