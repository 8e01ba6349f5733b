"""A match of any gin game as one seat sees it (RULES 1.5).

Hidden are the opponent's cards (unless they lie open under ``expose``), the order of the stock, buried discards under
``top_only``, the knocker's face-down discard, and the defender's cards until the defender has answered. Once a hand is
over its whole deal is public. Whoever sits out sees what a spectator sees, but for what ``audience.sees`` adds.
"""

from __future__ import annotations

from typing import Any

from games.domain.cards import iter_cards
from games.domain.events import HandVoided
from games.domain.hands.gin.rules import knock_counts, with_last_discard
from games.domain.hands.gin.rules import must_act as must_act_in
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
    Showdown,
)
from games.domain.match import Match, must_act
from games.domain.melds import best_arrangement, best_defence, best_defence_given, discard_counts, min_deadwood
from games.domain.perspective.audience import roles, sees_as
from games.domain.perspective.shapes import (
    Can,
    DefenceOffered,
    HandResult,
    KnockShown,
    PileCard,
    SeatCards,
    SeatResult,
    SeatView,
    TableBeside,
    ViewPhase,
)
from games.domain.ruleset import RuleSet

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


def gin_view(match: Match, seat: int | None) -> SeatView:
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
    away = seat is not None and match.away >> seat & 1
    held = roles(match)
    shared = sees_as(match, seat, held)
    return SeatView(
        seat=seat,
        rules=_rules(match),
        hand_no=match.hand_no,
        phase="over" if match.phase == "over" else _PHASES[hand.phase],
        turn=must_act(match),
        dealer=dealt.dealer,
        limit=dealt.limit,
        doubled=dealt.doubled,
        upcard=dealt.upcard,
        stock=hand.stock,
        pile_count=len(hand.pile),
        pile=_pile(match, hand),
        players=dealt.players,
        seats=tuple(
            [
                _seat_cards(match, hand if other in dealt.players else _hand_of(match, other), seat, other, shared)
                for other in range(match.seats)
            ]
        ),
        drawn=hand.drawn if shedding else None,
        banned=hand.drawn if shedding and hand.from_pile else None,
        best=best_arrangement(cards) if own else None,
        can=_can(match, hand, seat, cards, after) if acting and not away else Can(**_standing(match, seat)),
        after=after,
        knock=None if hand.showdown is None else _knock_shown(hand, hand.showdown, seat, shared),
        defence=_defence_offered(hand, cards) if acting and hand.phase == LAYOFF else None,
        result=_result(hand) if over else None,
        sheet=match.sheet,
        match=match.end,
        void_offers=tuple(iter_cards(match.void_offers)) if match.void_offers else (),
        table=dealt.table,
        roles=held,
        sides=match.variant.seating.sides(match.seats),
        away=tuple(iter_cards(match.away)) if match.away else (),
        sees=shared,
        beside=() if len(match.tables) == 1 else _beside(match, hand),
    )


def gin_recall(match: Match, seat: int) -> SeatView:
    """The view of a seat that has paid attention: with every card of the pile, and who shed it.

    What is allowed is told as well where the computer plays for a person who is away.
    """
    seen, hand = gin_view(match, seat), _hand_seen(match, seat)
    if hand is None:
        return seen
    if match.away >> seat & 1 and seat in must_act_in(hand):
        seen = seen._replace(can=_can(match, hand, seat, seen.seats[seat].hand or 0, seen.after))
    first, second = hand.dealt.players
    shed = tuple(PileCard(card, first if hand.first_shed >> card & 1 else second) for card in hand.pile)
    if hand.pile[:1] == (hand.dealt.upcard,) and hand.dealt.upcard not in hand.taken[0] + hand.taken[1]:
        shed = (PileCard(hand.dealt.upcard, None), *shed[1:])
    return seen._replace(recalled=shed)


def _rules(match: Match) -> RuleSet:
    rules = match.rules
    assert isinstance(rules, RuleSet)
    return rules


def _hand_seen(match: Match, seat: int | None) -> GinHand | None:
    """The hand that the seat plays; the first table for all others."""
    return _hand_of(match, seat) or (match.tables[0] if match.tables else None)


def _bare_view(match: Match, seat: int | None) -> SeatView:
    """Before the first deal."""
    phases: dict[str, ViewPhase] = {"draw_for_deal": "draw_for_deal", "between": "between", "over": "over"}
    return SeatView(
        seat=seat,
        rules=_rules(match),
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
        seats=tuple(_seat_cards(match, None, seat, other, ()) for other in range(match.seats)),
        drawn=None,
        banned=None,
        best=None,
        can=Can(**_standing(match, seat)),
        after={},
        knock=None,
        defence=None,
        result=None,
        sheet=match.sheet,
        match=match.end,
        void_offers=tuple(iter_cards(match.void_offers)),
        table=0,
        roles=roles(match),
        sides=match.variant.seating.sides(match.seats),
        away=tuple(iter_cards(match.away)),
        sees=(),
    )


def _beside(match: Match, own: GinHand) -> tuple[TableBeside, ...]:
    """The other tables, as a spectator sees them: their cards stand with the seats."""
    tables: tuple[GinHand, ...] = match.tables
    return tuple(
        TableBeside(
            table=hand.dealt.table,
            phase="over" if match.phase == "over" else _PHASES[hand.phase],
            turn=must_act_in(hand),
            dealer=hand.dealt.dealer,
            limit=hand.dealt.limit,
            doubled=hand.dealt.doubled,
            upcard=hand.dealt.upcard,
            stock=hand.stock,
            pile_count=len(hand.pile),
            pile=_pile(match, hand),
            players=hand.dealt.players,
            knock=None if hand.showdown is None else _knock_shown(hand, hand.showdown, None, ()),
            result=_result(hand) if hand.phase == DONE else None,
        )
        for hand in tables
        if hand is not own
    )


def _pile(match: Match, hand: GinHand) -> tuple[int, ...]:
    return hand.pile if match.rules.discard_history == "open" else hand.pile[-1:]


def _hand_of(match: Match, seat: int | None) -> GinHand | None:
    """The hand that the seat plays, at whatever table."""
    hand: GinHand
    for hand in match.tables:
        if seat in hand.dealt.players:
            return hand
    return None


def _seat_cards(
    match: Match, hand: GinHand | None, viewer: int | None, seat: int, shared: tuple[int, ...]
) -> SeatCards:
    ready = bool(match.ready >> seat & 1)
    if hand is None:
        return SeatCards(0, None, (), (), False, ready)
    place = hand.dealt.players.index(seat)
    cards = hand.hands[place]
    exposed = bool(hand.exposed >> place & 1)
    knocked = hand.showdown is not None and hand.showdown.place == place
    public = hand.phase == DONE or exposed or knocked
    taken = hand.taken[place]
    holds = tuple([card for card in dict.fromkeys(taken) if cards >> card & 1]) if taken else ()
    shown = cards if public or seat == viewer or seat in shared else None
    return SeatCards(cards.bit_count(), shown, taken, holds, exposed, ready)


def _after(hand: GinHand, cards: int) -> dict[int, int]:
    return discard_counts(cards, 1 << hand.drawn if hand.from_pile else 0)


def _standing(match: Match, seat: int | None) -> dict[str, Any]:
    """What a ``Can`` allows to a seat whether it is its turn or not."""
    if seat is None or match.phase == "over":
        return {}
    between = match.phase == "between"
    if match.away >> seat & 1:
        return {"come_back": between}
    return {
        "ready": between and not match.ready >> seat & 1,
        "resign": True,
        "offer_void": not match.void_offers >> seat & 1,
        "decline_void": match.void_offers != 0,
    }


def _can(match: Match, hand: GinHand, seat: int | None, cards: int, after: dict[int, int]) -> Can:
    """What is allowed to the seat in turn."""
    standing, rules = _standing(match, seat), _rules(match)
    phase = hand.phase
    if phase == SHED:
        knocks = [pair for pair in after.items() if pair[1] <= hand.dealt.limit]
        return Can(
            discard=tuple(after),
            knock=tuple([pair for pair in knocks if pair[1]]),
            gin=tuple([card for card, count in knocks if not count]),
            big_gin=rules.big_gin_bonus is not None and not min_deadwood(cards),
            false_knock=rules.invalid_knock == "expose",
            **standing,
        )
    if phase in (DRAW, FORCED_STOCK):
        return Can(draw_stock=True, take_discard=phase == DRAW, **standing)
    if phase == LAYOFF:
        return Can(defend=True, **standing)
    if phase == LAST_CHANCE:
        eleven = with_last_discard(hand)
        least = min_deadwood(eleven)
        last = knock_counts(eleven, cards, hand.dealt.limit, least)
        return Can(
            knock_last=tuple(pair for pair in last if pair[1]),
            gin_last=tuple(card for card, count in last if not count),
            big_gin_last=rules.big_gin_bonus is not None and not least,
            pass_last=True,
            **standing,
        )
    return Can(take_upcard=True, pass_upcard=True, **standing)


def _knock_shown(hand: GinHand, shown: Showdown, viewer: int | None, shared: tuple[int, ...]) -> KnockShown:
    knocker = hand.dealt.players[shown.place]
    knows_discard = viewer == knocker or knocker in shared or hand.phase == DONE
    return KnockShown(
        seat=knocker,
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
