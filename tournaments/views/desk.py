"""The organiser's desk: one page of what needs a hand, and one of what changes if something is done.

An order is looked at by GET and done by POST, with the same fields. Only a first result and a confirmed card are done
without a look: nothing else depends on them yet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ginsite.accounts.models import User
from tournaments.application import clubs, desk, events, orders, registration, review, scorecards
from tournaments.application.codec import result_from_text
from tournaments.application.refusals import NotAllowed
from tournaments.application.sayings import say_action, say_refusal, say_result, say_slot
from tournaments.application.sayings.desk import say_changes, say_need, say_outcomes, say_table
from tournaments.domain.actions import Action, ChangeResult, EnterResult, PairRound, Pause, Resume, Start
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.values import Pairing, Result
from tournaments.models import Entry, ScoreCard, Tournament
from tournaments.models import Pairing as PairingRow

Context = dict[str, Any]
Names = dict[int, str]

NEEDS_NO_REASON = (EnterResult, Start, PairRound, Pause, Resume)
"""What happens at every tournament; for the rest the log says why."""

HIDDEN = frozenset({"csrfmiddlewaretoken", "looked", "reason"})
"""Fields of a form that are not part of the order."""


class Table(NamedTuple):
    """One pairing as the desk shows it."""

    pairing: Pairing
    row: PairingRow | None
    first: str
    second: str  # '' for a bye
    where: str
    result: str
    outcomes: list[tuple[str, str]]
    cards: list[tuple[str, str]]  # who put down what
    differ: bool  # the two cards of an open match

    @property
    def is_open(self) -> bool:
        """Whether its result is awaited."""
        return not self.result


def tournament_of(request: HttpRequest, code: str) -> tuple[Tournament, User]:
    """The tournament, for somebody of its desk."""
    found = get_object_or_404(Tournament.objects.select_related("club"), code=code, is_series=False)
    if not isinstance(request.user, User) or not clubs.helps_at(found, request.user):
        raise PermissionDenied
    return found, request.user


@require_safe
@never_cache
@login_required
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The desk."""
    tournament, user = tournament_of(request, code)
    event, names = events.load(tournament), registration.names_of(tournament)
    round_no = _round_wanted(request, event)
    tables = _tables(tournament, event, names, round_no) if round_no else []
    context: Context = {
        "tournament": tournament,
        "event": event,
        "needs": [_need(need, names) for need in desk.needs(tournament)],
        "round_no": round_no,
        "rounds": range(1, len(event.rounds) + 1),
        "tables": tables,
        "open_tables": [table for table in tables if table.is_open],
        "table_wanted": request.GET.get("table", ""),
        "people": [(entrant, names.get(entrant.id, str(entrant.id))) for entrant in event.entrants],
        "waiting": Entry.objects.filter(tournament=tournament, status=Entry.Status.WAITING),
        "kept_apart": [_apart(sorted(pair), names) for pair in event.apart],
        "draws": any("draw" in dict(table.outcomes) for table in tables),
        "over_the_board": tournament.place == Tournament.Place.OVER_THE_BOARD,
        "directs": clubs.directs(tournament, user),
    }
    return render(request, "tournaments/desk.html", context)


def _apart(pair: list[int], names: Names) -> Context:
    first, second = pair
    return {"first": first, "second": second, "first_name": names.get(first, ""), "second_name": names.get(second, "")}


def _round_wanted(request: HttpRequest, event: Event) -> int:
    """The round that is asked for, else the first with something open, else the last; 0 before the first."""
    asked = request.GET.get("round", "")
    if asked.isascii() and asked.isdigit() and 1 <= int(asked[:6]) <= len(event.rounds):
        return int(asked)
    return next((number for number, _pairing in event.open_pairings()), len(event.rounds))


def _tables(tournament: Tournament, event: Event, names: Names, round_no: int) -> list[Table]:
    rows = {row.board: row for row in tournament.pairings.filter(round=round_no).prefetch_related("cards")}
    round_ = event.round(round_no)
    may_draw = events.format_of(tournament).may_draw
    return [
        _table(pairing, result, names, rows.get(pairing.board), may_draw=may_draw(pairing))
        for pairing, result in zip(round_.pairings, round_.results, strict=True)
    ]


def _table(pairing: Pairing, result: Result | None, names: Names, row: PairingRow | None, *, may_draw: bool) -> Table:
    first = names.get(pairing.first, str(pairing.first))
    second = "" if pairing.second is None else names.get(pairing.second, str(pairing.second))
    said = "" if result is None else say_result(result)
    wanted = tuple(
        one
        for one in orders.OUTCOMES
        if not (one == "draw" and not may_draw) and not (one == "open" and result is None)
    )
    cards = [] if row is None or result is not None else _cards(row, first, second)
    outcomes = say_outcomes(first, second, wanted) if second else []
    differ = row is not None and bool(cards) and review.cards_differ(row)
    return Table(pairing, row, first, second, say_slot(pairing.slot), said, outcomes, cards, differ)


def _cards(row: PairingRow, first: str, second: str) -> list[tuple[str, str]]:
    who = {ScoreCard.Side.FIRST: first, ScoreCard.Side.SECOND: second, ScoreCard.Side.ORGANISER: gettext("The desk")}
    return [(who[ScoreCard.Side(side)], say_result(result)) for side, result in scorecards.cards_of(row).items()]


def _need(need: desk.Need, names: Names) -> Context:
    context: Context = {"kind": need.kind, "said": say_need(need.kind, need.code, need.values), "cards": []}
    if need.pairing is not None:
        row = need.pairing
        first, second = names.get(row.first, ""), names.get(row.second or 0, "")
        context |= {
            "row": row,
            "where": say_table(row.round, row.board),
            "first": first,
            "second": second,
        }
        if need.kind == "pair_anew":
            context["again"] = urlencode(_again_fields(row))
        elif need.kind != "referee":
            context |= {"cards": _cards(row, first, second), "fields": _card_fields(row)}
    return context


def _again_fields(row: PairingRow) -> dict[str, str]:
    """The order to draw the consequences of a result that stands."""
    result = result_from_text(row.result)
    assert result is not None
    return orders.result_fields(result) | {"round": str(row.round), "board": str(row.board), "then": "re_pair"}


def _card_fields(row: PairingRow) -> list[tuple[str, dict[str, str]]]:
    """For each card a form that makes it the result."""
    pairs: list[tuple[str, dict[str, str]]] = []
    for card in row.cards.exclude(result="").order_by("side"):
        fields = orders.result_fields(scorecards.read(card))
        pairs.append((str(card.side), fields | {"round": str(row.round), "board": str(row.board)}))
    return pairs


# Orders


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def order(request: HttpRequest, code: str) -> HttpResponse:
    """Look at an order (GET), or do it (POST)."""
    tournament, user = tournament_of(request, code)
    fields = request.POST if request.method == "POST" else request.GET
    try:
        action = orders.read_order(fields.dict(), events.load(tournament))
        if request.method != "POST":
            return _look(request, tournament, action, fields)
        return _do(request, tournament, user, action)
    except (NotAllowed, Refusal) as refusal:
        messages.error(request, say_refusal(refusal.code, getattr(refusal, "values", ())))
    except events.Busy:
        messages.error(request, say_refusal("BUSY"))
    return _back(request, tournament)


def _look(request: HttpRequest, tournament: Tournament, action: Action, fields: QueryDict) -> HttpResponse:
    names = registration.names_of(tournament)
    kept = {name: value for name, value in fields.dict().items() if name not in HIDDEN}
    if isinstance(action, Start | PairRound):
        kept["seed"] = str(action.seed)
    context: Context = {
        "tournament": tournament,
        "said": say_action(action, names),
        "fields": kept,
        "ways": _ways(tournament, action, names),
        "then": kept.get("then", "keep"),
        "needs_reason": not isinstance(action, NEEDS_NO_REASON),
        "dangerous": kept.get("do") in ("undo_round", "cancel", "finish_early"),
    }
    return render(request, "tournaments/desk_look.html", context)


def _ways(tournament: Tournament, action: Action, names: Names) -> list[Context]:
    """What changes: for a result that pairings were made from both ways of going on, else the one."""
    form = events.format_of(tournament)
    if _stands_already(tournament, action):
        changes = desk.look(tournament, action)
        return [{"then": "re_pair", "changes": say_changes(changes, names, form), "any": changes.any, "why_not": ""}]
    first = desk.look(tournament, orders.with_then(action, "keep"))
    ways = [{"then": "keep", "changes": say_changes(first, names, form), "any": first.any, "why_not": ""}]
    again = orders.with_then(action, "re_pair")
    if again != action or getattr(action, "then", "") == "re_pair":
        ways.append(_second_way(tournament, again, names))
        if ways[1]["changes"] == ways[0]["changes"]:
            ways.pop()
    return ways


def _stands_already(tournament: Tournament, action: Action) -> bool:
    """Whether a result only has its consequences drawn: it stands, and what was paired before it is to be made anew."""
    if not isinstance(action, ChangeResult) or action.then != "re_pair":
        return False
    event = events.load(tournament)
    return event.round(action.round).results[event.place(action.round, action.board)] == action.result


def _second_way(tournament: Tournament, action: Action, names: Names) -> Context:
    try:
        changes = desk.look(tournament, action)
    except Refusal as refusal:
        return {"then": "re_pair", "changes": None, "any": False, "why_not": say_refusal(refusal.code, refusal.values)}
    said = say_changes(changes, names, events.format_of(tournament))
    return {"then": "re_pair", "changes": said, "any": changes.any, "why_not": ""}


def _do(request: HttpRequest, tournament: Tournament, user: User, action: Action) -> HttpResponse:
    looked = request.POST.get("looked", "")
    seen = looked == str(tournament.version)
    if not seen and not isinstance(action, EnterResult):
        if looked:
            messages.warning(request, say_refusal("STALE"))
        kept = QueryDict(mutable=True)
        kept.update({name: value for name, value in request.POST.dict().items() if name not in HIDDEN})
        return HttpResponseRedirect(f"{reverse('tournaments:order', args=[tournament.code])}?{kept.urlencode()}")
    reason = request.POST.get("reason", "").strip()[:500]
    if not reason and not isinstance(action, NEEDS_NO_REASON):
        raise NotAllowed("REASON_NEEDED", "reason")
    said = say_action(action, registration.names_of(tournament))
    if desk.do(tournament, user, action, reason=reason):
        messages.success(request, said)
    else:
        messages.info(request, gettext("You play in this match: it waits for somebody else at the desk."))
    return _back(request, tournament)


def _back(request: HttpRequest, tournament: Tournament) -> HttpResponseRedirect:
    """To the desk, on the round that was worked on."""
    round_no = (request.POST or request.GET).get("round", "")
    address = reverse("tournaments:desk", args=[tournament.code])
    return HttpResponseRedirect(f"{address}?round={round_no}" if round_no.isdigit() else address)


# People


@require_POST
@login_required
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Enter somebody by name: a member of the site by user name, or with real cards anybody."""
    tournament, user = tournament_of(request, code)
    name = request.POST.get("name", "").strip()
    rating = request.POST.get("rating", "").strip()
    try:
        if not name:
            raise NotAllowed("NO_SUCH_PERSON", "name")
        registration.enter_by_name(
            tournament,
            user,
            name=name,
            user=User.objects.filter(username__iexact=name, is_guest=False, deleted_at=None).first(),
            team=[registration.Player(one.strip()) for one in request.POST.get("team", "").splitlines() if one.strip()],
            rating=int(rating) if rating.isascii() and rating.isdigit() and len(rating) < 5 else 0,
            group=request.POST.get("group", "").strip()[:40],
        )
        messages.success(request, gettext("%(name)s is entered.") % {"name": name})
    except (NotAllowed, Refusal) as refusal:
        messages.error(request, say_refusal(refusal.code, getattr(refusal, "values", ())))
    return redirect("tournaments:desk", code=tournament.code)


@require_POST
@login_required
def check_in(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Say that an entrant is there."""
    tournament, user = tournament_of(request, code)
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    try:
        registration.check_in(tournament, entry, user)
    except (NotAllowed, Refusal) as refusal:
        messages.error(request, say_refusal(refusal.code, getattr(refusal, "values", ())))
    return redirect(reverse("tournaments:desk", args=[tournament.code]) + "#people")
