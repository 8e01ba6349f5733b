"""The views by game: which one cuts a match follows from the numbers that it is played by."""

from __future__ import annotations

from collections.abc import Callable

from games.domain.match import Match
from games.domain.perspective.gin import gin_recall, gin_view
from games.domain.perspective.rummy import RummyView, rummy_recall, rummy_view
from games.domain.perspective.shapes import SeatView
from games.domain.ruleset import RuleSet
from games.domain.rummy_rules import RummyRules

View = SeatView | RummyView
"""A match of any game as one seat sees it."""

_VIEWS: dict[type, Callable[[Match, int | None], View]] = {RuleSet: gin_view, RummyRules: rummy_view}
_RECALLS: dict[type, Callable[[Match, int], View]] = {RuleSet: gin_recall, RummyRules: rummy_recall}


def view(match: Match, seat: int | None) -> View:
    """What the seat may see of the match now; ``None`` is a spectator."""
    return _VIEWS[type(match.rules)](match, seat)


def recall(match: Match, seat: int) -> View:
    """The view of a seat that has paid attention: with every card of the pile, and who shed it.

    For computer players, which keep nothing between moves. A person may remember as much, for buried discards are not
    secret (RULES 1.5); but pages do not list them, so this is for thinking and never for sending.
    """
    return _RECALLS[type(match.rules)](match, seat)
