"""Rounds, pairings and results in words: why two meet, what came of it, how far somebody got."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.application.sayings.numbers import say_points
from tournaments.domain.formats.groups_knockout import group_name
from tournaments.domain.tiebreaks import Part
from tournaments.domain.values import Pairing, Reason, Result

Names = Mapping[int, str]

BRACKET_NAMES: dict[str, Promise] = {
    "main": _("Main bracket"),
    "lower": _("Lower bracket"),
    "consolation": _("Consolation"),
    "last_chance": _("Last chance"),
    "third": _("Third place"),
    "final": _("Final"),
}
STATUS_NAMES: dict[str, Promise] = {
    "entered": _("entered"),
    "checked_in": _("checked in"),
    "playing": _("playing"),
    "withdrawn": _("withdrawn"),
}
NOTES: dict[str, Promise] = {
    "qualified": _("qualified"),
    "eliminated": _("eliminated"),
    "withdrawn": _("withdrawn"),
    "annulled": _("withdrawn, results not counted"),
    "out": _("out"),
    "champion": _("champion"),
    "won_main": _("won the main bracket"),
    "won_lower": _("won the lower bracket"),
    "won_consolation": _("won the consolation"),
    "won_last_chance": _("won the last chance"),
    "won_third": _("third place"),
}
RESULT_KINDS: dict[str, Promise] = {
    "played": _("played"),
    "deadline": _("decided when the time was up"),
    "forfeit": _("forfeit"),
    "double_forfeit": _("nobody came"),
    "bye": _("bye"),
    "half_bye": _("round asked off"),
    "zero_bye": _("sits out"),
    "annulled": _("does not count"),
}


def say_note(note: str) -> str:
    """What the table says of somebody beside the points; '' for nothing."""
    return str(NOTES.get(note, note))


def say_round(number: int) -> str:
    """``Round 3``."""
    return gettext("Round %(number)s") % {"number": number}


def say_slot(slot: str) -> str:
    """Where in the bracket or in which group a match stands: ``Main bracket, round 2``; '' for no slot."""
    if not slot:
        return ""
    name, *rest = slot.split("-")
    if name == "group":
        return gettext("Group %(name)s") % {"name": rest[0]}
    if name == "third" or (name, rest[0]) == ("final", "1"):
        return str(BRACKET_NAMES[name])
    if name == "final":
        return gettext("Final, played once more")
    return gettext("%(bracket)s, round %(number)s") % {"bracket": BRACKET_NAMES[name], "number": rest[0]}


def say_match(pairing: Pairing, names: Names) -> str:
    """Who plays whom, or who sits out."""
    if pairing.second is None:
        return gettext("%(name)s sits out") % {"name": names[pairing.first]}
    return gettext("%(first)s - %(second)s") % {"first": names[pairing.first], "second": names[pairing.second]}


def say_result(result: Result) -> str:
    """What came of a match in the order of the pairing, and how where no card decided: ``1 : 0, 120 : 35``."""
    first, second = map(say_points, result.points)
    if result.kind in ("bye", "half_bye", "zero_bye"):
        return f"{first} ({RESULT_KINDS[result.kind]})"
    parts = [f"{first} : {second}"]
    if any(result.games):
        parts.append(gettext("games %(score)s") % {"score": "{} : {}".format(*result.games)})
    if any(result.hand_points):
        parts.append("{} : {}".format(*result.hand_points))
    if result.kind != "played":
        parts.append(str(RESULT_KINDS[result.kind]))
    return gettext(", ").join(parts)


# Why these two meet

_REASONS: dict[str, Promise] = {
    "asked_off": _("This round was asked off."),
    "empty_chair": _("The field is odd: in this round the empty chair is the opponent."),
    "rematch": _("They have met before: nothing else was possible."),
    "by_hand": _("The organiser made this pairing."),
}


def say_reason(reason: Reason) -> str:
    """One reason of a pairing as a sentence."""
    if reason.code in _SAY:
        return _SAY[reason.code](*reason.values)
    if reason.code in BRACKET_NAMES:
        return say_slot(f"{reason.code}-{reason.values[0]}-1") + "."
    return str(_REASONS.get(reason.code, reason.code))


def say_why(pairing: Pairing) -> tuple[str, ...]:
    """Why these two meet, one sentence a reason."""
    if not pairing.reasons:
        return (str(_REASONS["by_hand"]),)
    return tuple(say_reason(reason) for reason in pairing.reasons)


def _score_group(points: int) -> str:
    return gettext("Both have %(points)s points.") % {"points": say_points(points)}


def _floated(high: int, low: int) -> str:
    return gettext("One has %(high)s points, the other %(low)s: nobody nearer was free.") % {
        "high": say_points(high),
        "low": say_points(low),
    }


def _sits_out(points: int | None = None) -> str:
    if points is None:
        return gettext("The field is odd: whoever stands lowest and has not sat out yet sits out.")
    return gettext(
        "The field is odd: whoever stands lowest and has not sat out yet sits out, here with %(points)s points."
    ) % {"points": say_points(points)}


def _sits_out_twice(_points: int | None = None) -> str:
    return gettext("The field is odd, and sitting out a second time could not be avoided.")


def _free(first: int, second: int) -> str:
    return gettext("Both were free, with %(first)s and %(second)s points.") % {"first": first, "second": second}


def _record(won: int, lost: int, other_won: int, other_lost: int) -> str:
    return gettext("Their records are %(first)s and %(second)s.") % {
        "first": f"{won}-{lost}",
        "second": f"{other_won}-{other_lost}",
    }


def _round_robin(number: int) -> str:
    return gettext("Everybody meets everybody: these two in round %(number)s.") % {"number": number}


def _group(number: int) -> str:
    return gettext("Both play in group %(name)s.") % {"name": group_name(number)}


_SAY: dict[str, Callable[..., str]] = {
    "score_group": _score_group,
    "floated": _floated,
    "sits_out": _sits_out,
    "sits_out_twice": _sits_out_twice,
    "free": _free,
    "record": _record,
    "round_robin": _round_robin,
    "group": _group,
}


def say_part(part: Part, unit: int, names: Names) -> str:
    """One round's part in a tie-break's value: ``Round 2, Ann: 3½``."""
    values = {
        "round": part.round,
        "name": names.get(part.opponent or 0, ""),
        "value": say_points(part.value, unit),
    }
    if part.why == "own_score":
        sentence = gettext("Round %(round)s, not played: %(value)s, as for a draw against oneself")
    elif not part.counted:
        sentence = gettext("Round %(round)s, %(name)s: %(value)s, left out")
    else:
        sentence = gettext("Round %(round)s, %(name)s: %(value)s")
    return sentence % values


def say_open(count: int) -> str:
    """How many matches are still open."""
    return ngettext("%(count)s match is still open.", "%(count)s matches are still open.", count) % {"count": count}
