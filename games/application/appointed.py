"""Matches that somebody else arranges: two people, terms, and it begins. And what came of a match, in numbers.

What a tournament needs of the games, and all that it may use: terms, an appointed match, its result. Called inside the
transaction of the caller; ``announce`` is called after it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.application import chairs, store
from games.application.start import start_match
from games.application.terms import Terms, presets_of, problems, rules_for, write_rules
from games.domain.clock import CONTROLS
from games.domain.events import HandScored
from games.domain.numbers import changed
from games.domain.scoring import score_hand
from games.domain.variants import VARIANTS, Rules, get_variant
from games.models import Match, MatchEvent, Seat, new_invite_token
from ginsite.accounts.models import User

SPECTATOR_DELAY = 30
"""How many seconds behind everybody watches an appointed match: nobody can tell a player what matters now."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What came of a finished match of two sides: the winner's seat or ``None``, points from hands, hands won."""

    winner: int | None
    reason: str
    hand_points: tuple[int, int]
    boxes: tuple[int, int]


def appoint(
    first: User, second: User, *, variant: str, preset: str, rules: str, clock: str, increment_ms: int
) -> Match:
    """Seat two people at a table that anybody may watch, and begin. ``rules``: as ``Match.rules`` holds them.

    It is rated if the same match in the lobby could be; how many hands it takes and that it is decided is for the
    tournament to say.
    """
    match = Match.objects.create(
        owner=None,
        visibility=Match.Visibility.OPEN,
        invite_token=new_invite_token(),
        variant=variant,
        preset=preset,
        rules=rules,
        clock=clock,
        increment_ms=increment_ms,
        seat_count=2,
        rated=_may_be_rated(variant, preset, rules, clock, increment_ms, members=first.is_member and second.is_member),
        spectator_delay=SPECTATOR_DELAY,
    )
    for number, user in enumerate((first, second)):
        Seat.objects.create(match=match, seat=number, user=user)
    start_match(match.pk)
    return match


def _may_be_rated(variant: str, preset: str, text: str, clock: str, increment_ms: int, *, members: bool) -> bool:
    book = rules_for(variant, preset)
    of_the_book = {name: getattr(book, name) for name in ("must_decide", "fixed_hands")}
    terms = Terms(
        rules=changed(rules_from_text(variant, text), of_the_book),
        preset=preset,
        variant=variant,
        clock=clock,
        increment_ms=increment_ms,
        rated=True,
    )
    return not any(problems(terms, member=members))


def announce(match: Match) -> None:
    """After the commit: tell whoever looks at the table already."""
    chairs.tell(match)


def result_of(match: Match) -> MatchResult:
    """What came of a finished match as it counts now: hands that were void, struck or corrected by a ruling too."""
    points, boxes = [0, 0], [0, 0]
    for winner, won, boxed in _ruled_hands(match) if match.rulings.exists() else _played_hands(match):
        points[winner] += won
        boxes[winner] += boxed
    return MatchResult(match.winner_seat, match.end_reason, (points[0], points[1]), (boxes[0], boxes[1]))


def _played_hands(match: Match) -> Iterator[tuple[int, int, int]]:
    """Winner, points and boxes of every scored hand, from the log's outcomes: nothing has to be folded."""
    for payload in MatchEvent.objects.filter(match=match, kind="hand_scored").values_list("payload", flat=True):
        hand = json.loads(payload)
        yield hand["winner"], hand["points"], hand["boxes"]


def _ruled_hands(match: Match) -> Iterator[tuple[int, int, int]]:
    """The same of the hands that stand on the sheet after the rulings."""
    loaded = store.load(match.pk)
    for hand in () if loaded is None else loaded.live.game.sheet.hands:
        if isinstance(hand, HandScored):
            yield hand.winner, hand.points, hand.boxes


def rules_text(variant: str, preset: str, **changes: Any) -> str:
    """What a match's row holds: a rule book's numbers for a game, with changes. Raises ValueError, KeyError."""
    game = get_variant(variant)
    rules: Rules = changed(rules_for(variant, preset), changes)
    game.admits(rules)
    return write_rules(rules)


def change_rules(variant: str, text: str, **changes: Any) -> str:
    """The same rules with some numbers changed, as text again. Raises ValueError."""
    rules: Rules = changed(rules_from_text(variant, text), changes)
    get_variant(variant).admits(rules)
    return write_rules(rules)


def rules_from_text(variant: str, text: str) -> Rules:
    """The rules that such a text holds, as ``sayings`` takes them. Raises ValueError, KeyError."""
    rules: Rules = get_variant(variant).rules_from_dict(json.loads(text))
    return rules


def games_for_two() -> tuple[str, ...]:
    """The games that two people play against each other."""
    return tuple(name for name, variant in VARIANTS.items() if variant.seating.seats == (2,))


__all__ = [
    "CONTROLS",
    "Match",
    "MatchResult",
    "announce",
    "appoint",
    "change_rules",
    "games_for_two",
    "presets_of",
    "result_of",
    "rules_from_text",
    "rules_text",
    "score_hand",
]
