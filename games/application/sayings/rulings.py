"""What a referee has ruled, in sentences: one for every kind of remedy, with the names of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.application.sayings.clocks import say_duration

REMEDIES: dict[str, Promise] = {
    "uphold": _("The game stands as it was played."),
    "correct_score": _("Hand %(hand)s counts otherwise: %(winner)s wins %(points)s."),
    "correct_score_nobody": _("Hand %(hand)s counts otherwise: nobody scores."),
    "void_hand": _("Hand %(hand)s does not count."),
    "replay_hand": _("Hand %(hand)s does not count, and another is played in its place."),
    "award_match": _("The match goes to %(winner)s."),
    "award_match_nobody": _("The match is drawn."),
    "forfeit_match": _("%(name)s loses the match."),
    "resume_match": _("The match goes on."),
    "give_time": _("%(name)s gets more time on the clock: %(time)s."),
    "warn": _("%(name)s is warned."),
    "refund_rating": _("%(name)s loses no rating by this match."),
    "reverse": _("The ruling before this one does not count any more."),
    "settle_subject": _("The result is %(first)s to %(second)s."),
}
"""By kind, but for those that count days."""


def say_remedy(remedy: Mapping[str, Any], names: Sequence[str], sides: Sequence[str]) -> str:
    """One remedy (``disputes.remedies``) in a sentence. ``names`` are those of the seats, ``sides`` of the sides."""
    kind = remedy["kind"]
    if kind in ("mute", "suspend"):
        return _say_days(kind, names[remedy["seat"]], remedy["days"])
    winner = remedy.get("winner" if kind == "correct_score" else "side")
    places: dict[str, Any] = dict(remedy)
    if kind in ("correct_score", "award_match") and winner is None:
        kind += "_nobody"
    elif winner is not None:
        places["winner"] = (names if kind == "correct_score" else sides)[winner]
    if "seat" in remedy:
        places["name"] = names[remedy["seat"]]
    if "ms" in remedy:
        places["time"] = say_duration(remedy["ms"])
    said = str(REMEDIES[kind]) % places
    if remedy.get("table"):
        return gettext("At the second table: %(said)s") % {"said": said}
    return said


def _say_days(kind: str, name: str, days: int) -> str:
    if kind == "mute":
        said = ngettext(
            "%(name)s may say the phrases alone for %(days)s day.",
            "%(name)s may say the phrases alone for %(days)s days.",
            days,
        )
    else:
        said = ngettext(
            "%(name)s may begin no new game for %(days)s day.",
            "%(name)s may begin no new game for %(days)s days.",
            days,
        )
    return said % {"name": name, "days": days}
