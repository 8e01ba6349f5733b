"""Cards and hands, and their text."""

from __future__ import annotations

import pytest

from games.domain.cards import (
    DECK_SIZE,
    FULL_DECK,
    POINTS,
    count_points,
    format_card,
    format_hand,
    hand_of,
    iter_cards,
    parse_card,
    parse_hand,
)


def test_every_card_reads_back_from_its_text() -> None:
    texts = [format_card(card) for card in range(DECK_SIZE)]
    assert [parse_card(text) for text in texts] == list(range(DECK_SIZE))
    assert len(set(texts)) == DECK_SIZE


@pytest.mark.parametrize("text", ["", "7", "10H", "h7", "7h", "1S", "7HH", " 7H", "XX", None])
def test_anything_but_a_rank_and_a_suit_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


def test_a_hand_reads_in_any_order_and_writes_in_card_order() -> None:
    assert format_hand(parse_hand("TD  7H AS 8H")) == "AS 7H 8H TD"
    assert parse_hand("") == 0
    assert format_hand(0) == ""


def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="named twice: 7H"):
        parse_hand("7H 8H 7H")


def test_a_mask_and_its_cards_are_the_same_hand() -> None:
    cards = [0, 12, 13, 51]
    assert list(iter_cards(hand_of(cards))) == cards
    assert hand_of(range(DECK_SIZE)) == FULL_DECK


@pytest.mark.parametrize(
    ("text", "points"),
    [
        pytest.param("6S", 6, id="W22-six"),
        pytest.param("JS", 10, id="W22-jack"),
        pytest.param("QD", 10, id="W22-queen"),
        pytest.param("KH", 10, id="W22-king"),
        pytest.param("AC", 1, id="W22-ace"),
        pytest.param("TD", 10, id="ten"),
        pytest.param("7C", 7, id="W36-seven"),
    ],
)
def test_what_an_unmatched_card_costs(text: str, points: int) -> None:
    assert POINTS[parse_card(text)] == points


def test_the_points_of_a_hand_are_the_sum_of_its_cards() -> None:
    assert count_points(parse_hand("AS 2H TD KC")) == 23
    assert count_points(FULL_DECK) == 4 * (55 + 30)
