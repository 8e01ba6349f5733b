"""Random play for the properties: whole matches under every preset and switch, from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from games.domain.actions import (
    SERVER,
    Action,
    BigGin,
    Deal,
    Discard,
    DrawForDeal,
    Flag,
    Knock,
    KnockLast,
    PlayerAction,
)
from games.domain.match import Match, legal_actions, must_act, new_match, next_deal, standing_actions, step
from games.domain.melds import discard_counts
from games.domain.ruleset import RuleSet, customise
from games.domain.variants import PRESETS, get_preset, get_variant

RULES: dict[str, RuleSet] = {
    **PRESETS,
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

MOST_HANDS = 12
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
    return Deal(tuple(deck_from(dice) for _ in range(needed.tables)))


def some_action(match: Match, seat: int, dice: random.Random, skill: float) -> Action:
    """A legal action: a clever one with probability ``skill``, now and then a false knock where that is possible."""
    actions = legal_actions(match, seat)
    if match.phase != "play":
        return dice.choice(actions)
    hand = match.tables[0]
    if hand.phase == "shed":
        cards = hand.hands[hand.place]
        counts = discard_counts(cards, 1 << hand.drawn if hand.from_pile else 0)
        if match.rules.invalid_knock == "expose" and dice.random() < 0.02:
            return Knock(dice.choice(list(counts)))
        if dice.random() < skill:
            ending: list[PlayerAction] = [a for a in actions if isinstance(a, Knock | KnockLast | BigGin)]  # type: ignore[misc]
            return dice.choice(ending) if ending else Discard(min(counts, key=lambda card: counts[card]))
    return dice.choice(actions)


def play(rules: str, seed: int, *, leaving: bool = True) -> Iterator[tuple[Match, int, Action]]:
    """Each state of a match with the input that comes next. With ``leaving`` somebody now and then leaves or is late."""
    dice = random.Random(seed)
    skill = dice.choice((0.0, 0.5, 0.9, 1.0))
    match = new_match(get_variant("gin"), 2, RULES[rules])
    while match.phase != "over" and match.hand_no <= MOST_HANDS:
        seat, action = next_input(match, dice, skill, leaving)
        yield match, seat, action
        match = step(match, seat, action)


def next_input(match: Match, dice: random.Random, skill: float, leaving: bool) -> tuple[int, Action]:
    brought = deal_or_draw(match, dice)
    if leaving and dice.random() < 0.003:
        seat = dice.randrange(match.seats)
        return seat, dice.choice(standing_actions(match, seat))
    if brought is not None:
        return SERVER, brought
    if leaving and must_act(match) and dice.random() < 0.01:
        return SERVER, Flag(must_act(match)[0])
    waiting = must_act(match) or [seat for seat in range(match.seats) if legal_actions(match, seat)]
    seat = dice.choice(list(waiting))
    return seat, some_action(match, seat, dice, skill)
