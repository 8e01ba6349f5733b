"""The referee's eye on the cards: all of them lie somewhere, and only what is listed is allowed."""

from __future__ import annotations

import random

from games.bots.simulation.players import knows_false_knocks, moves
from games.bots.simulation.referee import require
from games.domain.actions import (
    SERVER,
    Action,
    BigGin,
    BigGinLast,
    ComeBack,
    Deal,
    DeclineVoid,
    Defend,
    Discard,
    DrawForDeal,
    DrawStock,
    Knock,
    KnockLast,
    LayOff,
    Meld,
    OfferVoid,
    PassLast,
    PassUpcard,
    Ready,
    Resign,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import DECK_SIZE, FULL_DECK, hand_of, iter_cards
from games.domain.errors import RuleViolation
from games.domain.hands.gin import GinHand
from games.domain.hands.rummy import RummyHand
from games.domain.match import Match, apply, legal_actions, must_act, next_deal, standing_actions, verify

TRIED = 6
"""How many actions that are not listed are tried at a time."""

_PLAIN: tuple[Action, ...] = (
    TakeUpcard(),
    PassUpcard(),
    DrawStock(),
    TakeDiscard(),
    BigGin(),
    BigGinLast(),
    PassLast(),
    Defend(),
    Ready(),
    Resign(),
    ComeBack(),
    OfferVoid(),
    DeclineVoid(),
)
_WHOLE = tuple(range(DECK_SIZE))


def watch(match: Match) -> None:
    """Require that the cards are all there and that somebody has to act exactly while a hand is played."""
    for hand in match.tables:
        require_all_cards(hand)
    require(bool(must_act(match)) == (match.phase == "play"), f"in {match.phase} these must act: {must_act(match)}")
    require((match.end is not None) == (match.phase == "over"), f"in {match.phase} the end is {match.end}")
    idle = match.phase in ("play", "over")
    require(not idle or next_deal(match, early=True) is None, f"a deal is asked for in {match.phase}")


def require_all_cards(hand: GinHand | RummyHand) -> None:
    """Each of 52 cards lies in one heap; two hold ten cards each in gin, and eleven between draw and shed."""
    heaps = _heaps(hand)
    together = 0
    for heap in heaps:
        together |= heap
    whole = together == FULL_DECK and sum(heap.bit_count() for heap in heaps) == DECK_SIZE
    require(whole, f"cards are missing or lie twice at table {hand.dealt.table}")
    if isinstance(hand, GinHand):
        sizes = [cards.bit_count() for cards in hand.hands]
        big_gin = hand.showdown is not None and hand.showdown.kind == "big_gin"
        held = 11 if hand.drawn >= 0 or big_gin else 10
        actor = hand.showdown.place if hand.showdown else hand.place
        require(sizes[actor] == held and sizes[1 - actor] == 10, f"hands of {sizes} cards in {hand.phase}")


def _heaps(hand: GinHand | RummyHand) -> list[int]:
    """Where the cards lie, as masks: hands, pile, stock, and what is on the table."""
    heaps = [*hand.hands, *(1 << card for card in hand.pile)]
    if isinstance(hand, RummyHand):
        stock = hand.order[len(hand.order) - hand.stock :]
        return [*heaps, *(1 << card for card in stock), *(meld.cards for meld in hand.melds)]
    heaps.append(hand_of(hand.dealt.deck[DECK_SIZE - hand.stock :]))
    if hand.showdown is not None and hand.showdown.discard >= 0:
        heaps.append(1 << hand.showdown.discard)
    return heaps


def try_moves(match: Match, dice: random.Random) -> None:
    """Require that all that is listed is allowed, and that what else comes to mind is refused."""
    for seat in range(match.seats):
        for action in (*legal_actions(match, seat), *standing_actions(match, seat)):
            _require_answer(match, seat, action, allowed=True)
    candidates = _candidates(match, dice)
    for _ in range(TRIED):
        seat, action = dice.randrange(-1, match.seats + 1), dice.choice(candidates)
        _require_answer(match, seat, action, allowed=_is_listed(match, seat, action))


def _is_listed(match: Match, seat: int, action: Action) -> bool:
    if isinstance(action, DrawForDeal | Deal):
        needed = next_deal(match, early=True)
        return seat == SERVER and needed is not None and isinstance(action, DrawForDeal) == (needed.hand_no == 0)
    if action in legal_actions(match, seat) or action in standing_actions(match, seat):
        return True
    false_knock = isinstance(action, Knock) and knows_false_knocks(match)
    return false_knock and isinstance(action, Knock) and Discard(action.card) in moves(match, seat)


def _candidates(match: Match, dice: random.Random) -> list[Action]:
    """Whatever somebody might try, sensible or not."""
    card = dice.randrange(-1, DECK_SIZE + 1)
    tried: list[Action] = [*_PLAIN, Discard(card), Knock(card), KnockLast(card), LayOff(card, dice.randrange(-1, 4))]
    for hand in match.tables:
        own = list(iter_cards(hand.hands[hand.place]))
        tried += [Discard(dice.choice(own)), Knock(dice.choice(own)), LayOff(dice.choice(own), 0)] if own else []
        tried += [Meld(hand_of(dice.sample(own, 3)))] if len(own) > 2 else []
    decks = next_deal(match, early=True)
    shuffled = tuple(dice.sample(_WHOLE, DECK_SIZE))
    return [*tried, DrawForDeal(_WHOLE), Deal((shuffled,) * (decks.decks if decks else 1))]


def _require_answer(match: Match, seat: int, action: Action, *, allowed: bool) -> None:
    try:
        verify(match, seat, action)
    except RuleViolation as violation:
        require(not allowed, f"seat {seat}: {type(action).__name__} is listed, yet refused: {violation}")
        _require_refused(match, seat, action)
    else:
        require(allowed, f"seat {seat}: {type(action).__name__} is not listed, yet allowed in {match.phase}")


def _require_refused(match: Match, seat: int, action: Action) -> None:
    """The door that the server uses refuses it as well."""
    try:
        apply(match, seat, action)
    except RuleViolation:
        return
    require(False, f"seat {seat}: {type(action).__name__} is refused by verify and let in by apply")
