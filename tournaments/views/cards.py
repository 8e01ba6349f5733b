"""Playing with real cards: putting the result down on a phone, the running sheet, and the calculator.

Whoever plays comes with the own account, whoever has none with the link on the printed score sheet (``seat``).
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.application import by_hand
from games.application.by_hand import NotScored, Paper, PlayedHand
from ginsite.accounts.models import User
from tournaments.application import events, orders, organising, registration, rounds, scorecards
from tournaments.application.refusals import NotAllowed
from tournaments.application.sayings import say_refusal, say_result, say_slot
from tournaments.application.sayings.desk import say_outcomes, say_table
from tournaments.domain.errors import Refusal
from tournaments.domain.values import Result
from tournaments.models import Pairing, Tournament
from tournaments.models.pairing import ScoreCard

Context = dict[str, Any]

PLAYERS_SAY = ("first", "second", "draw")
"""What two players may agree on; who did not come is the desk's affair."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def card(request: HttpRequest, code: str, round_no: int, board: int) -> HttpResponse:
    """The score card of one match, for one of its two sides."""
    row = get_object_or_404(
        Pairing.objects.select_related("tournament"), tournament__code=code, round=round_no, board=board, published=True
    )
    seat = (request.POST or request.GET).get("seat", "")
    side = scorecards.side_for(row, request.user, seat)
    if side is None or row.second is None:
        raise PermissionDenied
    if row.tournament.place != Tournament.Place.OVER_THE_BOARD:
        return redirect(row.tournament)
    account = {"account": rounds.side_of(row, request.user) == side if isinstance(request.user, User) else False}
    if request.method != "POST":
        return render(request, "tournaments/card.html", _context(row, side, seat) | account)
    try:
        _change(request, row, side)
    except (NotAllowed, Refusal) as refusal:
        messages.error(request, say_refusal(refusal.code, getattr(refusal, "values", ())))
    except NotScored as wrong:
        refused = account | {"wrong": wrong.field, "typed": request.POST}
        return render(request, "tournaments/card.html", _context(row, side, seat) | refused, status=422)
    address = reverse("tournaments:card", args=[code, round_no, board])
    return redirect(f"{address}?seat={seat}" if seat else address)


def _change(request: HttpRequest, row: Pairing, side: int) -> None:
    """What a press of a button on the card does."""
    do, sheet = request.POST.get("do", ""), row.cards.filter(side=side).first()
    hands = scorecards.hands_on(sheet)
    if do in ("hand", "void"):
        hands = (*hands, PlayedHand(void=True) if do == "void" else _hand(request.POST))
        by_hand.reckon(row.tournament.variant, row.tournament.rules, hands, ("", ""))
        scorecards.keep_sheet(row, side, hands, by=request.user)
    elif do == "strike":
        scorecards.keep_sheet(row, side, hands[:-1], by=request.user)
    elif do == "agree":
        scorecards.agree(row, side, by=request.user)
        messages.success(request, gettext("Both say the same: the result is in."))
    else:
        fields = request.POST.dict()
        if fields.get("outcome") not in PLAYERS_SAY:
            raise NotAllowed("BAD_FORM", "outcome")
        result = orders.read_result(fields)
        assert result is not None
        if scorecards.put_down(row, side, result._replace(penalties=(0, 0)), by=request.user, hands=hands) is not None:
            messages.success(request, gettext("Both say the same: the result is in."))


def _hand(fields: QueryDict, knocker: str = "") -> PlayedHand:
    """A hand from the fields of a form; ``knocker`` where it is not asked for. Raises NotScored."""
    knocker = knocker or fields.get("knocker", "")
    if knocker not in ("0", "1"):
        raise NotScored("knocker")
    counts = _count(fields, "knocker_count"), _count(fields, "defender_count")
    return PlayedHand(int(knocker), *counts, big_gin="big_gin" in fields, doubled="doubled" in fields)


def _count(fields: QueryDict, name: str) -> int:
    text = fields.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise NotScored(name)
    return int(text)


def _context(row: Pairing, side: int, seat: str) -> Context:
    tournament = row.tournament
    names = registration.names_of(tournament)
    assert row.second is not None
    pair = (names.get(row.first, str(row.first)), names.get(row.second, str(row.second)))
    cards = {found.side: found for found in row.cards.all()}
    said = scorecards.cards_of(row)
    paper = _paper(tournament, cards.get(side), pair)
    may_draw = events.format_of(tournament).may_draw(_value(row))
    own, other = said.get(side), said.get(1 - side)
    return {
        "tournament": tournament,
        "row": row,
        "seat": seat,
        "side": side,
        "names": pair,
        "own_name": pair[side],
        "other_name": pair[1 - side],
        "where": say_table(row.round, row.board),
        "slot": say_slot(row.slot),
        "result": _standing(row),
        "own": own and _said(own, pair),
        "other": other and _said(other, pair),
        "paper": paper,
        "counted": by_hand.is_counted(tournament.variant),
        "offers": by_hand.offers(tournament.variant, tournament.rules)
        if by_hand.is_counted(tournament.variant)
        else (),
        "outcomes": say_outcomes(*pair, PLAYERS_SAY if may_draw else PLAYERS_SAY[:2]),
        "suggested": _suggested(own, paper),
        "best_of": events.settings_of(tournament).match_form == "best_of",
    }


def _value(row: Pairing) -> Any:
    return events.load(row.tournament).pairing(row.round, row.board)


def _standing(row: Pairing) -> str:
    """The result that stands, said; '' for none."""
    event = events.load(row.tournament)
    result = event.round(row.round).results[event.place(row.round, row.board)]
    return "" if result is None else say_result(result)


def _said(result: Result, names: tuple[str, str]) -> Context:
    winner = None if result.winner is None else names[result.winner]
    return {"winner": winner, "points": say_result(result), "hand_points": result.hand_points, "boxes": result.boxes}


def _paper(tournament: Tournament, sheet: ScoreCard | None, names: tuple[str, str]) -> Paper | None:
    """The running sheet, if these rules can be reckoned by hand."""
    if not by_hand.is_counted(tournament.variant):
        return None
    return by_hand.reckon(tournament.variant, tournament.rules, scorecards.hands_on(sheet), names)


def _suggested(own: Result | None, paper: Paper | None) -> dict[str, str]:
    """What the form begins with: what a full sheet came to, else what was put down before, else the sheet so far."""
    if own is not None and not (paper is not None and paper.over):
        return orders.result_fields(own)
    if paper is None or not paper.hands:
        return {}
    fields = {"outcome": ("first", "second")[paper.winner] if paper.winner is not None else ""}
    for name, (first, second) in (("hand_points", paper.hand_points), ("boxes", paper.boxes)):
        fields |= {f"{name}_first": str(first), f"{name}_second": str(second)}
    return fields


@require_safe
def calculator(request: HttpRequest, code: str) -> HttpResponse:
    """Counts in, points out, by the tournament's rules."""
    tournament = get_object_or_404(Tournament, code=code, is_series=False)
    if not organising.may_see(tournament, request.user) or not by_hand.is_counted(tournament.variant):
        raise PermissionDenied
    context: Context = {
        "tournament": tournament,
        "offers": by_hand.offers(tournament.variant, tournament.rules),
        "typed": request.GET,
    }
    if "knocker_count" in request.GET:
        names = (gettext("The knocker"), gettext("The defender"))
        try:
            hand = _hand(request.GET, knocker="0")
            context["said"] = by_hand.say_played(tournament.variant, tournament.rules, hand, names)
        except NotScored as wrong:
            context["wrong"] = wrong.field
    part = "tournaments/card_reckoning.html" if request.headers.get("HX-Request") else "tournaments/calculator.html"
    return render(request, part, context)
