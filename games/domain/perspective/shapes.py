"""The shapes of what a seat may see. Cards are ints, hands and melds masks; text is made at the edge."""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.domain.events import HandKind, KnockKind, MatchEnded, ScoreLine, VoidReason
from games.domain.melds import Arrangement, Layoff
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Sheet
from games.domain.seating import Role, Sides

ViewPhase = Literal["draw_for_deal", "upcard", "draw", "shed", "last_chance", "layoff", "between", "over"]


class SeatCards(NamedTuple):
    """What lies before one seat."""

    cards: int  # how many it holds
    hand: int | None  # which, where the viewer may know
    taken: tuple[int, ...]  # discards that it took in this hand, in order
    holds: tuple[int, ...]  # those of them that it still holds
    exposed: bool  # the hand lies open (RULES 5)
    ready: bool  # has seen the last result


class Can(NamedTuple):
    """What the viewer may do now. All that is false or empty is not allowed."""

    take_upcard: bool = False
    pass_upcard: bool = False
    draw_stock: bool = False
    take_discard: bool = False
    discard: tuple[int, ...] = ()
    knock: tuple[tuple[int, int], ...] = ()  # the card shed, the count left: 1 to the limit
    gin: tuple[int, ...] = ()  # cards whose shedding leaves no deadwood
    big_gin: bool = False
    false_knock: bool = False  # `expose`: a knock over the limit is allowed, and opens the hand
    knock_last: tuple[tuple[int, int], ...] = ()
    gin_last: tuple[int, ...] = ()
    big_gin_last: bool = False
    pass_last: bool = False
    defend: bool = False
    ready: bool = False
    come_back: bool = False
    resign: bool = False
    offer_void: bool = False
    decline_void: bool = False


class KnockShown(NamedTuple):
    """The knocker's cards on the table."""

    seat: int
    kind: KnockKind
    melds: tuple[int, ...]
    deadwood: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    discard: int | None  # the face-down card: the knocker's own until the hand is over


class DefenceOffered(NamedTuple):
    """To the defender alone: the best answer, where each card left in hand would still fit, and the best count."""

    melds: tuple[int, ...]
    layoffs: tuple[Layoff, ...]
    deadwood: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    fits: dict[int, tuple[int, ...]]
    best: int


class SeatResult(NamedTuple):
    """One player's cards when the hand was over."""

    seat: int
    dealt: int
    melds: tuple[int, ...]
    deadwood: int
    layoffs: tuple[Layoff, ...]


class HandResult(NamedTuple):
    """How the hand ended, with all that was hidden. ``kind`` is ``void`` with the reason in ``void``."""

    hand_no: int
    table: int
    kind: HandKind | Literal["void"]
    void: VoidReason | None
    winner: int | None
    knocker: int | None
    knocker_count: int | None
    defender_count: int | None
    points: int
    boxes: int
    lines: tuple[ScoreLine, ...]
    seats: tuple[SeatResult, ...]
    discard: int | None
    stock: tuple[int, ...]  # the cards left, next first


class PileCard(NamedTuple):
    """A card of the pile, and who shed it: nobody, if it is the first upcard."""

    card: int
    seat: int | None


class TableBeside(NamedTuple):
    """Another table of the same match, as a spectator sees it. The fields are those of ``SeatView``."""

    table: int
    phase: ViewPhase
    turn: tuple[int, ...]
    dealer: int
    limit: int
    doubled: bool
    upcard: int
    stock: int
    pile_count: int
    pile: tuple[int, ...]
    players: tuple[int, ...]
    knock: KnockShown | None
    result: HandResult | None


class SeatView(NamedTuple):
    """The match as one seat sees it, or a spectator (``seat`` is ``None``)."""

    seat: int | None
    rules: RuleSet
    hand_no: int
    phase: ViewPhase
    turn: tuple[int, ...]  # at any table
    dealer: int | None
    limit: int | None  # the most deadwood a knock may leave in this hand
    doubled: bool  # the hand counts double (RULES 2e)
    upcard: int | None
    stock: int
    pile_count: int
    pile: tuple[int, ...]  # last is the top; only the top under `top_only`
    players: tuple[int, ...]
    seats: tuple[SeatCards, ...]
    drawn: int | None  # own card got this turn, in SHED
    banned: int | None  # ... if it came from the pile: it may not be shed
    best: Arrangement | None  # the viewer's own hand
    can: Can
    after: dict[int, int]  # in SHED: the least count after each card that may be shed
    knock: KnockShown | None
    defence: DefenceOffered | None
    result: HandResult | None
    sheet: Sheet
    match: MatchEnded | None
    void_offers: tuple[int, ...]
    table: int  # whose hand this is
    roles: tuple[Role | None, ...]  # by seat, in this hand
    sides: Sides
    away: tuple[int, ...]  # seats that the computer plays for who left
    sees: tuple[int, ...]  # seats whose cards the viewer may see besides its own
    beside: tuple[TableBeside, ...] = ()  # the other tables
    game: Literal["gin"] = "gin"
    recalled: tuple[PileCard, ...] = ()  # the whole pile, last is the top: only in what `recall` gives
