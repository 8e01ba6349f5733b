"""The state of one hand of rummy: what lies where, whose turn it is, and how the hand ended.

Terms. *Places* count round the table from the player who acts first; ``players`` maps places to seats. The stock is
the tail of ``order``, so a number says all about it; a refill brings a new ``order``.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.domain.events import HandScored, HandVoided

Phase = Literal["draw", "meld", "done"]

DRAW: Phase = "draw"
MELD: Phase = "meld"
"""A card has been drawn: melds and lay-offs, as many as one likes, and then the discard."""
DONE: Phase = "done"

NO_CARD = -1


class Dealt(NamedTuple):
    """What does not change while the hand is played."""

    hand_no: int
    table: int
    dealer: int  # a seat
    players: tuple[int, ...]  # seats, by place
    decks: tuple[tuple[int, ...], ...]  # the pack, top card first; then the order that each reshuffle will bring
    hands: tuple[int, ...]  # as dealt, by place
    upcard: int

    def __repr__(self) -> str:
        """No card: a value's text may end up in an error report while the hand is in play."""
        return f"<deal of hand {self.hand_no} at table {self.table}>"


class TableMeld(NamedTuple):
    """A meld on the table, as it has grown. Its index among the table's melds is its number and never changes."""

    owner: int  # the seat that put it down
    cards: int
    layoffs: tuple[tuple[int, int], ...] = ()  # (card, the seat that laid it), in order


class RummyHand(NamedTuple):
    """One hand between two and six."""

    dealt: Dealt
    phase: Phase
    place: int  # who acts
    hands: tuple[int, ...]  # masks by place
    pile: tuple[int, ...]  # top card last
    shed_by: tuple[int, ...]  # who put each card of the pile there, by place; NO_CARD for the first upcard
    order: tuple[int, ...]  # the stock as it was when full, next card first
    stock: int  # cards left; order[-stock] is next
    refills: int  # how often the pile has become the stock
    drawn: int  # the card got this turn, in MELD; else NO_CARD
    from_pile: bool  # it came from the pile and may not be shed this turn
    fresh: bool  # whoever acts had put no card down before this turn: going out now is going rummy
    melded: int  # melds put down in this turn
    melds: tuple[TableMeld, ...]
    played: int  # bit 1 << place: has melded or laid off in this hand
    taken: tuple[tuple[int, ...], ...]  # cards taken from the pile, by place; less those that a refill has hidden again
    outcome: HandScored | HandVoided | None

    def __repr__(self) -> str:
        """No card, for the same reason."""
        return f"<rummy hand {self.dealt.hand_no} at table {self.dealt.table}: {self.phase}, stock {self.stock}>"

    @property
    def players(self) -> tuple[int, ...]:
        """The seats by place."""
        return self.dealt.players

    @property
    def banned(self) -> int:
        """A mask of the card that may not be shed this turn, for it came from the pile; 0 if there is none."""
        return 1 << self.drawn if self.from_pile else 0
