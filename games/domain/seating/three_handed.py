"""Three players, two of whom play while the third sits out (RULES 2b); ``three_players`` says who is who next.

Usually the sitter deals. Seats follow each other clockwise: the player on the dealer's left has the next number.
"""

from __future__ import annotations

from games.domain.events import HandVoided
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Sheet
from games.domain.seating.base import DealDraw, Outcomes, Pairing, Pairings, Role, Seating, draw_among
from games.domain.seating.duel import facing

_SEATS = 3


def sitter(pairing: Pairing) -> int:
    """The seat that gets no cards."""
    return next(seat for seat in range(_SEATS) if seat not in pairing.players)


def _dealt_by_sitter(dealer: int) -> Pairing:
    """The active player on the dealer's left acts first (RULES 2b)."""
    return Pairing(dealer, ((dealer + 1) % _SEATS, (dealer + 2) % _SEATS))


def _draw(rules: RuleSet, deck: tuple[int, ...], seats: int) -> DealDraw | None:
    """The lowest card deals and sits out; in cutthroat it sits out, and the second lowest deals and plays."""
    cutthroat = rules.three_players == "cutthroat"
    drawn = draw_among(deck, [(0, 1, 2)], seats, lowest_only=not cutthroat)
    if drawn is None:
        return None
    rounds, ((lowest, middle, highest),) = drawn
    return DealDraw(rounds, (facing(middle, highest) if cutthroat else _dealt_by_sitter(lowest),))


def _after(rules: RuleSet, last: Pairings, outcomes: Outcomes, _sheet: Sheet) -> Pairings:
    """The next dealer by the book's rule; after a void hand everything stays (RULES 2b, EC-51)."""
    (pairing,), (outcome,) = last, outcomes
    if isinstance(outcome, HandVoided):
        return last
    first, second = pairing.players
    loser = second if outcome.winner == first else first
    match rules.three_players:
        case "dealer_out_rotate":
            return (_dealt_by_sitter((pairing.dealer + 1) % _SEATS),)
        case "dealer_out_loser_deals":
            return (_dealt_by_sitter(loser),)
        case "cutthroat":
            return (facing(sitter(pairing), outcome.winner),)


def _roles(pairings: Pairings, seats: int) -> tuple[Role | None, ...]:
    out = sitter(pairings[0]) if pairings else None
    return tuple("sits_out" if seat == out else None for seat in range(seats))


THREE_HANDED = Seating("three-handed", (_SEATS,), _draw, _after, roles=_roles)
