"""What turns one plain value into the next, in little text: a replay holds a view of every seat after every step.

A change is a list whose first item says what to do. ``["=", value]``: put this in its place. ``["-"]``: leave the key
out. ``["@", {key: change}]``: change these keys (of a list: these places). ``["+", kept, items]``: of a list keep so
many items from the start, and let these follow. ``static/js/replay/changes.js`` is the way back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Change = list[Any]


def change(before: Any, after: Any) -> Change | None:
    """What makes ``after`` of ``before``; ``None`` if they are equal. Tuples count as lists, as in JSON.

    >>> change({"stock": 31, "pile": ["7H"]}, {"stock": 31, "pile": ["7H", "2C"]})
    ['@', {'pile': ['+', 1, ['2C']]}]
    """
    if before == after:
        return None
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return _of_keys(before, after)
    if _is_list(before) and _is_list(after):
        return _of_items(before, after)
    return ["=", after]


def _of_keys(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> Change:
    changes: dict[Any, Change] = {key: ["-"] for key in before if key not in after}
    for key, value in after.items():
        made = change(before[key], value) if key in before else ["=", value]
        if made is not None:
            changes[key] = made
    return ["@", changes]


def _of_items(before: Sequence[Any], after: Sequence[Any]) -> Change:
    """By place where both are as long and hold values of their own; else the common beginning and the rest."""
    if len(before) == len(after) and all(isinstance(item, Mapping) for item in (*before, *after)):
        made = {str(place): change(*pair) for place, pair in enumerate(zip(before, after, strict=True))}
        return ["@", {place: one for place, one in made.items() if one is not None}]
    kept = 0
    while kept < min(len(before), len(after)) and before[kept] == after[kept]:
        kept += 1
    return ["+", kept, list(after[kept:])]


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)
