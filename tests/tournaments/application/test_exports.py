"""Tables for spreadsheets and a date for calendars."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest

from tournaments.application import desk, exports, registration
from tournaments.domain.actions import EnterResult, Start
from tournaments.domain.values import won
from tournaments.models import Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}


@pytest.fixture
def evening(announced: Any, member: Any) -> Tournament:
    """Three people, one of them with a name that a spreadsheet would reckon with; the first result is in."""
    tournament: Tournament = announced(
        "bob", "cleo", rounds=2, prizes=(50, 20), starts_at=datetime(2026, 3, 1, 18, 30, tzinfo=UTC), **REAL
    )
    registration.enter_by_name(tournament, member("ann"), name="=1+1")
    desk.do(tournament, member("ann"), Start(3))
    desk.do(tournament, member("ann"), EnterResult(1, 1, won(0, hand_points=(100, 40), boxes=(4, 2))))
    return tournament


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_entries_are_listed_with_what_is_known_of_them(evening: Tournament) -> None:
    found = rows(exports.entries_csv(evening))
    assert [row["number"] for row in found] == ["1", "2", "3"]
    assert {row["seed"] for row in found} == {"1", "2", "3"}


def test_no_cell_is_a_formula(evening: Tournament) -> None:
    assert [row["name"] for row in rows(exports.entries_csv(evening))][2] == "'=1+1"


def test_pairings_are_listed_with_their_results_byes_included(evening: Tournament) -> None:
    found = rows(exports.pairings_csv(evening, registration.names_of(evening)))
    played = next(row for row in found if row["kind"] == "played")
    assert (played["first points"], played["second points"]) == ("1.0", "0.0")
    assert (played["first hand points"], played["second boxes"]) == ("100", "2")
    assert [row["kind"] for row in found if row["second"] == ""] == ["bye"]


def test_standings_are_listed_with_tie_breaks_and_prizes(evening: Tournament) -> None:
    found = rows(exports.standings_csv(evening, registration.names_of(evening)))
    assert [row["points"] for row in found] == ["1", "1", "0"]
    assert "hand points difference" in found[0]
    assert sum(int(row["prize"] or 0) for row in found) == 70


def test_the_calendar_file_has_crlf_short_lines_utc_and_escaped_texts(evening: Tournament) -> None:
    evening.name = "Club evening; with, commas and a very long name — " + "ä" * 60
    text = exports.calendar(evening, "https://gin.example.com/tournaments/abc/")
    lines = text.split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    assert "DTSTART:20260301T183000Z" in lines
    unfolded = text.replace("\r\n ", "")
    assert "SUMMARY:Club evening\\; with\\, commas and a very long name — " + "ä" * 60 + "\r\n" in unfolded
    assert f"UID:{evening.code}@gin.example.com" in lines
