"""An event: entries, rounds, results, as one immutable value, and what may be done to it.

``apply`` is the only door: each action's function first states what is allowed, then makes the next value. Who meets
whom is the format's affair (``formats``), who stands where that of ``standings``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Literal

from tournaments.domain.actions import (
    Action,
    AddPairing,
    AskBye,
    Cancel,
    ChangeResult,
    CheckIn,
    Enter,
    EnterResult,
    Finish,
    KeepApart,
    LetMeet,
    PairRound,
    Pause,
    PublishRound,
    Reinstate,
    RemovePairing,
    Resume,
    Start,
    Swap,
    UndoRound,
    Withdraw,
)
from tournaments.domain.errors import Refusal
from tournaments.domain.settings import Settings
from tournaments.domain.values import (
    BYE,
    Blocked,
    Entrant,
    EntrantId,
    Meeting,
    Pairing,
    Result,
    Round,
    won,
)

Phase = Literal["entries", "running", "paused", "finished", "cancelled"]


@dataclass(frozen=True, slots=True)
class Event:
    """Everything about one event. Entrants stand in the order of entry, rounds in the order of pairing."""

    settings: Settings
    phase: Phase = "entries"
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    apart: frozenset[frozenset[EntrantId]] = frozenset()
    seed: int = 0  # of the seeding draw, for everybody to see

    @property
    def next_round(self) -> int:
        """The number of the round that is paired next."""
        return len(self.rounds) + 1

    def entrant(self, entrant: EntrantId) -> Entrant:
        """The entrant of that number. Raises Refusal (NO_ENTRANT)."""
        if not 1 <= entrant <= len(self.entrants):
            raise Refusal("NO_ENTRANT", entrant)
        return self.entrants[entrant - 1]

    def round(self, number: int) -> Round:
        """The round of that number. Raises Refusal (NO_ROUND)."""
        if not 1 <= number <= len(self.rounds):
            raise Refusal("NO_ROUND", number)
        return self.rounds[number - 1]

    def pairing(self, round_no: int, board: int) -> Pairing:
        """A pairing by its round and board. Raises Refusal (NO_PAIRING)."""
        return self.round(round_no).pairings[self.place(round_no, board)]

    def place(self, round_no: int, board: int) -> int:
        """Where a board's pairing and result stand in their round. Raises Refusal (NO_PAIRING)."""
        for place, pairing in enumerate(self.round(round_no).pairings):
            if pairing.board == board:
                return place
        raise Refusal("NO_PAIRING", round_no, board)

    def players(self, round_no: int | None = None) -> tuple[Entrant, ...]:
        """Whoever is to be paired in a round (the next one), best seed first."""
        number = self.next_round if round_no is None else round_no
        there = (entrant for entrant in self.entrants if entrant.plays_in(number) and entrant.seed)
        return tuple(sorted(there, key=lambda entrant: entrant.seed))

    def meetings(self, entrant: EntrantId) -> Iterator[Meeting]:
        """The entrant's pairings that have a result, first round first."""
        for round_ in self.rounds:
            for pairing, result in zip(round_.pairings, round_.results, strict=True):
                if result is not None and pairing.has(entrant):
                    side = int(entrant != pairing.first)
                    other = pairing.other(entrant)
                    yield Meeting(round_.number, pairing.board, pairing.slot, other, result, side)

    def open_pairings(self) -> Iterator[tuple[int, Pairing]]:
        """The pairings without a result, with the number of their round."""
        for round_ in self.rounds:
            for pairing, result in zip(round_.pairings, round_.results, strict=True):
                if result is None:
                    yield round_.number, pairing

    def may_meet(self, first: EntrantId, second: EntrantId) -> bool:
        """Whether nobody wants these two kept apart, at least in the next round."""
        if frozenset((first, second)) in self.apart:
            return False
        rule = self.settings.keep_apart
        if rule == "off" or (rule == "first_round" and self.rounds):
            return True
        group = self.entrant(first).group
        return not group or group != self.entrant(second).group


Pairer = Callable[[Event, int], "tuple[tuple[Pairing, Result | None], ...] | Blocked"]
"""What the format would pair now; a result beside a pairing that needs no play (byes)."""


@dataclass(frozen=True, slots=True)
class Play:
    """What the event asks of its format: see :class:`tournaments.domain.formats.base.Format`."""

    pair: Pairer
    is_over: Callable[[Event], bool]
    follows_from: Callable[[Event, int, int], tuple[tuple[int, int], ...]]  # pairings that lean on one result
    overlaps: bool  # rounds are paired while earlier ones are open
    may_draw: Callable[[Pairing], bool]  # whether a match may end level


def apply(event: Event, action: Action, play: Play) -> Event:
    """The event after an action. Raises Refusal, and then nothing has changed."""
    _verify_phase(event, action)
    return _STEPS[type(action)](event, action, play)


def replay(settings: Settings, actions: Iterable[Action], play: Play) -> Event:
    """The event that a log of actions leads to."""
    return reduce(lambda event, action: apply(event, action, play), actions, Event(settings))


_ALLOWED: dict[Phase, frozenset[type]] = {
    "entries": frozenset({Enter, CheckIn, Withdraw, Reinstate, AskBye, KeepApart, LetMeet, Start, Cancel}),
    "running": frozenset(
        {
            Enter,
            Withdraw,
            Reinstate,
            AskBye,
            KeepApart,
            LetMeet,
            PairRound,
            PublishRound,
            EnterResult,
            ChangeResult,
            Swap,
            AddPairing,
            RemovePairing,
            UndoRound,
            Pause,
            Finish,
            Cancel,
        }
    ),
    "finished": frozenset({ChangeResult}),
    "cancelled": frozenset(),
    "paused": frozenset(
        {Withdraw, Reinstate, KeepApart, LetMeet, EnterResult, ChangeResult, Swap, AddPairing, RemovePairing}
        | {UndoRound, Resume, Finish, Cancel}
    ),
}
"""What may be done when. A result may be corrected after the end; the table follows."""


def _verify_phase(event: Event, action: Action) -> None:
    if type(action) not in _ALLOWED[event.phase]:
        raise Refusal(f"NOT_WHILE_{event.phase.upper()}")


def _require(holds: object, code: str, *values: int) -> None:
    if not holds:
        raise Refusal(code, *values)


# Entries


def _enter(event: Event, action: Enter, _play: Play) -> Event:
    number = len(event.entrants) + 1
    entrant = Entrant(number, action.rating, members=action.members, group=action.group)
    if event.phase == "running":
        _require(event.next_round <= event.settings.late_until, "TOO_LATE", event.settings.late_until)
        seeds = [one.seed for one in event.entrants]
        entrant = replace(entrant, seed=max(seeds, default=0) + 1, status="playing", joined_round=event.next_round)
    return replace(event, entrants=(*event.entrants, entrant))


def _check_in(event: Event, action: CheckIn, _play: Play) -> Event:
    _require(event.entrant(action.entrant).status == "entered", "ALREADY_DONE")
    return _changed(event, action.entrant, status="checked_in")


def _withdraw(event: Event, action: Withdraw, _play: Play) -> Event:
    _require(event.entrant(action.entrant).status != "withdrawn", "ALREADY_DONE")
    last = len(event.rounds)
    event = _changed(event, action.entrant, status="withdrawn", left_after=last)
    if action.when == "now":
        for round_no, pairing in list(event.open_pairings()):
            if pairing.has(action.entrant):
                side = int(action.entrant == pairing.first)  # the other one wins
                event = _with_result(event, round_no, pairing.board, won(side, kind="forfeit"))
    return event


def _reinstate(event: Event, action: Reinstate, _play: Play) -> Event:
    entrant = event.entrant(action.entrant)
    _require(entrant.status == "withdrawn", "NOT_WITHDRAWN")
    if event.phase == "entries":
        return _changed(event, entrant.id, status="entered", left_after=None)
    _require(entrant.seed, "TOO_LATE", 0)
    missed = tuple(range((entrant.left_after or 0) + 1, event.next_round))
    return _changed(
        event, entrant.id, status="playing", left_after=None, half_byes=tuple({*entrant.half_byes, *missed})
    )


def _ask_bye(event: Event, action: AskBye, _play: Play) -> Event:
    entrant = event.entrant(action.entrant)
    _require(action.round >= event.next_round, "ROUND_PAIRED", action.round)
    _require(action.round not in entrant.half_byes, "ALREADY_DONE")
    _require(len(entrant.half_byes) < event.settings.half_byes, "NO_MORE_BYES", event.settings.half_byes)
    return _changed(event, entrant.id, half_byes=tuple(sorted((*entrant.half_byes, action.round))))


def _keep_apart(event: Event, action: KeepApart, _play: Play) -> Event:
    _require(event.entrant(action.first).id != event.entrant(action.second).id, "SAME_ENTRANT")
    return replace(event, apart=event.apart | {frozenset((action.first, action.second))})


def _let_meet(event: Event, action: LetMeet, _play: Play) -> Event:
    return replace(event, apart=event.apart - {frozenset((action.first, action.second))})


def _start(event: Event, action: Start, _play: Play) -> Event:
    there = [
        entrant
        for entrant in event.entrants
        if entrant.status == "checked_in" or (entrant.status == "entered" and not action.only_checked_in)
    ]
    _require(len(there) >= 2, "TOO_FEW", len(there))
    order = _seeded(event.settings, there, action)
    seed_of = {number: seed for seed, number in enumerate(order, start=1)}
    entrants = tuple(
        replace(entrant, seed=seed_of[entrant.id], status="playing")
        if entrant.id in seed_of
        else replace(entrant, status="withdrawn", left_after=0)
        for entrant in event.entrants
    )
    return replace(event, phase="running", entrants=entrants, seed=action.seed)


def _seeded(settings: Settings, there: list[Entrant], action: Start) -> list[EntrantId]:
    numbers = [entrant.id for entrant in there]
    if settings.seeding == "hand":
        _require(sorted(action.order) == numbers, "BAD_ORDER")
        return list(action.order)
    draw = random.Random(action.seed)
    draw.shuffle(numbers)
    if settings.seeding == "rating":  # equal ratings in the order of the draw
        numbers.sort(key=lambda number: -event_rating(there, number))
    return numbers


def event_rating(entrants: Iterable[Entrant], number: EntrantId) -> int:
    """The rating of one of some entrants."""
    return next(entrant.rating for entrant in entrants if entrant.id == number)


# Rounds


def _pair_round(event: Event, action: PairRound, play: Play) -> Event:
    if not play.overlaps:
        _require(all(round_.is_over for round_ in event.rounds), "ROUND_OPEN", len(event.rounds))
    _require(not play.is_over(event), "OVER")
    drawn = play.pair(event, action.seed)
    if isinstance(drawn, Blocked):
        raise Refusal(drawn.code.upper(), *drawn.values)
    _require(drawn, "NOTHING_TO_PAIR")
    pairings = tuple(pairing for pairing, _result in drawn)
    results = tuple(result for _pairing, result in drawn)
    return replace(event, rounds=(*event.rounds, Round(event.next_round, action.seed, pairings, results)))


def _publish(event: Event, action: PublishRound, _play: Play) -> Event:
    _require(not event.round(action.round).published, "ALREADY_DONE")
    return _with_round(event, event.round(action.round)._replace(published=True))


def _enter_result(event: Event, action: EnterResult, play: Play) -> Event:
    round_, place = event.round(action.round), event.place(action.round, action.board)
    _require(round_.results[place] is None, "HAS_RESULT")
    _verify_result(event, action.round, action.board, action.result, play)
    return _with_result(event, action.round, action.board, action.result)


def _change_result(event: Event, action: ChangeResult, play: Play) -> Event:
    old = event.round(action.round).results[event.place(action.round, action.board)]
    _require(old != action.result, "ALREADY_DONE")
    if action.result is not None:
        _verify_result(event, action.round, action.board, action.result, play)
    followers = play.follows_from(event, action.round, action.board)
    changed = _with_result(event, action.round, action.board, action.result)
    if action.then == "keep" or not followers:
        return changed
    for round_no, board in followers:
        result = event.round(round_no).results[event.place(round_no, board)]
        # A bye fell to somebody by the old result; only what was played stands in the way.
        _require(result is None or event.pairing(round_no, board).second is None, "LATER_RESULTS", round_no)
    for round_no, board in followers:
        changed = _without(changed, round_no, board)
    return replace(changed, rounds=_trimmed(changed.rounds), phase=_reopened(event.phase))


def _reopened(phase: Phase) -> Phase:
    return "running" if phase == "finished" else phase


def _verify_result(event: Event, round_no: int, board: int, result: Result, play: Play) -> None:
    pairing = event.pairing(round_no, board)
    _require(pairing.second is not None, "IS_BYE")
    _require(result.kind not in ("bye", "half_bye", "zero_bye"), "BAD_RESULT")
    total = sum(result.points)
    level = result.kind in ("double_forfeit", "annulled")
    _require(result.points == (0, 0) if level else total == 2 and min(result.points) >= 0, "BAD_RESULT")
    _require(level or result.winner is not None or play.may_draw(pairing), "MUST_BE_DECIDED")


def _swap(event: Event, action: Swap, _play: Play) -> Event:
    round_ = event.round(action.round)
    first, second = round_.pairing_of(action.first), round_.pairing_of(action.second)
    _require(action.first != action.second, "SAME_ENTRANT")
    for pairing, entrant in ((first, action.first), (second, action.second)):
        _require(pairing, "NOT_PAIRED", entrant)
        assert pairing is not None
        result = round_.results[event.place(action.round, pairing.board)]
        _require(result is None or pairing.second is None, "HAS_RESULT")
    other = {action.first: action.second, action.second: action.first}
    pairings = tuple(
        pairing._replace(
            first=other.get(pairing.first, pairing.first),
            second=None if pairing.second is None else other.get(pairing.second, pairing.second),
        )
        for pairing in round_.pairings
    )
    return _with_round(event, round_._replace(pairings=pairings))


def _add_pairing(event: Event, action: AddPairing, _play: Play) -> Event:
    round_ = event.round(action.round)
    for entrant in (action.first, action.second):
        if entrant is not None:
            _require(round_.pairing_of(event.entrant(entrant).id) is None, "PAIRED_ALREADY", entrant)
    _require(action.first != action.second, "SAME_ENTRANT")
    board = max((pairing.board for pairing in round_.pairings), default=0) + 1
    pairing = Pairing(board, action.first, action.second)
    result = BYE if action.second is None else None
    return _with_round(event, round_._replace(pairings=(*round_.pairings, pairing), results=(*round_.results, result)))


def _remove_pairing(event: Event, action: RemovePairing, _play: Play) -> Event:
    event.pairing(action.round, action.board)
    return _without(event, action.round, action.board)


def _undo_round(event: Event, _action: UndoRound, _play: Play) -> Event:
    _require(event.rounds, "NO_ROUND", 0)
    return replace(event, rounds=event.rounds[:-1])


# The event itself


def _pause(event: Event, _action: Pause, _play: Play) -> Event:
    return replace(event, phase="paused")


def _resume(event: Event, _action: Resume, _play: Play) -> Event:
    return replace(event, phase="running")


def _finish(event: Event, action: Finish, play: Play) -> Event:
    _require(action.early or play.is_over(event), "NOT_OVER")
    return replace(event, phase="finished")


def _cancel(event: Event, _action: Cancel, _play: Play) -> Event:
    return replace(event, phase="cancelled")


_STEPS: dict[type, Callable[[Event, Any, Play], Event]] = {
    Enter: _enter,
    CheckIn: _check_in,
    Withdraw: _withdraw,
    Reinstate: _reinstate,
    AskBye: _ask_bye,
    KeepApart: _keep_apart,
    LetMeet: _let_meet,
    Start: _start,
    PairRound: _pair_round,
    PublishRound: _publish,
    EnterResult: _enter_result,
    ChangeResult: _change_result,
    Swap: _swap,
    AddPairing: _add_pairing,
    RemovePairing: _remove_pairing,
    UndoRound: _undo_round,
    Pause: _pause,
    Resume: _resume,
    Finish: _finish,
    Cancel: _cancel,
}


def _changed(event: Event, entrant: EntrantId, **changes: Any) -> Event:
    changed = replace(event.entrant(entrant), **changes)
    return replace(event, entrants=(*event.entrants[: entrant - 1], changed, *event.entrants[entrant:]))


def _with_round(event: Event, round_: Round) -> Event:
    return replace(event, rounds=(*event.rounds[: round_.number - 1], round_, *event.rounds[round_.number :]))


def _with_result(event: Event, round_no: int, board: int, result: Result | None) -> Event:
    round_, place = event.round(round_no), event.place(round_no, board)
    return _with_round(event, round_._replace(results=(*round_.results[:place], result, *round_.results[place + 1 :])))


def _without(event: Event, round_no: int, board: int) -> Event:
    round_, place = event.round(round_no), event.place(round_no, board)
    return _with_round(
        event,
        round_._replace(
            pairings=(*round_.pairings[:place], *round_.pairings[place + 1 :]),
            results=(*round_.results[:place], *round_.results[place + 1 :]),
        ),
    )


def _trimmed(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """Without empty rounds at the end."""
    while rounds and not rounds[-1].pairings:
        rounds = rounds[:-1]
    return rounds
