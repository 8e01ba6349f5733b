"""What may be done in a hand of gin, and when: the single statement of each rule (RULES 1.4, 5).

``verify`` says no with a code; ``legal_actions`` lists what it would allow, with the arrangements left to the server.
"""

from __future__ import annotations

from typing import Any

from games.domain.actions import (
    Action,
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
from games.domain.cards import DECK_SIZE, POINTS, format_card, iter_cards
from games.domain.errors import Code, RuleViolation
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
    Phase,
)
from games.domain.melds import arrange, best_arrangement, lay_off, min_deadwood
from games.domain.ruleset import RuleSet

_ALLOWED: dict[Phase, tuple[type, ...]] = {
    UPCARD_N: (TakeUpcard, PassUpcard),
    UPCARD_D: (TakeUpcard, PassUpcard),
    FORCED_STOCK: (DrawStock,),  # both refused: N draws from the stock (EC-15, W44)
    DRAW: (DrawStock, TakeDiscard),
    SHED: (Discard, Knock, BigGin),
    LAST_CHANCE: (KnockLast, BigGinLast, PassLast),
    LAYOFF: (Defend,),
    DONE: (),
}


def must_act(hand: GinHand) -> tuple[int, ...]:
    """The one seat whose turn it is; nobody's once the hand is over."""
    return () if hand.phase == DONE else (hand.dealt.players[hand.place],)


def verify(rules: RuleSet, hand: GinHand, seat: int, action: Action) -> None:
    """Raise RuleViolation unless ``seat`` may do this now. Nothing is looked at that the seat may not know."""
    players = hand.dealt.players
    if seat not in players:
        raise RuleViolation(Code.NOT_SEATED)
    showdown = hand.showdown
    if showdown is not None and not showdown.count and isinstance(action, Defend) and seat != players[showdown.place]:
        raise RuleViolation(Code.LAYOFF_ON_GIN)
    if hand.phase == DONE:
        raise RuleViolation(Code.WRONG_PHASE)
    if players[hand.place] != seat:
        raise RuleViolation(Code.NOT_YOUR_TURN)
    if type(action) not in _ALLOWED[hand.phase]:
        raise RuleViolation(Code.WRONG_PHASE)
    held = hand.hands[hand.place]
    match action:
        case Discard(card):
            _verify_shed(card, held, banned_card(hand))
        case Knock(card, melds):
            _verify_shed(card, held, banned_card(hand))
            _verify_knock(hand, held ^ 1 << card, melds, false_knocks=rules.invalid_knock == "expose")
        case KnockLast(card, melds):
            eleven = with_last_discard(hand)
            _verify_shed(card, eleven, hand.pile[-1])
            _verify_knock(hand, eleven ^ 1 << card, melds, false_knocks=False)
        case BigGin(melds):
            _verify_big_gin(rules, held, melds)
        case BigGinLast(melds):
            _verify_big_gin(rules, with_last_discard(hand), melds)
        case Defend():
            _verify_defence(hand, action)


def banned_card(hand: GinHand) -> int:
    """The card that may not be shed this turn, for it came from the pile; NO_CARD if there is none."""
    return hand.drawn if hand.from_pile else NO_CARD


def with_last_discard(hand: GinHand) -> int:
    """The eleven cards that whoever has the last chance would hold."""
    return hand.hands[hand.place] | 1 << hand.pile[-1]


def _verify_shed(card: int, held: int, banned: int) -> None:
    """The card is held and was not taken from the pile this very turn (W15, EC-10, EC-11)."""
    if not (0 <= card < DECK_SIZE and held >> card & 1):
        raise RuleViolation(Code.NOT_IN_HAND)
    if card == banned:
        raise RuleViolation(Code.TAKEN_CARD_RETURNED, card=format_card(card))


def _verify_knock(hand: GinHand, ten: int, melds: tuple[int, ...] | None, *, false_knocks: bool) -> None:
    """Within the limit with the arrangement shown; what no arrangement can save is refused or, by option, false."""
    limit = hand.dealt.limit
    shown = None if melds is None else arrange(ten, melds).count
    least = min_deadwood(ten)
    if least > limit:
        if not false_knocks:
            raise RuleViolation(Code.KNOCK_OVER_LIMIT, count=least, limit=limit)
    elif shown is not None and shown > limit:
        raise RuleViolation(Code.ARRANGEMENT_OVER_LIMIT, count=shown, limit=limit, best=least)


def _verify_big_gin(rules: RuleSet, eleven: int, melds: tuple[int, ...] | None) -> None:
    if rules.big_gin_bonus is None:
        raise RuleViolation(Code.BIG_GIN_OFF)
    arrangement = best_arrangement(eleven) if melds is None else arrange(eleven, melds)
    if arrangement.deadwood:
        raise RuleViolation(Code.NOT_BIG_GIN, count=arrangement.count)


def _verify_defence(hand: GinHand, defend: Defend) -> None:
    """Own melds of own cards, and lay-offs of the others, each fitting when its turn comes (RULES 2a, EC-22)."""
    assert hand.showdown is not None
    left = hand.hands[hand.place]
    if defend.melds is not None:
        left = arrange(left, defend.melds).deadwood
    for card, _ in defend.layoffs or ():
        if not (0 <= card < DECK_SIZE and left >> card & 1):
            raise RuleViolation(Code.NOT_IN_HAND)
        left ^= 1 << card
    lay_off(hand.showdown.melds, defend.layoffs or ())


# What is legal now, for the computer players and the page. Actions are values: the common ones are made once.

_FIXED: dict[Phase, tuple[PlayerAction, ...]] = {
    UPCARD_N: (TakeUpcard(), PassUpcard()),
    UPCARD_D: (TakeUpcard(), PassUpcard()),
    FORCED_STOCK: (DrawStock(),),
    DRAW: (DrawStock(), TakeDiscard()),
    LAYOFF: (Defend(),),
    DONE: (),
}
_BIG_GIN = BigGin()
_KNOCKS = tuple(Knock(card) for card in range(DECK_SIZE))
_BY_SUIT: tuple[list[Any], ...] = tuple([None] * (1 << 13) for _ in range(4))
"""By suit and its holding: the discards of those cards, a tuple made when first asked for. Before, adding one fails."""
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = _BY_SUIT


def legal_actions(rules: RuleSet, hand: GinHand, seat: int) -> tuple[PlayerAction, ...]:
    """What the seat may do. Arrangements are left to the server; a false knock under ``expose`` is not listed."""
    dealt, place = hand.dealt, hand.place
    if dealt.players[place] != seat:
        return ()
    phase = hand.phase
    if phase != SHED:
        return _last_chances(rules, hand) if phase == LAST_CHANCE else _FIXED[phase]
    eleven = hand.hands[place]
    free = eleven ^ 1 << hand.drawn if hand.from_pile else eleven
    low = free & 0x3FFFFFF
    high = free >> 26
    actions: tuple[PlayerAction, ...]
    try:
        actions = _SPADES[low & 0x1FFF] + _HEARTS[low >> 13] + _DIAMONDS[high & 0x1FFF] + _CLUBS[high >> 13]
    except TypeError:
        actions = _made_discards(free)
    least = min_deadwood(eleven)
    if least <= dealt.limit + 10:
        actions += tuple(_KNOCKS[card] for card, _ in knock_counts(eleven, free, dealt.limit, least))
        if not least and rules.big_gin_bonus is not None:
            actions += (_BIG_GIN,)
    return actions


def _made_discards(cards: int) -> tuple[PlayerAction, ...]:
    made: tuple[PlayerAction, ...] = ()
    for shift, of_suit in zip((0, 13, 26, 39), _BY_SUIT, strict=True):
        holding = cards >> shift & 0x1FFF
        discards = tuple(Discard(shift + rank) for rank in iter_cards(holding))
        of_suit[holding] = discards
        made += discards
    return made


def knock_counts(eleven: int, free: int, limit: int, least: int) -> tuple[tuple[int, int], ...]:
    """Each card of ``free`` whose shedding leaves a count within the limit, and that count.

    ``least`` is the least count of the eleven: shedding a card takes at most its points off it.
    """
    found = []
    for card in iter_cards(free):
        if least - POINTS[card] <= limit:
            count = min_deadwood(eleven ^ 1 << card)
            if count <= limit:
                found.append((card, count))
    return tuple(found)


def _last_chances(rules: RuleSet, hand: GinHand) -> tuple[PlayerAction, ...]:
    """Take the last discard and end the hand with it, or leave it (EC-47)."""
    eleven = with_last_discard(hand)
    least = min_deadwood(eleven)
    counts = knock_counts(eleven, hand.hands[hand.place], hand.dealt.limit, least)
    actions: tuple[PlayerAction, ...] = tuple(KnockLast(card) for card, _ in counts)
    if not least and rules.big_gin_bonus is not None:
        actions += (BigGinLast(),)
    return (*actions, PassLast())


def timeout(hand: GinHand) -> PlayerAction | None:
    """A pass, or the best defence; in the middle of a turn nothing can stand in for the player (RULES 1.8)."""
    if hand.phase in (UPCARD_N, UPCARD_D):
        return PassUpcard()
    if hand.phase == LAST_CHANCE:
        return PassLast()
    return Defend() if hand.phase == LAYOFF else None
