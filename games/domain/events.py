"""What happened: the events that follow from one action, in the past tense.

Events tell the whole truth; ``perspective.redact`` cuts each one down to what a seat may see. ``table`` is 0 except
in partnership matches, where two hands are played side by side. A *side* is a seat, or a team of seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HandKind = Literal["knock", "gin", "big_gin", "undercut", "out", "rummy", "lowest"]
"""The last three are basic rummy's: went out, went rummy, had the lowest count when the hand was stuck (EC-89)."""

KnockKind = Literal["knock", "gin", "big_gin"]
VoidReason = Literal["wall", "stall", "left", "agreed", "refills", "stuck", "ruled", "undealt"]
"""``ruled``: by the referee. ``undealt``: the number of a hand that could not be dealt."""

LeaveReason = Literal["resigned", "flagged"]
EndReason = Literal["target", "hands", "resigned", "flagged", "agreed", "ruled"]


@dataclass(frozen=True, slots=True)
class DealDrawn:
    """The draw for deal, a tuple a round with a card for each seat (``None``: it did not draw again); who deals."""

    rounds: tuple[tuple[int | None, ...], ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Ten cards each and the upcard. ``hands`` follows ``players``; a hidden hand is ``None``."""

    hand_no: int
    table: int
    dealer: int
    players: tuple[int, ...]
    hands: tuple[int | None, ...]
    upcard: int
    knock_limit: int


@dataclass(frozen=True, slots=True)
class RummyDealt:
    """Basic rummy: everybody's cards and the first card of the pile. ``hands`` as in ``HandDealt``."""

    hand_no: int
    table: int
    dealer: int
    players: tuple[int, ...]
    hands: tuple[int | None, ...]
    upcard: int


@dataclass(frozen=True, slots=True)
class UpcardPassed:
    seat: int


@dataclass(frozen=True, slots=True)
class PileTaken:
    """The seat took the top of the pile (the upcard included)."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class StockDrawn:
    """``card`` is ``None`` for those who may not see it; ``open`` when the drawer's hand lies open (RULES 5)."""

    seat: int
    card: int | None
    stock: int
    open: bool = False


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class KnockFailed:
    """A false knock under ``expose``: the hand lies open from now on (RULES 5)."""

    seat: int
    card: int
    hand: int
    count: int


@dataclass(frozen=True, slots=True)
class Knocked:
    """The knocker's ten (eleven) cards lie open. ``discard`` is face down: ``None`` for others and after big gin."""

    seat: int
    kind: KnockKind
    discard: int | None
    melds: tuple[int, ...]
    deadwood: int
    count: int


@dataclass(frozen=True, slots=True)
class LastPassed:
    seat: int


@dataclass(frozen=True, slots=True)
class Defended:
    seat: int
    melds: tuple[int, ...]
    layoffs: tuple[tuple[int, int], ...]
    deadwood: int
    count: int


@dataclass(frozen=True, slots=True)
class Melded:
    """A new meld on the table, which is its number ``meld`` from now on."""

    seat: int
    cards: int
    meld: int


@dataclass(frozen=True, slots=True)
class LaidOff:
    seat: int
    card: int
    meld: int


@dataclass(frozen=True, slots=True)
class StockRefilled:
    """The discards but the top one became the stock, for the ``refill``-th time; ``stock`` cards lie there now."""

    refill: int
    stock: int
    how: Literal["shuffled", "turned"]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the reckoning. ``key`` names it for the page, for example ``difference``, ``gin_bonus``."""

    key: str
    points: int


@dataclass(frozen=True, slots=True)
class HandScored:
    """A hand with its winner and its knocker (in basic rummy: who went out), both seats."""

    hand_no: int
    table: int
    kind: HandKind
    winner: int
    knocker: int
    knocker_count: int
    defender_count: int
    points: int
    boxes: int
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class HandVoided:
    hand_no: int
    table: int
    reason: VoidReason


@dataclass(frozen=True, slots=True)
class SeatReady:
    seat: int


@dataclass(frozen=True, slots=True)
class VoidOffered:
    seat: int


@dataclass(frozen=True, slots=True)
class VoidDeclined:
    seat: int


@dataclass(frozen=True, slots=True)
class Resigned:
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """With three seats or more: the computer plays on for this one (RULES 1.8)."""

    seat: int
    reason: LeaveReason


@dataclass(frozen=True, slots=True)
class SeatReturned:
    seat: int


@dataclass(frozen=True, slots=True)
class Flagged:
    """Time ran out. ``acted`` says what the rules did for the seat: a pass, the best defence, or the loss."""

    seat: int
    acted: Literal["pass", "defend", "lose"]


@dataclass(frozen=True, slots=True)
class TotalLine:
    """One line of the final reckoning, an amount for each side: ``hands``, ``game_bonus``, ``boxes``, ``shutout``."""

    key: str
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """``winner`` is a side, ``None`` for a drawn or void match; ``settlement`` is the winner's total less the loser's.

    ``away``: seats that the computer still held at the end (RULES 1.8).
    """

    reason: EndReason
    winner: int | None
    lines: tuple[TotalLine, ...]
    totals: tuple[int, ...]
    settlement: int
    away: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruled:
    """The referee's ruling ``number`` took effect.

    ``changed``: the hands that count otherwise than they were played, as ``(hand_no, table)``; ``struck``: the numbers
    of the hands that count no more; ``resumed``: the match, which was over, plays on.
    """

    number: int
    changed: tuple[tuple[int, int], ...]
    struck: tuple[int, ...]
    resumed: bool


Event = (
    DealDrawn
    | HandDealt
    | RummyDealt
    | UpcardPassed
    | PileTaken
    | StockDrawn
    | CardDiscarded
    | KnockFailed
    | Knocked
    | LastPassed
    | Defended
    | Melded
    | LaidOff
    | StockRefilled
    | HandScored
    | HandVoided
    | SeatReady
    | VoidOffered
    | VoidDeclined
    | Resigned
    | SeatLeft
    | SeatReturned
    | Flagged
    | MatchEnded
    | Ruled
)
