"""How a match ends, and what leaving does to it (RULES 1.8)."""

from __future__ import annotations

from games.domain.cards import iter_cards
from games.domain.events import EndReason, HandScored, HandVoided, LeaveReason, MatchEnded, VoidReason
from games.domain.match.state import Match
from games.domain.scoresheets import Outcomes, Reckoning, highest, settle
from games.domain.seating import Pairings


def finish(match: Match, reason: EndReason, reckoning: Reckoning) -> Match:
    """The match is over, and this is its reckoning."""
    lines, totals, winner, settlement = reckoning
    end = MatchEnded(reason, winner, lines, totals, settlement, tuple(iter_cards(match.away)))
    return match._replace(phase="over", end=end)


def void_hands(match: Match, reason: VoidReason) -> Match:
    """The hands still in play end without a score."""
    if match.phase != "play":
        return match
    rules = match.variant.hands
    tables = tuple(rules.void(hand, reason) if hand.outcome is None else hand for hand in match.tables)
    return enter_round(match._replace(tables=tables), tuple(hand.outcome for hand in tables))


def enter_round(match: Match, outcomes: Outcomes) -> Match:
    """The hands of one deal go onto the sheet; once there are rulings, also into what was played."""
    ruled = match.ruled
    if ruled is not None:
        ruled = ruled._replace(played=(*ruled.played, outcomes))
    return match._replace(sheet=match.sheet.enter_round(outcomes), ruled=ruled)


def following(match: Match, last: Pairings, outcomes: tuple[HandScored | HandVoided, ...]) -> Pairings:
    """The pairings after a deal that ended so; a table whose game was over plays on if a ruling has opened it again."""
    seating = match.variant.seating
    pairings = seating.after(match.rules, last, outcomes, match.sheet)
    if match.ruled is None or seating.reopen is None:
        return pairings
    dealt = {pairing.table for pairing in last}
    reopened = {
        hand.table: seating.reopen(match.rules, hand)
        for hand in match.sheet.hands
        if hand.table not in dealt and not match.sheet.columns[hand.table].closed
    }
    return tuple(sorted((*pairings, *reopened.values()), key=lambda pairing: pairing.table))


def called_off_if_agreed(match: Match) -> Match:
    """The match without a winner, if all who are not away offered that; else the match as it is."""
    if not match.void_offers or match.void_offers | match.away != (1 << match.seats) - 1:
        return match
    match = void_hands(match, "agreed")
    return finish(match, "agreed", settle(match.sheet.final().lines, None))


def leave(match: Match, seat: int, reason: LeaveReason) -> Match:
    """A seat resigned, or its time is up.

    Of two, the other one wins. Of more, the computer plays on, unless that leaves one of several sides with a person,
    which then wins, or none, and whoever is ahead wins.
    """
    if match.seats == 2:
        return _forfeit(match, reason, 1 - seat)
    contested = len(_sides_with_a_person(match)) > 1
    match = match._replace(away=match.away | 1 << seat, void_offers=match.void_offers & ~(1 << seat))
    remaining = _sides_with_a_person(match)
    if not remaining:
        return _forfeit(match, reason, leader(match))
    if contested and len(remaining) == 1:
        return _forfeit(match, reason, remaining[0])
    return called_off_if_agreed(match)


def _forfeit(match: Match, reason: LeaveReason, winner: int | None) -> Match:
    """A side wins whatever the totals; the hands in play are void, and there is no shutout (RULES 1.8)."""
    match = void_hands(match, "left")
    reckoning = match.sheet.final(winner)
    return finish(match, reason, settle(reckoning.lines, None) if winner is None else reckoning)


def _sides_with_a_person(match: Match) -> tuple[int, ...]:
    held = match.computers | match.away
    sides = enumerate(match.variant.seating.sides(match.seats))
    return tuple(side for side, seats in sides if not all(held >> seat & 1 for seat in seats))


def _sides_that_can_win(match: Match) -> tuple[int, ...]:
    """All but those whose every person is away (RULES 1.8)."""
    with_a_person = _sides_with_a_person(match)
    sides = match.variant.seating.sides(match.seats)
    deserted = [any(match.away >> seat & 1 for seat in seats) for seats in sides]
    return tuple(side for side in range(len(sides)) if side in with_a_person or not deserted[side])


def leader(match: Match) -> int | None:
    """Who is ahead on the sheet among those who can still win."""
    return _highest_of(_sides_that_can_win(match), match.sheet.final().totals)


def _highest_of(sides: tuple[int, ...], totals: tuple[int, ...]) -> int | None:
    best = highest([totals[side] for side in sides]) if sides else None
    return None if best is None else sides[best]


def without_away(match: Match, reckoning: Reckoning) -> Reckoning:
    """Whom the computer still plays for cannot win: the best other side does (RULES 1.8)."""
    sides, totals = _sides_that_can_win(match), reckoning.totals
    if reckoning.winner in sides or len(sides) == len(totals):
        return reckoning
    return settle(reckoning.lines, _highest_of(sides, totals))
