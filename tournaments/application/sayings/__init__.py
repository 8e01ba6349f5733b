"""Clubs and tournaments said as translated sentences: formats, tie-breaks, reasons, results, actions, refusals.

Whoever shows something about a tournament asks here, so that the page, the desk, the print and the mail call a thing by
one name. Functions answer in the active language and return plain text; nothing here reads the database. ``names``
gives the name of each entrant by number (``registration.names``).
"""

from __future__ import annotations

from tournaments.application.sayings.errors import ERRORS, say_refusal
from tournaments.application.sayings.formats import (
    FORMAT_LINES,
    FORMAT_NAMES,
    GAMES_FORMS,
    SEEDING_NAMES,
    TIE_BREAK_LINES,
    TIE_BREAK_NAMES,
    TIE_BREAK_SHORT,
    format_line,
    format_name,
    say_form,
    say_length,
    say_minutes,
    say_plan,
    say_rules,
    tie_break_line,
    tie_break_name,
    tie_break_short,
)
from tournaments.application.sayings.log import ACTION_NAMES, say_action, say_reason_given
from tournaments.application.sayings.numbers import say_points, say_series_points, say_value
from tournaments.application.sayings.play import (
    BRACKET_NAMES,
    NOTES,
    RESULT_KINDS,
    STATUS_NAMES,
    say_match,
    say_note,
    say_open,
    say_part,
    say_reason,
    say_result,
    say_round,
    say_slot,
    say_why,
)

__all__ = [
    "ACTION_NAMES",
    "BRACKET_NAMES",
    "ERRORS",
    "FORMAT_LINES",
    "FORMAT_NAMES",
    "GAMES_FORMS",
    "NOTES",
    "RESULT_KINDS",
    "SEEDING_NAMES",
    "STATUS_NAMES",
    "TIE_BREAK_LINES",
    "TIE_BREAK_NAMES",
    "TIE_BREAK_SHORT",
    "format_line",
    "format_name",
    "say_action",
    "say_form",
    "say_length",
    "say_match",
    "say_minutes",
    "say_note",
    "say_open",
    "say_part",
    "say_plan",
    "say_points",
    "say_reason",
    "say_reason_given",
    "say_refusal",
    "say_result",
    "say_round",
    "say_rules",
    "say_series_points",
    "say_slot",
    "say_value",
    "say_why",
    "tie_break_line",
    "tie_break_name",
    "tie_break_short",
]
