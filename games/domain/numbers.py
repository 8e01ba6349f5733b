"""The numbers and switches of a game: a frozen dataclass, checked by its own annotations.

A game's numbers are fields of type ``int``, ``bool`` or ``Literal[…]``, or one of these or ``None``; the class says in
``bounds`` what its whole numbers may be. Reading, writing, changing and checking is the same for all games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from functools import cache
from typing import Any, ClassVar, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

Bounds = Mapping[str, tuple[int, int]]
"""Smallest and largest value of each whole number, by the field's name."""


class Numbers(Protocol):
    """A frozen dataclass that holds the numbers of one match."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    bounds: ClassVar[Bounds]


N = TypeVar("N", bound=Numbers)


def numbers_to_dict(numbers: Numbers) -> dict[str, Any]:
    """The plain form: JSON numbers, texts, booleans and nulls only."""
    return asdict(numbers)


def numbers_from_dict(kind: type[N], plain: Mapping[str, object]) -> N:
    """Read the plain form back, from whatever hand made it; missing names take the defaults.

    Raises ValueError naming the first field that is unknown, out of bounds or of the wrong type.
    """
    if not isinstance(plain, Mapping):
        raise ValueError("a rule set is an object of names and values")
    return changed(kind(), plain)


def changed(numbers: N, changes: Mapping[str, Any]) -> N:
    """The numbers with ``changes`` made. Raises ValueError unless all of them are known and allowed."""
    hints = _hints(type(numbers))
    for name in changes:
        if name not in hints:
            raise ValueError(f"{name!r} is not a rule")
    result = replace(numbers, **changes)
    check(result)
    return result


def check(numbers: Numbers) -> None:
    """Raise ValueError naming the first field out of bounds, of the wrong type or of an unknown value."""
    for name, hint in _hints(type(numbers)).items():
        value = getattr(numbers, name)
        if not _admits(numbers.bounds.get(name), hint, value):
            raise ValueError(f"{name} may not be {value!r}")


def _admits(bounds: tuple[int, int] | None, hint: Any, value: object) -> bool:
    """Whether a field annotated with ``hint`` may hold ``value``. ``True`` is no number here, nor is ``10.0``."""
    if get_origin(hint) is Literal:
        return type(value) is str and value in get_args(hint)
    if hint is int:
        assert bounds is not None, "every whole number has bounds"
        return type(value) is int and bounds[0] <= value <= bounds[1]
    if isinstance(hint, type):
        return type(value) is hint
    return any(_admits(bounds, kind, value) for kind in get_args(hint))


@cache
def _hints(kind: type[Numbers]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
