"""The state of one hand of gin: what lies where, whose turn it is, and how the hand ended.

Terms. *Place* 0 is the player who acts first (the non-dealer, N), place 1 the other (the dealer, D, unless the dealer
sits out); ``players`` maps places to seats. The stock is the tail of the deck, so a number says all about it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.domain.events import HandScored, HandVoided, KnockKind

Phase = Literal["upcard_n", "upcard_d", "forced_stock", "draw", "shed", "last_chance", "layoff", "done"]

UPCARD_N: Phase = "upcard_n"
UPCARD_D: Phase = "upcard_d"
FORCED_STOCK: Phase = "forced_stock"
DRAW: Phase = "draw"
SHED: Phase = "shed"
LAST_CHANCE: Phase = "last_chance"
LAYOFF: Phase = "layoff"
DONE: Phase = "done"

NO_CARD = -1


class Dealt(NamedTuple):
    """What does not change while the hand is played."""

    hand_no: int
    table: int
    dealer: int  # a seat
    players: tuple[int, ...]  # seats, by place
    deck: tuple[int, ...]  # top card first, as it was before the deal
    hands: tuple[int, ...]  # the ten cards each, by place
    upcard: int
    limit: int  # the most deadwood a knock may leave
    doubled: bool  # Oklahoma's spade deal

    def __repr__(self) -> str:
        """No card: a value's text may end up in an error report while the hand is in play."""
        return f"<deal of hand {self.hand_no} at table {self.table}>"


class Reply(NamedTuple):
    """The defender's cards laid out: after a knock, as committed; after gin, the own best."""

    melds: tuple[int, ...]
    layoffs: tuple[tuple[int, int], ...]  # (card, index of the knocker's meld), in order
    deadwood: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


class Showdown(NamedTuple):
    """A good knock: what the knocker shows, and later the defender's answer."""

    place: int  # the knocker's
    kind: KnockKind
    discard: int  # face down; NO_CARD after big gin
    melds: tuple[int, ...]
    deadwood: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    reply: Reply | None


class GinHand(NamedTuple):
    """One hand. Kept small and flat: every move of every rollout makes a new one."""

    dealt: Dealt
    phase: Phase
    place: int  # who acts; the defender in LAYOFF
    hands: tuple[int, ...]  # masks by place; eleven cards in SHED
    pile: tuple[int, ...]  # top card last
    stock: int  # cards left; deck[52 - stock] is next
    drawn: int  # the card got this turn, in SHED; else NO_CARD
    from_pile: bool  # it came from the pile and may not be shed this turn
    streak: int  # pile draws in a row (EC-13)
    taken: tuple[tuple[int, ...], tuple[int, ...]]  # cards taken from the pile, by place
    first_shed: int  # the cards on the pile that place 0 put there
    exposed: int  # bit 1 << place: this hand lies open (RULES 5)
    showdown: Showdown | None
    outcome: HandScored | HandVoided | None

    def __repr__(self) -> str:
        """No card, for the same reason."""
        return f"<hand {self.dealt.hand_no} at table {self.dealt.table}: {self.phase}, stock {self.stock}>"

    @property
    def players(self) -> tuple[int, ...]:
        """The seats by place."""
        return self.dealt.players
