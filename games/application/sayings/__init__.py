"""Games, rules, clocks, results and refusals said as translated sentences.

Whoever shows something about a game asks here, so that the lobby, the table, the mails and the score sheet call a thing
by one name. Functions answer in the active language and return plain text; nothing here reads the database.

The table page says its own sentences in the browser: ``phrases()`` and ``error_sentences()`` give it the same ones,
with named places (``%(count)s``) for JavaScript's ``interpolate(text, values, true)``.
"""

from __future__ import annotations

from games.application.sayings.clocks import CLOCK_NAMES, clock_name, say_clock, say_clock_line, say_duration
from games.application.sayings.errors import ERRORS, error_sentences, say_error
from games.application.sayings.games import (
    PRESET_NAMES,
    PRESET_SOURCES,
    Game,
    catalogue,
    game_line,
    game_name,
    game_of,
    preset_name,
    say_number,
    say_seats,
)
from games.application.sayings.results import (
    HAND_KINDS,
    ROLE_NAMES,
    TOTAL_LABELS,
    Line,
    hand_lines,
    phrases,
    say_end,
    say_hand,
    say_line,
    say_names,
)
from games.application.sayings.rules import rule_rows, say_game, say_length, say_rules
from games.application.sayings.signals import say_signal
from games.application.sayings.timeline import say_moment

__all__ = [
    "CLOCK_NAMES",
    "ERRORS",
    "HAND_KINDS",
    "PRESET_NAMES",
    "PRESET_SOURCES",
    "ROLE_NAMES",
    "TOTAL_LABELS",
    "Game",
    "Line",
    "catalogue",
    "clock_name",
    "error_sentences",
    "game_line",
    "game_name",
    "game_of",
    "hand_lines",
    "phrases",
    "preset_name",
    "rule_rows",
    "say_clock",
    "say_clock_line",
    "say_duration",
    "say_end",
    "say_error",
    "say_game",
    "say_hand",
    "say_length",
    "say_line",
    "say_moment",
    "say_names",
    "say_number",
    "say_rules",
    "say_seats",
    "say_signal",
]
