"""The words of a record: cards and numbers as text."""

from __future__ import annotations

from games.domain.cards import format_card, parse_card

NONE = "-"


class Malformed(ValueError):  # noqa: N818
    """A line that is wrong in a way that can be said."""


def format_cards(cards: tuple[int, ...]) -> str:
    """Cards in their order, without spaces.

    >>> format_cards((19, 35))
    '7HTD'
    """
    return "".join(map(format_card, cards))


def parse_cards(text: str) -> tuple[int, ...]:
    """The inverse of ``format_cards``. Raises ValueError."""
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def parse_number(text: str) -> int:
    """A whole number as ``str`` writes it, so that no two texts mean the same."""
    number = int(text)
    if str(number) != text:
        raise ValueError(f"not a plain number: {text!r}")
    return number


def format_numbers(numbers: tuple[int, ...]) -> str:
    """Numbers with commas between them."""
    return ",".join(map(str, numbers))


def parse_numbers(text: str) -> tuple[int, ...]:
    """The inverse of ``format_numbers``. Raises ValueError."""
    return tuple(map(parse_number, text.split(",")))


def parse_optional(text: str) -> int | None:
    """A number, or ``None`` where nobody is meant. Raises ValueError."""
    return None if text == NONE else parse_number(text)


def format_where(hand_no: int, table: int) -> str:
    """A hand and its table.

    >>> format_where(3, 0)
    '3.0'
    """
    return f"{hand_no}.{table}"


def parse_where(text: str) -> tuple[int, int]:
    """The inverse of ``format_where``. Raises ValueError."""
    hand_no, table = text.split(".")
    return parse_number(hand_no), parse_number(table)
