"""Every legal action applies; every other is refused with a stable code and changes nothing."""

from __future__ import annotations

import random
from functools import reduce
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain.actions import (
    SERVER,
    Action,
    BigGin,
    BigGinLast,
    Deal,
    DeclineVoid,
    Defend,
    Discard,
    DrawForDeal,
    DrawStock,
    Flag,
    Knock,
    KnockLast,
    OfferVoid,
    PassLast,
    PassUpcard,
    Ready,
    Resign,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import FULL_DECK, POINTS, hand_of, iter_cards
from games.domain.errors import Code, RuleViolation
from games.domain.match import Match, apply, legal_actions, must_act, next_deal, standing_actions
from games.domain.melds import all_layoffs, arrangements, fits, is_meld, lay_off, min_deadwood
from tests.properties.playing import play, rule_names, seeds

ALL_MELDS = [
    meld
    for size in (3, 4, 5)
    for start in range(52)
    for step in (1, 13)
    if is_meld(meld := hand_of(start + step * at for at in range(size) if start + step * at < 52))
    and meld.bit_count() == size
]
"""Runs of three to five and sets of neighbouring suits."""

DECK = tuple(range(0, 52, 2)) + tuple(range(1, 52, 2))
SEATS = (SERVER, 0, 1, 2)
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
    DrawForDeal(DECK),
    Deal((DECK,)),
    *(Flag(seat) for seat in SEATS),
    *(act(card) for act in (Discard, Knock, KnockLast) for card in (-1, *range(52), 52)),
)


def allowed(match: Match, seat: int) -> set[Action]:
    """What the rules allow: what they list, false knocks under ``expose``, and the server's own actions."""
    if seat == SERVER:
        needed = next_deal(match, early=True)
        deal: set[Action] = set()
        if needed is not None:
            deal = {DrawForDeal(DECK) if needed.hand_no == 0 else Deal((DECK,))}
        return deal | {Flag(flagged) for flagged in must_act(match)}
    actions = {*legal_actions(match, seat), *standing_actions(match, seat)}
    if match.rules.invalid_knock == "expose":
        actions |= {Knock(action.card) for action in actions if isinstance(action, Discard)}
    return actions


def agree(match: Match) -> None:
    for seat in SEATS:
        may = allowed(match, seat)
        assert may <= set(UNIVERSE)
        for action in UNIVERSE:
            if action in may:
                assert apply(match, seat, action).match != match
                continue
            with pytest.raises(RuleViolation) as refusal:
                apply(match, seat, action)
            assert refusal.value.code in Code
            if match.phase == "over":
                assert refusal.value.code is Code.MATCH_OVER


@given(rule_names, seeds)
@settings(max_examples=40, deadline=None)
def test_every_listed_action_applies_and_every_other_is_refused(rules: str, seed: int) -> None:
    dice = random.Random(seed)
    match: Match | None = None
    phases = set()
    for match, seat, action in play(rules, seed):
        phase = match.tables[0].phase if match.tables else match.phase
        if phase not in phases or dice.random() < 0.005:
            agree(match)
            phases.add(phase)
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
