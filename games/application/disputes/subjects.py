"""Questions that other apps bring before the referee: a tournament's game over real cards, say.

Games know no tournaments. An app registers its kind of subject with what the desk needs to know and to do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.models import Case, Match
from ginsite.accounts.models import User

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """What the desk asks of the app that brought a question; ``key`` is what follows the colon in ``Case.subject``."""

    describe: Callable[[str], Plain]
    """For the pages: ``title``, ``url``, ``template`` and whatever that template shows; reads the database.
    ``names``: how the sides are called, people or not. ``first`` and ``second``: what the amounts of ``settle_subject``
    are called."""
    people: Callable[[str], dict[int, User]]
    """The people concerned, by their side or seat."""
    conflict: Callable[[User, str], bool]
    """Whether this member of staff is too near to it to rule."""
    settle: Callable[[str, Plain | None], None]
    """Make a ruling's ``settle_subject`` take effect, in the caller's transaction. After a reversal it is told what the
    last ruling says that is still in force, or ``None``: then what was before the referee's first word holds again."""


_subjects: dict[str, Subject] = {}

Conflict = Callable[[User, Match], bool]
_conflicts: list[Conflict] = []

Urgency = Callable[[Match], bool]
_urgencies: list[Urgency] = []


class Setting(NamedTuple):
    """What a match is part of: a tournament, say."""

    title: str
    url: str


class Result(NamedTuple):
    """How a match would end by a ruling; ``winner`` is a side."""

    winner: int | None
    totals: tuple[int, ...]
    reason: str


Settings = Callable[[Collection[int]], dict[int, Setting]]
_settings: list[Settings] = []

Consequence = Callable[[Match, Result | None], list[str]]
_consequences: list[Consequence] = []


def register(kind: str, subject: Subject) -> None:
    """Let cases be about subjects of this kind."""
    if _subjects.setdefault(kind, subject) is not subject:
        raise ValueError(f"two subjects are called {kind!r}")


def register_conflict(conflict: Conflict) -> None:
    """Add a reason for which somebody may not rule on a match: a rival's table in the same event."""
    _conflicts.append(conflict)


def register_urgency(urgency: Urgency) -> None:
    """Add a way to know that others wait for a match."""
    _urgencies.append(urgency)


def register_settings(settings: Settings) -> None:
    """Add what matches may be part of: asked once for all the matches (their primary keys) of a page."""
    _settings.append(settings)


def register_consequence(consequence: Consequence) -> None:
    """Add sentences about what a changed result would lead to; ``None`` stands for a match that plays on."""
    _consequences.append(consequence)


def subject_of(text: str) -> tuple[Subject, str]:
    """The subject of a case and its key. Raises KeyError for a kind that nobody has registered."""
    kind, _, key = text.partition(":")
    return _subjects[kind], key


def conflicts(user: User, match: Match) -> bool:
    """Whether another app knows why this person may not rule on that match."""
    return any(conflict(user, match) for conflict in _conflicts)


def is_urgent(match: Match) -> bool:
    """Whether others wait for this match."""
    return any(urgency(match) for urgency in _urgencies)


def settings_of(match_ids: Collection[int]) -> dict[int, Setting]:
    """What these matches are part of; those that stand alone are left out."""
    found: dict[int, Setting] = {}
    for settings in _settings:
        found |= settings(match_ids)
    return found


def consequences(match: Match, result: Result | None) -> list[str]:
    """What other apps say of a match that would end like this, or play on, in sentences."""
    return [said for consequence in _consequences for said in consequence(match, result)]


__all__ = [
    "Case",
    "Conflict",
    "Consequence",
    "Match",
    "Result",
    "Setting",
    "Settings",
    "Subject",
    "Urgency",
    "conflicts",
    "consequences",
    "is_urgent",
    "register",
    "register_conflict",
    "register_consequence",
    "register_settings",
    "register_urgency",
    "settings_of",
    "subject_of",
]
