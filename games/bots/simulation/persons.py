"""How leaving must end a match, or not (RULES 1.8): kept by the referee from what was announced."""

from __future__ import annotations

from typing import NamedTuple

from games.bots.simulation.referee import require
from games.domain.actions import Action, Deal, Flag, Resign
from games.domain.events import Event, Flagged, Resigned, SeatLeft, SeatReturned, VoidDeclined, VoidOffered
from games.domain.match import Match

Sides = tuple[tuple[int, ...], ...]


class Ending(NamedTuple):
    """Why a match has to be over now; ``winner`` is a side, or none."""

    reason: str
    winner: int | None


class Persons:
    """Who sits at the table, who is away, and who would rather stop."""

    def __init__(self, match: Match, sides: Sides) -> None:
        self.seats = range(match.seats)
        self.sides = sides
        self.computers = {seat for seat in self.seats if match.computers >> seat & 1}
        self.away: set[int] = set()
        self.offers: set[int] = set()

    def deserted(self) -> set[int]:
        """The sides that cannot win: one at least is away, and nobody else is a person."""
        return {
            side
            for side, seats in enumerate(self.sides)
            if set(seats) & self.away and not set(seats) - self.away - self.computers
        }

    def note(self, match: Match, seat: int, action: Action, events: tuple[Event, ...]) -> Ending | None:
        """What is announced; the end that follows, if any. Without a person the winner is whoever is ahead."""
        before = self._with_persons()
        if isinstance(action, Deal):
            self.offers.clear()
        left = next((event for event in events if isinstance(event, Resigned | SeatLeft | Flagged)), None)
        self._announced(events)
        if match.seats == 2:
            if isinstance(left, Resigned):
                return Ending("resigned", 1 - seat)
            if isinstance(left, Flagged) and left.acted == "lose":
                return Ending("flagged", 1 - left.seat)
        elif isinstance(left, SeatLeft):
            require(isinstance(action, Resign | Flag), f"{type(action).__name__} made seat {left.seat} leave")
            persons = self._with_persons()
            if len(persons) < 2 and (not persons or len(before) > 1):
                return Ending(left.reason, persons.pop() if persons else None)
        willing = self.offers | self.away
        return Ending("agreed", None) if self.offers and willing == set(self.seats) else None

    def _announced(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, SeatLeft):
                require(event.seat not in self.away | self.computers, f"seat {event.seat} left without being there")
                self.away.add(event.seat)
                self.offers.discard(event.seat)
            elif isinstance(event, SeatReturned):
                require(event.seat in self.away, f"seat {event.seat} returned without having left")
                self.away.remove(event.seat)
            elif isinstance(event, VoidOffered):
                self.offers.add(event.seat)
            elif isinstance(event, VoidDeclined):
                self.offers.clear()

    def _with_persons(self) -> set[int]:
        gone = self.away | self.computers
        return {side for side, seats in enumerate(self.sides) if set(seats) - gone}
