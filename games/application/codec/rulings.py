"""The plain form of a ruling on a match, as the log's row holds it."""

from __future__ import annotations

from typing import Any

from games.domain.actions import (
    AwardMatch,
    CorrectHand,
    Remedy,
    ResumeMatch,
    ReverseRuling,
    Rule,
    VoidHand,
)

_Plain = dict[str, Any]

_KINDS: dict[str, type[Remedy]] = {
    "correct_hand": CorrectHand,
    "void_hand": VoidHand,
    "award_match": AwardMatch,
    "resume_match": ResumeMatch,
    "reverse_ruling": ReverseRuling,
}
_NAMES = {cls: name for name, cls in _KINDS.items()}


def ruling_to_plain(rule: Rule) -> _Plain:
    """Number, remedies, and what becomes of a match that is no longer over."""
    return {"number": rule.number, "remedies": [_remedy(remedy) for remedy in rule.remedies], "then": rule.then}


def ruling_from_plain(plain: _Plain) -> Rule:
    """The inverse of ``ruling_to_plain``. Raises ValueError, KeyError, TypeError for anything else."""
    if plain["then"] not in ("resume", "award"):
        raise ValueError("a match is resumed or awarded")
    remedies = tuple(
        _KINDS[remedy["kind"]](**{name: value for name, value in remedy.items() if name != "kind"})
        for remedy in plain["remedies"]
    )
    return Rule(plain["number"], remedies, plain["then"])


def _remedy(remedy: Remedy) -> _Plain:
    return {"kind": _NAMES[type(remedy)]} | {name: getattr(remedy, name) for name in remedy.__match_args__}
