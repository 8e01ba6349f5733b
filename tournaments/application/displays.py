"""What pages show of an event, as plain values: the table with where each number comes from, rounds, cross table.

Everything is made from the event and the entrants' names; nothing here reads the database or writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.application.sayings import say_names
from tournaments.application.sayings import (
    say_note,
    say_points,
    say_result,
    say_slot,
    say_value,
    say_why,
    tie_break_line,
    tie_break_name,
    tie_break_short,
)
from tournaments.application.sayings.play import say_part
from tournaments.domain.event import Event
from tournaments.domain.formats import Format
from tournaments.domain.formats.swiss import not_possible
from tournaments.domain.prizes import shares
from tournaments.domain.settings import KNOCKOUTS, TieBreak
from tournaments.domain.tiebreaks import UNITS
from tournaments.domain.values import EntrantId, Meeting, Pairing, Result, Round

Names = Mapping[EntrantId, str]

OPEN = gettext_lazy("not played yet")


# The table


class Column(NamedTuple):
    """A tie-break at the head of its column."""

    name: str
    short: str
    title: str
    line: str


def column_of(name: TieBreak) -> Column:
    """A tie-break in words."""
    return Column(name, tie_break_short(name), tie_break_name(name), tie_break_line(name))


class Line(NamedTuple):
    """One entrant's line of the table; ``values`` in the order of the columns, each with its tie-break's name."""

    place: int
    number: EntrantId
    name: str
    seed: int
    points: str
    values: tuple[tuple[str, str], ...]
    played: int
    note: str
    prize: int


class StandingsTable(NamedTuple):
    """The table as it stands now. ``settled``: nothing that counts is open."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    settled: bool
    has_prizes: bool


def standings_table(event: Event, form: Format, names: Names, prizes: Sequence[int] = ()) -> StandingsTable:
    """Everybody's place, points and tie-breaks; empty before the start."""
    standings = form.standings(event) if any(entrant.seed for entrant in event.entrants) else ()
    order: tuple[TieBreak, ...] = event.settings.tie_breaks
    columns = () if event.settings.format in KNOCKOUTS else tuple(map(column_of, order))
    won = shares(prizes, standings)
    lines = tuple(
        Line(
            one.place,
            one.entrant,
            names.get(one.entrant, "?"),
            event.entrants[one.entrant - 1].seed,
            say_points(one.points, form.unit),
            tuple(
                (name, say_value(name, value)) for name, value in zip(order, one.tie_breaks, strict=False) if columns
            ),
            one.played,
            say_note(one.note),
            won.get(one.entrant, 0),
        )
        for one in standings
    )
    settled = next(event.open_pairings(), None) is None
    return StandingsTable(columns, lines, settled, any(prizes))


class Explanation(NamedTuple):
    """Where a number of the table comes from."""

    title: str
    line: str
    name: str
    total: str
    parts: tuple[tuple[str, bool], ...]  # a sentence, and whether it counts


def explain_points(event: Event, form: Format, number: EntrantId, names: Names) -> Explanation:
    """Where somebody's points come from, match by match."""
    parts = []
    for meeting in event.meetings(number):
        other = names.get(meeting.opponent or 0, "")
        values = {"round": meeting.round, "name": other, "points": say_points(meeting.points), "how": ""}
        if meeting.opponent is None:
            sentence = _("Round %(round)s: %(points)s, %(how)s")
            values["how"] = say_result(meeting.result)
        else:
            sentence = _("Round %(round)s, %(name)s: %(points)s")
        parts.append((sentence % values, meeting.result.kind != "annulled"))
    total = next((say_points(one.points, form.unit) for one in form.standings(event) if one.entrant == number), "0")
    line = (
        _("A win brings 2, a draw 1; from the third win in a row, twice as much.")
        if form.name == "arena"
        else _("A win brings 1, a draw ½.")
    )
    return Explanation(_("Points"), line, names.get(number, "?"), total, tuple(parts))


def explain_tie_break(event: Event, form: Format, number: EntrantId, name: TieBreak, names: Names) -> Explanation:
    """Where the value of a tie-break comes from, match by match."""
    found = form.explain(event, number, name)
    parts = tuple((say_part(part, UNITS[name], names), part.counted) for part in found.parts)
    title, line = tie_break_name(name), tie_break_line(name)
    return Explanation(title, line, names.get(number, "?"), say_value(name, found.total), parts)


# The rounds


PAIRED_AS_SWISS = frozenset({"swiss", "team", "team-gin"})


class Match(NamedTuple):
    """One pairing of a round."""

    round: int
    board: int
    place: str  # in the bracket, or its group
    first: EntrantId
    second: EntrantId | None
    first_name: str
    second_name: str
    winner: int | None
    score: str  # '' while it is open
    detail: str  # penalties for lateness, if there are any
    why: tuple[str, ...]
    is_open: bool
    mine: bool = False


class RoundShown(NamedTuple):
    """A round with its matches."""

    number: int
    matches: tuple[Match, ...]
    left: int
    published: bool


def match_shown(
    pairing: Pairing, round_no: int, result: Result | None, names: Names, mine: EntrantId | None = None
) -> Match:
    """One pairing as pages show it; ``mine`` is the reader's own number."""
    return Match(
        round_no,
        pairing.board,
        say_slot(pairing.slot),
        pairing.first,
        pairing.second,
        names.get(pairing.first, "?"),
        names.get(pairing.second or 0, ""),
        result.winner if result is not None and pairing.second is not None else None,
        say_result(result) if result is not None else "",
        _detail(result) if result is not None else "",
        say_why(pairing),
        result is None,
        mine is not None and pairing.has(mine),
    )


def _detail(result: Result) -> str:
    if not any(result.penalties):
        return ""
    first, second = result.penalties
    return _("Penalties for lateness %(first)s : %(second)s") % {"first": first, "second": second}


def round_shown(round_: Round, names: Names, mine: EntrantId | None = None, event: Event | None = None) -> RoundShown:
    """A round; the reader's own match stands first, and with the ``event`` also says who was not possible instead."""
    pairs = zip(round_.pairings, round_.results, strict=True)
    matches = [match_shown(pairing, round_.number, result, names, mine) for pairing, result in pairs]
    if event is not None and mine is not None and event.settings.format in PAIRED_AS_SWISS:
        more = tuple(_not_possible(event, round_.number, mine, names))
        matches = [match._replace(why=(*match.why, *more)) if match.mine else match for match in matches]
    matches.sort(key=lambda one: not one.mine)
    return RoundShown(round_.number, tuple(matches), sum(one.is_open for one in matches), round_.published)


def _not_possible(event: Event, round_no: int, mine: EntrantId, names: Names) -> Iterator[str]:
    """Of those who stood level: whom one could not be paired with, and why."""
    level = not_possible(event, round_no, mine)
    met = [names.get(number, "?") for number, why in level if why == "met"]
    apart = [names.get(number, "?") for number, why in level if why == "apart"]
    if met:
        yield _("Level with you, but you have met: %(names)s.") % {"names": say_names(met)}
    if apart:
        yield _("Level with you, but kept apart from you: %(names)s.") % {"names": say_names(apart)}


# The cross table


class Cell(NamedTuple):
    """What came of two entrants' meetings, or of a round."""

    text: str
    label: str
    state: str = ""  # won, lost, drawn, self, open


class CrossLine(NamedTuple):
    """One entrant's row."""

    line: Line
    cells: tuple[Cell, ...]


class CrossTable(NamedTuple):
    """Round robin: everybody against everybody. Swiss: round by round, each with the opponent's place."""

    heads: tuple[tuple[str, str], ...]
    lines: tuple[CrossLine, ...]


def cross_table(event: Event, standings: StandingsTable, names: Names) -> CrossTable | None:
    """The cross table of a round robin or of a Swiss; ``None`` where a bracket says it better, or before any round."""
    if not event.rounds or not standings.lines:
        return None
    if event.settings.format == "round-robin" and len(standings.lines) <= 24:
        return _everybody(event, standings, names)
    if event.settings.format in ("swiss", "team", "team-gin", "round-robin", "qualifier"):
        return _round_by_round(event, standings, names)
    return None


def _everybody(event: Event, standings: StandingsTable, names: Names) -> CrossTable:
    numbers = [line.number for line in standings.lines]
    met: dict[tuple[int, int], list[Meeting]] = {}
    for number in numbers:
        for meeting in event.meetings(number):
            if meeting.opponent is not None:
                met.setdefault((number, meeting.opponent), []).append(meeting)
    heads = tuple((str(line.place), line.name) for line in standings.lines)
    lines = []
    for line in standings.lines:
        cells = [
            Cell("", names.get(other, "?"), "self")
            if other == line.number
            else _cell(met.get((line.number, other), []))
            for other in numbers
        ]
        lines.append(CrossLine(line, tuple(cells)))
    return CrossTable(heads, tuple(lines))


def _cell(meetings: Iterable[Meeting]) -> Cell:
    found = list(meetings)
    if not found:
        return Cell("", str(OPEN), "open")
    text = " ".join(say_points(meeting.points) for meeting in found)
    states = {_state(meeting) for meeting in found}
    label = _(", ").join(say_result(meeting.result) for meeting in found)
    return Cell(text, label, states.pop() if len(states) == 1 else "drawn")


def _state(meeting: Meeting) -> str:
    if meeting.points == meeting.against:
        return "drawn"
    return "won" if meeting.points > meeting.against else "lost"


def _round_by_round(event: Event, standings: StandingsTable, names: Names) -> CrossTable:
    place = {line.number: index for index, line in enumerate(standings.lines, start=1)}
    heads = tuple((str(round_.number), _("Round %(number)s") % {"number": round_.number}) for round_ in event.rounds)
    lines = []
    for line in standings.lines:
        by_round = {meeting.round: meeting for meeting in event.meetings(line.number)}
        cells = []
        for round_ in event.rounds:
            meeting, pairing = by_round.get(round_.number), round_.pairing_of(line.number)
            if meeting is None:
                other = pairing.other(line.number) if pairing else None
                label = names.get(other, "") if other else _("no match")
                cells.append(Cell(f"{place.get(other, '')}…" if other else "–", label, "open" if other else ""))
            elif meeting.opponent is None:
                cells.append(Cell(say_points(meeting.points), say_result(meeting.result), "bye"))
            else:
                label = f"{names.get(meeting.opponent, '?')}, {say_result(meeting.result)}"
                mark = {"won": "+", "lost": "−", "drawn": "="}[_state(meeting)]
                cells.append(Cell(f"{place.get(meeting.opponent, '?')}{mark}", label, _state(meeting)))
        lines.append(CrossLine(line, tuple(cells)))
    return CrossTable(heads, tuple(lines))


# Statistics


class Figure(NamedTuple):
    """One figure of the statistics."""

    title: str
    value: str


def statistics(event: Event, names: Names) -> list[Figure]:
    """What can be counted of the matches played so far."""
    played = [
        (pairing, result)
        for round_ in event.rounds
        for pairing, result in zip(round_.pairings, round_.results, strict=True)
        if result is not None and result.kind in ("played", "deadline")
    ]
    forfeits = sum(
        result is not None and result.kind in ("forfeit", "double_forfeit")
        for round_ in event.rounds
        for result in round_.results
    )
    figures = [Figure(_("Matches played"), str(len(played)))]
    if not played:
        return figures
    if forfeits:
        figures.append(Figure(_("Forfeits"), str(forfeits)))
    points = [sum(result.hand_points) for _pairing, result in played]
    if any(points):
        figures.append(Figure(_("Hand points in all"), str(sum(points))))
        pairing, result = max(played, key=lambda one: abs(one[1].hand_points[0] - one[1].hand_points[1]))
        figures.append(Figure(_("Clearest win"), _clearest(pairing, result, names)))
    boxes: Counter[int] = Counter()
    for pairing, result in played:
        for side, number in enumerate((pairing.first, pairing.second)):
            if number is not None:
                boxes[number] += result.boxes[side]
    if any(boxes.values()):
        number, count = boxes.most_common(1)[0]
        figures.append(Figure(_("Most hands won"), f"{names.get(number, '?')}, {count}"))
    upsets = sum(
        result.winner is not None
        and pairing.second is not None
        and (event.entrant(pairing.first).seed > event.entrant(pairing.second).seed) == (result.winner == 0)
        for pairing, result in played
    )
    figures.append(Figure(_("Won by the lower seed"), str(upsets)))
    return figures


def _clearest(pairing: Pairing, result: Result, names: Names) -> str:
    return _("%(first)s - %(second)s, %(points)s:%(other)s") % {
        "first": names.get(pairing.first, "?"),
        "second": names.get(pairing.second or 0, "?"),
        "points": result.hand_points[0],
        "other": result.hand_points[1],
    }
