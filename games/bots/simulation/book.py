"""The referee's own book of a match: whose deal it is, what stands on the sheet, whether it must be over.

It is written from what was announced, and what the match says of itself has to agree with it.
"""

from __future__ import annotations

from games.bots.simulation.amounts import check_gin_hand, check_rummy_hand, columns_of, highest, totals_of
from games.bots.simulation.dealers import Place, Places, first_places, next_places, roles_of
from games.bots.simulation.persons import Ending, Persons, Sides
from games.bots.simulation.referee import require
from games.domain.actions import Action, Deal
from games.domain.events import DealDrawn, Event, HandDealt, HandScored, RummyDealt
from games.domain.hands.rummy import RummyHand
from games.domain.match import Match
from games.domain.perspective import view

TEAMS: Sides = ((0, 2), (1, 3))


class Book:
    """One match from its beginning to its end."""

    def __init__(self, match: Match) -> None:
        self.sides: Sides = (
            TEAMS if match.variant.name == "partnership" else tuple((seat,) for seat in range(match.seats))
        )
        self.persons = Persons(match, self.sides)
        self.places: Places = {}
        self.rounds: list[list[HandScored]] = []

    def note(self, before: Match, seat: int, action: Action, after: Match, events: tuple[Event, ...]) -> None:
        """One move, with what was told of it. Raises BrokenRule when the match does not agree."""
        end = self.persons.note(before, seat, action, events)
        require(_mask(self.persons.away) == after.away, f"away are {self.persons.away}, the match says {after.away:b}")
        for event in events:
            if isinstance(event, DealDrawn):
                self.places = first_places(after.variant.seating.name, after.rules, event)
                require(event.dealer == self.places[0].dealer, f"seat {event.dealer} deals after {event.rounds}")
        if isinstance(action, Deal):
            self._check_deal(after, events)
        full = self._enter(before, after)
        self._check_end(after, end, full=full)

    def _check_deal(self, after: Match, events: tuple[Event, ...]) -> None:
        dealt = [event for event in events if isinstance(event, HandDealt | RummyDealt)]
        found = {event.table: Place(event.dealer, event.players) for event in dealt}
        require(found == self.places, f"dealt {found}, due {self.places}")
        roles = roles_of(after.variant.seating.name, self.places[min(self.places)], after.seats)
        require(view(after, None).roles == roles, f"roles {view(after, None).roles}, due {roles}")

    def _enter(self, before: Match, after: Match) -> bool:
        """Once every hand of a round is over: enter it, compare the sheets, and say whether ours is full."""
        if before.phase != "play" or any(hand.outcome is None for hand in after.tables):
            return False
        scored = [hand.outcome for hand in after.tables if isinstance(hand.outcome, HandScored)]
        for hand in after.tables:
            if isinstance(hand.outcome, HandScored):
                check = check_rummy_hand if isinstance(hand, RummyHand) else check_gin_hand
                check(after.rules, hand, hand.outcome)
        self.rounds.append(scored)
        sheet, columns = after.sheet, columns_of(after.sheet.kind, after.rules, len(self.sides), self.rounds)
        ours = [(tuple(column.points), tuple(column.boxes)) for column in columns]
        theirs = [(column.totals, column.boxes) for column in sheet.columns]
        require(theirs == ours, f"the sheet says {theirs}, the hands come to {ours}")
        outcomes = {hand.dealt.table: hand.outcome for hand in after.tables}
        self.places = next_places(after.variant.seating.name, after.rules, self.places, outcomes)
        if sheet.kind == "sum_of_games":
            self.places = {table: place for table, place in self.places.items() if not columns[table].full}
        return all(column.full for column in columns)

    def _check_end(self, after: Match, early: Ending | None, *, full: bool) -> None:
        """The match is over exactly when it must be, for the right side, with the right totals."""
        end = after.end
        if end is None:
            undecided = full and after.rules.must_decide
            require(not early and (not full or undecided), f"the match goes on although {early or 'the sheet is full'}")
            return
        require(early or full, f"the match ended for no reason: {end}")
        if early is not None:
            awarded = early.winner if early.reason != "agreed" else None
            nobody = early.reason != "agreed" and early.winner is None
            require(end.reason == early.reason, f"the match ended by {end.reason}, due was {early}")
            require(nobody or end.winner == awarded, f"side {end.winner} won, due was {early}")
            awarded = end.winner
        else:
            awarded = None
            require(end.reason == ("target" if after.rules.fixed_hands is None else "hands"), f"ended by {end.reason}")
            require(end.winner == self._winner(after), f"side {end.winner} won, not {self._winner(after)}: {end}")
        kind = after.sheet.kind
        columns = columns_of(kind, after.rules, len(self.sides), self.rounds)
        totals = totals_of(kind, after.rules, columns, awarded)
        summed = [sum(amounts) for amounts in zip(*(line.amounts for line in end.lines), strict=True)]
        require(list(end.totals) == totals == summed, f"totals {end.totals}, lines {summed}, reckoned {totals}")
        ahead = 0 if end.winner is None else sum(totals[end.winner] - total for total in totals)
        require(end.settlement == ahead, f"the settlement is {end.settlement}, not {ahead}")
        require(end.winner not in self.persons.deserted(), f"side {end.winner} won, and nobody is there")
        require(end.away == tuple(sorted(self.persons.away)), f"away at the end {end.away}")

    def _winner(self, after: Match) -> int | None:
        """Who has won a match that was played to its end (RULES 1.7, 1.8, 2d, 2f, 2g)."""
        kind, rules = after.sheet.kind, after.rules
        columns = columns_of(kind, rules, len(self.sides), self.rounds)
        totals = totals_of(kind, rules, columns, None)
        first = len(columns) == 1 and kind != "rummy" and rules.fixed_hands is None
        to_target = first and getattr(rules, "match_winner", "") == "first_to_target"
        winner = columns[0].leader if to_target else highest(totals)
        if kind == "net_per_hand" and totals[0] == totals[1]:
            winner = None
        gone = self.persons.deserted()
        if not gone or (winner is not None and winner not in gone):
            return winner
        able = [side for side in range(len(totals)) if side not in gone]
        best = highest([totals[side] for side in able]) if able else None
        return None if best is None else able[best]


def _mask(seats: set[int]) -> int:
    return sum(1 << seat for seat in seats)
