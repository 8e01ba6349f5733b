"""The table, where a match is played: the first paint is the real state, everything after comes over the socket."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.application import play, sayings, talk
from games.application.chairs import LobbyRefusal
from games.application.seats import level_names, may_look, seat_of
from games.application.terms import clock_of, rules_of
from games.domain.cards import RANKS
from games.models import Case, Match
from games.views.chairs import chairs_context
from games.views.links import invite_link
from games.views.lobby import refused, search_context
from ginsite.accounts.preferences import preferences_of
from ginsite.qr import qr_path

Context = dict[str, Any]

SUIT_PLACES = "SHCD"
"""The order of the suits in a sorted hand: red and black in turn, as ``static/js/table/hand.js`` has it."""


@require_safe
@cache_control(no_store=True, private=True)
@ensure_csrf_cookie
def table(request: HttpRequest, code: str) -> HttpResponse:
    """One table as its seat, or a watcher, may see it. 403 for strangers at a table by invitation."""
    match = get_object_or_404(Match.objects.prefetch_related("seats__user"), code=code)
    if match.status == Match.Status.CLOSED:
        return refused(request, LobbyRefusal("TABLE_CLOSED"), status=410)
    if not may_look(match, request.user):
        raise PermissionDenied
    return render(request, "games/table.html", table_context(request, match))


def table_context(request: HttpRequest, match: Match) -> Context:
    """What the templates need: the snapshot for the scripts, and the same in pieces for the first paint."""
    snapshot = play.snapshot(match, request.user)
    seat, view = seat_of(match, request.user), snapshot["view"]
    seated = seat is not None
    context: Context = {
        "title": _title(snapshot, seat),
        "table": match,
        "snapshot": snapshot,
        "view": view,
        "phase": view["phase"] if view else "open",
        "near": seat or 0,  # the own clock's seat; a watcher has none
        "seated": seated,
        "finished": match.status == Match.Status.FINISHED,
        "opponents": [
            {
                "number": number,
                "name": snapshot["seats"][number]["name"] if snapshot["seats"][number] else gettext("Empty chair"),
            }
            for number in _around(len(snapshot["seats"]), seat)
        ],
        "nobody": {"number": "", "name": ""},
        "hand": _hand(view, seat, request),
        "top": view["pile"]["cards"][-1] if view and view["pile"]["cards"] else None,
        "rule_rows": sayings.rule_rows(rules_of(match), game=match.variant),
        "clock_said": sayings.say_clock(clock_of(match)),
        "behind": sayings.say_duration(match.spectator_delay * 1000) if match.spectator_delay else "",
        "company": seated and any(other is None or other["kind"] != "computer" for other in _others(snapshot, seat)),
        "phrases": talk.PHRASES.items(),
        "after_a_hand": [(key, talk.PHRASES[key]) for key in talk.AFTER_A_HAND],
        "reasons": Case.Reason.choices,
        "said": {
            "phrases": sayings.phrases() | {"levels": level_names()},
            "errors": sayings.error_sentences(),
            "advice": {key: str(advice) for key, advice in talk.ADVICE.items()},
        },
    }
    if match.status == Match.Status.OPEN:
        context["chairs"] = chairs_context(match, request.user)
    if seated and match.status == Match.Status.OPEN and match.invite_token:
        link = invite_link(request, match)
        context |= {"link": link, "qr": qr_path(link), "search": search_context(match, request.user)}
    return context


def _title(snapshot: dict[str, Any], seat: int | None) -> str:
    names = [other["name"] for number, other in enumerate(snapshot["seats"]) if other and number != seat]
    if seat is None:
        return sayings.say_names(names) if names else gettext("A table")
    if not names:
        return gettext("Your table")
    said = gettext("You and %(name)s") if len(names) == 1 else gettext("You, %(names)s")
    return said % {"name": names[0], "names": ", ".join(names)}


def _others(snapshot: dict[str, Any], seat: int | None) -> list[dict[str, Any] | None]:
    """The chairs that are not one's own."""
    return [other for number, other in enumerate(snapshot["seats"]) if number != seat]


def _around(seats: int, near: int | None) -> list[int]:
    """The seats across the table as they follow each other from the left of the near one; all of them for a watcher."""
    order = [(number + (near or 0)) % seats for number in range(seats)]
    return [number for number in order if number != near]


def _hand(view: dict[str, Any] | None, seat: int | None, request: HttpRequest) -> list[str]:
    """One's own cards in the order that the page will give them, so that nothing jumps when the scripts start."""
    if view is None or seat is None or not view["seats"][seat]["hand"]:
        return []
    melds = [meld.split() for meld in (view.get("best") or {}).get("melds", [])]
    return in_order(view["seats"][seat]["hand"].split(), preferences_of(request).sort_order, melds)


def in_order(cards: list[str], how: str, melds: list[list[str]]) -> list[str]:
    """The cards by ``suit``, by ``rank``, or by ``melds``: melds first, then the rest from low to high.

    >>> in_order(["KD", "2H", "AS"], "suit", [])
    ['AS', '2H', 'KD']
    """

    def by_rank(card: str) -> tuple[int, int]:
        return RANKS.index(card[0]), SUIT_PLACES.index(card[1])

    if how == "suit":
        return sorted(cards, key=lambda card: by_rank(card)[::-1])
    if how == "rank":
        return sorted(cards, key=by_rank)
    melded = [card for meld in melds for card in sorted(meld, key=by_rank)]
    return melded + sorted((card for card in cards if card not in melded), key=by_rank)
