"""The rules of play, for people who hold the cards."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.application import sayings
from games.application.terms import DUEL_PRESETS, HOUSE_PRESET, Terms
from games.domain.clock import CONTROLS
from games.domain.variants import get_preset


class Comparison(NamedTuple):
    """Rule sets side by side: a row is a rule, its value in each rule set, and whether they differ."""

    names: list[str]
    rows: list[tuple[str, list[str], bool]]


def compare_presets() -> Comparison:
    """The rule sets offered for two, compared."""
    sheets = [sayings.rule_rows(get_preset(name), game="gin") for name in DUEL_PRESETS]
    rows = []
    for row in zip(*sheets, strict=True):
        values = [value for _name, value in row]
        rows.append((row[0][0], values, len(set(values)) > 1))
    return Comparison([sayings.preset_name(name) for name in DUEL_PRESETS], rows)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games that are played here, and the clocks."""
    clocks = [
        (sayings.clock_name(name), sayings.say_clock(control)) for name, control in CONTROLS.items() if control.move_ms
    ]
    house = sayings.say_rules(Terms().rules, game="gin")
    return render(request, "games/rules/index.html", {"clocks": clocks, "house": house})


@require_safe
def gin(request: HttpRequest) -> HttpResponse:
    """Gin rummy for two, from the deal to the last line of the score sheet."""
    presets = [
        (sayings.preset_name(name), sayings.PRESET_SOURCES[name], sayings.say_rules(get_preset(name), game="gin"))
        for name in DUEL_PRESETS
    ]
    context = {"house": get_preset(HOUSE_PRESET), "presets": presets, "comparison": compare_presets()}
    return render(request, "games/rules/gin.html", context)
