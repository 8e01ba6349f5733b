"""Points as people write them: the domain counts in halves and quarters so that nothing is ever a fraction."""

from __future__ import annotations

from django.utils.formats import number_format

from tournaments.domain.settings import TieBreak
from tournaments.domain.tiebreaks import UNITS

FRACTIONS = {0: "", 1: "¼", 2: "½", 3: "¾"}
"""By quarters."""


def say_points(points: int, unit: int = 2) -> str:
    """Points of which ``unit`` make one (1, 2 or 4): ``3½``.

    >>> say_points(7), say_points(1), say_points(-1), say_points(9, 4)
    ('3½', '½', '-½', '2¼')
    """
    whole, quarters = divmod(abs(points) * 4 // unit, 4)
    text = (str(whole) if whole or not quarters else "") + FRACTIONS[quarters]
    return f"-{text}" if points < 0 else text


def say_value(name: TieBreak, value: int) -> str:
    """A tie-break's value in its own unit."""
    return say_points(value, UNITS[name])


def say_series_points(tenths: int) -> str:
    """Points of a series, which are counted in tenths: ``16.5`` where places were shared."""
    return number_format(tenths / 10, 0 if tenths % 10 == 0 else 1)
