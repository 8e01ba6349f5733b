"""Finding a game: the lobby, a new table, invitations, quick match, the computer.

Whoever has no account plays as a guest: a guest is made only when a seat is really asked for, by a POST.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.application import lobby as find
from games.application import quick as quickly
from games.application import sayings
from games.application.chairs import LobbyRefusal
from games.application.seats import opponents_of, seat_of
from games.application.terms import Terms, clock_of, rules_of
from games.forms import RulesForm, TableForm
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
        "practice": RulesForm(),
        "house": sayings.say_rules(Terms().rules, Terms().control),
    }
    return render(request, "games/lobby.html", context)


def tables_context(request: HttpRequest, limit: int = MOST) -> Context:
    """The open tables as the lobby's list shows them; of the visitor's own those that wait and those that are on."""
    context: Context = {"tables": [table_row(table) for table in find.open_tables(request.user)[:limit]]}
    if request.user.is_authenticated:
        live = find.my_live_matches(request.user)
        context |= {
            "waiting": [table_row(table) for table in find.my_open_tables(request.user)],
            "live": [(match, opponents_of(match, seat_of(match, request.user))) for match in live],
        }
    return context


def table_row(table: Match) -> Context:
    """One table for a list."""
    return {
        "table": table,
        "owner": table.owner,
        "said": sayings.say_rules(rules_of(table)),
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
        context |= {"terms": terms, "said": sayings.say_rules(terms.rules, terms.control)}
    return render(request, "games/create.html", context, status=422 if form.errors else 200)


@require_GET
def said(request: HttpRequest) -> HttpResponse:
    """What has been chosen so far, said back in one sentence; or what does not go together."""
    user = request.user if request.user.is_authenticated else None
    form = TableForm(request.GET, user=user)
    context: Context = {"form": form}
    if form.is_valid():
        terms = form.terms()
        context |= {"said": sayings.say_rules(terms.rules, terms.control), "terms": terms}
    return render(request, "games/_said.html", context)


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """Sit down with whoever waits for the house rules, or wait for them."""
    return redirect("games:table", quickly.quick_match(ensure_guest(request)).code)


@require_POST
def computer(request: HttpRequest) -> HttpResponse:
    """Start a game against the computer; without a choice of rules on the house's."""
    form = RulesForm(request.POST if "preset" in request.POST else {"preset": Terms().preset})
    if not form.is_valid():
        for problem in form.errors.values():
            messages.error(request, " ".join(str(sentence) for sentence in problem))
        return redirect("games:lobby")
    return redirect("games:table", find.play_computer(ensure_guest(request), form.terms()).code)


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
