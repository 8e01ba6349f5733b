"""Two players at one table: at first the lower card deals, afterwards it depends on how the hand went (RULES 2a)."""

from __future__ import annotations

from games.domain.events import HandScored, HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Sheet
from games.domain.seating.base import DealDraw, Outcomes, Pairing, Pairings, Seating, draw_among


def facing(dealer: int, other: int, table: int = 0) -> Pairing:
    """Two players: the other one acts first."""
    return Pairing(dealer, (other, dealer), table)


def next_facing(rules: RuleSet, last: Pairing, outcome: HandScored | HandVoided) -> Pairing:
    """The loser, the winner or the other one deals; after a void hand the same dealer (RULES 2a, EC-51)."""
    if isinstance(outcome, HandVoided):
        return last
    first, second = last.players
    loser = second if outcome.winner == first else first
    match rules.next_dealer:
        case "winner":
            dealer = outcome.winner
        case "alternate":
            dealer = first  # the dealer acts second
        case "loser" | "box":
            dealer = loser
    return facing(dealer, first if dealer == second else second, last.table)


def _draw(_rules: RuleSet, deck: tuple[int, ...], seats: int) -> DealDraw | None:
    """Each seat's card from the top of the deck, again while the ranks are equal; the lower deals (RULES 2a)."""
    drawn = draw_among(deck, [(0, 1)], seats)
    if drawn is None:
        return None
    rounds, ((dealer, other),) = drawn
    return DealDraw(rounds, (facing(dealer, other),))


def _after(rules: RuleSet, last: Pairings, outcomes: Outcomes, _sheet: Sheet) -> Pairings:
    return (next_facing(rules, last[0], outcomes[0]),)


DUEL = Seating("duel", (2,), _draw, _after)
