"""Playing a hand on at random: from any point, by the rules, with every action as likely as any other."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from games.bots.playout import Outcome, Position, play_on, position_of, sampled
from games.domain.actions import (
    SERVER,
    Action,
    BigGin,
    Deal,
    Discard,
    DrawForDeal,
    DrawStock,
    Knock,
    KnockLast,
    PassLast,
    PassUpcard,
    PlayerAction,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import DECK_SIZE, FULL_DECK, hand_of, parse_card, parse_hand
from games.domain.match import Match, legal_actions, must_act, new_match, step
from games.domain.ruleset import RuleSet
from games.domain.variants import get_preset, get_variant
from tests.games.bots.gin_views import recall

RULES = RuleSet()


def new_hand(rng: random.Random, rules: RuleSet = RULES) -> Match:
    match = step(new_match(get_variant("gin"), 2, rules), SERVER, DrawForDeal(tuple(range(DECK_SIZE))))
    return step(match, SERVER, Deal((tuple(rng.sample(range(DECK_SIZE), DECK_SIZE)),)))


def after(match: Match, *actions: Action) -> Match:
    for action in actions:
        match = step(match, must_act(match)[0], action)
    return match


def shedding(hand: str, *, drawn: str, from_pile: bool = False) -> Position:
    """The first player has eleven cards; the others lie in order, the second player's highest."""
    own = parse_hand(hand)
    others = [card for card in range(DECK_SIZE) if not own >> card & 1]
    return Position(
        phase="shed",
        place=0,
        hands=(own, hand_of(others[-10:])),
        pile=tuple(others[:2]),
        stock=tuple(others[2:-10]),
        limit=10,
        drawn=parse_card(drawn),
        from_pile=from_pile,
        streak=int(from_pile),
    )


def first_moves(position: Position, tries: int) -> Counter[PlayerAction]:
    rng = random.Random(7)
    firsts: Counter[PlayerAction] = Counter()
    for _ in range(tries):
        moves: list[PlayerAction] = []
        play_on(position, RULES, rng, moves)
        firsts[moves[0]] += 1
    return firsts


def evenly(firsts: Counter[PlayerAction]) -> bool:
    """Whether no action came more often than chance would have it once in a thousand times or so."""
    mean = firsts.total() / len(firsts)
    return all(abs(times - mean) < 4 * mean**0.5 for times in firsts.values())


def test_a_random_player_knocks_and_sheds_with_the_same_chance() -> None:
    hand = "3S 4S 5S 6S 9C 9D 9H 9S AH 2D KD"
    firsts = first_moves(shedding(hand, drawn="KD"), 4_000)
    expected: set[PlayerAction] = {Discard(card) for card in range(DECK_SIZE) if parse_hand(hand) >> card & 1}
    expected.add(Knock(parse_card("KD")))  # any other card would leave eleven or more
    assert set(firsts) == expected
    assert evenly(firsts)


def test_a_card_from_the_pile_is_never_shed_in_the_same_turn() -> None:
    firsts = first_moves(shedding("3S 4S 5S 6S 9C 9D 9H 9S AH 2D KD", drawn="KD", from_pile=True), 2_000)
    assert Discard(parse_card("KD")) not in firsts
    assert Knock(parse_card("KD")) not in firsts
    assert len(firsts) == 10
    assert evenly(firsts)


def test_big_gin_is_one_action_among_the_others_where_it_is_on() -> None:
    position = shedding("3S 4S 5S 6S 9C 9D 9H 9S AH AD AC", drawn="AC")
    rules = replace(RULES, big_gin_bonus=31)
    rng = random.Random(1)
    endings = Counter[str]()
    for _ in range(500):
        moves: list[PlayerAction] = []
        outcome = play_on(position, rules, rng, moves)
        if moves[0] == BigGin():
            assert outcome.winner == 0
            assert outcome.points >= 31
        if isinstance(moves[0], BigGin | Knock):
            endings[outcome.kind] += 1
    assert endings["big_gin"] > 0
    assert endings["gin"] > 0
    assert BigGin() not in first_moves(position, 500)


def test_the_upcard_is_offered_to_the_first_then_to_the_other_and_then_a_card_is_drawn() -> None:
    rng = random.Random(2)
    position = position_of(new_hand(rng).tables[0])
    seen = Counter[tuple[type, ...]]()
    for _ in range(400):
        moves: list[PlayerAction] = []
        play_on(position, RULES, rng, moves)
        opening = tuple(type(move) for move in moves[:3])
        seen[opening[: opening.index(TakeUpcard) + 1] if TakeUpcard in opening else opening] += 1
    assert set(seen) == {(TakeUpcard,), (PassUpcard, TakeUpcard), (PassUpcard, PassUpcard, DrawStock)}
    assert 150 < seen[(TakeUpcard,)] < 250


def test_the_last_discard_may_be_taken_to_knock_or_left() -> None:
    rules = get_preset("tournament")
    assert rules.last_discard == "knock_only"
    own = parse_hand("3S 4S 5S 6S 9C 9D 9H KD AH QD")
    others = [card for card in range(DECK_SIZE) if not own >> card & 1 and card != parse_card("9S")]
    position = Position(
        phase="last_chance",
        place=1,
        hands=(hand_of(others[-10:]), own),
        pile=(*others[2:-10], parse_card("9S")),
        stock=tuple(others[:2]),
        limit=11,
    )
    rng = random.Random(3)
    firsts = Counter[PlayerAction]()
    for _ in range(900):
        moves: list[PlayerAction] = []
        outcome = play_on(position, rules, rng, moves)
        firsts[moves[0]] += 1
        assert (outcome == Outcome("wall", None, 0)) == (moves == [PassLast()])
    assert set(firsts) == {PassLast(), KnockLast(parse_card("KD")), KnockLast(parse_card("QD"))}
    assert evenly(firsts)


def test_a_hand_that_is_laid_open_is_not_played_on() -> None:
    with pytest.raises(ValueError, match="laid open"):
        play_on(
            shedding("3S 4S 5S 6S 9C 9D 9H 9S AH 2D KD", drawn="KD")._replace(phase="layoff"), RULES, random.Random()
        )


def test_points_are_a_loss_to_the_other_place_and_nothing_to_either_when_the_hand_is_void() -> None:
    assert Outcome("gin", 1, 40).worth(1) == 40
    assert Outcome("gin", 1, 40).worth(0) == -40
    assert Outcome("wall", None, 0).worth(0) == 0


def some_way_in(rng: random.Random, moves: int) -> Match:
    match = new_hand(rng)
    for _ in range(moves):
        actions = [a for a in legal_actions(match, must_act(match)[0]) if not isinstance(a, Knock)]
        match = after(match, rng.choice(actions))
    return match


@pytest.mark.parametrize("moves", range(13))
def test_a_sampled_position_agrees_with_all_that_the_seat_knows(moves: int) -> None:
    rng = random.Random(moves)
    match = some_way_in(rng, moves)
    hand, seat = match.tables[0], must_act(match)[0]
    true, view = position_of(hand), recall(match, seat)
    guesses = [sampled(view, rng, hand.streak) for _ in range(20)]
    for guess in guesses:
        mine, theirs = guess.hands[guess.place], guess.hands[1 - guess.place]
        assert guess._replace(hands=true.hands, stock=true.stock) == true
        assert mine == hand.hands[hand.place]
        assert theirs.bit_count() == 10
        assert hand_of(view.seats[1 - seat].holds) & ~theirs == 0
        assert len(guess.stock) == len(true.stock)
        assert mine | theirs | hand_of(guess.stock) | hand_of(guess.pile) == FULL_DECK
    assert len({guess.stock for guess in guesses}) == 20
    assert len({guess.hands for guess in guesses}) > 1


def test_who_has_no_turn_samples_nothing() -> None:
    match = new_hand(random.Random(4))
    waiting = 1 - must_act(match)[0]
    with pytest.raises(ValueError, match="no turn"):
        sampled(recall(match, waiting), random.Random())


def test_the_pile_is_taken_as_often_as_the_stock() -> None:
    match = after(new_hand(random.Random(5)), TakeUpcard())
    match = after(match, next(a for a in legal_actions(match, must_act(match)[0]) if isinstance(a, Discard)))
    firsts = first_moves(position_of(match.tables[0]), 1_000)
    assert set(firsts) == {TakeDiscard(), DrawStock()}
    assert evenly(firsts)
