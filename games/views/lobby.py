"""Finding a game: the lobby, a new table, quick match, the computer.

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
from games.application.disputes import sanctions
from games.application.players import shown_ratings
from games.application.ratings import Shown, strength_of
from games.application.seats import opponents_of, seat_name, seat_names, seat_of
from games.application.terms import Terms, clock_of, house_terms, rules_of
from games.domain.variants import VARIANTS
from games.forms import PracticeForm, TableForm, known_game
from games.models import Match
from ginsite.accounts.guests import ensure_guest
from ginsite.accounts.models import User

Context = dict[str, Any]

MOST = 50
"""How many open tables the lobby shows; there is quick match for the rest."""

PEEK = 4
"""How many of them the front door shows."""


@require_GET
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables, of one game or of all; to htmx the list alone."""
    game = _game_wanted(request)
    if request.headers.get("HX-Request"):
        peek = "peek" in request.GET
        context = tables_context(request, PEEK if peek else MOST, game) | {"peek": peek}
        return render(request, "games/_tables.html", context)
    context = tables_context(request, game=game) | {
        "practice": PracticeForm(initial={"game": known_game(request.GET)}),
        "games": sayings.catalogue(),
        "house": say_terms(house_terms()),
        "own": shown_ratings({request.user.pk}).get(request.user.pk or 0),
    }
    return render(request, "games/lobby.html", context)


def _game_wanted(request: HttpRequest) -> str:
    asked = request.GET.get("game", "")
    return asked if asked in VARIANTS else ""


def tables_context(request: HttpRequest, limit: int = MOST, game: str = "") -> Context:
    """The open tables as the lobby's list shows them; of the visitor's own those that wait and those that are on."""
    tables = list(find.open_tables(request.user, game)[:limit])
    ratings = shown_ratings({table.owner_id for table in tables})
    context: Context = {"tables": [table_row(table, ratings) for table in tables], "game": game}
    if request.user.is_authenticated:
        live = find.my_live_matches(request.user)
        context |= {
            "waiting": [table_row(table) for table in find.my_open_tables(request.user)],
            "live": [(match, opponents_of(match, seat_of(match, request.user))) for match in live],
        }
    return context


def table_row(table: Match, ratings: Mapping[int, Shown] | None = None) -> Context:
    """One table for a list, with who sits where; ``ratings`` of the owners by their ids."""
    names = seat_names(table)
    return {
        "table": table,
        "owner": table.owner,
        "rating": (ratings or {}).get(table.owner_id or 0),
        "game": sayings.game_name(table.variant),
        "said": sayings.say_rules(rules_of(table), game=table.variant, seats=table.seat_count),
        "clock": sayings.say_clock_line(clock_of(table)),
        "chairs": names,
        "free": names.count(None),
        "taken": len(names) - names.count(None),
        "others": [seat_name(seat) for seat in table.seats.all() if seat.user_id != table.owner_id],
    }


def say_terms(terms: Terms) -> str:
    """Game, rules and clock in one sentence."""
    return sayings.say_rules(terms.rules, terms.control, game=terms.variant, seats=terms.seats)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def create(request: HttpRequest) -> HttpResponseBase:
    """The form for a new table, and the table itself. To htmx the part that follows from the game; a POST with
    ``change`` shows the form for another game, for browsers without scripts."""
    user = request.user if request.user.is_authenticated else None
    if request.method == "POST" and "change" not in request.POST:
        return _create(request, TableForm(request.POST, user=user))
    form = TableForm(user=user, initial=(request.POST or request.GET).dict())
    if request.headers.get("HX-Request"):
        return render(request, "games/_game.html", {"form": form})
    chosen = {name: value for name in form.fields if (value := form[name].value()) not in (None, "", False)}
    context = _said_context(TableForm(chosen, user=user)) | {"form": form}
    return render(request, "games/create.html", context)


def _create(request: HttpRequest, form: TableForm) -> HttpResponseBase:
    if form.is_valid():
        try:
            if form.fill():
                table = find.play_computer(ensure_guest(request), form.terms(), form.fill())
            else:
                table = find.create_table(ensure_guest(request), form.terms())
        except LobbyRefusal as refusal:
            form.add_error(None, sayings.say_error(refusal.code, refusal.detail))
        else:
            return redirect("games:table", table.code)
    return render(request, "games/create.html", {"form": form}, status=422)


@require_GET
def said(request: HttpRequest) -> HttpResponse:
    """What has been chosen so far, said back in one sentence; or what does not go together."""
    user = request.user if request.user.is_authenticated else None
    return render(request, "games/_said.html", _said_context(TableForm(request.GET, user=user)))


def _said_context(form: TableForm) -> Context:
    if not form.is_valid():
        return {"form": form}
    terms = form.terms()
    return {"form": form, "terms": terms, "said": say_terms(terms), "fill": form.fill()}


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


@require_GET
def practice(request: HttpRequest) -> HttpResponse:
    """What there is to choose for a game against the computer, once its game was chosen."""
    form = PracticeForm(initial=request.GET.dict())
    return render(request, "games/_practice_game.html", {"practice": form})


@require_POST
def computer(request: HttpRequest) -> HttpResponse:
    """Start a game against the computer; what is not chosen is the house's. ``instead_of`` is the own waiting table
    that it ends; if somebody has just sat down there, that is the game."""
    form = PracticeForm(request.POST, user=request.user if request.user.is_authenticated else None)
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
    try:
        table = find.play_computer(ensure_guest(request), form.terms(), form.level_asked())
    except LobbyRefusal as refusal:
        return refused(request, refusal)
    return redirect("games:table", table.code)


STATUS_OF = {
    "NO_TABLE": 404,
    "NOT_YOURS": 403,
    "OWNERS_ONLY": 403,
    "BY_LINK_ONLY": 403,
    "MEMBERS_ONLY": 403,
    "KEPT_APART": 403,
    "SUSPENDED": 403,
}


def refused(request: HttpRequest, refusal: LobbyRefusal, status: int | None = None) -> HttpResponse:
    """Say why not, and show what else there is."""
    said = sayings.say_error(refusal.code, refusal.detail)
    context = tables_context(request) | {"refusal": said, "code": refusal.code}
    if refusal.code == "SUSPENDED" and isinstance(request.user, User):
        context["sanction"] = sanctions.standing(request.user.pk, "suspension")
    return render(request, "games/refused.html", context, status=status or STATUS_OF.get(refusal.code, 409))
