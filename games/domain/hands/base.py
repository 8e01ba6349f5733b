"""What the match asks of any hand, whatever the game.

A hand is an immutable value. It holds everything about itself, seats included, so that several can be in play side by
side (partnership) and so that two to six may take part. Its rules are functions over it, gathered in one
``HandRules``. The match knows no phase of any game: it asks who must act, passes actions on, and looks whether the
hand has an ``outcome``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.domain.actions import Action, PlayerAction
from games.domain.events import Event, HandScored, HandVoided, VoidReason


class Hand(Protocol):
    """One hand in play or just ended."""

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that hold cards, first to act first."""

    @property
    def outcome(self) -> HandScored | HandVoided | None:
        """``None`` while the hand is in play."""


Decks = tuple[tuple[int, ...], ...]
"""Decks of 52 cards, each with its top card first."""


class Dealing(Protocol):
    """Deal one table's decks: the first is dealt from, the others are the orders of later reshuffles."""

    def __call__(
        self, rules: Any, decks: Decks, /, *, hand_no: int, table: int, dealer: int, players: tuple[int, ...]
    ) -> Any: ...


def one_deck(_rules: Any) -> int:
    """A hand that is never shuffled again."""
    return 1


@dataclass(frozen=True, slots=True)
class HandRules:
    """The rules of one hand. Each function takes hands made by this very ``deal``, and the numbers of its game."""

    deal: Dealing
    must_act: Callable[[Any], tuple[int, ...]]
    """The seats whose turn it is."""
    verify: Callable[[Any, Any, int, Action], None]
    """Raise ``RuleViolation`` unless the seat may do this now."""
    steps: Mapping[type, Callable[[Any, Any, Any], Any]]
    """For each kind of action: the hand after a verified one by the seat in turn."""
    legal_actions: Callable[[Any, Any, int], tuple[PlayerAction, ...]]
    """What the seat may do, arrangements left to the server."""
    timeout: Callable[[Any], PlayerAction | None]
    """What the rules do for the seat in turn when its time is up; with ``None`` it leaves (RULES 1.8)."""
    void: Callable[[Any, VoidReason], Any]
    """The hand ended without a score."""
    dealt_event: Callable[[Any], Event]
    """How the hand began."""
    events: Callable[[Any, PlayerAction, Any], tuple[Event, ...]]
    """What one action brought about: the hand before, the action, the hand after."""
    decks: Callable[[Any], int] = one_deck
    """How many decks a table needs for a hand."""
