"""What may be asked of a match: the players' actions and the server's own.

Imperative names, frozen values. An action names no seat: who acts is said beside it. ``melds`` are masks;
``None`` stands for the best arrangement that the acting player can know of (EC-25).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

SERVER = -1
"""The seat value of the server's own actions."""


@dataclass(frozen=True, slots=True)
class TakeUpcard:
    """Take the first upcard when it is offered (RULES 1.4, UPCARD_N and UPCARD_D)."""


@dataclass(frozen=True, slots=True)
class PassUpcard:
    """Refuse the first upcard."""


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Take the top card of the discard pile."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Shed a card face up."""

    card: int


@dataclass(frozen=True, slots=True)
class Knock:
    """Shed a card face down and show the other ten; count 0 is gin."""

    card: int
    melds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class BigGin:
    """Show all eleven cards melded."""

    melds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class KnockLast:
    """In LAST_CHANCE: take the last discard and knock at once, shedding ``card`` (EC-47)."""

    card: int
    melds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class BigGinLast:
    """In LAST_CHANCE: take the last discard and show all eleven cards melded."""

    melds: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class PassLast:
    """In LAST_CHANCE: leave the last discard; the hand is void."""


@dataclass(frozen=True, slots=True)
class Defend:
    """Arrange the defender's melds and lay off, in order, as ``(card, index of the knocker's meld)``.

    Both ``None`` asks for the joint optimum.
    """

    melds: tuple[int, ...] | None = None
    layoffs: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class Meld:
    """Basic rummy: lay a set or a run on the table (RULES 2g)."""

    cards: int


@dataclass(frozen=True, slots=True)
class LayOff:
    """Basic rummy: lay a card on the meld of this number, in the order in which melds came to the table."""

    card: int
    meld: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Between hands: this seat has seen the result."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the match (RULES 1.8)."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Between hands: take the seat back for which the computer has played (RULES 1.8)."""


@dataclass(frozen=True, slots=True)
class OfferVoid:
    """Propose to end the match without a winner; the last seat to offer makes it so."""


@dataclass(frozen=True, slots=True)
class DeclineVoid:
    """Withdraw one's own proposal, or turn down the others'."""


# The server's own actions, made as seat SERVER.


@dataclass(frozen=True, slots=True)
class DrawForDeal:
    """Hand 0: each seat's card comes from the top of this deck, again while ranks are equal (RULES 2a)."""

    deck: tuple[int, ...] = field(repr=False)  # an error report may show the action


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next hand: the decks that ``DealNeeded`` asks for, those of the first table first."""

    decks: tuple[tuple[int, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """The next hand, of this number, can never be dealt: a seed that was promised for it is kept back."""

    hand_no: int


@dataclass(frozen=True, slots=True)
class Flag:
    """Time ran out for ``seat``, or a claim against it stood (RULES 1.8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CorrectHand:
    """Remedy: the hand at this table counts so many points and boxes for ``winner``, or is void (``None``)."""

    hand_no: int
    table: int
    winner: int | None
    points: int = 0
    boxes: int = 1


@dataclass(frozen=True, slots=True)
class VoidHand:
    """Remedy: the hand at this table is void, be it over or in play; in play it is dealt anew as after a wash."""

    hand_no: int
    table: int


@dataclass(frozen=True, slots=True)
class AwardMatch:
    """Remedy: this side wins the match, whatever the totals (RULES 1.8); ``None``: it is drawn."""

    side: int | None


@dataclass(frozen=True, slots=True)
class ResumeMatch:
    """Remedy: the match plays on, although somebody left it or ran out of time."""


@dataclass(frozen=True, slots=True)
class ReverseRuling:
    """Remedy: the ruling of this number is as if it had not been made."""

    number: int


Remedy = CorrectHand | VoidHand | AwardMatch | ResumeMatch | ReverseRuling


@dataclass(frozen=True, slots=True)
class Rule:
    """The referee's ruling on the match, its ``number``-th from 1: remedies that take effect together (RULES 1.8).

    ``then``: what becomes of a finished match that no longer reaches its end.
    """

    number: int
    remedies: tuple[Remedy, ...]
    then: Literal["resume", "award"] = "resume"


PlayerAction = (
    TakeUpcard
    | PassUpcard
    | DrawStock
    | TakeDiscard
    | Discard
    | Knock
    | BigGin
    | KnockLast
    | BigGinLast
    | PassLast
    | Defend
    | Meld
    | LayOff
    | Ready
    | Resign
    | ComeBack
    | OfferVoid
    | DeclineVoid
)
ServerAction = DrawForDeal | Deal | VoidDeal | Flag | Rule
Action = PlayerAction | ServerAction
