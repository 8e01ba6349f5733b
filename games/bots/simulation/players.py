"""Who plays the hands of a simulation: ways of playing that between them bring about every ending.

Uniform play alone ends three gin hands in a hundred by a knock, and good play never knocks into the wall, so a hand is
played in one of several ways by all who sit there. A way of playing is given the match, and looks no further than
the rules' list of moves and the seat's own view.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from games.bots.registry import get_bot
from games.domain.actions import (
    BigGin,
    BigGinLast,
    Defend,
    Discard,
    Knock,
    PlayerAction,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.match import Match, legal_actions
from games.domain.perspective import SeatView, recall
from games.domain.ruleset import RuleSet

Way = Callable[[Match, int, random.Random], PlayerAction]

SLIPS = 0.2
"""How many of the casual player's sheds are made at random."""

FALSE_KNOCKS = 0.05
"""How many of the uniform player's discards are knocks, where a false one is allowed (RULES 5)."""

LATE = 15
"""Half of the stock is gone when so many cards lie there."""

BUDGET_MS = 1_500

_DEFENCES = (Defend(), Defend((), ()), Defend(None, ()))
"""The joint optimum, nothing at all, and own melds without a lay-off (EC-34)."""


def uniform(match: Match, seat: int, dice: random.Random) -> PlayerAction:
    """Any legal action, all equally likely."""
    action = dice.choice(moves(match, seat))
    if isinstance(action, Defend):
        return dice.choice(_DEFENCES)
    if isinstance(action, Discard) and knows_false_knocks(match) and dice.random() < FALSE_KNOCKS:
        return Knock(action.card)
    return action


def absent_minded(match: Match, seat: int, dice: random.Random) -> PlayerAction:
    """The casual computer, which sheds one card in five at random, and then does not knock."""
    action = _computer("casual", match, seat, dice)
    if isinstance(action, Discard | Knock) and dice.random() < SLIPS:
        return dice.choice(_discards(match, seat))
    return action


def club(match: Match, seat: int, dice: random.Random) -> PlayerAction:
    """The club computer."""
    return _computer("club", match, seat, dice)


def bold(match: Match, seat: int, dice: random.Random) -> PlayerAction:
    """The casual computer, but knocks late and with as much as is allowed: whoever waits undercuts it, or ties."""
    action = _computer("casual", match, seat, dice)
    if not isinstance(action, Knock):
        return action
    view = _gin_view(match, seat)
    if view.stock > LATE:
        return _least_discard(view, dice)
    knocks = dict(view.can.knock)
    return Knock(max(knocks, key=knocks.__getitem__)) if knocks else action


def magpie(match: Match, seat: int, dice: random.Random) -> PlayerAction:
    """Takes whatever lies on the pile and never knocks: gin for two stalls so (EC-13)."""
    actions = moves(match, seat)
    taking = [action for action in actions if isinstance(action, TakeDiscard | TakeUpcard)]
    return dice.choice(taking or _discards(match, seat) or actions)


def patient(match: Match, seat: int, dice: random.Random) -> PlayerAction:
    """The casual computer, but content with nothing less than big gin, or gin now and then where that is dearest."""
    actions = moves(match, seat)
    biggest = [action for action in actions if isinstance(action, BigGin | BigGinLast)]
    if biggest:
        return biggest[0]
    action = _computer("casual", match, seat, dice)
    if not isinstance(action, Knock):
        return action
    view = _gin_view(match, seat)
    if action.card in view.can.gin and (view.rules.big_gin_bonus is None or dice.random() < SLIPS):
        return action
    return _least_discard(view, dice)


WAYS: dict[str, dict[Way, int]] = {
    "gin": {uniform: 3, absent_minded: 4, club: 4, bold: 5, patient: 3, magpie: 2},
    "rummy": {uniform: 1, absent_minded: 1, club: 1},
}
"""By the kind of view: the ways in which a hand may be played, and how often each is."""


def moves(match: Match, seat: int) -> list[PlayerAction]:
    """What the rules list for the seat."""
    return [action for action in legal_actions(match, seat) if isinstance(action, PlayerAction)]


def knows_false_knocks(match: Match) -> bool:
    """Whether a knock over the limit is allowed, and opens the hand."""
    return isinstance(match.rules, RuleSet) and match.rules.invalid_knock == "expose"


def _discards(match: Match, seat: int) -> list[PlayerAction]:
    return [action for action in moves(match, seat) if isinstance(action, Discard)]


def _gin_view(match: Match, seat: int) -> SeatView:
    view = recall(match, seat)
    assert isinstance(view, SeatView)
    return view


def _least_discard(view: SeatView, dice: random.Random) -> PlayerAction:
    least = min(view.after.values())
    return Discard(dice.choice([card for card, count in view.after.items() if count == least]))


def _computer(level: str, match: Match, seat: int, dice: random.Random) -> PlayerAction:
    view = recall(match, seat)
    return get_bot(level, view.game).choose(view, dice, BUDGET_MS)
