"""What the organiser chose before the first round: the format and its numbers, byes, tie-breaks, odd cases.

One frozen value with bounds, and the one statement of which choices go together (``problems``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

FormatName = Literal[
    "swiss",
    "round-robin",
    "single-elimination",
    "double-elimination",
    "consolation",
    "qualifier",
    "groups-knockout",
    "last-chance",
    "arena",
    "team",
    "team-gin",
    "series",
]
TieBreak = Literal[
    "head_to_head",
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median",
    "sonneborn_berger",
    "wins",
    "hand_points_difference",
    "boxes",
    "progressive",
]


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of one event. Defaults are those of a club evening."""

    format: FormatName = "swiss"
    rounds: int = 5  # Swiss, team and team gin: played in all; a series: events that belong to it
    double: bool = False  # round robin: everybody twice
    wins_needed: int = 10  # qualifier: so many wins qualify
    losses_allowed: int = 7  # ... and so many losses eliminate
    group_size: int = 4  # groups, then knockout
    advance: int = 2  # from each group
    knockout: Literal["single-elimination", "double-elimination"] = "single-elimination"
    third_place: bool = True  # knockout: a match for the third place
    minutes: int = 60  # arena
    boards: int = 4  # of a team
    best_of_series: int = 3  # so many of the events count
    match_form: Literal["game", "best_of", "fixed_hands", "hollywood"] = "game"
    match_length: int = 1  # games of a best-of, hands of a fixed number
    seeding: Literal["rating", "hand", "draw"] = "rating"
    tie_breaks: tuple[TieBreak, ...] = ("head_to_head", "buchholz_cut_1", "buchholz", "wins", "hand_points_difference")
    half_byes: int = 1  # that one entrant may ask for
    late_until: int = 0  # the last round one may still enter in; 0: nobody after the start; arena: at any time if not 0
    late_points: Literal["none", "half"] = "none"  # for each round missed
    withdrawal: Literal["annul_before_half", "keep"] = "annul_before_half"  # round robin and groups
    double_no_show: Literal["nobody", "higher_seed"] = "higher_seed"  # who goes on in a knockout
    keep_apart: Literal["off", "first_round", "always"] = "off"  # entrants of one group (a family, a club)
    arrival_minutes: int = 10  # to come to the table before a forfeit
    late_penalty: int = 0  # hand points a minute
    round_minutes: int = 0  # until a round's deadline; 0: none


BOUNDS: dict[str, tuple[int, int]] = {
    "rounds": (1, 30),
    "wins_needed": (1, 20),
    "losses_allowed": (1, 20),
    "group_size": (3, 12),
    "advance": (1, 6),
    "minutes": (10, 600),
    "boards": (2, 12),
    "best_of_series": (1, 30),
    "match_length": (1, 50),
    "half_byes": (0, 10),
    "late_until": (0, 30),
    "arrival_minutes": (1, 120),
    "late_penalty": (0, 50),
    "round_minutes": (0, 20160),
}
"""What the numbers may be, smallest and largest."""

KNOCKOUTS: frozenset[FormatName] = frozenset({"single-elimination", "double-elimination", "consolation", "last-chance"})
"""Formats drawn as one match graph: no match in them can end level."""

BRACKETS: frozenset[FormatName] = KNOCKOUTS | {"groups-knockout"}
"""Formats in which every match has its place from the start: none can be added by hand."""

BYES_ON_REQUEST: frozenset[FormatName] = frozenset({"swiss", "team", "team-gin"})
"""Formats in which somebody may ask to sit a round out for half a point."""

LATE_ENTRY: frozenset[FormatName] = BYES_ON_REQUEST | {"qualifier", "arena"}
"""Formats in which somebody may come after the start: no place was given to everybody there."""


def problems(settings: Settings) -> Iterator[tuple[str, str]]:
    """Every reason why these settings cannot be had, as (field, code)."""
    for name, hint in _HINTS.items():
        if not _admits(name, hint, getattr(settings, name)):
            yield name, "OUT_OF_BOUNDS"
    if settings.format == "groups-knockout" and settings.advance >= settings.group_size:
        yield "advance", "ALL_ADVANCE"
    if settings.match_form == "best_of" and settings.match_length % 2 == 0 and settings.format in KNOCKOUTS:
        yield "match_length", "MUST_BE_ODD"
    if settings.late_until and settings.format not in LATE_ENTRY:
        yield "late_until", "NO_LATE_ENTRY"
    if len(set(settings.tie_breaks)) != len(settings.tie_breaks):
        yield "tie_breaks", "TWICE"


def settings_to_dict(settings: Settings) -> dict[str, Any]:
    """The plain form: JSON numbers, texts, booleans and lists only."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}


def settings_from_dict(plain: Mapping[str, Any]) -> Settings:
    """Read the plain form back; missing names take the defaults. Raises ValueError naming the first bad field."""
    for name in plain:
        if name not in _HINTS:
            raise ValueError(f"{name!r} is no setting")
    changes: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
    }
    settings = replace(Settings(), **changes)
    for name, hint in _HINTS.items():
        if not _admits(name, hint, getattr(settings, name)):
            raise ValueError(f"{name} may not be {getattr(settings, name)!r}")
    return settings


def _admits(name: str, hint: Any, value: object) -> bool:
    if get_origin(hint) is Literal:
        return type(value) is str and value in get_args(hint)
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_admits(name, get_args(hint)[0], one) for one in value)
    if hint is int:
        smallest, largest = BOUNDS[name]
        return type(value) is int and smallest <= value <= largest
    return type(value) is hint


_HINTS: dict[str, Any] = get_type_hints(Settings)
