"""A tournament for other programs: tables as CSV, its date for a calendar.

Cells that a spreadsheet would take for a formula get an apostrophe in front. The whole tournament as one file is
``archive``'s affair.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from tournaments.application import events
from tournaments.application.sayings import say_points, say_value
from tournaments.domain.prizes import shares
from tournaments.models import Entry, Tournament

Names = Mapping[int, str]

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

LASTS = timedelta(hours=3)
"""What a calendar is told of a tournament whose end nobody knows."""


def entries_csv(tournament: Tournament) -> str:
    """Everybody who entered or waits, in the order of entry."""
    event = events.load(tournament)
    rows: list[Sequence[object]] = []
    for entry in Entry.objects.filter(tournament=tournament).select_related("user").order_by("created_at", "pk"):
        entrant = event.entrants[entry.number - 1] if entry.number else None
        rows.append(
            (
                entry.number or "",
                entry.printed_name,
                entry.status,
                entrant.rating if entrant else "",
                (entrant.seed or "") if entrant else "",
                "yes" if entrant and entrant.status in ("checked_in", "playing") else "",
                " ".join(map(str, entrant.half_byes)) if entrant else "",
                entrant.group if entrant else "",
                ", ".join(entrant.members) if entrant else "",
            )
        )
    heads = ("number", "name", "status", "rating", "seed", "checked in", "rounds off", "group", "team")
    return _table(heads, rows)


def pairings_csv(tournament: Tournament, names: Names) -> str:
    """Every pairing of every round, with its result if it has one. Points are those of a match: 1, 0.5, 0."""
    heads = (
        *("round", "table", "slot", "first", "first name", "second", "second name"),
        *("first points", "second points", "kind", "first hand points", "second hand points"),
        *("first boxes", "second boxes", "first games", "second games", "first penalty", "second penalty"),
    )
    rows: list[Sequence[object]] = []
    for round_ in events.load(tournament).rounds:
        for pairing, result in zip(round_.pairings, round_.results, strict=True):
            second = pairing.second
            played = (
                ("",) * 11
                if result is None
                else (
                    *(points / 2 for points in result.points),
                    result.kind,
                    *result.hand_points,
                    *result.boxes,
                    *result.games,
                    *result.penalties,
                )
            )
            sides = (pairing.first, names[pairing.first], second or "", names[second] if second else "")
            rows.append((round_.number, pairing.board, pairing.slot, *sides, *played))
    return _table(heads, rows)


def standings_csv(tournament: Tournament, names: Names) -> str:
    """The table as it stands, with the tie-breaks in their order and what each place gets."""
    event, form = events.load(tournament), events.format_of(tournament)
    lines = form.standings(event)
    order = event.settings.tie_breaks
    prizes = shares(json.loads(tournament.prizes), lines)
    rows = [
        (
            *(line.place, line.entrant, names[line.entrant], say_points(line.points, form.unit)),
            *(say_value(name, value) for name, value in zip(order, line.tie_breaks, strict=False)),
            *(line.played, line.note, prizes.get(line.entrant, "")),
        )
        for line in lines
    ]
    heads = (
        "place",
        "number",
        "name",
        "points",
        *(name.replace("_", " ") for name in order),
        "played",
        "note",
        "prize",
    )
    return _table(heads, rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """CSV as spreadsheets expect it: commas, CRLF."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(heads)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    is_formula = isinstance(value, str) and value.startswith(FORMULA_STARTS)
    return f"'{value}" if is_formula else value


# The calendar


def calendar(tournament: Tournament, address: str) -> str:
    """The tournament as an iCalendar file (RFC 5545); ``address`` is its page. It needs a start."""
    assert tournament.starts_at is not None
    host = address.split("/")[2]
    fields = (
        ("BEGIN", "VCALENDAR"),
        ("VERSION", "2.0"),
        ("PRODID", f"-//{host}//tournaments//EN"),
        ("BEGIN", "VEVENT"),
        ("UID", f"{tournament.code}@{host}"),
        ("DTSTAMP", _moment(tournament.created_at)),
        ("SEQUENCE", str(tournament.version)),
        ("DTSTART", _moment(tournament.starts_at)),
        ("DTEND", _moment(_end(tournament))),
        ("SUMMARY", _text(tournament.name)),
        ("DESCRIPTION", _text(tournament.description)),
        ("LOCATION", _text(tournament.where or (tournament.club.place if tournament.club else ""))),
        ("URL", address),
        ("STATUS", "CANCELLED" if tournament.phase == Tournament.Phase.CANCELLED else "CONFIRMED"),
        ("END", "VEVENT"),
        ("END", "VCALENDAR"),
    )
    return "".join(_folded(f"{name}:{value}") for name, value in fields if value)


def _end(tournament: Tournament) -> datetime:
    assert tournament.starts_at is not None
    settings = events.settings_of(tournament)
    if tournament.finished_at is not None and tournament.finished_at > tournament.starts_at:
        return tournament.finished_at
    if settings.format == "arena":
        return tournament.starts_at + timedelta(minutes=settings.minutes)
    return tournament.starts_at + LASTS


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(value: str) -> str:
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n"), ("\r", "\\n")):
        value = value.replace(plain, written)
    return value


def _folded(line: str) -> str:
    """A content line in pieces of 75 octets at most, no letter cut in two."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > 75:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join([*pieces, piece]) + "\r\n"
