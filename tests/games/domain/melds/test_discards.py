"""What each discard leaves, and whether a knock is possible."""

from __future__ import annotations

import pytest

from games.domain.cards import format_card, iter_cards, parse_card, parse_hand
from games.domain.melds import best_discard, can_knock, discard_counts, min_deadwood

EXACTLY_TEN = parse_hand("3S 4S 5S 9D 9H 9C AH 2D 3C 4H")
ELEVEN_MELDED = parse_hand("4C 5C 6C 7C 8C 9D 9H 9S JD QD KD")


def test_every_card_but_the_banned_is_priced_by_what_it_leaves() -> None:
    hand = parse_hand("3H 4H 5H 6H 7H 3C 3D 7C 7D KS QS")
    banned = parse_hand("QS 3C")
    counts = discard_counts(hand, banned)
    assert counts == {card: min_deadwood(hand ^ (1 << card)) for card in iter_cards(hand & ~banned)}


def test_without_sets_each_card_matters_to_its_own_suit_alone() -> None:
    hand = parse_hand("AS 2S 3S 7S 4H 5H 6H 7H 9D QC KC")
    banned = parse_hand("9D")
    counts = {format_card(card): count for card, count in discard_counts(hand, banned).items()}
    assert counts == {
        "AS": 41,
        "2S": 40,
        "3S": 39,
        "7S": 29,
        "4H": 36,
        "5H": 53,
        "6H": 52,
        "7H": 36,
        "QC": 26,
        "KC": 26,
    }


def test_unless_something_is_banned_every_card_may_be_shed() -> None:
    hand = parse_hand("AS 2H 2D 2C 3H 4H 5H")
    assert set(discard_counts(hand)) == set(iter_cards(hand))
    assert best_discard(hand) == (parse_card("AS"), 0)
    assert can_knock(hand, 0)


def test_the_best_discard_leaves_least() -> None:
    assert best_discard(EXACTLY_TEN | parse_hand("KS")) == (parse_card("KS"), 10)


def test_of_equal_discards_the_dearer_card_goes() -> None:
    # 7S 7D 7H with 7C: shedding any seven still leaves a set
    card, count = best_discard(parse_hand("7S 7D 7H 7C 2S"))
    assert (format_card(card), count) == ("2S", 0)
    card, count = best_discard(parse_hand("7S 7D 7H 7C"))
    assert (format_card(card), count) == ("7C", 0)


def test_ec08_the_count_is_that_of_the_ten_cards_left() -> None:
    hand = parse_hand("3S 4S 5S 9D 9H 9C AH 2D 3C 4H KS")
    assert min_deadwood(hand) == 20
    assert can_knock(hand, 10)


def test_ec11_a_card_from_the_pile_may_not_be_shed_to_knock() -> None:
    king = parse_hand("KS")
    assert can_knock(EXACTLY_TEN | king, 10), "drawn from the stock it may"
    assert not can_knock(EXACTLY_TEN | king, 10, banned=king)
    assert best_discard(EXACTLY_TEN | king, banned=king)[1] == 16


@pytest.mark.parametrize(("limit", "allowed"), [pytest.param(10, True, id="EC-07-at"), pytest.param(9, False)])
def test_ec07_the_limit_itself_is_within(limit: int, allowed: bool) -> None:
    assert can_knock(EXACTLY_TEN | parse_hand("KS"), limit) is allowed


def test_ec17_eleven_melded_cards_give_up_an_end_card_whatever_was_taken() -> None:
    for taken in iter_cards(ELEVEN_MELDED):
        card, count = best_discard(ELEVEN_MELDED, banned=1 << taken)
        assert count == 0
        assert card != taken
    ends = {format_card(card) for card, count in discard_counts(ELEVEN_MELDED).items() if count == 0}
    assert ends == {"4C", "8C"}


def test_ec18_dealt_gin_with_the_upcard_taken_knocks_with_two() -> None:
    hand = parse_hand("4C 5C 6C 9D 9H 9S TD JD QD KD 2H")
    card, count = best_discard(hand, banned=parse_hand("2H"))
    assert count == 2
    assert format_card(card) in {"TD", "KD"}


def test_when_every_card_is_banned_nothing_can_be_shed() -> None:
    hand = parse_hand("4C 5C")
    with pytest.raises(ValueError, match="no card may be shed"):
        best_discard(hand, banned=hand)
    assert not can_knock(hand, 10, banned=hand)
