"""What a finished match adds to the measures: its log is folded once, and sums are kept by seat.

The log knows who held what, so nothing has to be guessed afterwards but what each seat could have expected. Seats of
computers are left out, and what the computer played for a person who was away. Reads only, outside any transaction: it
takes some hundredths of a second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from games.application import store
from games.application.codec import canonical
from games.application.fold import Input, inputs
from games.application.suspicions.amounts import giving_to_text, pace_to_text
from games.application.suspicions.pace import Pace
from games.bots.giving import Given, Giving, given
from games.domain.actions import Discard, Flag, Resign
from games.domain.match import Match as Game
from games.domain.match import side_of
from games.models import Match, Measurement


def measure(match: Match) -> list[Measurement]:
    """The rows of a finished match, not saved; none where no two people met. Raises Diverged, LostKey."""
    people = frozenset(seat.seat for seat in match.seats.all() if not seat.bot)
    if len(people) < 2:
        return []
    watched = _Watched(people)
    for done in inputs(match.pk, match.code, store.read_since(match.pk, 0)):
        watched.see(done)
    return list(watched.rows(match))


class _Watched:
    """What was seen of one match, seat by seat."""

    def __init__(self, people: frozenset[int]) -> None:
        self._people = people
        self._gifts: dict[tuple[int, int], list[Given]] = defaultdict(list)
        self._times: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        self._behind: dict[int, int] = {}
        self._acted_at: dict[int, int] = {}

    def see(self, done: Input) -> None:
        """The next input of the match."""
        game, seat, at = done.before.game, done.seat, done.row.at
        if isinstance(done.action, Discard) and seat in self._people and not game.away >> seat & 1:
            self._see_discard(game, seat, done.action.card, at)
        leaver = _who_left(done)
        if leaver in self._people:
            self._behind[leaver] = _behind(game, leaver)
        self._acted_at[seat] = at

    def _see_discard(self, game: Game, seat: int, card: int, at: int) -> None:
        """The time for it begins with the seat's own draw, whatever else happened at other tables."""
        gift = given(game, seat, card)
        if gift is None:
            return
        if gift.to in self._people:
            self._gifts[seat, gift.to].append(gift)
        if seat in self._acted_at:
            self._times[seat].append((at - self._acted_at[seat], gift.hard))

    def rows(self, match: Match) -> Iterator[Measurement]:
        """All of it as rows."""
        kinds = Measurement.Kind
        for (seat, to), gifts in self._gifts.items():
            text = giving_to_text(Giving.of(gifts))
            yield Measurement(match=match, kind=kinds.GIVING, seat=seat, other=to, amounts=text)
        for seat, times in self._times.items():
            yield Measurement(match=match, kind=kinds.PACE, seat=seat, amounts=pace_to_text(Pace.of(times)))
        for seat, points in self._behind.items():
            yield Measurement(match=match, kind=kinds.LEAVING, seat=seat, amounts=canonical([points]))


def _who_left(done: Input) -> int:
    """The seat that this input took out of the match, by its own will or by its clock; -1 for none."""
    if isinstance(done.action, Resign):
        return done.seat
    before, after = done.before.game, done.after.game
    if isinstance(done.action, Flag) and (after.away & ~before.away or (after.end and after.end.reason == "flagged")):
        return done.action.seat
    return -1


def _behind(game: Game, seat: int) -> int:
    """By how many points of hands the seat's side is behind the one that is ahead."""
    points: list[int] = [
        sum(amounts) for amounts in zip(*(column.totals for column in game.sheet.columns), strict=True)
    ]
    return max(points) - points[side_of(game, seat)]
