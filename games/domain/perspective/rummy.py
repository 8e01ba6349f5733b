"""A match of basic rummy as one seat sees it (RULES 1.5, 2g).

Hidden are the others' cards, the order of the stock and, under ``top_only``, the discards below the top. What lies on
the table is everybody's to see. Once a hand is over its whole deal is public.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.domain.actions import (
    Action,
    ComeBack,
    DeclineVoid,
    Discard,
    DrawStock,
    LayOff,
    Meld,
    OfferVoid,
    Ready,
    Resign,
    TakeDiscard,
)
from games.domain.cards import iter_cards
from games.domain.events import HandKind, HandScored, MatchEnded, ScoreLine, VoidReason
from games.domain.hands.rummy.melds import best_groups, points_of
from games.domain.hands.rummy.state import DONE, DRAW, MELD, NO_CARD, RummyHand, TableMeld
from games.domain.match import Match, legal_actions, must_act, standing_actions
from games.domain.melds import Arrangement
from games.domain.perspective.shapes import PileCard
from games.domain.rummy_rules import RummyRules
from games.domain.scoresheets import Sheet

RummyPhase = Literal["draw_for_deal", "draw", "meld", "between", "over"]

_PHASES: dict[str, RummyPhase] = {DRAW: "draw", MELD: "meld", DONE: "between"}


class RummySeat(NamedTuple):
    """What lies before one seat."""

    cards: int  # how many it holds
    hand: int | None  # which, where the viewer may know
    taken: tuple[int, ...]  # discards that it took in this hand, in order
    holds: tuple[int, ...]  # those of them that it still holds
    ready: bool  # has seen the last result
    played: bool  # has melded or laid off in this hand


class RummyCan(NamedTuple):
    """What the viewer may do now. All that is false or empty is not allowed."""

    draw_stock: bool = False
    take_discard: bool = False
    meld: tuple[int, ...] = ()
    lay_off: dict[int, tuple[int, ...]] = {}  # by card: the numbers of the melds that it fits on
    discard: tuple[int, ...] = ()
    ready: bool = False
    come_back: bool = False
    resign: bool = False
    offer_void: bool = False
    decline_void: bool = False


class LeftInHand(NamedTuple):
    """One player's cards when the hand was over."""

    seat: int
    dealt: int
    left: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


class RummyResult(NamedTuple):
    """How the hand ended, with all that was hidden. ``kind`` is ``void`` with the reason in ``void``."""

    hand_no: int
    table: int
    kind: HandKind | Literal["void"]
    void: VoidReason | None
    winner: int | None
    points: int
    boxes: int
    lines: tuple[ScoreLine, ...]
    seats: tuple[LeftInHand, ...]
    stock: tuple[int, ...]  # the cards left, next first


class RummyView(NamedTuple):
    """The match as one seat sees it, or a spectator (``seat`` is ``None``)."""

    seat: int | None
    rules: RummyRules
    hand_no: int
    phase: RummyPhase
    turn: tuple[int, ...]
    dealer: int | None
    stock: int
    refills: int
    pile_count: int
    pile: tuple[int, ...]  # last is the top; only the top under `top_only`
    players: tuple[int, ...]
    seats: tuple[RummySeat, ...]
    melds: tuple[TableMeld, ...]  # on the table, by their numbers
    drawn: int | None  # own card got this turn, in MELD
    banned: int | None  # ... if it came from the pile: it may not be shed
    fresh: bool  # the seat in turn had put no card down before this turn
    melded: int  # melds that it has put down in this turn
    best: Arrangement | None  # the viewer's own hand, in its best groups
    can: RummyCan
    result: RummyResult | None
    sheet: Sheet
    match: MatchEnded | None
    void_offers: tuple[int, ...]
    roles: tuple[str | None, ...]
    sides: tuple[tuple[int, ...], ...]
    away: tuple[int, ...]
    recalled: tuple[PileCard, ...] = ()  # the whole pile, last is the top: only in what `recall` gives
    game: Literal["rummy"] = "rummy"
    table: int = 0
    sees: tuple[int, ...] = ()
    beside: tuple[()] = ()


def rummy_view(match: Match, seat: int | None) -> RummyView:
    """What the seat may see of the match now; ``None`` is a spectator."""
    hand: RummyHand | None = match.tables[0] if match.tables else None
    rules, seating = match.rules, match.variant.seating
    assert isinstance(rules, RummyRules)
    bare = RummyView(
        seat=seat,
        rules=rules,
        hand_no=match.hand_no,
        phase=_phase(match, hand),
        turn=must_act(match),
        dealer=match.pairings[0].dealer if match.pairings else None,
        stock=0,
        refills=0,
        pile_count=0,
        pile=(),
        players=(),
        seats=tuple(_seat(match, hand, seat, other) for other in range(match.seats)),
        melds=(),
        drawn=None,
        banned=None,
        fresh=True,
        melded=0,
        best=None,
        can=_can(match, seat),
        result=None,
        sheet=match.sheet,
        match=match.end,
        void_offers=tuple(iter_cards(match.void_offers)),
        roles=seating.roles(match.pairings, match.seats),
        sides=seating.sides(match.seats),
        away=tuple(iter_cards(match.away)),
    )
    return bare if hand is None else _with_hand(bare, hand)


def rummy_recall(match: Match, seat: int) -> RummyView:
    """The view of a seat that has paid attention: with every card of the pile, and who shed it.

    For computer players, as :func:`games.domain.perspective.recall` says.
    """
    seen = rummy_view(match, seat)
    if not match.tables:
        return seen
    if match.away >> seat & 1:
        seen = seen._replace(can=_sorted(legal_actions(match, seat)))
    hand: RummyHand = match.tables[0]
    shed = zip(hand.pile, hand.shed_by, strict=True)
    return seen._replace(
        recalled=tuple(PileCard(card, None if place == NO_CARD else hand.players[place]) for card, place in shed)
    )


def _phase(match: Match, hand: RummyHand | None) -> RummyPhase:
    if match.phase == "over":
        return "over"
    if match.phase == "draw_for_deal":
        return "draw_for_deal"
    return "between" if hand is None else _PHASES[hand.phase]


def _with_hand(bare: RummyView, hand: RummyHand) -> RummyView:
    """The view of a hand in play or just ended."""
    over, seat = hand.phase == DONE, bare.seat
    acting = hand.phase == MELD and seat == hand.players[hand.place]
    own = None if seat is None or over else hand.hands[hand.players.index(seat)]
    return bare._replace(
        dealer=hand.dealt.dealer,
        stock=hand.stock,
        refills=hand.refills,
        pile_count=len(hand.pile),
        pile=hand.pile if bare.rules.discard_history == "open" else hand.pile[-1:],
        players=hand.players,
        melds=hand.melds,
        drawn=hand.drawn if acting else None,
        banned=hand.drawn if acting and hand.from_pile else None,
        fresh=hand.fresh,
        melded=hand.melded,
        best=None if own is None else best_groups(own, bare.rules.ace),
        result=_result(bare.rules, hand) if over else None,
    )


def _seat(match: Match, hand: RummyHand | None, viewer: int | None, seat: int) -> RummySeat:
    ready = bool(match.ready >> seat & 1)
    if hand is None:
        return RummySeat(0, None, (), (), ready, False)
    place = hand.players.index(seat)
    cards, taken = hand.hands[place], hand.taken[place]
    holds = tuple(card for card in dict.fromkeys(taken) if cards >> card & 1)
    shown = cards if seat == viewer or hand.phase == DONE else None
    return RummySeat(cards.bit_count(), shown, taken, holds, ready, bool(hand.played >> place & 1))


def _can(match: Match, seat: int | None) -> RummyCan:
    """What the rules list, sorted by kind; a person who is away does not play."""
    if seat is None:
        return RummyCan()
    playing = () if match.away >> seat & 1 else legal_actions(match, seat)
    return _sorted((*playing, *standing_actions(match, seat)))


def _sorted(actions: tuple[Action, ...]) -> RummyCan:
    kinds = set(map(type, actions))
    lay_off: dict[int, tuple[int, ...]] = {}
    for action in actions:
        if isinstance(action, LayOff):
            lay_off[action.card] = (*lay_off.get(action.card, ()), action.meld)
    return RummyCan(
        draw_stock=DrawStock in kinds,
        take_discard=TakeDiscard in kinds,
        meld=tuple(action.cards for action in actions if isinstance(action, Meld)),
        lay_off=lay_off,
        discard=tuple(action.card for action in actions if isinstance(action, Discard)),
        ready=Ready in kinds,
        come_back=ComeBack in kinds,
        resign=Resign in kinds,
        offer_void=OfferVoid in kinds,
        decline_void=DeclineVoid in kinds,
    )


def _result(rules: RummyRules, hand: RummyHand) -> RummyResult:
    outcome, dealt = hand.outcome, hand.dealt
    assert outcome is not None
    seats = tuple(
        LeftInHand(seat, was, left, points_of(left, rules.ace))
        for seat, was, left in zip(dealt.players, dealt.hands, hand.hands, strict=True)
    )
    stock = hand.order[len(hand.order) - hand.stock :]
    if isinstance(outcome, HandScored):
        won = (outcome.kind, None, outcome.winner, outcome.points, outcome.boxes, outcome.lines)
        return RummyResult(outcome.hand_no, outcome.table, *won, seats, stock)
    return RummyResult(outcome.hand_no, outcome.table, "void", outcome.reason, None, 0, 0, (), seats, stock)
