"""What a player looks back on: whose turn it is in each game, and the story of a finished match.

Reads only; folds logs. A story is told of matches that are over: from the public events, and from hands that are no
secret any more.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from games.application import record, store
from games.application.deals import LostKey
from games.application.fold import retell
from games.domain.cards import format_hand
from games.domain.events import CardDiscarded, Event, HandDealt, HandScored, KnockFailed, PileTaken, StockDrawn
from games.domain.melds import best_arrangement
from games.models import Match
from ginsite.accounts.models import User

logger = logging.getLogger(__name__)


def must_move(match: Match) -> tuple[int, ...]:
    """The seats that a match waits for; none while the server has to act."""
    loaded = _load(match)
    return record.running(loaded.live) if loaded else ()


def finished_matches(user: User) -> QuerySet[Match]:
    """The matches that ``user`` has played to the end, the last one first."""
    played = Match.objects.filter(seats__user=user, status=Match.Status.FINISHED)
    return played.prefetch_related("seats__user").order_by("-finished_at", "-pk")


def totals_of(match: Match) -> list[int]:
    """The final total of each seat; zeros for a match without a reckoning."""
    totals: list[int] = json.loads(match.totals) if match.totals else []
    return totals or [0] * match.seat_count


@dataclass(slots=True)
class HandStory:
    """One hand of a finished match, as the public saw it end."""

    number: int
    dealer: int
    upcard: str
    limit: int
    knock: dict[str, Any] | None = None  # the event ``knocked``
    defence: dict[str, Any] | None = None  # the event ``defended``; after gin, what the other player was left with
    result: dict[str, Any] | None = None  # the event ``hand_scored`` in the shape of the protocol's ``result``
    void: str | None = None  # the reason of ``hand_voided``


@dataclass(slots=True)
class MatchStory:
    """A match from the first deal to the reckoning."""

    hands: list[HandStory] = field(default_factory=list)
    end: dict[str, Any] | None = None  # the event ``match_ended``


def story_of(match: Match) -> MatchStory:
    """Read a finished match's log as a story."""
    loaded = _load(match)
    if loaded is None:
        return MatchStory()
    rows = store.read_since(match.pk, 0)
    story = tell(store.moves(loaded.live, rows, None))
    numbered = {hand.number: hand for hand in story.hands}
    events = (event for _row, told in retell(match.pk, match.code, rows) for event in told)
    for number, beaten in beaten_by_gin(events):
        numbered[number].defence = beaten
    return story


def beaten_by_gin(events: Iterable[Event]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number of each hand that ended in gin, and what the other player was left with, in the shape of ``defended``.

    Nobody lays out a hand against gin, so that no event shows it; a finished hand is no secret any more (RULES 1.5).
    """
    hands: dict[int, int] = {}
    for event in events:
        match event:
            case HandDealt():
                hands = {seat: hand or 0 for seat, hand in zip(event.players, event.hands, strict=True)}
            case PileTaken(card=card) | StockDrawn(card=int(card)):
                hands[event.seat] |= 1 << card
            case CardDiscarded(card=card) | KnockFailed(card=card):
                hands[event.seat] &= ~(1 << card)
            case HandScored(kind="gin" | "big_gin"):
                (beaten,) = (seat for seat in hands if seat != event.knocker)
                best = best_arrangement(hands[beaten])
                yield (
                    event.hand_no,
                    {
                        "seat": beaten,
                        "melds": [format_hand(meld) for meld in best.melds],
                        "deadwood": format_hand(best.deadwood),
                        "count": best.count,
                        "layoffs": [],
                    },
                )


def _load(match: Match) -> store.Loaded | None:
    """The folded match; ``None`` for a log that cannot be folded, which the server reports elsewhere: one sick match
    must not take the list of all the others with it."""
    try:
        return store.load(match.pk)
    except (store.Diverged, LostKey) as error:
        logger.error("match %s cannot be folded: %s", match.code, type(error).__name__)
        return None


def tell(moves: Sequence[dict[str, Any]]) -> MatchStory:
    """Gather public events, in order, into hands."""
    story = MatchStory()
    for move in moves:
        match move["kind"]:
            case "hand_dealt":
                story.hands.append(HandStory(move["hand_no"], move["dealer"], move["upcard"], move["knock_limit"]))
            case "knocked":
                story.hands[-1].knock = move
            case "defended":
                story.hands[-1].defence = move
            case "hand_scored":
                story.hands[-1].result = move | {"kind": move["how"]}
            case "hand_voided":
                story.hands[-1].void = move["reason"]
            case "match_ended":
                story.end = move
    return story
