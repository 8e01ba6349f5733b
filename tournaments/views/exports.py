"""A tournament as files, and a tournament from a file; and a page of it for a club's own site."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from ginsite.accounts.models import User
from ginsite.security import frameable
from tournaments.application import archive, displays, events, exports, organising, registration
from tournaments.application.refusals import NotAllowed
from tournaments.application.sayings import say_refusal
from tournaments.models import Tournament


def _seen(request: HttpRequest, code: str) -> Tournament:
    """The tournament, if this reader may see it."""
    found = get_object_or_404(Tournament.objects.select_related("club"), code=code, is_series=False)
    if not organising.may_see(found, request.user):
        raise Http404
    return found


def _file(content: str, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def entries_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The entries as a table for a spreadsheet."""
    found = _seen(request, code)
    return _file(exports.entries_csv(found), "text/csv", f"entries-{found.code}.csv")


@require_safe
def pairings_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The pairings and results as a table for a spreadsheet."""
    found = _seen(request, code)
    return _file(exports.pairings_csv(found, registration.names_of(found)), "text/csv", f"pairings-{found.code}.csv")


@require_safe
def standings_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The standings as a table for a spreadsheet."""
    found = _seen(request, code)
    return _file(exports.standings_csv(found, registration.names_of(found)), "text/csv", f"standings-{found.code}.csv")


@require_safe
def whole(request: HttpRequest, code: str) -> HttpResponse:
    """Everything, for another site or for keeping (docs/tournament-format.md)."""
    found = _seen(request, code)
    response = JsonResponse(archive.to_plain(found), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="tournament-{found.code}.json"'
    return response


@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """The date for a calendar."""
    found = _seen(request, code)
    if found.starts_at is None:
        raise Http404
    address = request.build_absolute_uri(found.get_absolute_url())
    return _file(exports.calendar(found, address), "text/calendar", f"tournament-{found.code}.ics")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def restore(request: HttpRequest) -> HttpResponse:
    """Make a tournament from a file."""
    if not isinstance(request.user, User) or not request.user.is_member:
        raise PermissionDenied
    problem = ""
    if request.method == "POST":
        sent = request.FILES.get("file")
        try:
            if sent is None or (sent.size or 0) > archive.MOST_BYTES:
                raise NotAllowed("NO_TOURNAMENT_FILE" if sent is None else "FILE_TOO_LARGE", "file")
            tournament = archive.restore(request.user, archive.read(sent.read()))
        except NotAllowed as refusal:
            problem = say_refusal(refusal.code)
        else:
            messages.success(request, gettext("Here it is, as a draft that only you see."))
            return redirect("tournaments:desk", code=tournament.code)
    return render(request, "tournaments/desk_import.html", {"problem": problem}, status=422 if problem else 200)


@require_safe
@frameable
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Standings and the round under way, in a frame on the club's own site: the same for every reader."""
    found = get_object_or_404(Tournament.objects.select_related("club"), code=code, is_series=False)
    if found.announced_at is None:
        raise Http404
    event, names = events.load(found), registration.names_of(found)
    context: dict[str, Any] = {
        "tournament": found,
        "standings": displays.standings_table(event, events.format_of(found), names),
        "round": next((displays.round_shown(one, names) for one in reversed(event.rounds) if one.published), None),
    }
    return render(request, "tournaments/embed.html", context)
