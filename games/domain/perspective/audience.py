"""Who may see whose cards besides their own (RULES 2c, 2d)."""

from __future__ import annotations

from games.domain.hands.gin.state import LAYOFF, GinHand
from games.domain.match import Match
from games.domain.ruleset import RuleSet
from games.domain.seating import Pairing, Role


def roles(match: Match) -> tuple[Role | None, ...]:
    """Each seat's role in the hand on the tables; before the first deal, in the one to come."""
    pairings = match.pairings
    if match.phase != "play" and match.tables:
        # The pairings are those of the next deal already.
        pairings = tuple(Pairing(hand.dealt.dealer, hand.players, hand.dealt.table) for hand in match.tables)
    return match.variant.seating.roles(pairings, match.seats)


def follows(match: Match, seat: int | None) -> tuple[int, ...]:
    """The seats whose hand this one follows as if it were its own, draw by draw: the adviser the captain's.

    True of the hands on the tables, from their deal on: events of those hands are redacted with it.
    """
    return _followed(seat, roles(match))


def sees(match: Match, seat: int | None) -> tuple[int, ...]:
    """The seats whose cards this one sees now, in the hands on the tables, besides its own.

    Those that it follows; and by option a partner whose own hand is over sees how the other's lies, but not how it
    came about, once that one's opponent has knocked, to advise on the lay-offs.
    """
    return sees_as(match, seat, roles(match))


def sees_as(match: Match, seat: int | None, held: tuple[Role | None, ...]) -> tuple[int, ...]:
    """The same, where everybody's ``roles`` are known already."""
    followed = _followed(seat, held)
    advised = isinstance(match.rules, RuleSet) and match.rules.partner_advice == "layoff_only"
    if advised and seat is not None and match.phase == "play":
        return (*followed, *_partner_laying_off(match, seat))
    return followed


def _followed(seat: int | None, held: tuple[Role | None, ...]) -> tuple[int, ...]:
    return (held.index("captain"),) if seat is not None and held[seat] == "adviser" else ()


def _partner_laying_off(match: Match, seat: int) -> tuple[int, ...]:
    tables: tuple[GinHand, ...] = match.tables
    if any(seat in hand.players and hand.outcome is None for hand in tables):
        return ()
    side = next(side for side in match.variant.seating.sides(match.seats) if seat in side)
    return tuple(
        hand.players[hand.place]
        for hand in tables
        if hand.phase == LAYOFF and hand.players[hand.place] in side and seat not in hand.players
    )
