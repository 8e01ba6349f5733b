"""A bracket laid out to be drawn: boxes with names and scores, lines between them, and the same as lists by round.

The numbers are those of an SVG's own units. The drawing mirrors where people read from right to left; names and scores
stand in it as they do on the page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from tournaments.application.displays import Names
from tournaments.application.sayings import BRACKET_NAMES, say_points
from tournaments.domain.bracket import Bracket, Column, Match, Side, bracket
from tournaments.domain.event import Event
from tournaments.domain.formats import Format
from tournaments.domain.match_graph import NOBODY
from tournaments.domain.values import EntrantId, Result

WIDTH, HEIGHT = 216, 56
"""Of a box: two lines of names."""

ACROSS, DOWN = 264, 76
"""From column to column, and from box to box in a first round."""

HEAD = 34
"""Above a band: the names of its columns."""

MARGIN = 4
LONGEST = 21
"""Letters of a name that fit into a box; the whole name is there for who asks."""

BESIDE = ("third", "final")
"""Brackets of a match or two: drawn beside the main one."""

Links = Mapping[tuple[int, int], str]
"""Where a match leads, by its round and board: its live table, its record."""


class SideShown(NamedTuple):
    """One line of a box."""

    name: str
    short: str
    seed: str
    score: str
    won: bool
    lost: bool
    mine: bool
    known: bool
    name_x: int
    score_x: int
    y: int


class Box(NamedTuple):
    """One match."""

    number: int
    x: int
    y: int
    sides: tuple[SideShown, SideShown]
    state: str
    href: str
    label: str
    onward: str  # where winner and loser go, in words
    under_review: bool = False


class ColumnShown(NamedTuple):
    """One round of one bracket, with its name."""

    key: str
    title: str
    short: str
    x: int
    y: int
    boxes: tuple[Box, ...]


class Drawing(NamedTuple):
    """Everything that is drawn."""

    width: int
    height: int
    columns: tuple[ColumnShown, ...]
    lines: tuple[str, ...]  # paths
    box_width: int = WIDTH
    box_height: int = HEIGHT


def drawing(
    event: Event,
    form: Format,
    names: Names,
    mine: EntrantId | None = None,
    links: Links | None = None,
    reviewed: Collection[tuple[int, int]] = (),
) -> Drawing | None:
    """The event's bracket to be drawn; ``None`` if it has none, or none yet. ``reviewed``: what is with the referee."""
    found = bracket(event, form)
    if found is None:
        return None
    places = _places(found)
    width = MARGIN * 2 + max(x for x, _y in places.values()) + WIDTH
    height = MARGIN + max(y for _x, y in places.values()) + HEIGHT + DOWN - HEIGHT
    mirrored = get_language_bidi()
    if mirrored:
        places = {number: (width - x - WIDTH, y) for number, (x, y) in places.items()}
    columns = tuple(
        _column(event, found, column, places, names, mine, links or {}, reviewed, mirrored=mirrored)
        for column in found.columns
    )
    return Drawing(width, height, columns, tuple(_lines(found, places, mirrored=mirrored)))


def say_side(side: Side, names: Names) -> str:
    """Who it is, or which match decides it."""
    if side.entrant == NOBODY:
        return _("nobody")
    if side.entrant is not None:
        return names.get(side.entrant, "?")
    if side.comes_from == "winner":
        return _("Winner of %(number)s") % {"number": side.of}
    if side.comes_from == "loser":
        return _("Loser of %(number)s") % {"number": side.of}
    return _("Seed %(number)s") % {"number": side.of}


def column_title(column: Column, columns: Iterable[Column]) -> str:
    """The name of a round: final, semifinals, else its number; of another bracket with the bracket's name."""
    last = max(one.round for one in columns if one.bracket == column.bracket)
    if column.bracket == "third":
        return str(BRACKET_NAMES["third"])
    if column.bracket == "final":
        return str(BRACKET_NAMES["final"]) if column.round == 1 else _("Final, played once more")
    has_final = any(one.bracket == "final" for one in columns)
    title = _("Round %(number)s") % {"number": column.round}
    if column.bracket == "main" and not has_final:
        left = last - column.round
        title = {0: _("Final"), 1: _("Semifinals"), 2: _("Quarterfinals")}.get(left, title)
    if len({one.bracket for one in columns} - {"third"}) == 1:
        return title
    return _("%(bracket)s: %(round)s") % {"bracket": BRACKET_NAMES[column.bracket], "round": title}


def _places(found: Bracket) -> dict[int, tuple[int, int]]:
    """Where every box stands: brackets in bands under each other, the final and the third place beside the main one."""
    places: dict[int, tuple[int, int]] = {}
    bands = list(dict.fromkeys(column.bracket for column in found.columns if column.bracket not in BESIDE))
    top, widest, ends = 0, 0, {}
    for band in bands:
        columns = [column for column in found.columns if column.bracket == band]
        lowest = min(match.row for column in columns for match in column.matches)
        for across, column in enumerate(columns):
            for match in column.matches:
                places[match.number] = (MARGIN + across * ACROSS, top + HEAD + round((match.row - lowest) * DOWN))
        widest = max(widest, len(columns))
        ends[band] = len(columns)
        top = max(places[match.number][1] for column in columns for match in column.matches) + DOWN
        if band == "main":
            third = [match for column in found.columns if column.bracket == "third" for match in column.matches]
            for match in third:
                last = places[columns[-1].matches[0].number]
                places[match.number] = (last[0], last[1] + DOWN + HEAD)
                top = max(top, places[match.number][1] + DOWN)
    finals = [column for column in found.columns if column.bracket == "final"]
    for across, column in enumerate(finals):
        for match in column.matches:
            places[match.number] = (MARGIN + (widest + across) * ACROSS, HEAD + max(0, (top - HEAD - DOWN) // 2))
    return places


def _column(
    event: Event,
    found: Bracket,
    column: Column,
    places: Mapping[int, tuple[int, int]],
    names: Names,
    mine: EntrantId | None,
    links: Links,
    reviewed: Collection[tuple[int, int]],
    *,
    mirrored: bool,
) -> ColumnShown:
    boxes = []
    for match in column.matches:
        x, y = places[match.number]
        scores = _scores(match.result)
        sides = tuple(_side(event, match, at, scores[at], names, mine, (x, y), mirrored=mirrored) for at in (0, 1))
        href = links.get((match.round, match.board), "") if match.round else ""
        waits = (match.round, match.board) in reviewed
        label = _label(match, sides)
        if waits:
            label = _("%(match)s, with the referee") % {"match": label}
        boxes.append(Box(match.number, x, y, (sides[0], sides[1]), match.state, href, label, _onward(match), waits))
    title = column_title(column, found.columns)
    x = boxes[0].x + (WIDTH if mirrored else 0)
    y = min(box.y for box in boxes) - 12
    short = title.rpartition(": ")[2] if column.bracket == "main" else title
    return ColumnShown(f"{column.bracket}-{column.round}", title, short, x, y, tuple(boxes))


def _side(
    event: Event,
    match: Match,
    at: int,
    score: str,
    names: Names,
    mine: EntrantId | None,
    place: tuple[int, int],
    *,
    mirrored: bool,
) -> SideShown:
    side = match.sides[at]
    name = say_side(side, names)
    seed = str(event.entrant(side.entrant).seed) if side.entrant else ""
    x, y = place
    name_x, score_x = (x + WIDTH - 10, x + 10) if mirrored else (x + 10, x + WIDTH - 10)
    return SideShown(
        name,
        name if len(name) <= LONGEST else name[: LONGEST - 1] + "…",
        seed,
        score,
        match.winner == at,
        match.winner == 1 - at,
        mine is not None and side.entrant == mine,
        bool(side.entrant),
        name_x,
        score_x,
        y + (19 if at == 0 else 46),
    )


def _scores(result: Result | None) -> tuple[str, str]:
    """What stands beside the two names: games of several, else hand points, else points."""
    if result is None:
        return "", ""
    if result.kind in ("played", "deadline"):
        if sum(result.games) > 1:
            return str(result.games[0]), str(result.games[1])
        if any(result.hand_points):
            return str(result.hand_points[0]), str(result.hand_points[1])
    if result.kind == "forfeit":
        return ("", _("forfeit")) if result.winner == 0 else (_("forfeit"), "")
    return say_points(result.points[0]), say_points(result.points[1])


def _label(match: Match, sides: tuple[SideShown, ...]) -> str:
    """A match in one sentence, for who hears it."""
    values = {"number": match.number, "first": sides[0].name, "second": sides[1].name}
    if match.winner is not None:
        values |= {"first": sides[match.winner].name, "second": sides[1 - match.winner].name}
        score = [sides[match.winner].score, sides[1 - match.winner].score]
        said = _("Match %(number)s: %(first)s beats %(second)s") % values
        return f"{said}, {score[0]}:{score[1]}" if all(score) else said
    if match.state == "not_needed":
        return _("Match %(number)s is not needed") % values
    return _("Match %(number)s: %(first)s against %(second)s") % values


def _onward(match: Match) -> str:
    """Where winner and loser go."""
    said = []
    if match.winner_to:
        said.append(_("The winner goes to match %(number)s.") % {"number": match.winner_to})
    if match.loser_to:
        said.append(_("The loser goes to match %(number)s.") % {"number": match.loser_to})
    return " ".join(said)


def _lines(found: Bracket, places: Mapping[int, tuple[int, int]], *, mirrored: bool) -> Iterable[str]:
    """The way of each winner to the next match."""
    for number, match in found.matches.items():
        if match.winner_to not in places:
            continue
        (x, y), (to_x, to_y) = places[number], places[match.winner_to]
        start, end = (x, to_x + WIDTH) if mirrored else (x + WIDTH, to_x)
        middle = end + (12 if mirrored else -12)
        yield f"M{start} {y + HEIGHT // 2}H{middle}V{to_y + HEIGHT // 2}H{end}"
