"""A hand played on at random to its end, thousands of times a second: what a searching player tries its moves by.

It says the same as :mod:`games.domain.match` would, and plays as ``random.choice(legal_actions(...))`` does: every
action that is listed is equally likely. It is quick because it remembers nothing: each hand is a list to pick from and
a mask to price, the piles are lists, and no value is made on the way that the end does not ask for. Melds are shown,
laid off on and scored by the rules core itself.

A search samples a :class:`Position` (:func:`sampled`), makes a move of its own in it, and plays on
(:func:`play_on`). ``moves`` records what was played, so that anybody can play it again by the rules.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from games.bots.obvious import own_hand
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
from games.domain.cards import DECK_SIZE, FULL_DECK, hand_of, iter_cards
from games.domain.events import HandKind, VoidReason
from games.domain.hands.gin.rules import knock_counts
from games.domain.hands.gin.state import (
    DRAW,
    FORCED_STOCK,
    LAST_CHANCE,
    NO_CARD,
    SHED,
    UPCARD_D,
    UPCARD_N,
    GinHand,
    Phase,
)
from games.domain.melds import best_defence, knock_arrangement, min_deadwood
from games.domain.perspective import SeatView
from games.domain.ruleset import STALL_LIMIT, WALL, RuleSet
from games.domain.scoring import score_hand

HAND_SIZE = 10
_DEAREST = 10
_BITS = tuple(1 << card for card in range(DECK_SIZE))  # to look one up is quicker than to shift


class Position(NamedTuple):
    """A hand in play with every card in its place. *Places* are those of ``hands.gin``: 0 acts first in the hand."""

    phase: Phase  # from UPCARD_N to LAST_CHANCE
    place: int  # who acts
    hands: tuple[int, int]  # masks by place
    pile: tuple[int, ...]  # top card last
    stock: tuple[int, ...]  # the next card last
    limit: int  # the most deadwood a knock may leave
    doubled: bool = False
    drawn: int = NO_CARD  # in SHED: the card got this turn ...
    from_pile: bool = False  # ... and whether it came from the pile
    streak: int = 0  # pile draws in a row


class Outcome(NamedTuple):
    """How a hand ended: points to one place, or to nobody."""

    kind: HandKind | VoidReason
    winner: int | None
    points: int

    def worth(self, place: int) -> int:
        """The points as this place sees them: a loss is below zero."""
        return self.points if self.winner == place else -self.points


def position_of(hand: GinHand) -> Position:
    """A hand of the rules core, all its cards open."""
    first, second = hand.hands
    return Position(
        phase=hand.phase,
        place=hand.place,
        hands=(first, second),
        pile=hand.pile,
        stock=hand.dealt.deck[: DECK_SIZE - hand.stock - 1 : -1],
        limit=hand.dealt.limit,
        doubled=hand.dealt.doubled,
        drawn=hand.drawn,
        from_pile=hand.from_pile,
        streak=hand.streak,
    )


def sampled(view: SeatView, rng: random.Random, streak: int = 0) -> Position:
    """What a seat sees on its own turn, the cards that it cannot place dealt at random.

    Takes the view of ``perspective.recall``, whose whole pile says what nobody can hold. A view does not count the
    pile draws in a row; who has counted them passes ``streak``. Raises ValueError for a seat that has no turn to play.
    """
    own, me = own_hand(view), view.seat
    if me not in view.turn or view.limit is None:
        raise ValueError("this seat has no turn to play")
    place = view.players.index(me)
    pile = tuple(card for card, _ in view.recalled)
    theirs = view.seats[view.players[1 - place]]
    known = hand_of(theirs.holds) if theirs.hand is None else theirs.hand
    unseen = list(iter_cards(FULL_DECK & ~(own | known | hand_of(pile))))
    rng.shuffle(unseen)
    hidden = HAND_SIZE - known.bit_count()
    other = known | hand_of(unseen[:hidden])
    return Position(
        phase=_phase(view, place),
        place=place,
        hands=(own, other) if place == 0 else (other, own),
        pile=pile,
        stock=tuple(unseen[hidden:]),
        limit=view.limit,
        doubled=view.doubled,
        drawn=NO_CARD if view.drawn is None else view.drawn,
        from_pile=view.banned is not None,
        streak=streak,
    )


def _phase(view: SeatView, place: int) -> Phase:
    match view.phase:
        case "upcard":
            return UPCARD_N if place == 0 else UPCARD_D
        case "draw":
            return DRAW if view.can.take_discard else FORCED_STOCK
        case "shed":
            return SHED
        case "last_chance":
            return LAST_CHANCE
    raise ValueError("this seat has no turn to play")


def play_on(position: Position, rules: RuleSet, rng: random.Random, moves: list[PlayerAction] | None = None) -> Outcome:
    """Play a hand to its end, both sides at random, and score it by ``rules``.

    The actions are appended to ``moves``, by whichever place is in turn. Raises ValueError after a knock: there
    nothing is left to chance.
    """
    phase, place = position.phase, position.place
    takes: bool | None = None
    match phase:
        case "upcard_n" | "upcard_d":
            place, takes = _upcard(phase, rng, moves)
        case "forced_stock":
            takes = False
            if moves is not None:
                moves.append(DrawStock())
        case "shed":
            position, takes = _before_the_draw(position), position.from_pile
        case "last_chance":
            return _last_chance(position, rules, rng, moves)
        case "layoff" | "done":
            raise ValueError("the hand is laid open")
    return _turns(position._replace(place=place), takes, rules, rng, moves)


def _upcard(phase: Phase, rng: random.Random, moves: list[PlayerAction] | None) -> tuple[int, bool]:
    """Whose turn follows from the offer of the upcard, and whether it began with taking it."""
    offers = (0, 1) if phase == UPCARD_N else (1,)
    for place in offers:
        takes = rng.random() < 0.5
        if moves is not None:
            moves.append(TakeUpcard() if takes else PassUpcard())
        if takes:
            return place, True
    if moves is not None:
        moves.append(DrawStock())
    return 0, False


def _before_the_draw(position: Position) -> Position:
    """In the middle of a turn: the card drawn goes back where it came from, to be drawn again."""
    drawn, (first, second) = position.drawn, position.hands
    hands = (first ^ 1 << drawn, second) if position.place == 0 else (first, second ^ 1 << drawn)
    if position.from_pile:
        return position._replace(hands=hands, pile=(*position.pile, drawn), streak=position.streak - 1)
    return position._replace(hands=hands, stock=(*position.stock, drawn))


def _turns(
    position: Position, takes: bool | None, rules: RuleSet, rng: random.Random, moves: list[PlayerAction] | None
) -> Outcome:
    """Turn after turn from a draw on; ``takes`` says how the first card is drawn, if that is settled and recorded."""
    _, place, hands, first_pile, first_stock, limit, _, _, _, streak = position
    pile, stock = list(first_pile), list(first_stock)
    masks = list(hands)
    cards = [list(iter_cards(mask)) for mask in masks]
    chance = rng.random
    within_reach = limit + _DEAREST
    while True:
        if takes is None:
            takes = chance() < 0.5
            if moves is not None:
                moves.append(TakeDiscard() if takes else DrawStock())
        held = cards[place]
        if takes:
            drawn = pile.pop()
            streak += 1
            discards = HAND_SIZE  # the card taken may not be shed
        else:
            drawn = stock.pop()
            streak = 0
            discards = HAND_SIZE + 1
        eleven = masks[place] | _BITS[drawn]
        least = min_deadwood(eleven)
        if least <= within_reach:
            free = masks[place] if takes else eleven
            knocks = [card for card, _ in knock_counts(eleven, free, limit, least)]
            big_gin = not least and rules.big_gin_bonus is not None
            chosen = int(chance() * (discards + len(knocks) + big_gin))
            if chosen >= discards:
                masks[place] = eleven
                ending = (*knocks, NO_CARD)[chosen - discards]
                if moves is not None:
                    moves.append(BigGin() if ending == NO_CARD else Knock(ending))
                return _show(position, rules, masks, pile, place, ending, moves)
        else:
            chosen = int(chance() * discards)
        if chosen == HAND_SIZE:
            shed = drawn
        else:
            shed = held[chosen]
            held[chosen] = drawn
            masks[place] = eleven ^ _BITS[shed]
        pile.append(shed)
        if moves is not None:
            moves.append(Discard(shed))
        place = 1 - place
        if len(stock) <= WALL:
            if rules.last_discard == "knock_only":
                left = position._replace(place=place, hands=(masks[0], masks[1]), pile=tuple(pile))
                return _last_chance(left, rules, rng, moves)
            return Outcome("wall", None, 0)
        if streak >= STALL_LIMIT:
            return Outcome("stall", None, 0)
        takes = None


def _last_chance(position: Position, rules: RuleSet, rng: random.Random, moves: list[PlayerAction] | None) -> Outcome:
    """Take the last discard and end the hand with it, or leave it (EC-47)."""
    place, last = position.place, position.pile[-1]
    ten = position.hands[place]
    eleven = ten | 1 << last
    least = min_deadwood(eleven)
    ways = [card for card, _ in knock_counts(eleven, ten, position.limit, least)]
    if not least and rules.big_gin_bonus is not None:
        ways.append(NO_CARD)
    chosen = int(rng.random() * (len(ways) + 1))
    if chosen == len(ways):
        if moves is not None:
            moves.append(PassLast())
        return Outcome("wall", None, 0)
    masks = list(position.hands)
    masks[place] = eleven
    if moves is not None:
        moves.append(BigGinLast() if ways[chosen] == NO_CARD else KnockLast(ways[chosen]))
    return _show(position, rules, masks, list(position.pile[:-1]), place, ways[chosen], moves)


def _show(
    position: Position,
    rules: RuleSet,
    masks: list[int],
    pile: list[int],
    place: int,
    shed: int,
    moves: list[PlayerAction] | None,
) -> Outcome:
    """The player in turn, holding eleven cards, ends the hand; ``shed`` is NO_CARD for big gin."""
    shown = masks[place]
    unseen = FULL_DECK & ~shown & ~hand_of(pile)
    if shed != NO_CARD:
        shown ^= 1 << shed
    knocker = knock_arrangement(shown, unseen)
    defender, big_gin = masks[1 - place], shed == NO_CARD
    if not knocker.count:
        answer = min_deadwood(defender)  # gin allows no lay-off (EC-30)
    else:
        answer = best_defence(defender, knocker.melds).count
        if moves is not None:
            moves.append(Defend())
    worth = score_hand(
        knocker.count,
        answer,
        rules,
        gin=not knocker.count and not big_gin,
        big_gin=big_gin,
        doubled=position.doubled,
    )
    return Outcome(worth.kind, place if worth.winner_is_knocker else 1 - place, worth.points)
