"""Playing a hand of gin: the deal and every transition (RULES 1.4, 1.6, 5).

``STEPS`` trust their caller: they check nothing and tell nothing, for the computer players' search runs on them.
``rules.verify`` is the gate in front of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.domain.actions import (
    BigGin,
    BigGinLast,
    Defend,
    Discard,
    DrawStock,
    Knock,
    KnockLast,
    PassLast,
    PassUpcard,
    PlayerAction,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import DECK_SIZE, FULL_DECK, POINTS, count_points, hand_of
from games.domain.events import HandScored, HandVoided, KnockKind, VoidReason
from games.domain.hands.base import Decks
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
    Dealt,
    GinHand,
    Reply,
    Showdown,
)
from games.domain.melds import (
    all_layoffs,
    arrange,
    best_arrangement,
    best_defence,
    best_defence_given,
    knock_arrangement,
    min_deadwood,
)
from games.domain.ruleset import STALL_LIMIT, WALL, RuleSet
from games.domain.scoring import score_hand

_SUIT_SIZE = 13
_BITS = tuple(1 << card for card in range(DECK_SIZE))  # to look one up is quicker than to shift

_new = tuple.__new__
"""``_new(GinHand, …)`` is ``GinHand._make`` without its check and without a Python call: half the price of a move."""


def knock_limit(rules: RuleSet, upcard: int) -> int:
    """The most deadwood a knock may leave on this deal: Oklahoma takes it from the upcard (RULES 2e, EC-60, EC-61)."""
    if rules.oklahoma is None:
        return rules.knock_limit
    limit = POINTS[upcard]
    if limit == 1 and rules.oklahoma == "gin_only":
        limit = 0
    return min(limit, rules.knock_limit)


def deal(rules: RuleSet, decks: Decks, *, hand_no: int, table: int, dealer: int, players: tuple[int, ...]) -> GinHand:
    """Ten cards each, one at a time, the first to act first; the next card is the upcard (RULES 1.4)."""
    (deck,) = decks
    first, second = hand_of(deck[0:20:2]), hand_of(deck[1:20:2])
    upcard = deck[20]
    doubled = rules.spade_doubles and upcard < _SUIT_SIZE
    dealt = Dealt(hand_no, table, dealer, players, deck, (first, second), upcard, knock_limit(rules, upcard), doubled)
    phase = DRAW if rules.upcard_offer == "none" else UPCARD_N
    return _new(GinHand, (dealt, phase, 0, dealt.hands, (upcard,), 31, NO_CARD, False, 0, ((), ()), 0, 0, None, None))


def void(hand: GinHand, reason: VoidReason) -> GinHand:
    """The hand ends without a score."""
    return hand._replace(phase=DONE, outcome=HandVoided(hand.dealt.hand_no, hand.dealt.table, reason))


def unseen_by(hand: GinHand, place: int) -> int:
    """The cards that the other player may hold, as far as this place knows: neither own nor ever left on the pile."""
    return FULL_DECK & ~hand.hands[place] & ~hand_of(hand.pile)


def _draw_stock(_rules: RuleSet, hand: GinHand, _action: PlayerAction) -> GinHand:
    dealt, _, place, hands, pile, stock, _, _, _, taken, first_shed, exposed, _, _ = hand
    card = dealt.deck[52 - stock]
    first, second = hands
    hands = (first | _BITS[card], second) if place == 0 else (first, second | _BITS[card])
    after = (dealt, SHED, place, hands, pile, stock - 1, card, False, 0, taken, first_shed, exposed, None, None)
    return _new(GinHand, after)


def _take_pile(_rules: RuleSet, hand: GinHand, _action: PlayerAction) -> GinHand:
    dealt, _, place, hands, pile, stock, _, _, streak, taken, first_shed, exposed, _, _ = hand
    card = pile[-1]
    bit = _BITS[card]
    pile = pile[:-1]
    streak += 1
    if first_shed & bit:
        first_shed ^= bit
    first, second = hands
    theirs, others = taken
    if place == 0:
        theirs += (card,)
        hands = (first | bit, second)
    else:
        others += (card,)
        hands = (first, second | bit)
    taken = (theirs, others)
    after = (dealt, SHED, place, hands, pile, stock, card, True, streak, taken, first_shed, exposed, None, None)
    return _new(GinHand, after)


def _pass_upcard(_rules: RuleSet, hand: GinHand, _action: PlayerAction) -> GinHand:
    if hand.phase == UPCARD_N:
        return hand._replace(phase=UPCARD_D, place=1)
    return hand._replace(phase=FORCED_STOCK, place=0)


def _discard(rules: RuleSet, hand: GinHand, action: Discard | Knock) -> GinHand:
    """A card goes face up on the pile; at the wall and after too many pile draws that ends the hand."""
    card = action.card
    bit = _BITS[card]
    dealt, _, place, hands, pile, stock, _, _, streak, taken, first_shed, exposed, _, _ = hand
    first, second = hands
    pile += (card,)
    if place == 0:
        hands, first_shed = (first ^ bit, second), first_shed | bit
    else:
        hands = (first, second ^ bit)
    phase = DRAW
    outcome = None
    if stock <= WALL:
        if rules.last_discard == "knock_only":
            phase = LAST_CHANCE
        else:
            phase, outcome = DONE, HandVoided(dealt.hand_no, dealt.table, "wall")
    elif streak >= STALL_LIMIT:
        phase, outcome = DONE, HandVoided(dealt.hand_no, dealt.table, "stall")
    other = 1 - place
    after = (dealt, phase, other, hands, pile, stock, NO_CARD, False, streak, taken, first_shed, exposed, None, outcome)
    return _new(GinHand, after)


def _knock(rules: RuleSet, hand: GinHand, action: Knock) -> GinHand:
    if min_deadwood(hand.hands[hand.place] ^ 1 << action.card) > hand.dealt.limit:
        # Only `expose` lets this through verify: a false knock is a plain discard by an open hand (RULES 5).
        return _discard(rules, hand._replace(exposed=hand.exposed | 1 << hand.place), action)
    return _show(rules, hand, action.card, action.melds)


def _big_gin(rules: RuleSet, hand: GinHand, action: BigGin) -> GinHand:
    return _show(rules, hand, NO_CARD, action.melds)


def _knock_last(rules: RuleSet, hand: GinHand, action: KnockLast) -> GinHand:
    return _show(rules, _take_pile(rules, hand, action), action.card, action.melds)


def _big_gin_last(rules: RuleSet, hand: GinHand, action: BigGinLast) -> GinHand:
    return _show(rules, _take_pile(rules, hand, action), NO_CARD, action.melds)


def _pass_last(_rules: RuleSet, hand: GinHand, _action: PlayerAction) -> GinHand:
    return void(hand, "wall")


def _show(rules: RuleSet, hand: GinHand, discard: int, melds: tuple[int, ...] | None) -> GinHand:
    """The knocker, holding eleven cards, sheds face down and shows the rest."""
    place = hand.place
    shown = hand.hands[place]
    unseen = unseen_by(hand, place)
    if discard != NO_CARD:
        shown ^= 1 << discard
    # Only what the knocker knows decides the default (EC-25).
    arrangement = knock_arrangement(shown, unseen) if melds is None else arrange(shown, melds)
    melds, deadwood, count = arrangement
    kind: KnockKind = "big_gin" if discard == NO_CARD else "knock" if count else "gin"
    showdown = Showdown(place, kind, discard, melds, deadwood, count, None)
    first, second = hand.hands
    hand = hand._replace(
        phase=LAYOFF,
        place=1 - place,
        hands=(shown, second) if place == 0 else (first, shown),
        drawn=NO_CARD,
        from_pile=False,
        showdown=showdown,
    )
    if count:
        return hand
    own = best_arrangement(hand.hands[1 - place])  # gin and big gin allow no lay-off (EC-30)
    return _score(rules, hand, Reply(own.melds, (), own.deadwood, own.count))


def defence_of(hand: GinHand, defend: Defend) -> Reply:
    """The defender's answer in full: what was left open is filled in with the best.

    Both ``None``: the joint optimum (EC-20). Only lay-offs given: the best melds of the cards left. Only melds given:
    the lay-offs that take most points off the loose cards.
    """
    showdown = hand.showdown
    assert showdown is not None
    cards, table = hand.hands[hand.place], showdown.melds
    if defend.melds is None:
        if defend.layoffs is None:
            return Reply(*best_defence(cards, table))
        fixed = best_defence_given(cards, table, defend.layoffs)
        return Reply(fixed.melds, defend.layoffs, fixed.deadwood, fixed.count)
    loose = arrange(cards, defend.melds).deadwood
    # None of the loose cards will be melded: the more of them go, the better.
    layoffs = all_layoffs(loose, table) if defend.layoffs is None else defend.layoffs
    loose &= ~hand_of(card for card, _ in layoffs)
    return Reply(defend.melds, layoffs, loose, count_points(loose))


def _defend(rules: RuleSet, hand: GinHand, action: Defend) -> GinHand:
    return _score(rules, hand, defence_of(hand, action))


def _score(rules: RuleSet, hand: GinHand, reply: Reply) -> GinHand:
    """The hand is over: reckon what it is worth (RULES 1.6)."""
    dealt, showdown = hand.dealt, hand.showdown
    assert showdown is not None
    worth = score_hand(
        showdown.count,
        reply.count,
        rules,
        gin=showdown.kind == "gin",
        big_gin=showdown.kind == "big_gin",
        doubled=dealt.doubled,
    )
    knocker, defender = dealt.players[showdown.place], dealt.players[1 - showdown.place]
    outcome = HandScored(
        hand_no=dealt.hand_no,
        table=dealt.table,
        kind=worth.kind,
        winner=knocker if worth.winner_is_knocker else defender,
        knocker=knocker,
        knocker_count=showdown.count,
        defender_count=reply.count,
        points=worth.points,
        boxes=worth.boxes,
        lines=worth.lines,
    )
    return hand._replace(phase=DONE, showdown=showdown._replace(reply=reply), outcome=outcome)


STEPS: dict[type, Callable[[RuleSet, GinHand, Any], GinHand]] = {
    TakeUpcard: _take_pile,
    PassUpcard: _pass_upcard,
    DrawStock: _draw_stock,
    TakeDiscard: _take_pile,
    Discard: _discard,
    Knock: _knock,
    BigGin: _big_gin,
    KnockLast: _knock_last,
    BigGinLast: _big_gin_last,
    PassLast: _pass_last,
    Defend: _defend,
}
"""What each verified action makes of a hand: the place in turn acts."""
