"""One text for one value: sorted keys, no spaces, ASCII, integers only.

A hash is taken over this text, so that it has to come out the same on every machine and in every year.
"""

from __future__ import annotations

import json
from typing import Any

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode


def canonical(plain: dict[str, Any] | list[Any]) -> str:
    """The canonical JSON of a plain value.

    >>> canonical({"b": [1, None], "a": "7H"})
    '{"a":"7H","b":[1,null]}'

    Raises TypeError for a float (its text differs between languages), a key that is no text, or any other type.
    """
    _refuse_what_has_no_single_text(plain)
    return _encode(plain)


_SINGLE = frozenset({str, int, bool, type(None)})


def _refuse_what_has_no_single_text(plain: object) -> None:
    kind = type(plain)
    if kind in _SINGLE:
        return
    if isinstance(plain, dict):
        for key, value in plain.items():
            if type(key) is not str:
                raise TypeError(f"a key must be text: {key!r}")
            if type(value) not in _SINGLE:
                _refuse_what_has_no_single_text(value)
    elif kind is list or kind is tuple:
        for value in plain:  # type: ignore[attr-defined]
            if type(value) not in _SINGLE:
                _refuse_what_has_no_single_text(value)
    else:
        raise TypeError(f"not plain: {kind.__name__}")
