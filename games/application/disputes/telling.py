"""What a case is called and what a ruling says, in sentences with the names of those concerned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from games.application import sayings
from games.application.disputes import subjects
from games.application.disputes.remedies import Plain, remedies_of
from games.application.sayings.rulings import say_remedy
from games.application.seats import seat_names
from games.application.sides import sides_of
from games.models import Case, Match, Ruling


class Called(NamedTuple):
    """How seats and sides are called, and the two amounts that settle a question from elsewhere."""

    seats: Sequence[str]
    sides: Sequence[str]
    amounts: tuple[str, str] = ("", "")


def called_in(match: Match) -> Called:
    """The names of a match's seats and sides; reads ``seats`` with their people, once if they are prefetched."""
    names = [name or "" for name in seat_names(match)]
    sides = [sayings.say_names(names[seat] for seat in seats) for seats in sides_of(match)]
    return Called(names, sides)


def called_of(case: Case) -> Called:
    """The names of everybody in a case, by seat or by side of what it is about."""
    if case.match is not None:
        return called_in(case.match)
    subject, key = subjects.subject_of(case.subject)
    described, people = subject.describe(key), subject.people(key)
    count = max(people, default=-1) + 1
    names = described.get("names") or [people[side].public_name if side in people else "" for side in range(count)]
    return Called(names, names, (str(described.get("first", "")), str(described.get("second", ""))))


def title_of(case: Case) -> str:
    """What a case is about in a line: who plays, or what the other app calls it."""
    if case.match is not None:
        return sayings.say_names(called_in(case.match).seats)
    subject, key = subjects.subject_of(case.subject)
    return str(subject.describe(key)["title"])


def say_remedies(remedies: Sequence[Plain], called: Called) -> list[str]:
    """A sentence for each remedy."""
    return [say_remedy(remedy, called.seats, called.sides) for remedy in remedies]


def say_ruling(ruling: Ruling, called: Called | None = None) -> list[str]:
    """What a ruling does, a sentence for each remedy. ``called``: ``called_of(ruling.case)``, if it is known."""
    remedies, _then = remedies_of(ruling.remedies)
    return say_remedies(remedies, called_of(ruling.case) if called is None else called)


def say_hand(hand: int, table: int) -> str:
    """Which hand is meant: ``Hand 5``, of the second table of a partnership ``Hand 5, second table``."""
    if table:
        return gettext("Hand %(hand)s, second table") % {"hand": hand}
    return gettext("Hand %(hand)s") % {"hand": hand}
