"""Playing a hand of rummy: the deal and every transition (RULES 2g).

``STEPS`` trust their caller: they check nothing and tell nothing. ``rules.verify`` is the gate in front of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.domain.actions import Discard, DrawStock, LayOff, Meld, TakeDiscard
from games.domain.cards import hand_of
from games.domain.events import HandScored, HandVoided, ScoreLine, VoidReason
from games.domain.hands.rummy.melds import points_of
from games.domain.hands.rummy.state import DONE, DRAW, MELD, NO_CARD, Dealt, RummyHand, TableMeld
from games.domain.rummy_rules import RummyRules

CARDS_EACH = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""By number of players (W45)."""


def decks_needed(rules: RummyRules) -> int:
    """The pack, and an order of all cards for each time that the discards may be shuffled into a new stock."""
    return 1 + (rules.reshuffle_limit if rules.stock_empty == "shuffle_keep_top" else 0)


def deal(
    _rules: RummyRules,
    decks: tuple[tuple[int, ...], ...],
    *,
    hand_no: int,
    table: int,
    dealer: int,
    players: tuple[int, ...],
) -> RummyHand:
    """The cards one at a time, the first to act first; the next card is turned up (W45, EC-90)."""
    count = len(players)
    dealt_out = CARDS_EACH[count] * count
    deck = decks[0]
    hands = tuple(hand_of(deck[place:dealt_out:count]) for place in range(count))
    upcard, order = deck[dealt_out], deck[dealt_out + 1 :]
    return RummyHand(
        dealt=Dealt(hand_no, table, dealer, players, decks, hands, upcard),
        phase=DRAW,
        place=0,
        hands=hands,
        pile=(upcard,),
        shed_by=(NO_CARD,),
        order=order,
        stock=len(order),
        refills=0,
        drawn=NO_CARD,
        from_pile=False,
        fresh=True,
        melded=0,
        melds=(),
        played=0,
        taken=((),) * count,
        outcome=None,
    )


def void(hand: RummyHand, reason: VoidReason) -> RummyHand:
    """The hand ends without a score."""
    return hand._replace(phase=DONE, outcome=HandVoided(hand.dealt.hand_no, hand.dealt.table, reason))


def _draw_stock(rules: RummyRules, hand: RummyHand, _action: DrawStock) -> RummyHand:
    """The top of the stock; if there is none, whoever wants one makes a new stock of the pile, or ends the hand."""
    if not hand.stock:
        if len(hand.pile) == 1:
            return _stuck(rules, hand)
        if hand.refills == rules.reshuffle_limit:
            return void(hand, "refills")
        hand = _refilled(rules, hand)
    card = hand.order[-hand.stock]
    return _with_drawn(hand._replace(stock=hand.stock - 1), card, from_pile=False)


def _refilled(rules: RummyRules, hand: RummyHand) -> RummyHand:
    """All of the pile but its top: in the order that the deal has laid down for it, or just turned over (W53).

    Who draws one of these cards now draws it unseen, even if that player once took it from the pile.
    """
    under, refills = hand.pile[:-1], hand.refills + 1
    discards = hand_of(under)
    if rules.stock_empty == "shuffle_keep_top":
        under = tuple(card for card in hand.dealt.decks[refills] if discards >> card & 1)
    return hand._replace(
        order=under,
        stock=len(under),
        refills=refills,
        pile=hand.pile[-1:],
        shed_by=hand.shed_by[-1:],
        taken=tuple(tuple(card for card in taken if not discards >> card & 1) for taken in hand.taken),
    )


def _take_discard(_rules: RummyRules, hand: RummyHand, _action: TakeDiscard) -> RummyHand:
    card = hand.pile[-1]
    taken = _put(hand.taken, hand.place, (*hand.taken[hand.place], card))
    return _with_drawn(hand._replace(pile=hand.pile[:-1], shed_by=hand.shed_by[:-1], taken=taken), card, from_pile=True)


def _with_drawn(hand: RummyHand, card: int, *, from_pile: bool) -> RummyHand:
    place = hand.place
    return hand._replace(
        phase=MELD,
        hands=_put(hand.hands, place, hand.hands[place] | 1 << card),
        drawn=card,
        from_pile=from_pile,
        fresh=not hand.played >> place & 1,
        melded=0,
    )


def _meld(rules: RummyRules, hand: RummyHand, action: Meld) -> RummyHand:
    meld = TableMeld(hand.dealt.players[hand.place], action.cards)
    return _played(rules, hand._replace(melds=(*hand.melds, meld), melded=hand.melded + 1), action.cards)


def _lay_off(rules: RummyRules, hand: RummyHand, action: LayOff) -> RummyHand:
    bit, meld = 1 << action.card, hand.melds[action.meld]
    laid = (*meld.layoffs, (action.card, hand.dealt.players[hand.place]))
    grown = meld._replace(cards=meld.cards | bit, layoffs=laid)
    return _played(rules, hand._replace(melds=_put(hand.melds, action.meld, grown)), bit)


def _played(rules: RummyRules, hand: RummyHand, cards: int) -> RummyHand:
    """Cards have gone onto the table; the last one ends the hand."""
    place = hand.place
    left = hand.hands[place] ^ cards
    hand = hand._replace(hands=_put(hand.hands, place, left), played=hand.played | 1 << place)
    return hand if left else _gone_out(rules, hand)


def _discard(rules: RummyRules, hand: RummyHand, action: Discard) -> RummyHand:
    place, card = hand.place, action.card
    left = hand.hands[place] ^ 1 << card
    hand = hand._replace(hands=_put(hand.hands, place, left), pile=(*hand.pile, card), shed_by=(*hand.shed_by, place))
    if not left:
        return _gone_out(rules, hand)
    return hand._replace(
        phase=DRAW,
        place=(place + 1) % len(hand.hands),
        drawn=NO_CARD,
        from_pile=False,
        melded=0,
    )


def _gone_out(rules: RummyRules, hand: RummyHand) -> RummyHand:
    """Every card left in the other hands counts, melds that were not laid too (W49, EC-86)."""
    left = sum(points_of(cards, rules.ace) for cards in hand.hands)
    lines = [ScoreLine("left_in_hands", left)]
    if hand.fresh and rules.going_rummy == "double":
        lines.append(ScoreLine("going_rummy", left))
    return _scored(hand, hand.place, "rummy" if hand.fresh else "out", 0, lines)


def _stuck(rules: RummyRules, hand: RummyHand) -> RummyHand:
    """Nothing to turn, and the one discard is not wanted: void, or by option the lowest hand wins (EC-89).

    Where several are equally low none is the lowest, and the hand is void all the same.
    """
    counts = [points_of(cards, rules.ace) for cards in hand.hands]
    lowest = min(counts)
    if rules.no_turn == "void" or counts.count(lowest) > 1:
        return void(hand, "stuck")
    return _scored(hand, counts.index(lowest), "lowest", lowest, [ScoreLine("left_in_hands", sum(counts) - lowest)])


def _scored(hand: RummyHand, winner: int, kind: Any, count: int, lines: list[ScoreLine]) -> RummyHand:
    dealt = hand.dealt
    outcome = HandScored(
        hand_no=dealt.hand_no,
        table=dealt.table,
        kind=kind,
        winner=dealt.players[winner],
        knocker=dealt.players[winner],
        knocker_count=count,
        defender_count=lines[0].points,
        points=sum(line.points for line in lines),
        boxes=1,
        lines=tuple(lines),
    )
    return hand._replace(phase=DONE, outcome=outcome)


def _put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


STEPS: dict[type, Callable[[RummyRules, RummyHand, Any], RummyHand]] = {
    DrawStock: _draw_stock,
    TakeDiscard: _take_discard,
    Meld: _meld,
    LayOff: _lay_off,
    Discard: _discard,
}
"""What each verified action makes of a hand: the place in turn acts."""
