"""The casual player, one question at a time."""

from __future__ import annotations

import random

import pytest

from games.bots.casual import Casual, usefulness
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
    Ready,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import parse_card, parse_hand
from games.domain.match import new_match
from games.domain.melds import discard_counts
from games.domain.perspective import Can, SeatCards, SeatView
from games.domain.ruleset import RuleSet
from games.domain.variants import get_variant
from tests.games.bots.gin_views import view

ALICE, BOB = 0, 1


def seen(hand: str, can: Can, *, top: str = "KS", rules: RuleSet | None = None, bob_holds: str = "") -> SeatView:
    """Alice's view with these cards before her."""
    cards = parse_hand(hand)
    held = tuple(parse_card(card) for card in bob_holds.split())
    return view(new_match(get_variant("gin"), 2, rules), ALICE)._replace(
        can=can,
        pile=(parse_card(top),),
        seats=(
            SeatCards(cards.bit_count(), cards, (), (), False, False),
            SeatCards(10, None, held, held, False, False),
        ),
    )


def shedding(hand: str, *, rules: RuleSet | None = None, limit: int = 10, bob_holds: str = "") -> SeatView:
    """Alice with eleven cards, allowed all that the rules allow."""
    after = discard_counts(parse_hand(hand))
    can = Can(
        discard=tuple(after),
        knock=tuple((card, count) for card, count in after.items() if 0 < count <= limit),
        gin=tuple(card for card, count in after.items() if count == 0),
        big_gin=rules is not None and rules.big_gin_bonus is not None,
    )
    return seen(hand, can, rules=rules, bob_holds=bob_holds)._replace(after=after)


def choice(shown: SeatView, seed: int = 0) -> PlayerAction:
    return Casual().choose(shown, random.Random(seed), 1_000)


PAIRS = "7S 7D 2H 3H JC QC 9S AD 5D 5C"
"""Nothing melded; a seven, an ace or four of hearts, a ten or king of clubs or a five would be."""


@pytest.mark.parametrize("top", ["7H", "AH", "4H", "TC", "KC", "5S"])
def test_it_takes_a_discard_into_a_meld(top: str) -> None:
    assert choice(seen(PAIRS, Can(draw_stock=True, take_discard=True), top=top)) == TakeDiscard()
    assert choice(seen(PAIRS, Can(take_upcard=True, pass_upcard=True), top=top)) == TakeUpcard()


@pytest.mark.parametrize("top", ["AS", "2S", "9D", "JD", "6H"])
def test_it_takes_no_other_discard(top: str) -> None:
    assert choice(seen(PAIRS, Can(draw_stock=True, take_discard=True), top=top)) == DrawStock()
    assert choice(seen(PAIRS, Can(take_upcard=True, pass_upcard=True), top=top)) == PassUpcard()


def test_it_takes_the_fourth_card_of_a_set() -> None:
    hand = "7S 7D 7C 2H 3H JC QC 9S AD 5D"
    assert choice(seen(hand, Can(draw_stock=True, take_discard=True), top="7H")) == TakeDiscard()


def test_it_draws_from_the_stock_when_it_must() -> None:
    assert choice(seen(PAIRS, Can(draw_stock=True), top="7H")) == DrawStock()


def test_it_sheds_the_card_that_leaves_least() -> None:
    assert choice(shedding("7S 7D 7C 2H 3H JC 9S AD 5D 5C 8H")) == Discard(parse_card("JC"))


def test_it_never_sheds_a_card_that_it_may_not() -> None:
    shown = shedding("7S 7D 7C 2H 3H JC 9S AD 5D 5C 8H")
    after = {card: count for card, count in shown.after.items() if card != parse_card("JC")}
    assert choice(shown._replace(after=after)) == Discard(parse_card("9S"))


def test_of_equal_discards_it_keeps_back_what_the_opponent_could_use() -> None:
    hand = "2H 3H 5D 5C 8H 7S AD 9S QC JD KS"
    for seed in range(20):
        assert choice(shedding(hand, bob_holds="JC JS KC QD"), seed) == Discard(parse_card("KS"))


def test_between_discards_that_differ_in_nothing_the_generator_decides() -> None:
    hand = "2H 3H 5D 5C 8H 7S AD 9S QC JD KS"
    chosen = {choice(shedding(hand), seed) for seed in range(40)}
    assert chosen == {Discard(parse_card(card)) for card in ("QC", "JD", "KS")}


def test_it_knocks_as_soon_as_it_may_with_the_lowest_count() -> None:
    assert choice(shedding("7S 7D 7C 2H 3H 4H JC QC KC AD 5C")) == Knock(parse_card("5C"))


def test_it_goes_gin_rather_than_knock() -> None:
    assert choice(shedding("7S 7D 7C 7H 2H 3H 4H JC QC KC AD")) == Knock(parse_card("AD"))


def test_it_plays_on_above_the_limit_of_the_deal() -> None:
    assert choice(shedding("7S 7D 7C 2H 3H 4H JC QC KC AD 5C", limit=0)) == Discard(parse_card("5C"))


ELEVEN_MELDED = "4C 5C 6C 7C 8C 9D 9H 9S JD QD KD"


def test_ec17_eleven_melded_cards_are_plain_gin_where_big_gin_is_off() -> None:
    assert choice(shedding(ELEVEN_MELDED)) == Knock(parse_card("8C"))


@pytest.mark.parametrize(
    ("bonus", "expected"), [(31, BigGin()), (25, BigGin()), (24, Knock(parse_card("8C")))], ids=["more", "same", "less"]
)
def test_it_goes_big_gin_unless_gin_pays_more(bonus: int, expected: PlayerAction) -> None:
    assert choice(shedding(ELEVEN_MELDED, rules=RuleSet(big_gin_bonus=bonus))) == expected


def test_ec47_it_takes_the_last_discard_only_to_end_the_hand() -> None:
    hand, eight, ace = PAIRS, parse_card("8C"), parse_card("AD")
    last = Can(pass_last=True)
    assert choice(seen(hand, last)) == PassLast()
    assert choice(seen(hand, last._replace(knock_last=((ace, 9), (eight, 2))))) == KnockLast(eight)
    assert choice(seen(hand, last._replace(knock_last=((ace, 9),), gin_last=(eight,)))) == KnockLast(eight)


@pytest.mark.parametrize(("bonus", "expected"), [(25, BigGinLast()), (24, KnockLast(parse_card("8C")))])
def test_over_the_last_discard_too_it_goes_big_gin_unless_gin_pays_more(bonus: int, expected: PlayerAction) -> None:
    can = Can(pass_last=True, gin_last=(parse_card("8C"),), big_gin_last=True)
    assert choice(seen(PAIRS, can, rules=RuleSet(big_gin_bonus=bonus))) == expected


def test_of_equal_knocks_and_gins_it_keeps_the_cheaper_card() -> None:
    cheap, dear, highest = parse_card("3H"), parse_card("QS"), parse_card("KS")
    last = Can(pass_last=True)
    assert choice(seen(PAIRS, last._replace(knock_last=((cheap, 4), (highest, 4), (dear, 4))))) == KnockLast(highest)
    assert choice(seen(PAIRS, last._replace(gin_last=(dear, highest, cheap)))) == KnockLast(highest)


@pytest.mark.parametrize(
    ("held", "useful"),
    [
        ("7C", True),
        ("9C", True),
        ("TC", True),
        ("6C", True),
        ("5C", False),
        ("JC", False),
        ("7D", False),
        ("8D", True),
        ("8S", True),
        ("AD", False),
    ],
)
def test_a_card_is_useful_to_cards_that_could_share_a_meld_with_it(held: str, useful: bool) -> None:
    assert usefulness(parse_card("8C"), [parse_card(held)]) == int(useful)


def test_it_defends_with_the_joint_optimum() -> None:
    assert choice(seen(PAIRS, Can(defend=True))) == Defend(melds=None, layoffs=None)


def test_it_is_ready_between_hands() -> None:
    assert choice(seen("", Can(ready=True))) == Ready()


def test_a_spectator_cannot_ask_it_what_to_take() -> None:
    shown = seen(PAIRS, Can(draw_stock=True, take_discard=True))._replace(seat=None)
    with pytest.raises(ValueError, match="not a player's"):
        choice(shown)
