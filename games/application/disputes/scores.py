"""The hands of a match as a ruling sees them: as they were played, as they count now, and as a ruling would have it.

Results only; nothing here knows a card.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from games.application import sayings
from games.application.disputes.rulings import Effect
from games.application.disputes.subjects import Result
from games.application.disputes.telling import Called, say_hand
from games.domain.events import HandScored, HandVoided
from games.domain.match import Match as Game

Outcome = HandScored | HandVoided


class Hand(NamedTuple):
    """One hand at one table. ``played`` is ``None`` while it is in play, ``counts`` too where it was struck."""

    number: int
    table: int
    played: Outcome | None
    counts: Outcome | None

    @property
    def in_play(self) -> bool:
        """Whether nobody knows yet how it ends."""
        return self.played is None


class Change(NamedTuple):
    """One hand of a sheet, said before and after a ruling."""

    hand: str
    before: str
    after: str

    @property
    def changed(self) -> bool:
        """Whether the ruling makes a difference here."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Comparison:
    """A ruling's effect on the match, for people: hands, points, the end."""

    hands: list[Change]
    totals: list[Change]  # by side, and column
    before: str
    after: str
    struck: list[int]
    resumed: bool
    ended: bool
    result: Result | None
    key: str  # the same for the same effect on the same match: what was looked at is what is made


def hands_of(game: Game) -> list[Hand]:
    """Every hand so far, struck ones and those in play included."""
    played = _played(game)
    counts = {(hand.hand_no, hand.table): hand for hand in game.sheet.hands}
    hands = [
        Hand(hand.hand_no, hand.table, hand, counts.get((hand.hand_no, hand.table)))
        for outcomes in played
        for hand in outcomes
    ]
    known = {(hand.number, hand.table) for hand in hands}
    if game.phase == "play":
        here = [Hand(game.hand_no, table.dealt.table, table.outcome, table.outcome) for table in game.tables]
        hands += [hand for hand in here if (hand.number, hand.table) not in known]
    return hands


def compare(effect: Effect, called: Called) -> Comparison:
    """What the ruling changes, with the names of the people."""
    before, after = effect.before, effect.after
    return Comparison(
        hands=list(_hand_changes(before, after, called)),
        totals=list(_total_changes(before, after, called)),
        before=say_standing(before, called),
        after=say_standing(after, called),
        struck=[] if after.ruled is None else sorted(set(after.ruled.struck)),
        resumed=before.phase == "over" != after.phase,
        ended=before.phase != "over" == after.phase,
        result=None if after.end is None else Result(after.end.winner, after.end.totals, after.end.reason),
        key=_key(effect),
    )


def say_outcome(outcome: Outcome | None, called: Called) -> str:
    """How a hand counts, in a few words: ``alice, 23 points``, ``alice, 45 points (gin)``."""
    if outcome is None:
        return gettext("does not count")
    if isinstance(outcome, HandVoided):
        return gettext("nobody scores")
    said = ngettext("%(name)s, %(points)s point", "%(name)s, %(points)s points", outcome.points)
    said %= {"name": called.seats[outcome.winner], "points": outcome.points}
    if outcome.kind == "knock":
        return said
    return gettext("%(said)s (%(kind)s)") % {"said": said, "kind": str(sayings.HAND_KINDS[outcome.kind]).lower()}


def say_standing(game: Game, called: Called) -> str:
    """Whether the match is over, and who wins."""
    if game.end is None:
        return gettext("The match plays on.")
    teams = any(len(seats) > 1 for seats in game.variant.seating.sides(game.seats))
    return sayings.say_end(game.end.reason, game.end.winner, called.sides, teams=teams)


def _played(game: Game) -> Sequence[Sequence[Outcome]]:
    if game.ruled is not None:
        return game.ruled.played
    return [list(hands) for _number, hands in groupby(game.sheet.hands, lambda hand: hand.hand_no)]


def _hand_changes(before: Game, after: Game, called: Called) -> Iterator[Change]:
    was, now = (_by_hand(game) for game in (before, after))
    for place in sorted(was.keys() | now.keys()):
        yield Change(say_hand(*place), say_outcome(was.get(place), called), say_outcome(now.get(place), called))


def _by_hand(game: Game) -> dict[tuple[int, int], Outcome]:
    return {(hand.hand_no, hand.table): hand for hand in game.sheet.hands}


def _total_changes(before: Game, after: Game, called: Called) -> Iterator[Change]:
    """The points of each side in each column, and the final totals once there are any."""
    columns = list(zip(before.sheet.columns, after.sheet.columns, strict=True))
    for number, (was, now) in enumerate(columns, 1):
        for side, points in enumerate(was.totals):
            name = called.sides[side]
            if len(columns) > 1:
                name = gettext("%(name)s, game %(number)s") % {"name": name, "number": number}
            yield Change(name, str(points), str(now.totals[side]))
    if before.end is not None or after.end is not None:
        for side in range(len(called.sides)):
            name = gettext("%(name)s, with bonuses") % {"name": called.sides[side]}
            yield Change(name, _final(before, side), _final(after, side))


def _final(game: Game, side: int) -> str:
    return "–" if game.end is None or not game.end.totals else str(game.end.totals[side])


def _key(effect: Effect) -> str:
    before, after = effect.before, effect.after
    seen = [(game.sheet.hands, game.end) for game in (before, after)]
    past = 0 if before.ruled is None else len(before.ruled.rulings)
    return hashlib.sha256(repr((seen, past)).encode()).hexdigest()[:32]
