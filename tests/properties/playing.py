"""Random play for the properties: whole matches under every preset and switch, from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from games.domain.actions import (
    SERVER,
    Action,
    BigGin,
    BigGinLast,
    Deal,
    Discard,
    DrawForDeal,
    DrawStock,
    Flag,
    Knock,
    KnockLast,
    PassUpcard,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.hands.gin import GinHand
from games.domain.match import Match, legal_actions, must_act, new_match, next_deal, standing_actions, step
from games.domain.melds import discard_counts, min_deadwood
from games.domain.ruleset import RuleSet, customise
from games.domain.variants import get_preset, get_variant
from games.domain.variants.presets import GIN_PRESETS

RULES: dict[str, RuleSet] = {
    **GIN_PRESETS,
    "expose": customise(get_preset("he-wikihow"), invalid_knock="expose"),
    "expose at the last chance": customise(get_preset("tournament"), invalid_knock="expose", target=100),
    "big gin at the last chance": customise(get_preset("tournament"), big_gin_bonus=50, target=60),
    "straight gin": customise(get_preset("wikipedia"), knock_limit=0, target=50),
    "oklahoma": customise(get_preset("pagat"), oklahoma="one", spade_doubles=True),
    "oklahoma, ace gin only, expose": customise(get_preset("pagat"), oklahoma="gin_only", invalid_knock="expose"),
    "extra boxes": customise(get_preset("pagat"), extra_boxes_gin=2, extra_boxes_undercut=1, next_dealer="winner"),
    "three hands": customise(get_preset("he-wikihow"), fixed_hands=3, discard_history="open"),
    "one hand, decided": customise(get_preset("he-wikihow"), fixed_hands=1, must_decide=True),
}

MOST_HANDS = 6
"""Random players wash many hands; the property has seen enough by then."""

seeds = st.integers(0, 2**32 - 1)
rule_names = st.sampled_from(sorted(RULES))


def deck_from(dice: random.Random) -> tuple[int, ...]:
    deck = list(range(52))
    dice.shuffle(deck)
    return tuple(deck)


def deal_or_draw(match: Match, dice: random.Random) -> Action | None:
    """What the server has to bring, if anything."""
    needed = next_deal(match)
    if needed is None:
        return None
    deck = deck_from(dice)
    if needed.hand_no == 0:
        return DrawForDeal(deck)
    return Deal(tuple(deck_from(dice) for _ in range(needed.decks)))


ENDINGS = (Knock, KnockLast, BigGin, BigGinLast)


def some_action(match: Match, seat: int, dice: random.Random, skill: float) -> Action:
    """A legal action: a clever one with probability ``skill``, now and then a false knock where that is possible."""
    actions = legal_actions(match, seat)
    if match.phase != "play":
        return dice.choice(actions)
    hand: GinHand = match.tables[0]
    if hand.phase == "shed" and match.rules.invalid_knock == "expose" and dice.random() < 0.02:
        return dice.choice([Knock(action.card) for action in actions if isinstance(action, Discard)])
    return clever(hand, actions, dice) if dice.random() < skill else dice.choice(actions)


def clever(hand: GinHand, actions: tuple[Action, ...], dice: random.Random) -> Action:
    """End the hand, at times; else take what makes a meld and shed what leaves least."""
    ending = [action for action in actions if isinstance(action, ENDINGS)]
    if ending and (hand.phase == "last_chance" or dice.random() < 0.4):
        return dice.choice(ending)
    cards = hand.hands[hand.place]
    if hand.phase == "shed":
        counts = discard_counts(cards, 1 << hand.drawn if hand.from_pile else 0)
        return Discard(min(counts, key=lambda card: counts[card]))
    if len(actions) == 2 and hand.pile:
        helps = min_deadwood(cards | 1 << hand.pile[-1]) < min_deadwood(cards)
        wanted = (TakeUpcard, TakeDiscard) if helps else (PassUpcard, DrawStock)
        return next((action for action in actions if isinstance(action, wanted)), actions[0])
    return dice.choice(actions)


def play(rules: str, seed: int, *, leaving: bool = True) -> Iterator[tuple[Match, int, Action]]:
    """Each state of a match with the input that comes next. With ``leaving`` somebody may leave or be late."""
    dice = random.Random(seed)
    skill = dice.choice((0.0, 0.5, 0.9, 1.0))
    match = new_match(get_variant("gin"), 2, RULES[rules])
    while match.phase != "over" and match.hand_no <= MOST_HANDS:
        seat, action = next_input(match, dice, skill, leaving)
        yield match, seat, action
        match = step(match, seat, action)


def next_input(match: Match, dice: random.Random, skill: float, leaving: bool) -> tuple[int, Action]:
    brought = deal_or_draw(match, dice)
    if leaving and dice.random() < 0.001:
        seat = dice.randrange(match.seats)
        return seat, dice.choice(standing_actions(match, seat))
    if brought is not None:
        return SERVER, brought
    if leaving and match.phase == "play" and dice.random() < (0.0005 if loses_by_time(match) else 0.05):
        return SERVER, Flag(must_act(match)[0])
    waiting = must_act(match) or [seat for seat in range(match.seats) if legal_actions(match, seat)]
    seat = dice.choice(list(waiting))
    return seat, some_action(match, seat, dice, skill)


def loses_by_time(match: Match) -> bool:
    return match.tables[0].phase in ("draw", "shed", "forced_stock")
