"""Three players, one alone in the box against the captain, whom the adviser counsels (RULES 2c, W54).

The box deals every hand and the captain acts first: a pairing says who is who.
"""

from __future__ import annotations

from games.domain.events import HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Sheet
from games.domain.seating.base import DealDraw, Outcomes, Pairings, Role, Seating, draw_among
from games.domain.seating.duel import facing
from games.domain.seating.three_handed import sitter


def _draw(_rules: RuleSet, deck: tuple[int, ...], seats: int) -> DealDraw | None:
    """The highest card is the box, the middle one the captain, the lowest the adviser; the tied draw again."""
    drawn = draw_among(deck, [tuple(range(seats))], seats)
    if drawn is None:
        return None
    rounds, ((_adviser, captain, box),) = drawn
    return DealDraw(rounds, (facing(box, captain),))


def _after(_rules: RuleSet, last: Pairings, outcomes: Outcomes, _sheet: Sheet) -> Pairings:
    """The box stays while it wins, and the others swap; else all move on; after a void hand nobody moves (EC-73)."""
    (pairing,), (outcome,) = last, outcomes
    if isinstance(outcome, HandVoided):
        return last
    (captain, box), adviser = pairing.players, sitter(pairing)
    return (facing(box, adviser) if outcome.winner == box else facing(captain, adviser),)


def _roles(pairings: Pairings, seats: int) -> tuple[Role | None, ...]:
    if not pairings:
        return (None,) * seats
    captain, box = pairings[0].players
    return tuple("box" if seat == box else "captain" if seat == captain else "adviser" for seat in range(seats))


IN_THE_BOX = Seating("in the box", (3,), _draw, _after, roles=_roles)
