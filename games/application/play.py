"""Playing: what a page, a computer or another program does at a table, and what it may ask.

``play`` moves a match through the one door of this process (``door``); ``ask`` answers a question about one's own
cards from what the seat may know; ``snapshot`` is what a page shows first.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from games.application import frames
from games.application.clocks import now_ms
from games.application.codec import arrangement_to_plain, defence_to_plain
from games.application.door import Outcome
from games.application.house import open_house
from games.application.live import Held, Scene, scene_of, watched
from games.application.messages import ArrangementsQuestion, Question, SeatAction
from games.application.presence import Presence
from games.application.seats import seat_of
from games.application.talk import read_talk, talk_plain
from games.domain.cards import hand_of
from games.domain.errors import Code, RuleViolation
from games.domain.hands.gin.play import unseen_by
from games.domain.match import Match as Game
from games.domain.melds import arrangements, best_defence_given, knock_arrangement
from games.domain.perspective import DefenceOffered, SeatView, view
from games.models import Match

MAX_ARRANGEMENTS = 30
"""How many ways to lay out a hand are offered; more than a person looks at."""


async def play(
    match_id: int,
    seat: int,
    action: SeatAction,
    expected_version: int | None,
    command_id: UUID,
    *,
    lag_ms: int = 0,
) -> Outcome:
    """Do what a seat wants, and answer once it is on the disk. Refusals come back as an outcome's ``code``."""
    house = await open_house()
    return await house.act(match_id, seat, action, expected_version, command_id, lag_ms)


def ask(held: Held, seat: int | None, question: Question) -> dict[str, Any]:
    """The answer to a question, without its ``t`` and ``id``. Raises RuleViolation."""
    if seat is None:
        raise RuleViolation(Code.NOT_SEATED)
    live = held.committed
    if live is None:
        raise RuleViolation(Code.WRONG_PHASE)
    seen = view(live.game, seat)
    if not isinstance(seen, SeatView):  # basic rummy has nothing to arrange
        raise RuleViolation(Code.WRONG_PHASE)
    if seat not in seen.turn:
        raise RuleViolation(Code.NOT_YOUR_TURN)
    if isinstance(question, ArrangementsQuestion):
        return {"arrangements": _arrangements(live.game, seen, question.card)}
    return {"defence": _defence(seen, question.layoffs)}


def _arrangements(game: Game, seen: SeatView, card: int | None) -> list[dict[str, Any]]:
    """The ways to lay out the hand without ``card`` within the limit, the one that the server would choose first."""
    assert seen.seat is not None
    assert seen.limit is not None
    cards = seen.seats[seen.seat].hand
    if seen.phase not in ("shed", "last_chance") or cards is None:
        raise RuleViolation(Code.WRONG_PHASE)
    if seen.phase == "last_chance":
        cards |= hand_of(seen.pile[-1:])
    if card is not None:
        if not cards >> card & 1:
            raise RuleViolation(Code.NOT_IN_HAND)
        cards ^= 1 << card
    found = sorted(arrangements(cards, 0 if card is None else seen.limit), key=lambda one: one.count)
    if found:
        chosen = knock_arrangement(cards, _unseen(game, seen.seat))
        found.sort(key=lambda one: (one.count, set(one.melds) != set(chosen.melds)))
    return [arrangement_to_plain(one) for one in found[:MAX_ARRANGEMENTS]]


def _unseen(game: Game, seat: int) -> int:
    """The cards that the seat has never seen; it remembers the discards that lie buried."""
    hand = next(hand for hand in game.tables if seat in hand.players)
    return unseen_by(hand, hand.players.index(seat))


def _defence(seen: SeatView, layoffs: tuple[tuple[int, int], ...]) -> dict[str, Any]:
    """What is left after some lay-offs, and the best that there is."""
    if seen.defence is None or seen.knock is None or seen.seat is None:
        raise RuleViolation(Code.WRONG_PHASE)
    cards = seen.seats[seen.seat].hand
    assert cards is not None
    table = () if seen.knock.count == 0 else seen.knock.melds
    if layoffs and not table:
        raise RuleViolation(Code.LAYOFF_ON_GIN)
    left = best_defence_given(cards, table, layoffs)
    return defence_to_plain(
        DefenceOffered(left.melds, layoffs, left.deadwood, left.count, left.fits, seen.defence.best)
    )


def snapshot(match: Match, viewer: AbstractBaseUser | AnonymousUser | int | None) -> dict[str, Any]:
    """The socket's snapshot, for a page's first paint: as a user sees the table, or a seat, or (``None``) a spectator.

    Synchronous; from the log, not from memory.
    """
    seat = viewer if viewer is None or isinstance(viewer, int) else seat_of(match, viewer)
    scene: Scene | Held = scene_of(match)
    presence = Presence(now_ms(), lambda *_seen: None)
    for info in scene.seats:
        if info is not None and info.last_seen is not None:
            presence.merge(match.pk, {info.seat: info.last_seen})
    now = now_ms()
    if seat is None:
        scene, now = watched(scene, now), now - scene.table.delay_ms
    return frames.snapshot(scene, presence, seat, now) | {"chat": talk_plain(read_talk(match.pk), seat)}
