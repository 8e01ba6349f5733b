"""Every legal action applies; every other is refused with a stable code and changes nothing."""

from __future__ import annotations

import random
from functools import reduce
from operator import or_

from hypothesis import given, settings
from hypothesis import strategies as st

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
    Flag,
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
    VoidDeal,
)
from games.domain.cards import FULL_DECK, POINTS, hand_of, iter_cards
from games.domain.errors import Code, RuleViolation
from games.domain.hands.rummy import RummyHand
from games.domain.match import Match, apply, legal_actions, must_act, next_deal, standing_actions
from games.domain.melds import all_layoffs, arrangements, fits, is_meld, lay_off, min_deadwood
from tests.properties.playing import game_names, knows_false_knocks, may_be_late, play, rule_names, seeds

ALL_MELDS = [
    meld
    for size in (3, 4, 5)
    for start in range(52)
    for step in (1, 13)
    if is_meld(meld := hand_of(start + step * at for at in range(size) if start + step * at < 52))
    and meld.bit_count() == size
]
"""Runs of three to five and sets of neighbouring suits."""

FEW_MELDS = tuple(Meld(meld) for meld in (*ALL_MELDS[::9], 0, 0b11, 0b1011))

DECK = tuple(range(0, 52, 2)) + tuple(range(1, 52, 2))
UNIVERSE: tuple[Action, ...] = (
    TakeUpcard(),
    PassUpcard(),
    DrawStock(),
    TakeDiscard(),
    PassLast(),
    BigGin(),
    BigGinLast(),
    Defend(),
    Ready(),
    Resign(),
    OfferVoid(),
    DeclineVoid(),
    ComeBack(),
    DrawForDeal(DECK),
    *(Deal((DECK,) * decks) for decks in range(5)),
    *(Flag(seat) for seat in range(-1, 7)),
    *(act(card) for act in (Discard, Knock, KnockLast) for card in (-1, *range(52), 52)),
)


def allowed(match: Match, seat: int) -> set[Action]:
    """What the rules allow: what they list, false knocks under ``expose``, and the server's own actions."""
    if seat == SERVER:
        needed = next_deal(match, early=True)
        deal: set[Action] = set()
        if needed is not None:
            deal = {DrawForDeal(DECK) if needed.hand_no == 0 else Deal((DECK,) * needed.decks)}
        if match.phase == "between":  # of the seeds that are owed then the rules know nothing
            held = 0 if match.seats == 2 else match.computers | match.away
            deal |= {VoidDeal(match.hand_no + 1)} | {Flag(seat) for seat in range(match.seats) if not held >> seat & 1}
        return deal | {Flag(flagged) for flagged in must_act(match) if may_be_late(match, flagged)}
    actions = {*legal_actions(match, seat), *standing_actions(match, seat)}
    if knows_false_knocks(match):
        actions |= {Knock(action.card) for action in actions if isinstance(action, Discard)}
    return actions


def universe(match: Match) -> set[Action]:
    """What might be asked, allowed or not; in rummy some melds and lay-offs besides those that the rules list."""
    voids = {VoidDeal(match.hand_no + step) for step in range(3)}
    if match.variant.name != "rummy" or not match.tables:
        return {*UNIVERSE, *voids}
    hand: RummyHand = match.tables[0]
    layoffs = (LayOff(card, meld) for card in range(-1, 53, 3) for meld in range(-1, len(hand.melds) + 1))
    listed = (action for seat in range(match.seats) for action in legal_actions(match, seat))
    return {*UNIVERSE, *voids, *FEW_MELDS, *layoffs, *listed}


def refusal(match: Match, seat: int, action: Action) -> Code | None:
    try:
        apply(match, seat, action)
    except RuleViolation as violation:
        return violation.code
    return None


def agree(match: Match) -> None:
    asked = universe(match)
    for seat in (SERVER, *range(match.seats + 1)):
        may = allowed(match, seat)
        assert may <= asked
        for action in asked:
            if action in may:
                assert apply(match, seat, action).match != match
                continue
            code = refusal(match, seat, action)
            assert code in Code
            assert (code is Code.MATCH_OVER) == (match.phase == "over")


def stage(match: Match) -> tuple[object, ...]:
    """What makes a state worth a look at all that might be asked."""
    return match.phase, match.away, *(hand.phase for hand in match.tables)


@given(game_names, seeds)
@settings(max_examples=40, deadline=None)
def test_every_listed_action_applies_and_every_other_is_refused(game: str, seed: int) -> None:
    dice = random.Random(seed)
    seen: set[tuple[object, ...]] = set()
    for match, seat, action in play(game, seed):
        if (stage(match) not in seen and len(seen) < 8) or dice.random() < 0.002:
            agree(match)
            seen.add(stage(match))
        last = match, seat, action
    agree(apply(*last).match)


@given(rule_names, seeds)
@settings(max_examples=30, deadline=None)
def test_every_arrangement_within_the_limit_may_be_shown_and_the_default_is_a_least_one(rules: str, seed: int) -> None:
    dice = random.Random(seed)
    for match, seat, action in play(rules, seed, leaving=False):
        if not isinstance(action, Knock) or action not in legal_actions(match, seat):
            continue
        hand = match.tables[0]
        ten = hand.hands[hand.place] ^ 1 << action.card
        for arrangement in dice.sample(ways := arrangements(ten, hand.dealt.limit), min(5, len(ways))):
            shown = apply(match, seat, Knock(action.card, arrangement.melds)).match.tables[0].showdown
            assert (shown.melds, shown.deadwood, shown.count) == arrangement
        default = apply(match, seat, action).match.tables[0].showdown
        assert default.count == min_deadwood(ten)


@given(rule_names, seeds)
@settings(max_examples=30, deadline=None)
def test_no_answer_to_a_knock_is_better_than_the_default(rules: str, seed: int) -> None:
    dice = random.Random(seed)
    for match, seat, action in play(rules, seed, leaving=False):
        if not isinstance(action, Defend):
            continue
        best = apply(match, seat, Defend()).match.tables[0].showdown.reply
        for _ in range(5):
            answer = random_answer(match, dice)
            reply = apply(match, seat, answer).match.tables[0].showdown.reply
            assert reply.count >= best.count
            for partly in (Defend(answer.melds, None), Defend(None, answer.layoffs)):
                completed = apply(match, seat, partly).match.tables[0].showdown.reply
                assert best.count <= completed.count <= reply.count


def random_answer(match: Match, dice: random.Random) -> Defend:
    """Some own melds, and lay-offs at random for as long as one fits."""
    hand = match.tables[0]
    cards, table = hand.hands[hand.place], list(hand.showdown.melds)
    melds = dice.choice(arrangements(cards, 100)).melds
    loose = cards & ~sum(melds)
    layoffs: list[tuple[int, int]] = []
    while dice.random() < 0.8:
        laid = hand_of(card for card, _ in layoffs)
        ways = [(card, at) for card in iter_cards(loose & ~laid) for at, meld in enumerate(table) if fits(card, meld)]
        if not ways:
            break
        card, at = dice.choice(ways)
        table[at] |= 1 << card
        layoffs.append((card, at))
    return Defend(melds, tuple(layoffs))


def most_points_off(loose: int, table: tuple[int, ...]) -> int:
    """The same as ``all_layoffs`` reaches, by trying every order."""
    most = 0
    for card in iter_cards(loose):
        for at, meld in enumerate(table):
            if fits(card, meld):
                grown = (*table[:at], meld | 1 << card, *table[at + 1 :])
                most = max(most, POINTS[card] + most_points_off(loose ^ 1 << card, grown))
    return most


melds_on_the_table = st.lists(st.sampled_from(ALL_MELDS), min_size=1, max_size=3).filter(
    lambda melds: sum(melds) == reduce(or_, melds)
)


@given(melds_on_the_table, st.integers(0, FULL_DECK))
@settings(max_examples=300)
def test_lay_offs_of_loose_cards_take_off_as_much_as_any_order_could(melds: list[int], cards: int) -> None:
    table = tuple(melds)
    near = sum(1 << card for card in iter_cards(cards & ~sum(table)) if may_ever_fit(card, table))
    loose = hand_of(list(iter_cards(near))[:7])
    layoffs = all_layoffs(loose, table)
    lay_off(table, layoffs)
    assert sum(POINTS[card] for card, _ in layoffs) == most_points_off(loose, table)


def may_ever_fit(card: int, table: tuple[int, ...]) -> bool:
    """Of the suit of a run or the rank of a set: the others would only make the search longer."""
    return any(any(card // 13 == other // 13 or card % 13 == other % 13 for other in iter_cards(m)) for m in table)
