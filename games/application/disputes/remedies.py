"""What a ruling may contain: remedies, as forms and rows hold them, and what they mean for the match.

A remedy is plain: ``{"kind": …}`` with the numbers that it needs. Seats stand for the people on them, so that a ruling
names nobody. Some remedies go into the log of the match as one ``Rule`` of the domain; the others are about people.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from games.application.codec import canonical
from games.application.disputes.refusals import Refused
from games.domain import actions as domain
from games.domain.match import Match as Game
from games.domain.match import side_of

Plain = dict[str, Any]
Then = Literal["resume", "award"]

MAX_DAYS = 3650
MAX_TIME_MS = 7 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of remedy: the whole numbers that it takes with their bounds (``None`` allowed if ``optional``)."""

    numbers: dict[str, tuple[int, int]]
    optional: tuple[str, ...] = ()
    of_the_match: bool = False  # it goes into the log of the match
    heavy: bool = False  # it needs a second referee


_HAND = {"hand": (1, 10_000), "table": (0, 1)}
_SEAT = {"seat": (0, 5)}

KINDS: dict[str, Kind] = {
    "uphold": Kind({}),
    "correct_score": Kind(
        {**_HAND, "winner": (0, 5), "points": (0, 9_999), "boxes": (0, 9)}, ("winner",), of_the_match=True
    ),
    "void_hand": Kind(_HAND, of_the_match=True),
    "replay_hand": Kind(_HAND, of_the_match=True),
    "award_match": Kind({"side": (0, 5)}, ("side",), of_the_match=True, heavy=True),
    "forfeit_match": Kind(_SEAT, of_the_match=True, heavy=True),
    "resume_match": Kind({}, of_the_match=True),
    "give_time": Kind({**_SEAT, "ms": (1, MAX_TIME_MS)}),
    "warn": Kind(_SEAT),
    "mute": Kind({**_SEAT, "days": (1, MAX_DAYS)}),
    "suspend": Kind({**_SEAT, "days": (1, MAX_DAYS)}, heavy=True),
    "refund_rating": Kind(_SEAT),
    "reverse": Kind({"ruling": (1, 2**31 - 1)}),
    "settle_subject": Kind({"first": (-9_999, 9_999), "second": (-9_999, 9_999)}),
}
"""``settle_subject`` decides a question that another app brought (``subjects``): an amount for each side."""

OF_PEOPLE = ("warn", "mute", "suspend")


def read_remedies(plain: object) -> list[Plain]:
    """Remedies read strictly. Raises Refused (BAD_RULING)."""
    if not isinstance(plain, list) or not plain or len(plain) > 20:
        raise Refused("BAD_RULING")
    return [_read(one) for one in plain]


def _read(plain: object) -> Plain:
    if not isinstance(plain, dict) or plain.get("kind") not in KINDS:
        raise Refused("BAD_RULING")
    kind = KINDS[plain["kind"]]
    if set(plain) - {"kind"} != set(kind.numbers):
        raise Refused("BAD_RULING")
    for name, (least, most) in kind.numbers.items():
        number = plain[name]
        if number is None and name in kind.optional:
            continue
        if type(number) is not int or not least <= number <= most:
            raise Refused("BAD_RULING")
    return dict(plain)


def write_remedies(remedies: Sequence[Plain], then: Then) -> str:
    """The text that the ruling's row holds."""
    return canonical({"remedies": list(remedies), "then": then})


def remedies_of(text: str) -> tuple[list[Plain], Then]:
    """The inverse of ``write_remedies``."""
    plain = json.loads(text)
    return plain["remedies"], cast("Then", plain["then"])


def is_heavy(remedies: Sequence[Plain]) -> bool:
    """Whether a second referee has to agree."""
    return any(KINDS[remedy["kind"]].heavy for remedy in remedies)


def rule_for(
    game: Game, remedies: Sequence[Plain], then: Then, reversed_number: int | None = None
) -> domain.Rule | None:
    """What the log of the match is told; ``None`` if the ruling does not touch the match.

    ``reversed_number``: in the log, of the ruling that a ``reverse`` among the remedies names.
    """
    told: list[domain.Remedy] = []
    for remedy in remedies:
        if remedy["kind"] == "reverse":
            told += [] if reversed_number is None else [domain.ReverseRuling(reversed_number)]
        elif KINDS[remedy["kind"]].of_the_match:
            told.append(_DOMAIN[remedy["kind"]](game, remedy))
    if not told:
        return None
    past = 0 if game.ruled is None else len(game.ruled.rulings)
    replayed = any(remedy["kind"] == "replay_hand" for remedy in remedies)
    return domain.Rule(past + 1, tuple(told), "resume" if replayed else then)


def _forfeit(game: Game, remedy: Plain) -> domain.Remedy:
    """Of two sides the other one wins; of more, whoever is ahead among the others, and nobody if that is shared."""
    if remedy["seat"] >= game.seats:
        raise Refused("BAD_RULING")
    lost = side_of(game, remedy["seat"])
    totals = game.sheet.final().totals
    others = [side for side in range(len(totals)) if side != lost]
    best = max(totals[side] for side in others)
    ahead = [side for side in others if totals[side] == best]
    return domain.AwardMatch(ahead[0] if len(ahead) == 1 else None)


_DOMAIN: dict[str, Callable[[Game, Plain], domain.Remedy]] = {
    "correct_score": lambda _game, told: domain.CorrectHand(
        told["hand"], told["table"], told["winner"], told["points"], told["boxes"]
    ),
    "void_hand": lambda _game, told: domain.VoidHand(told["hand"], told["table"]),
    "replay_hand": lambda _game, told: domain.VoidHand(told["hand"], told["table"]),
    "award_match": lambda _game, told: domain.AwardMatch(told["side"]),
    "forfeit_match": _forfeit,
    "resume_match": lambda _game, _told: domain.ResumeMatch(),
}
