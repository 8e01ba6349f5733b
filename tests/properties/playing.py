"""Random play for the properties: whole matches of every game under every preset and switch, from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.domain.actions import (
    SERVER,
    Action,
    BigGin,
    BigGinLast,
    ComeBack,
    Deal,
    Discard,
    DrawForDeal,
    DrawStock,
    Flag,
    Knock,
    KnockLast,
    LayOff,
    Meld,
    PassUpcard,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.hands.gin import GinHand
from games.domain.match import Match, legal_actions, must_act, new_match, next_deal, standing_actions, step
from games.domain.melds import discard_counts, min_deadwood
from games.domain.numbers import changed
from games.domain.ruleset import RuleSet, customise
from games.domain.variants import VARIANTS, get_preset, get_variant
from games.domain.variants.presets import GIN_PRESETS

RULES: dict[str, RuleSet] = {
    **GIN_PRESETS,
    "expose": customise(get_preset("he-wikihow"), invalid_knock="expose"),
    "expose at the last chance": customise(get_preset("tournament"), invalid_knock="expose", target=100),
    "big gin at the last chance": customise(get_preset("tournament"), big_gin_bonus=50, target=60),
    "straight gin": customise(get_preset("wikipedia"), knock_limit=0, target=50),
    "oklahoma, spades double": customise(get_preset("pagat"), oklahoma="one", spade_doubles=True),
    "oklahoma, ace gin only, expose": customise(get_preset("pagat"), oklahoma="gin_only", invalid_knock="expose"),
    "extra boxes": customise(get_preset("pagat"), extra_boxes_gin=2, extra_boxes_undercut=1, next_dealer="winner"),
    "three hands": customise(get_preset("he-wikihow"), fixed_hands=3, discard_history="open"),
    "one hand, decided": customise(get_preset("he-wikihow"), fixed_hands=1, must_decide=True),
}


class Game(NamedTuple):
    """What a match is made with."""

    variant: str
    seats: int
    rules: Any
    computers: int = 0


def _preset(name: str, **numbers: Any) -> RuleSet:
    rules: RuleSet = customise(get_preset(name), **numbers)
    return rules


def _rummy(seats: int, **numbers: Any) -> Game:
    return Game("rummy", seats, changed(get_variant("rummy").rules, numbers))


GAMES: dict[str, Game] = {
    **{name: Game("gin", 2, rules) for name, rules in RULES.items()},
    **{name: Game(name, variant.seating.seats[-1], variant.rules) for name, variant in VARIANTS.items()},
    "hollywood, schedule": Game("hollywood", 2, _preset("pagat", hollywood="schedule", target=25)),
    "hollywood to 25": Game("hollywood", 2, _preset("ar-cloudz", hollywood="next_open", target=25)),
    "loser deals": Game("three-handed", 3, _preset("bg-wikihow", target=60)),
    "cutthroat": Game("three-handed", 3, _preset("cutthroat", target=60)),
    "three-handed, expose, two computers": Game("three-handed", 3, _preset("pagat", invalid_knock="expose"), 0b110),
    "in the box, last discard": Game("in-the-box", 3, _preset("he-spruce-3p", last_discard="knock_only", target=60)),
    "net per hand, swapping": Game(
        "partnership", 4, _preset("pagat", swap_opponents=True, team_target=60, partner_advice="layoff_only"), 0b1000
    ),
    "sum of games": Game("partnership", 4, _preset("he-wikihow", target=40, partner_advice="layoff_only")),
    "sum of two hands": Game("partnership", 4, _preset("he-wikihow", fixed_hands=2)),
    "rummy for two": _rummy(2, target=60, ace="high_or_low"),
    "rummy, one meld a turn": _rummy(3, melds_per_turn="one", stock_empty="turn_over", target=60),
    "rummy, to the last discard": _rummy(4, must_discard_last=True, reshuffle_limit=0, fixed_hands=2),
    "rummy, lowest wins": _rummy(5, no_turn="lowest_wins", reshuffle_limit=1, target=60, discard_history="open"),
}
"""By name: gin for two under every preset and switch, and every other game."""

MOST_HANDS = 6
"""Random players wash many hands; the property has seen enough by then."""

seeds = st.integers(0, 2**32 - 1)
rule_names = st.sampled_from(sorted(RULES))
"""Of gin for two."""
game_names = st.sampled_from(sorted(GAMES))
many_seats = st.sampled_from(sorted(name for name, game in GAMES.items() if game.seats > 2))


def begin(game: str) -> Match:
    """The match before anything has happened."""
    variant, seats, rules, computers = GAMES[game]
    return new_match(get_variant(variant), seats, rules, computers=computers)


def hand_of_seat(match: Match, seat: int) -> Any:
    """The hand in which the seat plays."""
    return next(hand for hand in match.tables if seat in hand.players)


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
    hand = hand_of_seat(match, seat)
    if not isinstance(hand, GinHand):
        wise = [action for action in actions if isinstance(action, Meld | LayOff)]
        return dice.choice(wise if wise and dice.random() < skill else actions)
    if hand.phase == "shed" and knows_false_knocks(match) and dice.random() < 0.02:
        return dice.choice([Knock(action.card) for action in actions if isinstance(action, Discard)])
    return clever(hand, actions, dice) if dice.random() < skill else dice.choice(actions)


def knows_false_knocks(match: Match) -> bool:
    """Whether a knock over the limit is allowed, and opens the hand."""
    return isinstance(match.rules, RuleSet) and match.rules.invalid_knock == "expose"


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


def play(game: str, seed: int, *, leaving: bool = True) -> Iterator[tuple[Match, int, Action]]:
    """Each state of a match with the input that comes next. With ``leaving`` somebody may leave or be late."""
    dice = random.Random(seed)
    skill = dice.choice((0.0, 0.5, 0.9, 1.0))
    match = begin(game)
    while match.phase != "over" and match.hand_no <= MOST_HANDS:
        seat, action = next_input(match, dice, skill, leaving)
        yield match, seat, action
        match = step(match, seat, action)


def next_input(match: Match, dice: random.Random, skill: float, leaving: bool) -> tuple[int, Action]:
    brought = deal_or_draw(match, dice)
    seat = dice.randrange(match.seats)
    if leaving and standing_actions(match, seat) and dice.random() < unrest(match, seat):
        return seat, dice.choice(standing_actions(match, seat))
    if brought is not None:
        return SERVER, brought
    if leaving and match.phase == "play":
        late = dice.choice(must_act(match))
        if may_be_late(match, late) and dice.random() < (0.0005 if loses_by_time(match, late) else 0.05):
            return SERVER, Flag(late)
    waiting = must_act(match) or [seat for seat in range(match.seats) if legal_actions(match, seat)]
    seat = dice.choice(list(waiting))
    return seat, some_action(match, seat, dice, skill)


def unrest(match: Match, seat: int) -> float:
    """How often a seat does what it may do at any time; who is away likes to come back, and computers stay."""
    if match.computers >> seat & 1:
        return 0.0
    if ComeBack() in standing_actions(match, seat):
        return 0.3
    return 0.001 if match.seats == 2 else 0.004


def may_be_late(match: Match, seat: int) -> bool:
    """With three seats or more the computer is never late."""
    return match.seats == 2 or not (match.computers | match.away) >> seat & 1


def loses_by_time(match: Match, seat: int) -> bool:
    return match.variant.hands.timeout(hand_of_seat(match, seat)) is None
