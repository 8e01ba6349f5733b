"""How hands and matches end, as sentences; and the same sentences, with named places, for the table page.

A *side* is a seat, or a team of seats: whoever asks gives the names of the sides, a team's by ``say_names``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.application.sayings.clocks import CLOCK_NAMES
from games.application.sayings.games import GAME_NAMES, PRESET_NAMES


class Line(NamedTuple):
    """One line of a reckoning: what it is for, and the points."""

    label: str
    points: int


HAND_KINDS: dict[str, Promise] = {
    "knock": _("Knock"),
    "gin": _("Gin"),
    "big_gin": _("Big gin"),
    "undercut": _("Undercut"),
    "out": _("Out"),
    "rummy": _("Rummy"),
    "lowest": _("Fewest points"),
    "void": _("No score"),
}
HAND_SENTENCES: dict[str, Promise] = {
    "knock": _("%(winner)s knocked with %(knocker_count)s and wins %(points)s."),
    "gin": _("%(winner)s went gin and wins %(points)s."),
    "big_gin": _("%(winner)s went big gin and wins %(points)s."),
    "undercut": _("%(winner)s undercut %(loser)s, who knocked with %(knocker_count)s, and wins %(points)s."),
    "out": _("%(winner)s went out and wins %(points)s."),
    "rummy": _("%(winner)s went rummy, out in a single turn, and wins %(points)s."),
    "lowest": _("No card could be drawn any more. %(winner)s was left with the fewest points and wins %(points)s."),
    "void": _("Nobody scores."),
}
VOID_SENTENCES: dict[str, Promise] = {
    "wall": _("The stock ran out: nobody scores, and the same dealer deals again."),
    "stall": _("The same cards kept changing hands: nobody scores, and the same dealer deals again."),
    "refills": _("The stock ran out once too often: nobody scores, and the same dealer deals again."),
    "stuck": _("No card could be drawn any more: nobody scores, and the same dealer deals again."),
    "left": _("The match ended in the middle of this hand; it does not count."),
    "agreed": _("The players agreed to stop; the hand does not count."),
    "ruled": _("The referee ruled that this hand does not count."),
    "undealt": _("This hand could not be dealt: a player who had committed to a seed did not show it."),
}
END_SENTENCES: dict[str, Promise] = {
    "target": _("%(winner)s wins the match."),
    "hands": _("All hands are played. %(winner)s wins the match."),
    "resigned": _("%(loser)s resigned. %(winner)s wins the match."),
    "flagged": _("%(loser)s ran out of time. %(winner)s wins the match."),
    "left": _("The others have left. %(winner)s wins the match."),
    "ruled": _("The referee decided the match. %(winner)s wins."),
    "target_team": _("%(winner)s win the match."),
    "hands_team": _("All hands are played. %(winner)s win the match."),
    "resigned_team": _("%(loser)s gave up. %(winner)s win the match."),
    "flagged_team": _("%(loser)s ran out of time. %(winner)s win the match."),
    "ruled_team": _("The referee decided the match. %(winner)s win."),
    "agreed": _("The players agreed to stop. The match does not count."),
    "drawn": _("The match is drawn."),
}
"""By the reason of the end; ``left`` is a match of three or more sides that all but one have left."""

LINE_LABELS: dict[str, Promise] = {
    "ruled": _("As the referee ruled"),
    "difference": _("%(high)s deadwood less %(low)s"),
    "deadwood": _("%(high)s deadwood in the other hand"),
    "gin_bonus": _("Gin bonus"),
    "big_gin_bonus": _("Big gin bonus"),
    "undercut_bonus": _("Undercut bonus"),
    "tie_bonus": _("Equal counts, to the defender"),
    "spade_double": _("Spade upcard: everything counts twice"),
    "left_in_hands": _("Cards left in the other hands"),
    "going_rummy": _("Rummy: everything counts twice"),
}
TOTAL_LABELS: dict[str, Promise] = {
    "hands": _("Hand points"),
    "game_bonus": _("Game bonus"),
    "boxes": _("Boxes"),
    "shutout": _("Shutout"),
    "total": _("Total"),
}
ROLE_NAMES: dict[str, Promise] = {
    "sits_out": _("Sits out"),
    "box": _("Box"),
    "captain": _("Captain"),
    "adviser": _("Adviser"),
}


def hand_lines(result: Mapping[str, Any]) -> list[Line]:
    """The reckoning of one hand, line by line, from the protocol's ``result``.

    ``12 deadwood less 4`` for 8 points, ``Undercut bonus`` for 25. A line whose key is unknown shows its key.
    """
    knocker, defender = int(result["knocker_count"]), int(result["defender_count"])
    places = {"high": max(knocker, defender), "low": min(knocker, defender)}
    return [
        Line(str(LINE_LABELS.get(line["key"], line["key"])) % places, int(line["points"])) for line in result["lines"]
    ]


def say_line(line: Line) -> str:
    """One line with its points: ``12 deadwood less 4: 8 points``."""
    return ngettext("%(label)s: %(points)s point", "%(label)s: %(points)s points", line.points) % line._asdict()


def say_hand(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """How a hand ended, in one sentence. ``names`` are the seats' names, in seat order."""
    if result.get("void"):
        return str(VOID_SENTENCES[result["void"]])
    places = {
        "winner": names[int(result["winner"])],
        "loser": names[int(result["knocker"])],  # asked for after an undercut only
        "points": result["points"],
        "knocker_count": result["knocker_count"],
    }
    return str(HAND_SENTENCES[result["kind"]]) % places


def say_end(reason: str, winner: int | None, names: Sequence[str], *, teams: bool = False) -> str:
    """How a match ended, in one sentence. ``winner`` is a side, or ``None`` for a drawn or void match; ``names`` are
    those of the sides, which are ``teams`` in a partnership."""
    if winner is None:
        return str(END_SENTENCES["agreed" if reason == "agreed" else "drawn"])
    if len(names) > 2 and reason in ("resigned", "flagged"):
        return str(END_SENTENCES["left"]) % {"winner": names[winner]}
    sentence = END_SENTENCES[f"{reason}_team" if teams else reason]
    return str(sentence) % {"winner": names[winner], "loser": names[winner - 1]}


def say_names(names: Iterable[str | None]) -> str:
    """The players of a table, an empty chair included: ``alice and bob``, ``alice, bob and an empty chair``."""
    said = [name or gettext("an empty chair") for name in names]
    if len(said) < 2:
        return "".join(said)
    return gettext("%(names)s and %(last)s") % {"names": gettext(", ").join(said[:-1]), "last": said[-1]}


def phrases() -> dict[str, dict[str, str]]:
    """The sentences of results for the table page, by group and key, with named places."""
    groups: dict[str, dict[str, Promise]] = {
        "kinds": HAND_KINDS,
        "hands": HAND_SENTENCES,
        "voids": VOID_SENTENCES,
        "ends": END_SENTENCES,
        "lines": LINE_LABELS,
        "totals": TOTAL_LABELS,
        "roles": ROLE_NAMES,
        "clocks": CLOCK_NAMES,
        "games": GAME_NAMES,
        "presets": PRESET_NAMES,
    }
    return {group: {key: str(said) for key, said in sayings.items()} for group, sayings in groups.items()}
