"""Two teams of two, each player against one of the others at a table of their own (RULES 2d).

Partners sit opposite each other: seats 0 and 2 are side 0, seats 1 and 3 are side 1. Seats 0 and 1 play at table 0,
2 and 3 at table 1; with ``swap_opponents`` in even rounds 0 against 3 and 2 against 1. Who sits down opposite each
other is a team: to draw for partners is the lobby's affair, before anybody has a seat.
"""

from __future__ import annotations

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Sheet
from games.domain.seating.base import DealDraw, Outcomes, Pairing, Pairings, Seating, Sides, draw_among
from games.domain.seating.duel import facing, next_facing

_TABLES = ((0, 1), (2, 3))
_SWAPPED = ((0, 3), (2, 1))
TEAMS: Sides = ((0, 2), (1, 3))


def _teams(_seats: int) -> Sides:
    return TEAMS


def _draw(rules: RuleSet, deck: tuple[int, ...], seats: int) -> DealDraw | None:
    """At each table the lower card deals; with swapping the side with the lowest card of all deals at both tables."""
    if rules.swap_opponents:
        drawn = draw_among(deck, [tuple(range(seats))], seats, lowest_only=True)
        return None if drawn is None else DealDraw(drawn[0], _dealt_by_side(drawn[1][0][0] % 2, swapped=False))
    drawn = draw_among(deck, _TABLES, seats)
    if drawn is None:
        return None
    rounds, orders = drawn
    return DealDraw(rounds, tuple(facing(dealer, other, table) for table, (dealer, other) in enumerate(orders)))


def _dealt_by_side(side: int, *, swapped: bool) -> Pairings:
    tables = _SWAPPED if swapped else _TABLES
    return tuple(facing(pair[side], pair[1 - side], table) for table, pair in enumerate(tables))


def _after(rules: RuleSet, last: Pairings, outcomes: Outcomes, sheet: Sheet) -> Pairings:
    """With swapping the other side deals, to the other opponents; else each table goes on for itself.

    A table whose own game is over (``sum_of_games``, EC-81) is dealt no more.
    """
    if rules.swap_opponents:
        was_swapped = set(last[0].players) == set(_SWAPPED[0])
        return _dealt_by_side(1 - last[0].dealer % 2, swapped=not was_swapped)
    tables = zip(last, outcomes, strict=True)
    going_on = tuple(next_facing(rules, pairing, outcome) for pairing, outcome in tables)
    if rules.four_players == "sum_of_games":
        return tuple(pairing for pairing in going_on if not sheet.columns[pairing.table].closed)
    return going_on


def _reopen(rules: RuleSet, outcome: HandScored | HandVoided) -> Pairing:
    """As after that hand, with its loser as the last dealer: who dealt it is not kept."""
    first, second = _TABLES[outcome.table]
    loser = first if isinstance(outcome, HandScored) and outcome.winner == second else second
    return next_facing(rules, facing(loser, second if loser == first else first, outcome.table), outcome)


PARTNERS = Seating("partners", (4,), _draw, _after, sides=_teams, reopen=_reopen)
