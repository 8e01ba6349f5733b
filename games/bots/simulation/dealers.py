"""Who deals to whom, said once more from RULES 2a to 2d and 2g, by the name of the seating."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.domain.events import DealDrawn, HandScored, HandVoided


class Place(NamedTuple):
    """At one table: who deals, and who gets cards, first to act first."""

    dealer: int
    players: tuple[int, ...]


Places = dict[int, Place]
"""By table."""

Outcomes = dict[int, HandScored | HandVoided]
"""Likewise."""


def first_places(seating: str, rules: Any, drawn: DealDrawn) -> Places:
    """What the draw decided: whoever drew the same rank drew again."""
    ranks = [tuple(cards[seat] % 13 for cards in drawn.rounds if cards[seat] is not None) for seat in _seats(drawn)]  # type: ignore[operator]
    order = sorted(_seats(drawn), key=ranks.__getitem__)
    lowest = order[0]
    match seating:
        case "duel":
            return {0: _facing(lowest, order[1])}
        case "three-handed" if rules.three_players == "cutthroat":
            return {0: _facing(order[1], order[2])}
        case "three-handed":
            return {0: _left_of(lowest)}
        case "in the box":
            return {0: _facing(order[2], order[1])}
        case "partners" if rules.swap_opponents:
            side = lowest % 2
            return {0: _facing(side, 1 - side), 1: _facing(2 + side, 3 - side)}
        case "partners":
            first, second = [seat for seat in order if seat < 2], [seat for seat in order if seat > 1]
            return {0: _facing(*first), 1: _facing(*second)}
    return {0: _round_from(lowest, len(order))}


def next_places(seating: str, rules: Any, last: Places, outcomes: Outcomes) -> Places:
    """Who deals next, after the hands of one round. Void hands are dealt again as they were, but for swapping sides."""
    if seating == "partners" and rules.swap_opponents:
        side = 1 - last[0].dealer % 2
        first, second = ((0, 1), (2, 3)) if 3 in last[0].players else ((0, 3), (2, 1))
        return {0: _facing(first[side], first[1 - side]), 1: _facing(second[side], second[1 - side])}
    return {
        table: place if isinstance(outcomes[table], HandVoided) else _NEXT[seating](rules, place, outcomes[table])
        for table, place in last.items()
    }


def roles_of(seating: str, place: Place, seats: int) -> tuple[str | None, ...]:
    """What each seat is in the hand that was dealt so."""
    if seating == "three-handed":
        return tuple(None if seat in place.players else "sits_out" for seat in range(seats))
    if seating == "in the box":
        return tuple(
            dict(zip(place.players, ("captain", "box"), strict=True)).get(seat, "adviser") for seat in range(3)
        )
    return (None,) * seats


def _seats(drawn: DealDrawn) -> range:
    return range(len(drawn.rounds[0]))


def _facing(dealer: int, other: int) -> Place:
    return Place(dealer, (other, dealer))


def _left_of(dealer: int) -> Place:
    return Place(dealer, ((dealer + 1) % 3, (dealer + 2) % 3))


def _round_from(dealer: int, seats: int) -> Place:
    return Place(dealer, tuple((dealer + 1 + step) % seats for step in range(seats)))


def _loser(place: Place, outcome: HandScored) -> int:
    return sum(place.players) - outcome.winner


def _duel(rules: Any, place: Place, outcome: HandScored) -> Place:
    dealer = {
        "loser": _loser(place, outcome),
        "winner": outcome.winner,
        "alternate": sum(place.players) - place.dealer,
    }[rules.next_dealer]
    return _facing(dealer, sum(place.players) - dealer)


def _three(rules: Any, place: Place, outcome: HandScored) -> Place:
    idle = 3 - sum(place.players)
    if rules.three_players == "cutthroat":
        return _facing(idle, outcome.winner)
    return _left_of((place.dealer + 1) % 3 if rules.three_players == "dealer_out_rotate" else _loser(place, outcome))


def _box(_rules: Any, place: Place, outcome: HandScored) -> Place:
    captain, box = place.players
    adviser = 3 - captain - box
    return _facing(box, adviser) if outcome.winner == box else _facing(captain, adviser)


def _round(_rules: Any, place: Place, _outcome: HandScored) -> Place:
    return _round_from((place.dealer + 1) % len(place.players), len(place.players))


_NEXT: dict[str, Callable[[Any, Place, Any], Place]] = {
    "duel": _duel,
    "partners": _duel,
    "three-handed": _three,
    "in the box": _box,
    "round the table": _round,
}
