"""Players who do not play for themselves alone, and the honest ones they hide among: what signals are measured on.

*Feeders* see the next player's cards and shed what that player can use, or guess it from what everybody saw. *Peekers*
see the next player's cards and never shed what that player can use, as long as something else is left. Each does so in
a share of its turns and otherwise plays like an honest player, so that nobody is caught by clumsiness.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from games.bots.arena import Contest, decks
from games.bots.giving import Given, given, leaves, likely_wanted, next_seat, wants
from games.bots.registry import get_bot
from games.bots.simulation.players import BUDGET_MS, Way
from games.domain.actions import SERVER, Deal, Discard, DrawForDeal, Knock, PlayerAction
from games.domain.cards import POINTS
from games.domain.match import Match, must_act, new_match, next_deal, step
from games.domain.perspective import recall
from games.domain.variants import get_variant

WITHIN = 5
"""A slip of an honest player is one of so many discards that leave least; a slip of a distracted one is any."""

WILD, CAREFUL = 0.25, 0.15
"""The shares of honest players whose slips are wild, and who mind nothing more than what they give away."""

LEVELS = ("beginner", "casual", "club")
NOISE = (0.0, 0.1, 0.25, 0.5)
"""How often an honest player does not shed what it would on second thoughts."""


def honest(level: str, noise: float, *, wild: bool = False) -> Way:
    """A computer player of this level as a stand-in for a person: now and then it sheds something else."""
    bots = {game: get_bot(level, game) for game in ("gin", "rummy")}

    def way(match: Match, seat: int, dice: random.Random) -> PlayerAction:
        view = recall(match, seat)
        action = bots[view.game].choose(view, dice, BUDGET_MS)
        if isinstance(action, Discard) and dice.random() < noise:
            sheds = _sheds(match, seat)
            return dice.choice(sheds if wild else sheds[:WITHIN])
        return action

    return way


def careful(base: Way) -> Way:
    """Of the discards that leave little sheds the one that the next player least likely can use, and sees nothing."""

    def way(match: Match, seat: int, dice: random.Random) -> PlayerAction:
        action = base(match, seat, dice)
        if not isinstance(action, Discard):
            return action
        chances = likely_wanted(recall(match, seat))
        return min(_sheds(match, seat)[:WITHIN], key=lambda shed: chances.get(shed.card, 1.0))

    return way


def anybody(dice: random.Random) -> Way:
    """An honest player of any strength and temper."""
    base = honest(dice.choice(LEVELS), dice.choice(NOISE), wild=dice.random() < WILD)
    return careful(base) if dice.random() < CAREFUL else base


def feeder(base: Way, share: float, to: int) -> Way:
    """Sheds what the seat ``to`` can use, whenever ``to`` comes next; does not knock then."""

    def way(match: Match, seat: int, dice: random.Random) -> PlayerAction:
        action = base(match, seat, dice)
        if not isinstance(action, Discard | Knock) or next_seat(match, seat) != to or dice.random() >= share:
            return action
        sheds = _sheds(match, seat)
        return next((shed for shed in sheds if wants(match, to, shed.card)), sheds[0])

    return way


def guesser(base: Way, share: float, to: int) -> Way:
    """Sheds what the seat ``to`` most likely can use, from what everybody saw; does not knock then."""

    def way(match: Match, seat: int, dice: random.Random) -> PlayerAction:
        action = base(match, seat, dice)
        if not isinstance(action, Discard | Knock) or next_seat(match, seat) != to or dice.random() >= share:
            return action
        chances = likely_wanted(recall(match, seat))
        return Discard(max(chances, key=chances.__getitem__)) if chances else action

    return way


def peeker(base: Way, share: float, at: int) -> Way:
    """Never sheds what the seat ``at`` can use, as long as something else may go."""

    def way(match: Match, seat: int, dice: random.Random) -> PlayerAction:
        action = base(match, seat, dice)
        if not isinstance(action, Discard) or next_seat(match, seat) != at or dice.random() >= share:
            return action
        if not wants(match, at, action.card):
            return action
        return next((shed for shed in _sheds(match, seat) if not wants(match, at, shed.card)), action)

    return way


def watched_match(ways: Sequence[Way], contest: Contest, deal: str) -> Iterator[Given]:
    """Play a match with these on the seats, from the decks and the dice of ``deal``; each plain discard in order."""
    match = new_match(get_variant(contest.variant), contest.seats, contest.rules)
    deals, dice = decks(deal), random.Random(f"{deal} play")
    while match.phase != "over":
        needed = next_deal(match, early=True)
        if needed is not None:
            brought = tuple(next(deals) for _ in range(needed.decks))
            match = step(match, SERVER, DrawForDeal(*brought) if needed.hand_no == 0 else Deal(brought))
            continue
        seat = must_act(match)[0]
        action = ways[seat](match, seat, dice)
        gift = given(match, seat, action.card) if isinstance(action, Discard) else None
        match = step(match, seat, action)
        if gift is not None:
            yield gift


def _sheds(match: Match, seat: int) -> list[Discard]:
    """The discards that are allowed, those that leave least first."""
    left = leaves(recall(match, seat))
    return [Discard(card) for card in sorted(left, key=lambda card: (left[card], -POINTS[card]))]
