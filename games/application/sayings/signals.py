"""What a signal says, as sentences for the referee: numbers and what was to be expected, never a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SIGNALS: dict[str, Promise] = {
    "feeding": _(
        "%(other)s could use %(wanted)s of the %(discards)s cards that %(about)s shed in %(matches)s matches."
        " Somebody who wants to win would have shed about %(expected)s such cards."
    ),
    "shared_hands": _(
        "%(other)s could use only %(wanted)s of the %(discards)s cards that %(about)s shed in %(matches)s matches."
        " Going by what %(about)s could see, about %(expected)s were to be expected."
    ),
    "pair": _(
        "%(about)s won %(won)s of %(matches)s rated matches against %(other)s."
        " These are %(share_percent)s%% of the rated matches of one of the two."
    ),
    "address": _("%(about)s and %(other)s sat at %(matches)s rated tables together from one address."),
    "device": _(
        "%(about)s and %(other)s sat at %(matches)s rated tables together from one address,"
        " with the same kind of device."
    ),
    "speed": _(
        "%(about)s shed %(discards)s cards, typically after %(typical)s seconds, with a spread of %(spread)s."
        " Of %(hard)s hard choices %(quick)s took less than four tenths of a second."
    ),
    "quitting": _(
        "%(about)s left %(matches)s matches when behind, by resigning or running out of time, and lost %(lost)s in all."
    ),
}


_SCALED = (
    ("won", "won_halves", 2, 1),
    ("expected", "expected_tenths", 10, 1),
    ("typical", "typical_ms", 1000, 1),
    ("spread", "spread_hundredths", 100, 2),
)
"""How whole numbers of the evidence are shown: under which name, divided by what, with how many digits."""


def say_signal(kind: str, evidence: Mapping[str, Any], about: str, other: str = "") -> str:
    """One signal. ``about`` and ``other`` are names; ``evidence`` is the row's, decoded."""
    numbers = {name: value for name, value in evidence.items() if isinstance(value, int)}
    scaled = {
        name: f"{numbers[stored] / scale:.{digits}f}" for name, stored, scale, digits in _SCALED if stored in numbers
    }
    return str(SIGNALS[kind]) % {"about": about, "other": other, **numbers, **scaled}
