"""Players: the page of one, and the ladder of all."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.application import players
from games.application.players import Moment, Tally
from games.application.sayings import game_of
from games.application.seats import level_name
from games.application.strength import INITIAL_RATING
from games.views.history import finished_row

Context = dict[str, Any]

KINDS = {
    "rated": _("Rated, against people"),
    "casual": _("Casual, against people"),
    "computer": _("Against the computer"),
}

WIDTH, HEIGHT, MARGIN = 600, 160, 8
"""The curve's own units; the page gives it its size."""

LEAST_SPAN = 100
"""Points that the curve shows at least from top to bottom: ten points are no mountain."""


class Curve(NamedTuple):
    """A rating over its matches as an SVG path, with the points at its upper and lower edge."""

    d: str
    last: tuple[float, float]
    width: int
    height: int
    highest: int
    lowest: int


@require_safe
@never_cache
def ladder(request: HttpRequest) -> HttpResponse:
    """The strongest players of one game, computers among them."""
    games = players.rated_games()
    game = _game_asked(request, games) or players.GAME
    rungs = players.ladder(game)
    context: Context = {
        "game": game_of(game),
        "games": [game_of(name) for name in games],
        "rungs": [{"rung": rung, "level": level_name(rung.bot) if rung.bot else ""} for rung in rungs],
        "on_it": any(rung.user == request.user for rung in rungs),
        "own": players.rating_of(request.user, game) if request.user.is_authenticated else None,
    }
    return render(request, "games/ladder.html", context)


@require_safe
@never_cache
def player(request: HttpRequest, username: str) -> HttpResponseBase:
    """A member's page. 404 for guests, for those who left, and for names that nobody has."""
    found = players.member_called(username)
    if found is None:
        raise Http404
    if found.username != username:
        return redirect("games:player", found.username, permanent=False)
    games = players.games_of(found)
    game = _game_asked(request, games)
    of_rating = game or (players.GAME if players.GAME in games or not games else games[0])
    record = players.record_of(found, game)
    moments = players.curve_of(found, request.user, of_rating)
    matches = list(players.recent_matches(found, request.user, game))
    changes = players.changes_for(found, matches)
    tallies = [(KINDS[kind], tally) for kind, tally in record._asdict().items() if tally.played]
    rating = players.rating_of(found, of_rating)
    context: Context = {
        "player": found,
        "mine": found == request.user,
        "games": [game_of(name) for name in games],
        "chosen": game,
        "rated_in": game_of(of_rating),
        "rating": rating,
        "low": round(rating.rating - 2 * rating.deviation) if rating else None,
        "high": round(rating.rating + 2 * rating.deviation) if rating else None,
        "initial": round(INITIAL_RATING),
        "tallies": tallies,
        "total": sum((tally for _kind, tally in tallies), Tally()) if len(tallies) > 1 else None,
        "curve": draw(moments),
        "moments": list(reversed(moments)),
        "recent": [finished_row(match, found) | {"change": changes.get(match.pk)} for match in matches],
    }
    return render(request, "games/player.html", context)


def _game_asked(request: HttpRequest, games: list[str]) -> str | None:
    """The game that the address names, if it is one of these."""
    name = request.GET.get("game")
    return name if name in games else None


def draw(moments: list[Moment]) -> Curve | None:
    """The way of a rating from its first match shown to its last; ``None`` for fewer than two.

    >>> draw([])
    """
    if len(moments) < 2:
        return None
    points = [moments[0].points - moments[0].change, *(moment.points for moment in moments)]
    highest, lowest = max(points), min(points)
    room = max(0, LEAST_SPAN - (highest - lowest))
    highest, lowest = highest + (room + 1) // 2, lowest - room // 2
    across = (WIDTH - 2 * MARGIN) / (len(points) - 1)
    down = (HEIGHT - 2 * MARGIN) / (highest - lowest)
    places = [
        (round(MARGIN + across * index, 1), round(MARGIN + down * (highest - value), 1))
        for index, value in enumerate(points)
    ]
    d = "M" + " L".join(f"{x} {y}" for x, y in places)
    return Curve(d, places[-1], WIDTH, HEIGHT, highest, lowest)
