"""The plain form of actions and results, as they stand in the log and in rows (canonical JSON: equal values, equal
text)."""

from __future__ import annotations

import json
import re
from typing import Any

from games.application.by_hand import PlayedHand
from tournaments.domain.actions import Action
from tournaments.domain.values import Result

_ACTIONS: tuple[type, ...] = Action.__args__
_BY_KIND: dict[str, type] = {re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower(): cls for cls in _ACTIONS}
_KINDS: dict[type, str] = {cls: kind for kind, cls in _BY_KIND.items()}


def canonical(plain: Any) -> str:
    """The one JSON text of a plain value."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def kind_of(action: Action) -> str:
    """The name of an action's kind."""
    return _KINDS[type(action)]


def action_to_plain(action: Action) -> dict[str, Any]:
    """An action's fields."""
    plain = {name: getattr(action, name) for name in type(action).__match_args__}
    return {name: result_to_plain(value) if isinstance(value, Result) else value for name, value in plain.items()}


def action_from_plain(kind: str, plain: dict[str, Any]) -> Action:
    """Read an action back. Raises ValueError for an unknown kind or field."""
    cls = _BY_KIND.get(kind)
    if cls is None or not plain.keys() <= set(cls.__match_args__):  # type: ignore[attr-defined]
        raise ValueError(f"no such action: {kind}")
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
    if isinstance(plain.get("result"), dict):
        values["result"] = result_from_plain(plain["result"])
    action: Action = cls(**values)
    return action


def result_to_plain(result: Result) -> dict[str, Any]:
    """A result's fields, those that say nothing left out."""
    plain = {name: value for name, value in result._asdict().items() if value != Result._field_defaults.get(name)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}


def result_from_text(text: str) -> Result | None:
    """The result that a row holds, ``None`` for an empty one."""
    return result_from_plain(json.loads(text)) if text else None


def hands_from_text(text: str) -> tuple[PlayedHand, ...]:
    """The running sheet that a score card's row holds."""
    return tuple(PlayedHand.from_plain(hand) for hand in json.loads(text))


def result_from_plain(plain: dict[str, Any]) -> Result:
    """Read a result back. Raises TypeError or ValueError for anything else."""
    values: dict[str, Any] = {}
    for name, value in plain.items():
        values[name] = tuple(value) if isinstance(value, list) else value
    return Result(**values)
