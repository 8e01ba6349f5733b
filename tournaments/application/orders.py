"""What the desk may order, read from the fields of a form: a name and its numbers in, an action of the event out.

The fields of one order are the same in the form that asks what would change and in the one that does it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from tournaments.application.refusals import NotAllowed
from tournaments.application.rounds import draw_seed
from tournaments.domain.actions import (
    Action,
    AddPairing,
    AskBye,
    Cancel,
    ChangeResult,
    EnterResult,
    Finish,
    KeepApart,
    LetMeet,
    PairRound,
    Pause,
    Reinstate,
    RemovePairing,
    Resume,
    Start,
    Swap,
    UndoRound,
    Withdraw,
)
from tournaments.domain.event import Event
from tournaments.domain.values import DOUBLE_FORFEIT, DRAW, LOSS, WIN, Result, won

Fields = Mapping[str, str]

MOST_POINTS = 100_000
"""More hand points than any match comes to."""

OUTCOMES = ("first", "second", "draw", "first_forfeit", "second_forfeit", "double_forfeit", "annulled", "open")
"""How a pairing may end by the desk's word: who wins, by play or because the other one did not come."""


def read_order(fields: Fields, event: Event) -> Action:
    """The action that a form asks for. Raises NotAllowed (BAD_FORM, with the field)."""
    read = ORDERS.get(fields.get("do", ""))
    if read is None:
        raise NotAllowed("BAD_FORM", "do")
    return read(fields, event)


def read_result(fields: Fields) -> Result | None:
    """The result that a form gives, ``None`` to open the match again. Raises NotAllowed (BAD_FORM)."""
    outcome = fields.get("outcome", "")
    if outcome not in OUTCOMES:
        raise NotAllowed("BAD_FORM", "outcome")
    if outcome == "open":
        return None
    if outcome == "double_forfeit":
        return DOUBLE_FORFEIT
    if outcome == "annulled":
        return Result((LOSS, LOSS), "annulled")
    if outcome.endswith("_forfeit"):
        return won(0 if outcome == "first_forfeit" else 1, kind="forfeit")
    points = {"first": (WIN, LOSS), "second": (LOSS, WIN), "draw": (DRAW, DRAW)}[outcome]
    pairs = {name: (_count(fields, f"{name}_first"), _count(fields, f"{name}_second")) for name in PAIRS}
    return Result(points, "played", **pairs)


PAIRS = ("hand_points", "boxes", "games", "penalties")
"""The pairs of numbers that belong to a played result; each is 0 where nobody said more."""


def _count(fields: Fields, name: str) -> int:
    """A number of a field, 0 for an empty one."""
    return _number(fields, name, least=0, most=MOST_POINTS) if fields.get(name, "").strip() else 0


def _number(fields: Fields, name: str, *, least: int = 1, most: int = 9999) -> int:
    text = fields.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 11 and least <= int(text) <= most):
        raise NotAllowed("BAD_FORM", name)
    return int(text)


def _result(fields: Fields, event: Event) -> Action:
    """The first result of a match, or another one."""
    round_no, board, result = _number(fields, "round"), _number(fields, "board"), read_result(fields)
    standing = event.round(round_no).results[event.place(round_no, board)]
    if standing is None and result is not None:
        return EnterResult(round_no, board, result)
    return ChangeResult(round_no, board, result, _then(fields))


def _then(fields: Fields) -> Literal["keep", "re_pair"]:
    return "re_pair" if fields.get("then") == "re_pair" else "keep"


def _swap(fields: Fields, _event: Event) -> Action:
    return Swap(_number(fields, "round"), _number(fields, "first"), _number(fields, "second"))


def _add_pairing(fields: Fields, _event: Event) -> Action:
    second = None if fields.get("second", "") in ("", "bye") else _number(fields, "second")
    return AddPairing(_number(fields, "round"), _number(fields, "first"), second)


def _remove_pairing(fields: Fields, _event: Event) -> Action:
    return RemovePairing(_number(fields, "round"), _number(fields, "board"))


def _withdraw(fields: Fields, _event: Event) -> Action:
    return Withdraw(_number(fields, "entrant"), "after_round" if fields.get("when") == "after_round" else "now")


def _reinstate(fields: Fields, _event: Event) -> Action:
    return Reinstate(_number(fields, "entrant"))


def _ask_bye(fields: Fields, _event: Event) -> Action:
    return AskBye(_number(fields, "entrant"), _number(fields, "round"))


def _keep_apart(fields: Fields, _event: Event) -> Action:
    return KeepApart(_number(fields, "first"), _number(fields, "second"))


def _let_meet(fields: Fields, _event: Event) -> Action:
    return LetMeet(_number(fields, "first"), _number(fields, "second"))


def _seed(fields: Fields) -> int:
    """The seed comes back with the form that does it, so that what was shown is what is drawn."""
    return _number(fields, "seed", least=0, most=2**31) if fields.get("seed") else draw_seed()


def _start(fields: Fields, event: Event) -> Action:
    """``checked_in``: only who is there; ``order``: the seeding by hand, numbers of entrants, best first."""
    numbers = fields.get("order", "").replace(",", " ").split()
    if not all(number.isascii() and number.isdigit() and len(number) < 6 for number in numbers):
        raise NotAllowed("BAD_FORM", "order")
    order = tuple(map(int, numbers)) if event.settings.seeding == "hand" else ()
    return Start(_seed(fields), order, only_checked_in=bool(fields.get("checked_in")))


def _pair(fields: Fields, _event: Event) -> Action:
    return PairRound(_seed(fields))


ORDERS: dict[str, Callable[[Fields, Event], Action]] = {
    "result": _result,
    "swap": _swap,
    "add_pairing": _add_pairing,
    "remove_pairing": _remove_pairing,
    "withdraw": _withdraw,
    "reinstate": _reinstate,
    "ask_bye": _ask_bye,
    "keep_apart": _keep_apart,
    "let_meet": _let_meet,
    "start": _start,
    "pair": _pair,
    "undo_round": lambda _fields, _event: UndoRound(),
    "pause": lambda _fields, _event: Pause(),
    "resume": lambda _fields, _event: Resume(),
    "finish": lambda _fields, _event: Finish(early=False),
    "finish_early": lambda _fields, _event: Finish(early=True),
    "cancel": lambda _fields, _event: Cancel(),
}
"""Every order by its name."""


def with_then(action: Action, then: Literal["keep", "re_pair"]) -> Action:
    """The same order with the other choice about what was paired from a result; others have no such choice."""
    return replace(action, then=then) if isinstance(action, ChangeResult) else action


def result_fields(result: Result) -> dict[str, str]:
    """The fields of a form that give this result, as ``read_result`` reads them."""
    fields = {"do": "result", "outcome": _outcome_of(result)}
    for name in PAIRS:
        first, second = getattr(result, name)
        fields |= {f"{name}_first": str(first), f"{name}_second": str(second)}
    return fields


def _outcome_of(result: Result) -> str:
    if result.kind in ("double_forfeit", "annulled"):
        return result.kind
    winner = {0: "first", 1: "second", None: "draw"}[result.winner]
    return f"{winner}_forfeit" if result.kind == "forfeit" else winner
