"""The organiser's desk in words: what needs a hand, and what changes if something is done."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.application.sayings.errors import say_refusal
from tournaments.application.sayings.numbers import say_points
from tournaments.application.sayings.play import Names, say_match, say_note, say_result, say_slot
from tournaments.domain.formats.base import Format
from tournaments.domain.preview import Changes
from tournaments.domain.values import Pairing, Result, Standing

NEEDS: dict[str, Promise] = {
    "conflict": _("The two cards differ. The referee was asked; you may decide it too."),
    "referee": _("It is with the referee. What they decide follows by itself."),
    "pair_anew": _("The referee changed this result, and later matches were paired from the old one."),
    "ruling": _("Somebody at the desk ruled on an own match: it needs your word too."),
    "overdue": _("The time for this match is up."),
    "late": _("Somebody is not at the table yet."),
    "unconfirmed": _("One side has put down the result; the other has not said anything yet."),
    "paused": _("The tournament is paused."),
    "finish": _("Everything is played. The table can be made final."),
}

OUTCOMES: dict[str, Promise] = {
    "first": _("%(first)s wins"),
    "second": _("%(second)s wins"),
    "draw": _("Level"),
    "first_forfeit": _("%(second)s did not come"),
    "second_forfeit": _("%(first)s did not come"),
    "double_forfeit": _("Nobody came"),
    "annulled": _("Counts for nobody"),
    "open": _("Open again: no result"),
}
"""By ``orders.OUTCOMES``."""


def say_need(kind: str, code: str = "", values: tuple[int, ...] = ()) -> str:
    """What needs a hand, in one sentence."""
    if kind in NEEDS:
        return str(NEEDS[kind])
    if kind == "blocked":
        return say_refusal(code, values)
    count = values[0]
    sentences = {
        "start": ngettext("%(count)s entrant is ready to start.", "%(count)s entrants are ready to start.", count),
        "pair": gettext("Round %(count)s can be paired."),
        "missing": ngettext("%(count)s has not checked in.", "%(count)s have not checked in.", count),
        "waiting": ngettext("%(count)s is on the waiting list.", "%(count)s are on the waiting list.", count),
        "applicants": ngettext(
            "%(count)s asks to be let into the club.", "%(count)s ask to be let into the club.", count
        ),
    }
    return sentences[kind] % {"count": count}


def say_outcomes(first: str, second: str, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """The ways in which a match may end, for a form."""
    return [(name, str(OUTCOMES[name]) % {"first": first, "second": second}) for name in names]


# What changes


class Move(NamedTuple):
    """One line of a comparison: what it is about, and how it stood and stands."""

    what: str
    before: str
    after: str


class SaidChanges(NamedTuple):
    """What a preview found, said: each part a list of lines, empty where nothing changes."""

    phase: list[Move]
    results: list[Move]
    pairings: list[Move]
    slots: list[Move]
    standings: list[Move]
    prizes: list[Move]


PHASES: dict[str, Promise] = {
    "entries": _("taking entries"),
    "running": _("running"),
    "paused": _("paused"),
    "finished": _("finished"),
    "cancelled": _("cancelled"),
}


def say_changes(changes: Changes, names: Names, form: Format) -> SaidChanges:
    """A preview in words."""
    before, after = changes.phase
    return SaidChanges(
        [] if before == after else [Move(gettext("The tournament"), str(PHASES[before]), str(PHASES[after]))],
        [
            Move(say_table(change.round, change.board), _say_result(change.before), _say_result(change.after))
            for change in changes.results
        ],
        [
            Move(
                say_table(change.round, change.board),
                *(_say_pairing(one, names) for one in (change.before, change.after)),
            )
            for change in changes.pairings
        ],
        [
            Move(say_slot(change.slot), names.get(change.before, _nobody()), names.get(change.after, _nobody()))
            for change in changes.slots
        ],
        [
            Move(names[change.entrant], *(_say_standing(line, form) for line in (change.before, change.after)))
            for change in changes.standings
        ],
        [Move(names[change.entrant], str(change.before), str(change.after)) for change in changes.prizes],
    )


def say_table(round_no: int, board: int) -> str:
    """``Round 2, table 5``."""
    return gettext("Round %(round)s, table %(board)s") % {"round": round_no, "board": board}


def _nobody() -> str:
    return gettext("nobody yet")


def _say_result(result: Result | None) -> str:
    return gettext("open") if result is None else say_result(result)


def _say_pairing(pairing: Pairing | None, names: Names) -> str:
    return gettext("nobody") if pairing is None else say_match(pairing, names)


def _say_standing(line: Standing | None, form: Format) -> str:
    """``place 3, score 4½, qualified``."""
    if line is None:
        return gettext("not in the table")
    values = {"place": line.place, "points": say_points(line.points, form.unit), "note": say_note(line.note)}
    if line.note:
        return gettext("place %(place)s, score %(points)s, %(note)s") % values
    return gettext("place %(place)s, score %(points)s") % values
