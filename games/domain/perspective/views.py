"""A match as one seat sees it (RULES 1.5).

Hidden are the opponent's cards (unless they lie open under ``expose``), the order of the stock, buried discards under
``top_only``, the knocker's face-down discard, and the defender's cards until the defender has answered. Once a hand is
over its whole deal is public.
"""

from __future__ import annotations

from games.domain.cards import iter_cards
from games.domain.events import HandVoided
from games.domain.hands.gin.rules import knock_counts, with_last_discard
from games.domain.hands.gin.state import (
    DONE,
    DRAW,
    FORCED_STOCK,
    LAST_CHANCE,
    LAYOFF,
    NO_CARD,
    SHED,
    UPCARD_D,
    UPCARD_N,
    GinHand,
)
from games.domain.match import Match, must_act
from games.domain.melds import best_arrangement, best_defence, best_defence_given, discard_counts, min_deadwood
from games.domain.perspective.shapes import (
    Can,
    DefenceOffered,
    HandResult,
    KnockShown,
    PileCard,
    SeatCards,
    SeatResult,
    SeatView,
    ViewPhase,
)

_PHASES: dict[str, ViewPhase] = {
    UPCARD_N: "upcard",
    UPCARD_D: "upcard",
    FORCED_STOCK: "draw",
    DRAW: "draw",
    SHED: "shed",
    LAST_CHANCE: "last_chance",
    LAYOFF: "layoff",
    DONE: "between",
}


def view(match: Match, seat: int | None) -> SeatView:
    """What the seat may see of the match now; ``None`` is a spectator."""
    hand = _hand_seen(match, seat)
    if hand is None:
        return _bare_view(match, seat)
    dealt = hand.dealt
    over = hand.phase == DONE
    place = dealt.players.index(seat) if seat in dealt.players else None
    own = place is not None and not over
    acting = own and hand.place == place
    cards = hand.hands[place] if place is not None else 0
    shedding = acting and hand.phase == SHED
    after = _after(hand, cards) if shedding else {}
    return SeatView(
        seat=seat,
        rules=match.rules,
        hand_no=match.hand_no,
        phase="over" if match.phase == "over" else _PHASES[hand.phase],
        turn=must_act(match),
        dealer=dealt.dealer,
        limit=dealt.limit,
        doubled=dealt.doubled,
        upcard=dealt.upcard,
        stock=hand.stock,
        pile_count=len(hand.pile),
        pile=hand.pile if match.rules.discard_history == "open" else hand.pile[-1:],
        players=dealt.players,
        seats=tuple(_seat_cards(match, hand, seat, other) for other in range(match.seats)),
        drawn=hand.drawn if shedding else None,
        banned=hand.drawn if shedding and hand.from_pile else None,
        best=best_arrangement(cards) if own else None,
        can=_can(match, hand, seat, cards, after) if acting else _standing(match, seat),
        after=after,
        knock=_knock_shown(hand, place),
        defence=_defence_offered(hand, cards) if acting and hand.phase == LAYOFF else None,
        result=_result(hand) if over else None,
        sheet=match.sheet,
        match=match.end,
        void_offers=_void_offers(match),
    )


def recall(match: Match, seat: int) -> SeatView:
    """The view of a seat that has paid attention: with every card of the pile, and who shed it.

    For computer players, which keep nothing between moves. A person may remember as much, for buried discards are not
    secret (RULES 1.5); but pages do not list them, so this is for thinking and never for sending.
    """
    seen, hand = view(match, seat), _hand_seen(match, seat)
    if hand is None:
        return seen
    first, second = hand.dealt.players
    shed = tuple(PileCard(card, first if hand.first_shed >> card & 1 else second) for card in hand.pile)
    if hand.pile[:1] == (hand.dealt.upcard,) and hand.dealt.upcard not in hand.taken[0] + hand.taken[1]:
        shed = (PileCard(hand.dealt.upcard, None), *shed[1:])
    return seen._replace(recalled=shed)


def _hand_seen(match: Match, seat: int | None) -> GinHand | None:
    """The hand that the seat plays; the first table for all others."""
    hand: GinHand
    for hand in match.tables:
        if seat in hand.players:
            return hand
    return match.tables[0] if match.tables else None


def _bare_view(match: Match, seat: int | None) -> SeatView:
    """Before the first deal."""
    phases: dict[str, ViewPhase] = {"draw_for_deal": "draw_for_deal", "between": "between", "over": "over"}
    return SeatView(
        seat=seat,
        rules=match.rules,
        hand_no=match.hand_no,
        phase=phases[match.phase],
        turn=(),
        dealer=match.pairings[0].dealer if match.pairings else None,
        limit=None,
        doubled=False,
        upcard=None,
        stock=0,
        pile_count=0,
        pile=(),
        players=(),
        seats=tuple(SeatCards(0, None, (), (), False, bool(match.ready >> s & 1)) for s in range(match.seats)),
        drawn=None,
        banned=None,
        best=None,
        can=_standing(match, seat),
        after={},
        knock=None,
        defence=None,
        result=None,
        sheet=match.sheet,
        match=match.end,
        void_offers=_void_offers(match),
    )


def _void_offers(match: Match) -> tuple[int, ...]:
    return tuple(iter_cards(match.void_offers))


def _seat_cards(match: Match, hand: GinHand, viewer: int | None, seat: int) -> SeatCards:
    ready = bool(match.ready >> seat & 1)
    if seat not in hand.dealt.players:
        return SeatCards(0, None, (), (), False, ready)
    place = hand.dealt.players.index(seat)
    cards = hand.hands[place]
    exposed = bool(hand.exposed >> place & 1)
    knocked = hand.showdown is not None and hand.showdown.place == place
    public = hand.phase == DONE or exposed or knocked
    taken = hand.taken[place]
    holds = tuple(card for card in dict.fromkeys(taken) if cards >> card & 1)
    shown = cards if public or seat == viewer else None
    return SeatCards(cards.bit_count(), shown, taken, holds, exposed, ready)


def _after(hand: GinHand, cards: int) -> dict[int, int]:
    return discard_counts(cards, 1 << hand.drawn if hand.from_pile else 0)


def _standing(match: Match, seat: int | None) -> Can:
    """What is allowed to a seat whose turn it is not."""
    if seat is None or match.phase == "over":
        return Can()
    offers = match.void_offers
    return Can(
        ready=match.phase == "between" and not match.ready >> seat & 1,
        resign=True,
        offer_void=not offers >> seat & 1,
        decline_void=offers != 0,
    )


def _can(match: Match, hand: GinHand, seat: int | None, cards: int, after: dict[int, int]) -> Can:
    """What is allowed to the seat in turn."""
    can, rules = _standing(match, seat), match.rules
    phase = hand.phase
    if phase == SHED:
        knocks = tuple((card, count) for card, count in after.items() if count <= hand.dealt.limit)
        return can._replace(
            discard=tuple(after),
            knock=tuple(pair for pair in knocks if pair[1]),
            gin=tuple(card for card, count in knocks if not count),
            big_gin=rules.big_gin_bonus is not None and not min_deadwood(cards),
            false_knock=rules.invalid_knock == "expose",
        )
    if phase in (DRAW, FORCED_STOCK):
        return can._replace(draw_stock=True, take_discard=phase == DRAW)
    if phase == LAYOFF:
        return can._replace(defend=True)
    if phase == LAST_CHANCE:
        eleven = with_last_discard(hand)
        least = min_deadwood(eleven)
        knocks = knock_counts(eleven, cards, hand.dealt.limit, least)
        return can._replace(
            knock_last=tuple(pair for pair in knocks if pair[1]),
            gin_last=tuple(card for card, count in knocks if not count),
            big_gin_last=rules.big_gin_bonus is not None and not least,
            pass_last=True,
        )
    return can._replace(take_upcard=True, pass_upcard=True)


def _knock_shown(hand: GinHand, viewer: int | None) -> KnockShown | None:
    shown = hand.showdown
    if shown is None:
        return None
    knows_discard = viewer == shown.place or hand.phase == DONE
    return KnockShown(
        seat=hand.dealt.players[shown.place],
        kind=shown.kind,
        melds=shown.melds,
        deadwood=shown.deadwood,
        count=shown.count,
        discard=shown.discard if knows_discard and shown.discard != NO_CARD else None,
    )


def _defence_offered(hand: GinHand, cards: int) -> DefenceOffered:
    assert hand.showdown is not None
    table = hand.showdown.melds
    melds, layoffs, deadwood, count = best_defence(cards, table)
    fits = best_defence_given(cards, table, layoffs).fits
    return DefenceOffered(melds, layoffs, deadwood, count, fits, count)


def _result(hand: GinHand) -> HandResult:
    outcome = hand.outcome
    assert outcome is not None
    dealt, shown = hand.dealt, hand.showdown
    seats = tuple(_seat_result(hand, place) for place in range(len(dealt.players)))
    discard = None if shown is None or shown.discard == NO_CARD else shown.discard
    stock = dealt.deck[len(dealt.deck) - hand.stock :]
    if isinstance(outcome, HandVoided):
        return HandResult(
            outcome.hand_no,
            outcome.table,
            "void",
            outcome.reason,
            None,
            None,
            None,
            None,
            0,
            0,
            (),
            seats,
            discard,
            stock,
        )
    return HandResult(
        hand_no=outcome.hand_no,
        table=outcome.table,
        kind=outcome.kind,
        void=None,
        winner=outcome.winner,
        knocker=outcome.knocker,
        knocker_count=outcome.knocker_count,
        defender_count=outcome.defender_count,
        points=outcome.points,
        boxes=outcome.boxes,
        lines=outcome.lines,
        seats=seats,
        discard=discard,
        stock=stock,
    )


def _seat_result(hand: GinHand, place: int) -> SeatResult:
    dealt, shown = hand.dealt, hand.showdown
    seat, was = dealt.players[place], dealt.hands[place]
    if shown is not None and shown.place == place:
        return SeatResult(seat, was, shown.melds, shown.deadwood, ())
    if shown is not None and shown.reply is not None:
        return SeatResult(seat, was, shown.reply.melds, shown.reply.deadwood, shown.reply.layoffs)
    melds, deadwood, _ = best_arrangement(hand.hands[place])
    return SeatResult(seat, was, melds, deadwood, ())
