"""The numbers of each rule book and house, by name (RULES 3.2).

A preset says only where it differs from its game's defaults (:class:`~games.domain.ruleset.RuleSet`,
:class:`~games.domain.rummy_rules.RummyRules`), or where its source is worth reading off the page. Which seating and
which sheet play by these numbers is the variant's business.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.domain.ruleset import RuleSet
from games.domain.rummy_rules import RummyRules

_BULGARIAN = RuleSet(
    upcard_offer="none",
    box_bonus=20,
    shutout="replace_game_bonus",
    shutout_points=200,
    team_target=100,
)
_WIKIPEDIA = RuleSet(
    big_gin_bonus=31,
    shutout="double_hands",
    next_dealer="alternate",
)

GIN_PRESETS: dict[str, RuleSet] = {
    "he-wikihow": RuleSet(
        tie_bonus=10,
        match_winner="highest_total",
        three_players="dealer_out_rotate",
        four_players="sum_of_games",
    ),
    "bg-wikihow": _BULGARIAN,
    "bg-wikihow-alt": replace(_BULGARIAN, gin_bonus=20, undercut_bonus=10, tie_bonus=10),
    "ar-cloudz": RuleSet(
        box_to="winner",
        shutout="double_hands",
    ),
    "he-spruce-3p": RuleSet(
        undercut_bonus=10,
        tie_bonus=10,
        game_bonus=0,
        box_bonus=0,
        box_to="none",
        shutout="none",
        first_dealer="high_card_is_box",
        next_dealer="box",
    ),
    "pagat": RuleSet(
        gin_bonus=20,
        undercut_bonus=10,
        tie_bonus=10,
        box_bonus=20,
        shutout="replace_game_bonus",
        shutout_points=200,
        match_winner="highest_total",
    ),
    "wikipedia": _WIKIPEDIA,
    "bicycle-classic": RuleSet(
        gin_bonus=20,
        undercut_bonus=10,
        tie_bonus=10,
        box_bonus=20,
        next_dealer="winner",
        match_winner="highest_total",
    ),
    "cutthroat": RuleSet(three_players="cutthroat"),
    "tournament": replace(_WIKIPEDIA, big_gin_bonus=None, last_discard="knock_only", target=250),
}
"""The books of the gin family."""

RUMMY_PRESETS: dict[str, RummyRules] = {"am-rummy": RummyRules()}
"""The books of basic rummy."""

PRESETS: dict[str, Any] = {**GIN_PRESETS, **RUMMY_PRESETS}
"""All of them. ``Any`` is the numbers of the game that the book is about."""


def get_preset(name: str) -> Any:
    """The numbers of a preset. Raises KeyError for an unknown name."""
    return PRESETS[name]
