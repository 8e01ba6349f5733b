"""Clocks and time spans as sentences."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.domain.clock import TimeControl

SECOND = 1_000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE

CLOCK_NAMES: dict[str, Promise] = {
    "blitz": _("Blitz"),
    "standard": _("Standard"),
    "slow-1": _("Slow, 1 day"),
    "slow-3": _("Slow, 3 days"),
    "slow-7": _("Slow, 7 days"),
    "none": _("No clock"),
}


def clock_name(name: str) -> str:
    """The name that players see for a time control."""
    return str(CLOCK_NAMES.get(name, name))


def say_duration(ms: int) -> str:
    """A time span in its largest whole unit: ``30 seconds``, ``3 minutes``, ``1 day``."""
    if ms >= DAY and ms % DAY == 0:
        days = ms // DAY
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    if ms >= MINUTE and ms % MINUTE == 0:
        minutes = ms // MINUTE
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    seconds = round(ms / SECOND)
    return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}


def say_clock(clock: TimeControl) -> str:
    """The time control without a full stop: ``30 seconds a move and 3 minutes in reserve``."""
    if clock.move_ms is None:
        return gettext("no clock")
    places = {
        "move": say_duration(clock.move_ms),
        "bank": say_duration(clock.bank_ms),
        "increment": say_duration(clock.increment_ms),
    }
    if not clock.bank_ms:
        return gettext("%(move)s a move") % places
    if clock.increment_ms:
        return gettext("%(move)s a move and %(bank)s in reserve, %(increment)s back for each move") % places
    return gettext("%(move)s a move and %(bank)s in reserve") % places


def say_clock_line(clock: TimeControl) -> str:
    """The time control with its name, for a list: ``Standard: 30 seconds a move and 3 minutes in reserve``."""
    if clock.move_ms is None:
        return clock_name(clock.name)
    name = gettext("Slow") if clock.move_ms >= DAY else clock_name(clock.name)
    return gettext("%(name)s: %(clock)s") % {"name": name, "clock": say_clock(clock)}
