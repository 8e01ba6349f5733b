"""What a player can tell of the opponent's hand from what everybody saw.

Certain are the cards that the opponent took from the pile and still holds. The others lie somewhere among the unseen
cards: each as likely as the next at first, less likely when it would have made a meld with a card that the opponent let
go, be it by shedding it or by leaving it on the pile, and less likely when it costs more than what was shed last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.bots.obvious import own_hand
from games.domain.cards import DECK_SIZE, FULL_DECK, POINTS, RANKS, hand_of, iter_cards
from games.domain.perspective import SeatView

DOUBT = 0.7
"""How much of its likelihood a card keeps that would have gone with one let go,"""

DEAR = 0.6
"""and one that costs more than the opponent's last discard: the dear ones usually go first."""

UNMATCHED = 0.2
"""How much remains of the likelihood of a pair to which the opponent could have added a card that it let go."""

HAND_SIZE = 10


def _companions(card: int) -> tuple[tuple[int, int], ...]:
    """The pairs of cards that make a meld of three with this one: three sets, and up to three runs."""
    suit, rank = divmod(card, len(RANKS))
    one, two, three = (other * len(RANKS) + rank for other in range(4) if other != suit)
    pairs = [(one, two), (one, three), (two, three)]
    for lowest in range(max(0, rank - 2), min(len(RANKS) - 3, rank) + 1):
        first = card - rank + lowest
        low, high = (run for run in range(first, first + 3) if run != card)
        pairs.append((low, high))
    return tuple(pairs)


COMPANIONS = tuple(map(_companions, range(DECK_SIZE)))
"""By card: the pairs that make a meld of three with it."""

COMPLETIONS = tuple(
    tuple(hand_of(third for third in range(DECK_SIZE) if pair in COMPANIONS[third]) for pair in pairs)
    for pairs in COMPANIONS
)
"""By card, for each of those pairs: all that make a meld of three with it, the card itself among them."""

NEIGHBOURS = tuple(hand_of(card for pair in pairs for card in pair) for pairs in COMPANIONS)
"""By card: a mask of all that could lie beside it in a meld of three."""


class Reading(NamedTuple):
    """What one seat knows: its own cards, those it cannot place, and what the opponent showed. All are masks."""

    own: int
    unseen: int
    held: int  # the opponent holds these for certain
    let_go: int  # the opponent shed these, or left them on the pile
    last_shed: int | None  # what the opponent shed in its last turn

    def chances(self) -> list[float]:
        """By card: how likely it is that the opponent holds it."""
        doubtful = 0
        for card in iter_cards(self.let_go):
            doubtful |= NEIGHBOURS[card]
        last = max(POINTS) if self.last_shed is None else POINTS[self.last_shed]
        chances = [0.0] * DECK_SIZE
        for card in iter_cards(self.unseen):
            chances[card] = (DOUBT if doubtful >> card & 1 else 1.0) * (DEAR if POINTS[card] > last else 1.0)
        scale = (HAND_SIZE - self.held.bit_count()) / (sum(chances) or 1.0)
        chances = [min(1.0, chance * scale) for chance in chances]
        for card in iter_cards(self.held):
            chances[card] = 1.0
        return chances

    def usable(self, card: int, chances: Sequence[float]) -> float:
        """How likely the opponent can meld this card, were its cards independent of each other."""
        unusable = 1.0
        for (one, other), completions in zip(COMPANIONS[card], COMPLETIONS[card], strict=True):
            pair = chances[one] * chances[other]
            unusable *= 1 - (pair * UNMATCHED if completions & self.let_go else pair)
        return 1 - unusable


def read(view: SeatView) -> Reading:
    """What a seat that holds cards knows now. Raises ValueError for a spectator's view."""
    own = own_hand(view)
    opponent = next(seat for seat in view.players if seat != view.seat)
    theirs = view.seats[opponent]
    pile = hand_of(card for card, _ in view.recalled) | hand_of(view.pile)
    held = hand_of(theirs.holds) if theirs.hand is None else theirs.hand  # an exposed hand hides nothing
    unseen = FULL_DECK & ~(own | held | pile)
    return Reading(own, unseen, held, hand_of(_let_go(view, opponent)), _last_shed(view, opponent))


def _let_go(view: SeatView, opponent: int) -> Iterator[int]:
    """The cards that the opponent shed, those taken up since included, and those that it could have taken instead.

    That is the whole pile, for the seat in turn; but the upcard only if it was the opponent's to take.
    """
    offered = view.players[0] == opponent or (view.rules.upcard_offer != "none" and view.phase != "upcard")
    yield from (card for card, seat in view.recalled if seat is not None or offered)
    if view.seat is not None:
        yield from (card for card in view.seats[view.seat].taken if card != view.upcard)


def _last_shed(view: SeatView, opponent: int) -> int | None:
    """What the opponent shed in the turn before this one: it was taken just now, or lies on top."""
    if view.banned is not None:
        return None if view.banned == view.upcard else view.banned
    return view.recalled[-1].card if view.recalled and view.recalled[-1].seat == opponent else None
