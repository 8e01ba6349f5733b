"""Forms: what a person asks of a new table, read and answered kindly.

A form only translates fields into ``Terms``; which terms go together is decided by ``terms.problems``, whose answers it
puts beside the fields.
"""

from __future__ import annotations

from games.forms.tables import PracticeForm, TableForm, known_game

__all__ = ["PracticeForm", "TableForm", "known_game"]
