"""What may be done to an event: each step first states what is allowed, then makes the next value.

``apply`` is the only door. It is pure: every draw brings its seed, so a log of actions gives the event again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

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
from tournaments.domain.event import Event, Phase, Play
from tournaments.domain.settings import BRACKETS, BYES_ON_REQUEST, LATE_ENTRY, Settings
from tournaments.domain.values import (
    BYE,
    BYES,
    NOT_PLAYED,
    WIN,
    Blocked,
    Entrant,
    EntrantId,
    Pairing,
    Reason,
    Result,
    Round,
    won,
)


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
        entrant = replace(entrant, **_late(event))
    return replace(event, entrants=(*event.entrants, entrant))


def _late(event: Event) -> dict[str, Any]:
    """What makes somebody a late entrant: paired from the next round on, seeded last. Raises Refusal (TOO_LATE)."""
    until = event.settings.late_until if event.settings.format in LATE_ENTRY else 0
    anytime = event.settings.format == "arena" and until > 0  # its rounds are as many as there are moments to pair
    _require(anytime or event.next_round <= until, "TOO_LATE", until)
    last = max((one.seed for one in event.entrants), default=0)
    return {"seed": last + 1, "status": "playing", "joined_round": event.next_round, "left_after": None}


def _check_in(event: Event, action: CheckIn, _play: Play) -> Event:
    _require(event.entrant(action.entrant).status == "entered", "ALREADY_DONE")
    return _changed(event, action.entrant, status="checked_in")


def _withdraw(event: Event, action: Withdraw, _play: Play) -> Event:
    _require(event.entrant(action.entrant).status != "withdrawn", "ALREADY_DONE")
    at_once = action.when == "now"
    event = _changed(event, action.entrant, status="withdrawn", left_after=len(event.rounds), at_once=at_once)
    if at_once:
        for round_no, pairing in list(event.open_pairings()):
            if pairing.has(action.entrant):
                side = int(action.entrant == pairing.first)  # the other one wins
                event = _with_result(event, round_no, pairing.board, won(side, kind="forfeit"))
    return event


def _reinstate(event: Event, action: Reinstate, _play: Play) -> Event:
    entrant = event.entrant(action.entrant)
    _require(entrant.status == "withdrawn", "NOT_WITHDRAWN")
    if event.phase == "entries":
        return _changed(event, entrant.id, status="entered", left_after=None, at_once=False)
    if not entrant.seed:  # was not there at the start
        return _changed(event, entrant.id, **_late(event))
    return _changed(event, entrant.id, status="playing", left_after=None, at_once=False)


def _ask_bye(event: Event, action: AskBye, _play: Play) -> Event:
    entrant, settings = event.entrant(action.entrant), event.settings
    _require(settings.format in BYES_ON_REQUEST, "NO_BYES_HERE")
    _require(action.round >= event.next_round, "ROUND_PAIRED", action.round)
    _require(action.round <= settings.rounds, "NO_ROUND", action.round)
    _require(action.round not in entrant.half_byes, "ALREADY_DONE")
    _require(len(entrant.half_byes) < settings.half_byes, "NO_MORE_BYES", settings.half_byes)
    return _changed(event, entrant.id, half_byes=tuple(sorted((*entrant.half_byes, action.round))))


def _keep_apart(event: Event, action: KeepApart, _play: Play) -> Event:
    first, second = event.entrant(action.first), event.entrant(action.second)
    _require(first.id != second.id, "SAME_ENTRANT")
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
        rating = {entrant.id: entrant.rating for entrant in there}
        numbers.sort(key=lambda number: -rating[number])
    return numbers


# Rounds


def _pair_round(event: Event, action: PairRound, play: Play) -> Event:
    if not play.overlaps:
        unfinished = next((round_.number for round_ in event.rounds if not round_.is_over), 0)
        _require(not unfinished, "ROUND_OPEN", unfinished)
    _require(not play.is_over(event), "OVER")
    drawn = play.pair(event, action.seed)
    if isinstance(drawn, Blocked):
        raise Refusal(drawn.code.upper(), *drawn.values)
    _require(drawn, "NOTHING_TO_PAIR")
    pairings = tuple(pairing for pairing, _result in drawn)
    results = tuple(result for _pairing, result in drawn)
    round_ = Round(event.next_round, action.seed, pairings, results, seeds=play.seeds(event))
    return replace(event, rounds=(*event.rounds, round_))


def _publish(event: Event, action: PublishRound, _play: Play) -> Event:
    _require(not event.round(action.round).published, "ALREADY_DONE")
    return _with_round(event, event.round(action.round)._replace(published=True))


def _enter_result(event: Event, action: EnterResult, play: Play) -> Event:
    round_, place = event.round(action.round), event.place(action.round, action.board)
    _require(round_.results[place] is None, "HAS_RESULT")
    _verify_result(event, action.round, action.board, action.result, play)
    return _with_result(event, action.round, action.board, action.result)


def _change_result(event: Event, action: ChangeResult, play: Play) -> Event:
    round_no, board, result = action.round, action.board, action.result
    old = event.round(round_no).results[event.place(round_no, board)]
    followers = play.follows_from(event, round_no, board) if action.then == "re_pair" else ()
    _require(old != result or followers, "ALREADY_DONE")  # the same once more: what an older one led to is taken back
    if result is None:
        _require(event.pairing(round_no, board).second is not None, "IS_BYE")
    else:
        _verify_result(event, round_no, board, result, play)
    changed = _with_result(event, round_no, board, result)
    for later, follower in followers:
        found = event.round(later).results[event.place(later, follower)]
        # A bye or a forfeit fell to somebody by the old result; only what was played stands in the way.
        _require(found is None or found.kind in NOT_PLAYED, "LATER_RESULTS", later)
    for later, follower in followers:
        changed = _without(changed, later, follower)
    if event.phase == "finished":
        goes_on = result is None or followers or (play.is_over(event) and not play.is_over(changed))
        changed = replace(changed, phase="running" if goes_on else "finished")
    return changed


def _verify_result(event: Event, round_no: int, board: int, result: Result, play: Play) -> None:
    pairing = event.pairing(round_no, board)
    if pairing.second is None:
        _require(result in BYES, "IS_BYE")
        return
    _require(result.kind not in ("bye", "half_bye", "zero_bye"), "BAD_RESULT")
    level = result.kind in ("double_forfeit", "annulled")
    fair = result.points == (0, 0) if level else sum(result.points) == WIN and min(result.points) >= 0
    _require(fair and not (result.kind == "forfeit" and result.winner is None), "BAD_RESULT")
    decided = result.kind == "double_forfeit" or result.winner is not None
    _require(decided or play.may_draw(pairing), "MUST_BE_DECIDED")


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
            reasons=pairing.reasons if pairing not in (first, second) else (Reason("by_hand"),),
        )
        for pairing in round_.pairings
    )
    return _with_round(event, round_._replace(pairings=pairings))


def _add_pairing(event: Event, action: AddPairing, _play: Play) -> Event:
    round_ = event.round(action.round)
    _require(event.settings.format not in BRACKETS, "NOT_IN_A_BRACKET")
    _require(action.first != action.second, "SAME_ENTRANT")
    for entrant in (action.first, action.second):
        if entrant is not None:
            _require(event.entrant(entrant).status == "playing", "NOT_PLAYING", entrant)
            _require(round_.pairing_of(entrant) is None, "PAIRED_ALREADY", entrant)
    board = max((pairing.board for pairing in round_.pairings), default=0) + 1
    pairing = Pairing(board, action.first, action.second, "", (Reason("by_hand"),))
    result = BYE if action.second is None else None
    return _with_round(event, round_._replace(pairings=(*round_.pairings, pairing), results=(*round_.results, result)))


def _remove_pairing(event: Event, action: RemovePairing, _play: Play) -> Event:
    result = event.round(action.round).results[event.place(action.round, action.board)]
    _require(result is None or result in BYES, "HAS_RESULT")
    # The knockout makes it again; nobody would do that for a group.
    _require(not event.pairing(action.round, action.board).slot.startswith("group-"), "IN_A_GROUP")
    return _without(event, action.round, action.board)


def _undo_round(event: Event, _action: UndoRound, _play: Play) -> Event:
    _require(event.rounds, "NO_ROUND", 0)
    undone = len(event.rounds)
    for entrant in event.entrants:
        if entrant.at_once and entrant.left_after == undone:  # left in the middle of it: not to be paired in it again
            event = _changed(event, entrant.id, left_after=undone - 1)
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
    """Without one pairing; rounds at the end that are left without any are gone too."""
    round_, place = event.round(round_no), event.place(round_no, board)
    fewer = round_._replace(
        pairings=(*round_.pairings[:place], *round_.pairings[place + 1 :]),
        results=(*round_.results[:place], *round_.results[place + 1 :]),
    )
    rounds = _with_round(event, fewer).rounds
    while rounds and not rounds[-1].pairings:
        rounds = rounds[:-1]
    return replace(event, rounds=rounds)
