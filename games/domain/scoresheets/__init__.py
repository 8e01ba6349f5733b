"""Score sheets: the hands of a round go in, columns and the final reckoning come out (RULES 1.7, 1.8)."""

from __future__ import annotations

from games.domain.scoresheets.base import Column, Entry, Outcomes, Reckoning, Sheet, SheetEnd
from games.domain.scoresheets.classic import ClassicSheet, new_sheet
from games.domain.scoresheets.hollywood import HollywoodSheet, hollywood_sheet
from games.domain.scoresheets.partners import NetPerHandSheet, SumOfGamesSheet, partners_sheet
from games.domain.scoresheets.reckoning import highest, settle
from games.domain.scoresheets.rummy import RummySheet, rummy_sheet

__all__ = [
    "ClassicSheet",
    "Column",
    "Entry",
    "HollywoodSheet",
    "NetPerHandSheet",
    "Outcomes",
    "Reckoning",
    "RummySheet",
    "Sheet",
    "SheetEnd",
    "SumOfGamesSheet",
    "highest",
    "hollywood_sheet",
    "new_sheet",
    "partners_sheet",
    "rummy_sheet",
    "settle",
]
