"""What changes if you do this: an action done to the value, and before and after compared.

Nothing here knows the actions but one: where a changed result lets pairings fall, those that the format would make
instead are part of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournaments.domain.actions import Action, ChangeResult, PairRound
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event, Phase
from tournaments.domain.formats.base import Format
from tournaments.domain.match_graph import NOBODY
from tournaments.domain.prizes import shares
from tournaments.domain.steps import apply
from tournaments.domain.values import EntrantId, Pairing, Result, Standing


class StandingChange(NamedTuple):
    """Somebody's line of the table; ``None`` for who is not in it."""

    entrant: EntrantId
    before: Standing | None
    after: Standing | None


class PairingChange(NamedTuple):
    """A pairing that falls (no ``after``), appears (no ``before``) or has other people in it."""

    round: int
    board: int
    before: Pairing | None
    after: Pairing | None


class ResultChange(NamedTuple):
    """The result of a pairing that is there before and after."""

    round: int
    board: int
    before: Result | None
    after: Result | None


class SlotChange(NamedTuple):
    """Who takes a side of a match of the bracket; ``NOBODY`` also where it is not known yet."""

    slot: str
    side: int
    before: EntrantId
    after: EntrantId


class PrizeChange(NamedTuple):
    """What somebody would get if the table stayed as it is."""

    entrant: EntrantId
    before: int
    after: int


class Changes(NamedTuple):
    """Everything that differs."""

    before: Event
    after: Event
    standings: tuple[StandingChange, ...]
    pairings: tuple[PairingChange, ...]
    results: tuple[ResultChange, ...]
    slots: tuple[SlotChange, ...]
    prizes: tuple[PrizeChange, ...]

    @property
    def phase(self) -> tuple[Phase, Phase]:
        """The event's phase before and after."""
        return self.before.phase, self.after.phase

    @property
    def any(self) -> bool:
        """Whether anybody could see a difference."""
        seen = (self.standings, self.pairings, self.results, self.slots, self.prizes)
        return any(seen) or self.before.phase != self.after.phase


def preview(event: Event, action: Action, form: Format, prizes: Sequence[int] = ()) -> Changes:
    """What an action would change. Raises Refusal where it may not be done."""
    after = apply(event, action, form.play)
    if isinstance(action, ChangeResult) and action.then == "re_pair":
        after = _paired_again(event, after, form)
    return compare(event, after, form, prizes)


def compare(before: Event, after: Event, form: Format, prizes: Sequence[int] = ()) -> Changes:
    """What differs between two states of one event."""
    tables = _table(before, form), _table(after, form)
    return Changes(
        before,
        after,
        tuple(_standings(*tables)),
        tuple(_pairings(before, after)),
        tuple(_results(before, after)),
        tuple(_slots(before, after, form)),
        tuple(_prizes(*tables, prizes)),
    )


def _paired_again(before: Event, after: Event, form: Format) -> Event:
    """With the pairings that take the place of those that fell, drawn from the seeds that those were drawn from."""
    fell = sum(len(round_.pairings) for round_ in before.rounds) > sum(len(round_.pairings) for round_ in after.rounds)
    if not fell or after.phase != "running":
        return after
    seed = before.rounds[min(len(after.rounds), len(before.rounds) - 1)].seed
    try:
        return apply(after, PairRound(seed), form.play)
    except Refusal:  # nothing can be paired until more results are in
        return after


def _table(event: Event, form: Format) -> dict[EntrantId, Standing]:
    return {line.entrant: line for line in form.standings(event)} if event.phase != "entries" else {}


def _standings(before: Mapping[EntrantId, Standing], after: Mapping[EntrantId, Standing]) -> Iterator[StandingChange]:
    """In the order of the table afterwards."""
    for entrant in (*after, *(one for one in before if one not in after)):
        old, new = before.get(entrant), after.get(entrant)
        if old is None or new is None or (old.place, old.points, old.note) != (new.place, new.points, new.note):
            yield StandingChange(entrant, old, new)


def _by_board(event: Event) -> dict[tuple[int, int], tuple[Pairing, Result | None]]:
    return {
        (round_.number, pairing.board): (pairing, result)
        for round_ in event.rounds
        for pairing, result in zip(round_.pairings, round_.results, strict=True)
    }


def _pairings(before: Event, after: Event) -> Iterator[PairingChange]:
    old, new = _by_board(before), _by_board(after)
    for place in sorted(old.keys() | new.keys()):
        was, now = (found[place][0] if place in found else None for found in (old, new))
        if was is None or now is None or was[1:4] != now[1:4]:  # the sides and the slot
            yield PairingChange(*place, was, now)


def _results(before: Event, after: Event) -> Iterator[ResultChange]:
    old, new = _by_board(before), _by_board(after)
    for place in sorted(old.keys() & new.keys()):
        (was, had), (now, has) = old[place], new[place]
        if was[1:4] == now[1:4] and had != has:
            yield ResultChange(*place, had, has)


def _slots(before: Event, after: Event, form: Format) -> Iterator[SlotChange]:
    old, new = _sides(before, form), _sides(after, form)
    for place in new | old:
        was, now = old.get(place, NOBODY), new.get(place, NOBODY)
        if was != now:
            yield SlotChange(*place, was, now)


def _sides(event: Event, form: Format) -> dict[tuple[str, int], EntrantId]:
    """Who is where in the bracket, as far as is known."""
    found = form.matches(event) if form.matches is not None and event.phase != "entries" else None
    if found is None:
        return {}
    return {(slot, side): who or NOBODY for slot, match in found[1].items() for side, who in enumerate(match.sides)}


def _prizes(
    before: Mapping[EntrantId, Standing], after: Mapping[EntrantId, Standing], prizes: Sequence[int]
) -> Iterator[PrizeChange]:
    old, new = shares(prizes, tuple(before.values())), shares(prizes, tuple(after.values()))
    for entrant in new | old:
        if old.get(entrant, 0) != new.get(entrant, 0):
            yield PrizeChange(entrant, old.get(entrant, 0), new.get(entrant, 0))
