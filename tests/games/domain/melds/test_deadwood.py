"""What is a meld, the least deadwood, and every way to arrange a hand. Ids are those of docs/rules/cases.md."""

from __future__ import annotations

import pytest

from games.domain.cards import FULL_DECK, format_hand, parse_card, parse_hand
from games.domain.errors import Code, RuleViolation
from games.domain.melds import (
    arrange,
    arrangements,
    best_arrangement,
    big_gin_arrangement,
    is_meld,
    min_deadwood,
)


def hands(*texts: str) -> tuple[int, ...]:
    return tuple(parse_hand(text) for text in texts)


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("5S 5H 5D", id="W02-set"),
        pytest.param("4S 5S 6S", id="W02-run"),
        pytest.param("TD TS TC", id="W02-tens"),
        pytest.param("JD QD KD", id="W02-court-run"),
        pytest.param("AS 2S 3S", id="W03-ace-low"),
        pytest.param("7H 7D 7C 7S", id="W21-four-of-a-kind"),
        pytest.param("3S 4S 5S", id="W21-run"),
        pytest.param("AD 2D 3D", id="W21-ace-low"),
        pytest.param("7C 7D 7S", id="W36-sevens"),
        pytest.param("4H 5H 6H", id="W36-run"),
        pytest.param("QD QS QH", id="W36-queens"),
        pytest.param("5H 6H 7H", id="W36-second-run"),
        pytest.param("TC JC QC KC", id="ten-to-king"),
        pytest.param("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", id="a-whole-suit"),
    ],
)
def test_these_are_melds(cards: str) -> None:
    assert is_meld(parse_hand(cards))


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("QS KS AS", id="W03-EC-01-ace-above-the-king"),
        pytest.param("KS AS 2S", id="W03-EC-01-round-the-corner"),
        pytest.param("AD KD QD", id="W21-ace-above-the-king"),
        pytest.param("KC KD AD", id="EC-04-an-ace-is-no-king"),
        pytest.param("KS AH 2H", id="EC-09-neighbouring-bits-of-two-suits"),
        pytest.param("QS KS AH", id="EC-09-run-over-the-edge-of-a-suit"),
        pytest.param("7H 8H 9D", id="EC-09-run-of-two-suits"),
        pytest.param("7H 7D", id="two-cards"),
        pytest.param("7H 8H", id="two-in-a-row"),
        pytest.param("7H 8H TH", id="a-gap"),
        pytest.param("7H 7D 8D", id="neither-set-nor-run"),
        pytest.param("7H 7D 7C 8C", id="a-set-and-one-more"),
        pytest.param("7H 8H 9H 9D", id="a-run-and-one-more"),
        pytest.param("", id="nothing"),
    ],
)
def test_these_are_no_melds(cards: str) -> None:
    assert not is_meld(parse_hand(cards))


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        pytest.param("3S 4S 5S 6S 9C 9D 9H 9S AH KD", 11, id="W01"),
        pytest.param("KC KD KH 3S 4S 5S 6S 2H 7D AC", 10, id="W23r"),
        pytest.param("7C 7D 7H 7S 3S 4S 5S TC TD TH", 0, id="W24-gin"),
        pytest.param("7S 7D 7H 8H 9H", 14, id="EC-02-one-card-in-one-meld"),
        pytest.param("3H 4H 5H 6H 7H 3C 3D 7C 7D KS", 10, id="EC-03-longest-first-is-wrong"),
        pytest.param("KC KD AD", 21, id="EC-04"),
        pytest.param("2S 3S 4S 5S 6S 8D 9D TD JD QD", 0, id="EC-05-two-five-card-runs"),
        pytest.param("2S 3S 4S 5S 6S 7S 8S 9S TS JS", 0, id="EC-05-one-ten-card-run"),
        pytest.param("2S 3S 4S 5S 6S 7S 8S 9S 9D 9C", 0, id="EC-05-a-run-gives-up-its-end"),
        pytest.param("5S 6S 7S 8S 9S TS JS AH 2D 3C", 6, id="EC-06-a-single-meld"),
        pytest.param("3S 4S 5S 9D 9H 9C AH 2D 3C 4H", 10, id="EC-11-exactly-the-limit"),
        pytest.param("4C 5C 6C 9D 9H 9S TD JD QD KD", 0, id="EC-18-dealt-gin"),
        pytest.param("AS AH AD AC 2S 2H 2D 2C 3S 3H 3D", 0, id="EC-17-eleven-melded"),
        pytest.param("AS 2H 3D 4C 5S 6H 7D 8C 9S TH", 55, id="nothing-goes-together"),
        pytest.param("", 0, id="an-empty-hand"),
    ],
)
def test_the_least_deadwood(hand: str, count: int) -> None:
    cards = parse_hand(hand)
    best = best_arrangement(cards)
    assert min_deadwood(cards) == count
    assert best == arrange(cards, best.melds)
    assert best.count == count


def test_the_whole_pack_goes_into_melds() -> None:
    assert min_deadwood(FULL_DECK) == 0


def test_ec06_any_ten_cards_without_a_meld_are_over_the_limit() -> None:
    cheapest = parse_hand("AS AH 2D 2C 3S 3H 4D 4C 5S 5H")
    assert min_deadwood(cheapest) == 30
    assert 2 * (1 + 2) + 2 * (3 + 4) + 5 * 2 > 10  # two of each rank at most


def test_ec02_the_run_is_kept_because_it_leaves_less() -> None:
    best = best_arrangement(parse_hand("7S 7D 7H 8H 9H"))
    assert best.melds == hands("7H 8H 9H")
    assert best.deadwood == parse_hand("7S 7D")


def test_w23_a_declared_arrangement_counts_as_declared_though_a_better_one_exists() -> None:
    holding = parse_hand("7C 7D 7H 7S 3S 4S 5S 2D AH")
    declared = arrange(holding, hands("7C 7D 7H", "3S 4S 5S"))
    assert declared.count == 10
    assert format_hand(declared.deadwood) == "7S AH 2D"
    assert min_deadwood(holding) == 3
    assert min_deadwood(parse_hand("7C 7D 7H 7S 3S 4S 5S 2S AS")) == 0


def test_declared_melds_keep_their_order() -> None:
    melds = hands("TC TD TH", "3S 4S 5S")
    assert arrange(parse_hand("3S 4S 5S TC TD TH 2D"), melds).melds == melds


@pytest.mark.parametrize(
    ("melds", "code", "cards"),
    [
        pytest.param(("7S 7D 7H", "7H 8H 9H"), Code.MELDS_OVERLAP, "7H", id="W58-one-card-in-two-melds"),
        pytest.param(("7S 7D 8H",), Code.NOT_A_MELD, "7S 8H 7D", id="not-a-meld"),
        pytest.param(("7S 7D 7H 7C",), Code.NOT_IN_HAND, "7C", id="a-card-not-held"),
    ],
)
def test_a_declaration_is_refused_with_its_reason(melds: tuple[str, ...], code: Code, cards: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        arrange(parse_hand("7S 7D 7H 8H 9H"), hands(*melds))
    assert refusal.value.code == code
    assert refusal.value.detail == {"cards": cards}


def test_every_arrangement_within_the_limit_is_listed_once_least_first() -> None:
    found = arrangements(parse_hand("5S 5H 5D 5C 6S 7S 8S AH 2D 3C"), 11)
    assert [(arrangement.count, [format_hand(meld) for meld in arrangement.melds]) for arrangement in found] == [
        (6, ["6S 7S 8S", "5S 5H 5D 5C"]),
        (6, ["5S 6S 7S 8S", "5H 5D 5C"]),
        (11, ["6S 7S 8S", "5S 5H 5D"]),
        (11, ["6S 7S 8S", "5S 5H 5C"]),
        (11, ["6S 7S 8S", "5S 5D 5C"]),
        (11, ["6S 7S 8S", "5H 5D 5C"]),
    ]


def test_ec26_a_knocker_may_show_more_deadwood_than_necessary() -> None:
    holding = parse_hand("3S 4S 5S 6S 9C 9D 9H AH AD 2C")
    counts = [arrangement.count for arrangement in arrangements(holding, 10)]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (4, 10)


def test_no_arrangement_is_within_too_low_a_limit() -> None:
    assert arrangements(parse_hand("3S 4S 5S 6S 9C 9D 9H 9S AH KD"), 10) == []


def test_ec17_all_eleven_cards_melded_is_big_gin() -> None:
    big = big_gin_arrangement(parse_hand("4C 5C 6C 7C 8C 9D 9H 9S JD QD KD"))
    assert big is not None
    assert big.deadwood == 0
    assert set(big.melds) == set(hands("4C 5C 6C 7C 8C", "9D 9H 9S", "JD QD KD"))


def test_gin_and_a_card_over_is_not_big_gin() -> None:
    assert big_gin_arrangement(parse_hand("4C 5C 6C 9D 9H 9S TD JD QD KD 2H")) is None


def test_a_single_card_is_its_own_deadwood() -> None:
    assert best_arrangement(1 << parse_card("9D")).count == 9
