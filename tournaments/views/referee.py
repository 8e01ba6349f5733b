"""Asking the referee of the games about a pairing: by whoever plays in it, and by the organiser's desk.

A match that is played at a table of ours is asked about on its own form, where the hand can be named.
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.application.disputes.refusals import Refused
from games.application.disputes.subjects import Case
from games.application.sayings import say_error
from tournaments.application import questions, rounds
from tournaments.application.refusals import NotAllowed
from tournaments.application.sayings import say_refusal
from tournaments.application.sayings.desk import say_table
from tournaments.models import Pairing
from tournaments.views import own
from tournaments.views.desk import tournament_of
from tournaments.views.public import found_for

REASONS = [(one.value, one.label) for one in (Case.Reason.SCORING, Case.Reason.CLOCK, Case.Reason.OTHER)]
"""What can be wrong with a match that no table of ours has seen."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def ask(request: HttpRequest, code: str, round_no: int, board: int) -> HttpResponse:
    """Ask about a match of one's own: over real cards in words here, else on the form of the live match."""
    tournament, user = found_for(request, code), own.person(request)
    row = get_object_or_404(Pairing, tournament=tournament, round=round_no, board=board, published=True)
    if rounds.side_of(row, user) is None or row.second is None:
        raise PermissionDenied
    games = questions.games_of(row, user)
    if len(games) == 1:
        return redirect("games:dispute", games[0].match.code)
    first, second = questions.names_of(row)
    context = {
        "tournament": tournament,
        "row": row,
        "games": games,
        "where": say_table(row.round, row.board),
        "first": first,
        "second": second,
        "reasons": REASONS,
        "asked": request.POST,
    }
    if request.method != "POST" or games:
        return render(request, "tournaments/ask_referee.html", context)
    try:
        case = questions.ask(row, user, request.POST.get("reason", ""), request.POST.get("words", ""))
    except (Refused, NotAllowed) as refusal:
        problem = _say(refusal)
        return render(request, "tournaments/ask_referee.html", context | {"problem": problem}, status=422)
    messages.success(request, gettext("The referee has your question. You can add to it on its page."))
    return redirect(case)


@require_POST
@login_required
def put_before(request: HttpRequest, code: str, round_no: int, board: int) -> HttpResponse:
    """Somebody of the desk puts a pairing before the referee."""
    tournament, user = tournament_of(request, code)
    row = get_object_or_404(Pairing, tournament=tournament, round=round_no, board=board)
    try:
        questions.put_before(row, user, request.POST.get("words", ""))
        messages.success(request, gettext("It is with the referee. What they decide follows by itself."))
    except (Refused, NotAllowed) as refusal:
        messages.error(request, _say(refusal))
    return redirect(f"{reverse('tournaments:desk', args=[tournament.code])}?round={row.round}")


def _say(refusal: Refused | NotAllowed) -> str:
    return say_error(refusal.code, refusal.detail) if isinstance(refusal, Refused) else say_refusal(refusal.code)
