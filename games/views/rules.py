"""The rules of play, for people who hold the cards: a page for each game, the words, and what is fair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.application import sayings
from games.application.terms import Terms
from games.domain.clock import CONTROLS
from games.domain.ruleset import RuleSet
from games.domain.variants import VARIANTS, Variant, get_preset
from games.views import examples
from games.views.glossary import in_order

Context = dict[str, Any]

TITLES: dict[str, Promise] = {
    "gin": _("How to play gin rummy"),
    "oklahoma": _("How to play Oklahoma gin"),
    "hollywood": _("How to play Hollywood gin"),
    "straight-gin": _("How to play straight gin"),
    "three-handed": _("How to play gin with three"),
    "in-the-box": _("How to play in the box"),
    "partnership": _("How to play in partnerships"),
    "rummy": _("How to play basic rummy"),
}

COVERS: dict[str, str] = {
    "gin": "TH JH QH",
    "oklahoma": "back 6S",
    "hollywood": "5C 5H 5D",
    "straight-gin": "7S 8S 9S TS",
    "three-handed": "3H 3S 3D",
    "in-the-box": "KC QD 2S",
    "partnership": "8H 8D JC JS",
    "rummy": "AC 2C 3C 4C 5C",
}
"""The cards on a game's cover in the index."""


class Preset(NamedTuple):
    """One rule book's numbers as a game plays by them."""

    name: str
    source: str
    rows: list[tuple[str, str]]


class Comparison(NamedTuple):
    """Rule sets side by side: a row is a rule, its value in each rule set, and whether they differ."""

    names: list[str]
    rows: list[tuple[str, list[str], bool]]


def presets_of(variant: Variant) -> list[Preset]:
    """The rule sets that are offered for a game."""
    return [
        Preset(
            sayings.preset_name(name),
            str(sayings.PRESET_SOURCES[name]),
            sayings.rule_rows(variant.adapt(get_preset(name)), game=variant.name),
        )
        for name in variant.presets
    ]


def compare(presets: list[Preset]) -> Comparison | None:
    """The rule sets in one table; ``None`` where there is nothing to compare."""
    if len(presets) < 2:
        return None
    rows = []
    for row in zip(*(preset.rows for preset in presets), strict=True):
        values = [value for _name, value in row]
        rows.append((row[0][0], values, len(set(values)) > 1))
    return Comparison([preset.name for preset in presets], rows)


# What a page tells besides


def _oklahoma(house: Any) -> Context:
    return {"limits": examples.limits(house)}


def _hollywood(house: Any) -> Context:
    return {"hollywood": examples.hollywood(house)}


def _three_handed(_house: Any) -> Context:
    return {"seats": examples.seats(), "cutthroat": get_preset("cutthroat")}


def _in_the_box(_house: Any) -> Context:
    return {"seats": examples.seats()}


def _partnership(_house: Any) -> Context:
    return {"seats": examples.seats(), "rounds": examples.net_rounds()}


def _rummy(_house: Any) -> Context:
    return {"dealt": examples.rummy_deal(), "worked": examples.rummy_points()}


TELLING: dict[str, Callable[[Any], Context]] = {
    "oklahoma": _oklahoma,
    "hollywood": _hollywood,
    "three-handed": _three_handed,
    "in-the-box": _in_the_box,
    "partnership": _partnership,
    "rummy": _rummy,
}


def _clocks() -> list[tuple[str, str]]:
    return [
        (sayings.clock_name(name), sayings.say_clock(control)) for name, control in CONTROLS.items() if control.move_ms
    ]


# The pages


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games that are played here, and the clocks."""
    shelf = [(game, COVERS[game.name]) for game in sayings.catalogue()]
    context = {"shelf": shelf, "clocks": _clocks(), "house": sayings.say_rules(Terms().rules, game="gin")}
    return render(request, "games/rules/index.html", context)


@require_safe
def book(request: HttpRequest, game: str) -> HttpResponse:
    """One game, from the deal to the last line of the score sheet, and its rule sets. 404 for a game we have not."""
    variant = VARIANTS.get(game)
    if variant is None:
        raise Http404
    presets = presets_of(variant)
    context: Context = {
        "book": {"game": game, "title": TITLES[game], "line": sayings.game_line(game)},
        "house": variant.rules,
        "presets": presets,
        "comparison": compare(presets),
    }
    if isinstance(variant.rules, RuleSet):
        context["worked"] = examples.hand_points(variant.rules)
    if game in TELLING:
        context |= TELLING[game](variant.rules)
    return render(request, f"games/rules/{game}.html", context)


@require_safe
def fair_play(request: HttpRequest) -> HttpResponse:
    """Clocks, leaving and what makes it fair."""
    return render(request, "games/rules/fair-play.html", {"clocks": _clocks()})


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """The words of the table, in the order of the reader's alphabet."""
    return render(request, "games/rules/words.html", {"words": in_order()})
