"""What a player looks back on: whose turn it is in each game, and the story of a finished match.

Reads only; folds logs. A story is told of matches that are over: from the public events, and from hands that are no
secret any more.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from games.application import record, store
from games.application.codec import end_to_plain, sheet_to_plain, view_to_plain
from games.application.deals import LostKey
from games.application.fold import Diverged, states
from games.application.sides import sides_of
from games.domain.match import Match as Game
from games.domain.perspective import view
from games.models import Match
from ginsite.accounts.models import User

logger = logging.getLogger(__name__)


def must_move(match: Match) -> tuple[int, ...]:
    """The seats that a match waits for; none while the server has to act."""
    try:
        loaded = store.load(match.pk)
    except (store.Diverged, LostKey) as error:
        _report(match, error)
        return ()
    return record.running(loaded.live) if loaded else ()


def finished_matches(user: User) -> QuerySet[Match]:
    """The matches that ``user`` has played to the end, the last one first."""
    played = Match.objects.filter(seats__user=user, status=Match.Status.FINISHED)
    return played.prefetch_related("seats__user").order_by("-finished_at", "-pk")


@dataclass(frozen=True, slots=True)
class HandStory:
    """One hand of a finished match, at one table."""

    number: int
    table: int
    dealer: int
    roles: tuple[str | None, ...]  # what each seat was in it
    result: dict[str, Any]  # the protocol's ``result``
    limit: int | None = None  # the knock limit; basic rummy has none
    melds: list[dict[str, Any]] = field(default_factory=list)  # basic rummy: what lay on the table


@dataclass(frozen=True, slots=True)
class MatchStory:
    """A match from the first deal to the reckoning."""

    hands: list[HandStory] = field(default_factory=list)
    sheet: dict[str, Any] | None = None  # the protocol's ``sheet``, as it stood in the end
    end: dict[str, Any] | None = None  # the protocol's ``match``
    changed: frozenset[tuple[int, int]] = frozenset()  # hands (and tables) that count otherwise, as the referee ruled
    struck: frozenset[int] = frozenset()  # hands that do not count: the match had ended before them


def story_of(match: Match) -> MatchStory:
    """Read a finished match's log as a story; an empty one where the log cannot be folded."""
    hands: list[HandStory] = []
    last: Game | None = None
    try:
        for _row, game in states(match.pk, match.code, store.read_since(match.pk, 0)):
            if last is not None and last.phase == "play" and game.phase != "play":
                hands += _hands(game)
            elif last is not None and last.phase == game.phase == "between" and last.hand_no != game.hand_no:
                hands += _undealt(game)
            last = game
    except (Diverged, LostKey) as error:
        _report(match, error)
        return MatchStory()
    if last is None:
        return MatchStory()
    return MatchStory(
        hands,
        sheet_to_plain(last.sheet, last.rules.fixed_hands, sides_of(match)),
        None if last.end is None else end_to_plain(last.end),
        *((frozenset(last.ruled.changed), frozenset(last.ruled.struck)) if last.ruled is not None else ()),
    )


def _hands(game: Game) -> Iterator[HandStory]:
    """The hands of the deal that is just over, as anybody may see them now (RULES 1.5)."""
    seen = view_to_plain(view(game, None))
    for shown in (seen, *seen["beside"]):
        result = shown["result"]
        yield HandStory(
            number=result["hand"],
            table=result["table"],
            dealer=shown["dealer"],
            roles=seen["roles"],
            result=result,
            limit=shown.get("limit"),
            melds=seen.get("melds", []),
        )


def _undealt(game: Game) -> Iterator[HandStory]:
    """The hands of a number that was used up without a deal."""
    nobody: tuple[None, ...] = (None,) * game.seats
    for pairing in game.pairings:
        result = {
            "hand": game.hand_no,
            "table": pairing.table,
            "kind": "void",
            "void": "undealt",
            "winner": None,
            "knocker": None,
            "points": 0,
            "lines": [],
            "seats": [],
        }
        yield HandStory(game.hand_no, pairing.table, pairing.dealer, nobody, result)


def _report(match: Match, error: ValueError) -> None:
    """A log that cannot be folded is the server's trouble; one sick match must not take all the others with it."""
    logger.error("match %s cannot be folded: %s", match.code, type(error).__name__)
