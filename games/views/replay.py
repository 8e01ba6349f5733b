"""A finished hand played again: for its players as soon as it is over, for others once the match is."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.application import sayings
from games.application.disputes import looks
from games.application.disputes.stories import said_of_hand
from games.application.replays import NoSuchHand, Replay, best_plays, last_hand, may_replay, replay_of_match
from games.application.seats import seat_name, seat_names, seat_of
from games.models import Look, Match
from ginsite.accounts.models import User
from ginsite.accounts.staff import acts_as_staff

THOUGHT_KEPT_S = 3_600

MOST_HANDS = 9_999
"""More than any match has."""

Context = dict[str, Any]


@require_safe
@never_cache
def hands(request: HttpRequest, code: str) -> HttpResponseBase:
    """The replay of a match begins with its first hand, while it is played with the hand just over."""
    match = _match_for(request, code)
    hand = 1 if match.status == Match.Status.FINISHED else last_hand(match)
    return redirect("games:replay", code, hand) if hand else redirect("games:table", code)


@require_safe
@never_cache
def replay(request: HttpRequest, code: str, hand: int) -> HttpResponse:
    """One hand, step by step. 404 while it is in play: its cards are nobody's to look at."""
    match = _match_for(request, code, hand)
    seat = seat_of(match, request.user)
    shown = _replay_for(match, hand)
    over = match.status == Match.Status.FINISHED
    names = [name or "" for name in seat_names(match)]
    return render(
        request,
        "games/replay.html",
        {
            "match": match,
            "hand": hand,
            "over": over,
            "names": sayings.say_names(names),
            "ruled": said_of_hand(match, hand),
            "data": replay_data(match, shown, seat),
            "best": reverse("games:replay-computer", args=[code, hand]) if over and seat is not None else "",
            "hand_url": reverse("games:replay", args=[code, 0]),
            "private": match.visibility != Match.Visibility.OPEN or not over,
        },
    )


@require_safe
@never_cache
def computer(request: HttpRequest, code: str, hand: int) -> JsonResponse:
    """What the computer would have done at each step, for the players of a finished match."""
    match = _match_for(request, code)
    if match.status != Match.Status.FINISHED or seat_of(match, request.user) is None:
        raise PermissionDenied
    key = f"best-plays-{code}-{hand}"
    plays = cache.get(key)
    if plays is None:
        plays = best_plays(_replay_for(match, hand))
        cache.set(key, plays, THOUGHT_KEPT_S)
    return JsonResponse({"plays": plays})


def replay_data(match: Match, shown: Replay, seat: int | None) -> Context:
    """What ``mountReplay`` is given for a hand of this site, seen by whoever sits on ``seat``."""
    seats: list[Context | None] = [None] * match.seat_count
    for chair in match.seats.all():
        seats[chair.seat] = {"name": seat_name(chair), "kind": "computer" if chair.bot else "person"}
    return board_data(shown, seats, seat)


def board_data(shown: Replay, seats: list[Context | None], seat: int | None = None) -> Context:
    """The same for a hand from anywhere: where nobody's name is known a seat is called by its number."""
    return shown.plain() | {"seats": seats, "you": seat, "said": {"phrases": sayings.phrases(), "errors": {}}}


def require_hands(request: HttpRequest, match: Match, hand: int = 0) -> None:
    """Raise PermissionDenied for whoever may not see the finished hands of a match.

    Staff may, of a match that is over, and that they looked is written down (``hand`` 0: at all of it).
    """
    if may_replay(match, request.user):
        return
    if match.status != Match.Status.FINISHED:
        raise PermissionDenied
    note_look(request, match, hand)


def note_look(request: HttpRequest, match: Match, hand: int = 0) -> None:
    """Write down that staff look at a table that is not for everybody. PermissionDenied for whoever is no staff."""
    if not acts_as_staff(request):
        raise PermissionDenied
    if hand > MOST_HANDS:
        raise Http404
    assert isinstance(request.user, User)
    looks.look(request.user, Look.What.HANDS, match=match, hand=hand)


def _match_for(request: HttpRequest, code: str, hand: int = 0) -> Match:
    """The match, if this reader may see its finished hands; 403 for anybody else."""
    match = get_object_or_404(Match.objects.prefetch_related("seats__user"), code=code)
    if match.status not in (Match.Status.PLAYING, Match.Status.FINISHED):
        raise Http404
    require_hands(request, match, hand)
    return match


def _replay_for(match: Match, hand: int) -> Replay:
    try:
        return replay_of_match(match, hand)
    except NoSuchHand as missing:
        raise Http404 from missing
