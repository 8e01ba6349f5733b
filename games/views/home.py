"""The front door: what this is, and a seat at a table within two clicks."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.application import lobby as find
from games.application import sayings
from games.forms import PracticeForm
from games.views.history import playing_row
from games.views.lobby import PEEK, tables_context

FAN = ("7H", "8H", "9H", "TH", "4S", "4D", "4C", "AS", "2D", "3C")
"""The hand on the front door: a run, a set, and six points of deadwood to knock with."""


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The front door."""
    context = tables_context(request, PEEK) | {
        "fan": FAN,
        "practice": PracticeForm(),
        "games": sayings.catalogue(),
    }
    if request.user.is_authenticated:
        slow = find.my_matches(request.user).exclude(pk__in=[match.pk for match, _opponent in context["live"]])
        rows = (playing_row(match, request.user) for match in slow[:PEEK])
        context["my_turn"] = next((row for row in rows if row["my_turn"]), None)
    return render(request, "home.html", context)
