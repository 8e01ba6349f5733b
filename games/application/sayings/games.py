"""The games and the rule books as people call them: names, a line each, and where a rule book comes from.

The order is that of ``VARIANTS``: lobby, form, rules and profiles show the games in it.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.domain.variants import VARIANTS, get_variant

GAME_NAMES: dict[str, Promise] = {
    "gin": _("Gin rummy"),
    "oklahoma": _("Oklahoma gin"),
    "hollywood": _("Hollywood gin"),
    "straight-gin": _("Straight gin"),
    "three-handed": _("Three-handed gin"),
    "in-the-box": _("In the box"),
    "partnership": _("Partnership gin"),
    "rummy": _("Basic rummy"),
}

GAME_LINES: dict[str, Promise] = {
    "gin": _("The classic for two: make melds, and knock when what is left counts little."),
    "oklahoma": _("The upcard says how little you must be left with to knock."),
    "hollywood": _("Gin rummy on the film stars' score sheet: three games at once."),
    "straight-gin": _("Nobody knocks. Only a hand without any deadwood wins."),
    "three-handed": _("Everybody for themselves: two play the hand, the dealer sits out."),
    "in-the-box": _("The box plays alone; against it the captain, with an adviser who sees the captain's cards."),
    "partnership": _("Two against two, at two tables side by side; partners score together."),
    "rummy": _("Melds go on the table, and everybody may add to them. First to be rid of all cards wins."),
}

PRESET_NAMES: dict[str, Promise] = {
    "he-wikihow": _("wikiHow, Hebrew"),
    "bg-wikihow": _("wikiHow, Bulgarian"),
    "bg-wikihow-alt": _("wikiHow, Bulgarian, small bonuses"),
    "ar-cloudz": _("Cloudz, Arabic"),
    "he-spruce-3p": _("The Spruce Crafts, Hebrew"),
    "am-rummy": _("ThoughtCo, Amharic"),
    "pagat": _("Pagat"),
    "wikipedia": _("Wikipedia"),
    "bicycle-classic": _("Bicycle classic"),
    "cutthroat": _("Cutthroat"),
    "tournament": _("Tournament"),
}

PRESET_SOURCES: dict[str, Promise] = {
    "he-wikihow": _("As wikiHow teaches it in Hebrew: 25 for gin and for an undercut, 10 when the counts are equal."),
    "bg-wikihow": _(
        "As wikiHow teaches it in Bulgarian: the first player draws at once, a shutout doubles the game bonus."
    ),
    "bg-wikihow-alt": _("The Bulgarian rules with their lower numbers: 20 for gin, 10 for an undercut."),
    "ar-cloudz": _("As Cloudz teaches it in Arabic: only the winner counts boxes, a shutout doubles the hands."),
    "he-spruce-3p": _(
        "As The Spruce Crafts teaches it in Hebrew: 25 for gin, 10 for an undercut, and no bonuses at the end."
    ),
    "am-rummy": _("As ThoughtCo teaches it in Amharic: to 150, and going out in a single turn counts double."),
    "pagat": _("The numbers of pagat.com: 20 for gin, 10 for an undercut, 20 a box."),
    "wikipedia": _("As in Wikipedia: big gin pays 31, the deal alternates, a shutout doubles the hands."),
    "bicycle-classic": _("The classic numbers of the Bicycle rule book; the winner of a hand deals the next."),
    "cutthroat": _("The loser of a hand sits out; whoever is shut out pays 100 more."),
    "tournament": _("To 250; the last discard may still be taken to knock."),
}

NUMBERS: dict[int, Promise] = {2: _("two"), 3: _("three"), 4: _("four"), 5: _("five"), 6: _("six")}


class Game(NamedTuple):
    """One game of the catalogue, as a person sees it."""

    name: str  # a key of VARIANTS
    title: str
    line: str
    players: str
    seats: tuple[int, ...]


def game_name(game: str) -> str:
    """The name that players see for a game; an unknown key is its own name."""
    return str(GAME_NAMES.get(game, game))


def game_line(game: str) -> str:
    """A game in a line."""
    return str(GAME_LINES.get(game, ""))


def say_range(low: int, high: int) -> str:
    """From one number to another, the smaller first in either direction of writing: the isolate keeps it so."""
    return f"\u2066{low}–{high}\u2069"


def say_seats(seats: tuple[int, ...]) -> str:
    """For how many a game is: ``2 players``, ``2–6 players``."""
    if len(seats) > 1:
        return gettext("%(range)s players") % {"range": say_range(min(seats), max(seats))}
    return gettext("%(n)s players") % {"n": seats[0]}


def catalogue() -> list[Game]:
    """Every game that can be played, in the order in which they are always shown."""
    return [game_of(name) for name in VARIANTS]


def game_of(name: str) -> Game:
    """One game of the catalogue. Raises KeyError for an unknown one."""
    seats = get_variant(name).seating.seats
    return Game(name, game_name(name), game_line(name), say_seats(seats), seats)


def preset_name(preset: str) -> str:
    """The name that players see for a preset; an unknown key is its own name."""
    return str(PRESET_NAMES.get(preset, preset))


def say_number(number: int) -> str:
    """A small number as a word: ``three``."""
    return str(NUMBERS.get(number, number))
