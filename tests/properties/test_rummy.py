"""Hands of rummy between two and six under every option: no card is lost, and no turn ends up in a dead end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain.actions import Action, Discard, DrawStock, LayOff, Meld, PlayerAction, Ready, TakeDiscard
from games.domain.cards import DECK_SIZE, FULL_DECK, hand_of, iter_cards
from games.domain.errors import Code, RuleViolation
from games.domain.events import HandScored, HandVoided
from games.domain.hands.rummy import RUMMY, RummyHand
from games.domain.hands.rummy.going_out import Terms, way_out
from games.domain.hands.rummy.melds import meld_book, points_of
from games.domain.rummy_rules import RummyRules
from tests.properties.playing import deck_from, seeds

OPTIONS: dict[str, tuple[Any, ...]] = {
    "melds_per_turn": ("unlimited", "one"),
    "must_discard_last": (False, True),
    "ace": ("low", "high_or_low"),
    "going_rummy": ("double", "plain"),
    "stock_empty": ("shuffle_keep_top", "turn_over"),
    "no_turn": ("void", "lowest_wins"),
    "reshuffle_limit": (0, 1, 3),
}
ALL_RULES = [RummyRules(**dict(zip(OPTIONS, chosen, strict=True))) for chosen in product(*OPTIONS.values())]

rules_of_all_kinds = st.sampled_from(ALL_RULES)
numbers_of_players = st.integers(2, 6)
Played = tuple[RummyHand, PlayerAction, RummyHand]


def play(rules: RummyRules, players: int, seed: int) -> Iterator[Played]:
    """A hand by players who put cards down, or at times keep everything back as whoever hopes to go rummy would."""
    dice = random.Random(seed)
    keen = dice.choice((0.1, 0.6, 1.0))
    decks = tuple(deck_from(dice) for _ in range(RUMMY.decks(rules)))
    hand: RummyHand = RUMMY.deal(rules, decks, hand_no=1, table=0, dealer=players - 1, players=tuple(range(players)))
    while hand.outcome is None:
        (seat,) = RUMMY.must_act(hand)
        actions = RUMMY.legal_actions(rules, hand, seat)
        assert actions, "a turn that cannot be finished"
        laying = [action for action in actions if isinstance(action, Meld | LayOff)]
        action = dice.choice(laying if laying and dice.random() < keen else actions)
        RUMMY.verify(rules, hand, seat, action)
        after = RUMMY.steps[type(action)](rules, hand, action)
        yield hand, action, after
        hand = after


@given(rules_of_all_kinds, numbers_of_players, seeds)
@settings(max_examples=30)
def test_all_fifty_two_cards_lie_somewhere_exactly_once(rules: RummyRules, players: int, seed: int) -> None:
    for _, _, hand in play(rules, players, seed):
        stock = hand.order[len(hand.order) - hand.stock :]
        heaps = [*hand.hands, hand_of(hand.pile), hand_of(stock), *(meld.cards for meld in hand.melds)]
        assert sum(heap.bit_count() for heap in heaps) == DECK_SIZE
        assert sum(heaps) == FULL_DECK
        assert len(hand.pile) == len(hand.shed_by)
        if hand.phase == "draw":
            # Draw and discard balance: nobody is ever stuck with one discard and no stock (EC-89).
            assert len(hand.pile) + hand.stock == DECK_SIZE - sum(map(int.bit_count, hand.dealt.hands))
        assert all(meld.cards in meld_book(rules.ace).growth for meld in hand.melds)


@given(rules_of_all_kinds, numbers_of_players, seeds)
@settings(max_examples=25)
def test_a_hand_ends_as_its_rules_say(rules: RummyRules, players: int, seed: int) -> None:
    """Who goes out has no card left, others pay for what they hold; events tell what the hand became."""
    for before, action, hand in play(rules, players, seed):
        told = RUMMY.events(before, action, hand)
        assert told
        if hand.outcome is None:
            assert not any(isinstance(event, HandScored | HandVoided) for event in told)
    assert told[-1] == hand.outcome
    counts = [points_of(cards, rules.ace) for cards in hand.hands]
    match hand.outcome:
        case HandVoided(reason=reason):
            assert reason in ("refills", "stuck")
            assert isinstance(action, DrawStock)
            assert hand.stock == 0
        case HandScored(kind="lowest") as scored:
            assert counts[scored.winner] == min(counts)
            assert scored.points == sum(counts) - min(counts)
        case HandScored() as scored:
            assert hand.hands[scored.winner] == 0
            doubled = scored.kind == "rummy" and rules.going_rummy == "double"
            assert scored.points == sum(counts) * (2 if doubled else 1)
            assert isinstance(action, Discard) or not rules.must_discard_last


def universe(hand: RummyHand, rules: RummyRules) -> list[Action]:
    """Every move there is, sensible or not."""
    cards = (-1, *range(DECK_SIZE), DECK_SIZE)
    melds = [*meld_book("high_or_low").growth, 0, 0b11, 0b1011]
    return [
        DrawStock(),
        TakeDiscard(),
        Ready(),
        *map(Discard, cards),
        *map(Meld, melds),
        *(LayOff(card, index) for card in cards for index in range(-1, len(hand.melds) + 1)),
    ]


@given(rules_of_all_kinds, numbers_of_players, seeds)
@settings(max_examples=10)
def test_what_is_listed_may_be_done_and_nothing_else(rules: RummyRules, players: int, seed: int) -> None:
    dice = random.Random(seed)
    hands = [hand for hand, _, _ in play(rules, players, seed)]
    for hand in dice.sample(hands, min(3, len(hands))) + hands[-1:]:
        (seat,) = RUMMY.must_act(hand)
        listed = set(RUMMY.legal_actions(rules, hand, seat))
        for action in universe(hand, rules):
            if action in listed:
                RUMMY.verify(rules, hand, seat, action)
                assert RUMMY.steps[type(action)](rules, hand, action) != hand
                continue
            with pytest.raises(RuleViolation) as refusal:
                RUMMY.verify(rules, hand, seat, action)
            assert refusal.value.code in Code
        others = [other for other in range(-1, players + 1) if other != seat]
        assert all(RUMMY.legal_actions(rules, hand, other) == () for other in others)


def goes_out(cards: int, table: tuple[int, ...], terms: Terms) -> bool:
    """Whether all cards can leave, by trying every meld, lay-off and discard in every order."""
    growth = meld_book(terms.ace).growth
    if not cards:
        return not terms.must_discard
    if cards.bit_count() == 1 and not cards & terms.banned:
        return True
    for meld in growth:
        if meld & cards == meld and terms.most_melds:
            fewer = terms._replace(most_melds=terms.most_melds - 1)
            if goes_out(cards ^ meld, (*table, meld), fewer):
                return True
    for index, meld in enumerate(table):
        for card in iter_cards(growth[meld] & cards):
            if goes_out(cards ^ 1 << card, (*table[:index], meld | 1 << card, *table[index + 1 :]), terms):
                return True
    return False


@given(rules_of_all_kinds, seeds)
@settings(max_examples=60)
def test_a_way_out_is_found_whenever_there_is_one_and_it_leads_out(rules: RummyRules, seed: int) -> None:
    dice = random.Random(seed)
    melds = list(meld_book(rules.ace).growth)
    lying: list[int] = []
    while len(lying) < dice.randint(0, 2):
        meld = dice.choice(melds)
        lying += [meld] if not meld & sum(lying) else []
    near = [card for card in range(DECK_SIZE) if card // 13 < 2 and not sum(lying) >> card & 1]
    own = dice.sample(near, min(len(near), dice.randint(1, 7)))
    banned = 1 << dice.choice(own) if dice.random() < 0.3 else 0
    terms = Terms(rules.ace, banned, rules.must_discard_last, dice.choice((0, 1, 13)))
    way = way_out(hand_of(own), tuple(lying), terms)
    assert (way is not None) == goes_out(hand_of(own), tuple(lying), terms)
    if way is not None:
        left = hand_of(own) & ~sum(way.melds)
        for card, index in way.layoffs:
            assert meld_book(rules.ace).growth[lying[index]] >> card & 1
            lying[index] |= 1 << card
            left ^= 1 << card
        assert left == (1 << way.discard if way.discard >= 0 else 0)
        assert not left & banned


@given(numbers_of_players, seeds)
@settings(max_examples=25)
def test_under_one_only_whoever_goes_rummy_lays_two_melds_in_a_turn(players: int, seed: int) -> None:
    rules = RummyRules(melds_per_turn="one")
    hurried = False
    for before, action, after in play(rules, players, seed):
        hurried = hurried or after.melded > 1
        if isinstance(action, Discard) and before.melded > 1:
            assert isinstance(after.outcome, HandScored)
            assert after.outcome.kind == "rummy"
    if hurried:
        assert isinstance(after.outcome, HandScored)
        assert after.outcome.kind == "rummy"
