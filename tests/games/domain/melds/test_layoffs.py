"""Laying off, the defender's best answer, and what a knocker shows. Ids are those of docs/rules/cases.md."""

from __future__ import annotations

import pytest

from games.domain.cards import FULL_DECK, format_card, format_hand, parse_card, parse_hand
from games.domain.errors import Code, RuleViolation
from games.domain.melds import (
    all_layoffs,
    arrange,
    best_defence,
    best_defence_given,
    fits,
    knock_arrangement,
    lay_off,
    min_deadwood,
)


def hands(*texts: str) -> tuple[int, ...]:
    return tuple(parse_hand(text) for text in texts)


def layoffs(*pairs: tuple[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple((parse_card(card), index) for card, index in pairs)


def written(made: tuple[tuple[int, int], ...]) -> list[tuple[str, int]]:
    return [(format_card(card), index) for card, index in made]


@pytest.mark.parametrize(
    ("card", "meld"),
    [
        pytest.param("5S", "5C 5D 5H", id="W04-fourth-of-a-set"),
        pytest.param("5S", "6S 7S 8S", id="W05-below-a-run"),
        pytest.param("5S", "2S 3S 4S", id="W05-above-a-run"),
        pytest.param("7S", "7C 7D 7H", id="W25-seven"),
        pytest.param("2S", "3S 4S 5S", id="W25-two"),
        pytest.param("6S", "3S 4S 5S", id="W25-six"),
        pytest.param("AS", "2S 3S 4S", id="EC-32-ace-under-a-two"),
        pytest.param("KD", "TD JD QD", id="king-on-a-queen"),
        pytest.param("KC", "KS KH KD", id="fourth-king"),
    ],
)
def test_the_card_fits(card: str, meld: str) -> None:
    assert fits(parse_card(card), parse_hand(meld))


@pytest.mark.parametrize(
    ("card", "meld"),
    [
        pytest.param("7S", "3S 4S 5S", id="EC-22-a-gap"),
        pytest.param("AS", "JS QS KS", id="EC-31-ace-above-a-king"),
        pytest.param("AH", "JS QS KS", id="EC-31-next-suit's-ace"),
        pytest.param("KS", "AH 2H 3H", id="last-suit's-king"),
        pytest.param("5S", "5S 5H 5D 5C", id="EC-31-a-full-set"),
        pytest.param("6H", "3S 4S 5S", id="another-suit"),
        pytest.param("4S", "3S 4S 5S", id="already-there"),
        pytest.param("6C", "5S 5H 5D", id="another-rank"),
        pytest.param("6D", "5S 5H 5D", id="next-to-a-set's-card"),
    ],
)
def test_the_card_does_not_fit(card: str, meld: str) -> None:
    assert not fits(parse_card(card), parse_hand(meld))


def test_w25_ec22_a_card_may_follow_one_just_laid() -> None:
    table = hands("7C 7D 7H", "3S 4S 5S")
    grown = lay_off(table, layoffs(("2S", 1), ("6S", 1), ("7S", 1)))
    assert [format_hand(meld) for meld in grown] == ["7H 7D 7C", "2S 3S 4S 5S 6S 7S"]
    assert written(best_defence(parse_hand("2S 6S 7S"), table).layoffs) == [("2S", 1), ("6S", 1), ("7S", 1)]


def test_ec22_the_order_of_laying_off_matters() -> None:
    with pytest.raises(RuleViolation) as refusal:
        lay_off(hands("3S 4S 5S"), layoffs(("7S", 0), ("6S", 0)))
    assert refusal.value.code == Code.LAYOFF_DOES_NOT_FIT
    assert refusal.value.detail == {"card": "7S"}


@pytest.mark.parametrize("index", [-1, 1])
def test_a_layoff_names_a_meld_that_is_there(index: int) -> None:
    with pytest.raises(RuleViolation):
        lay_off(hands("3S 4S 5S"), layoffs(("6S", index)))


def test_w06_ec29_the_knockers_deadwood_is_nothing_to_lay_off_on() -> None:
    # the knocker's 3C 3D are loose, so the table holds no meld for the 3H
    defence = best_defence(parse_hand("3H KS"), hands("9C TC JC"))
    assert (defence.layoffs, defence.count) == ((), 13)


def test_w26_ec30_after_gin_own_melds_count_and_nothing_is_laid_off() -> None:
    defence = best_defence(parse_hand("7S 2H 2D 2C"), ())
    assert (defence.melds, defence.layoffs, defence.count) == (hands("2H 2D 2C"), (), 7)


def test_ec20_own_best_melds_first_would_leave_twenty() -> None:
    hand, table = parse_hand("TC TD TH TS JC 2S 3S 4S 5D 5H"), hands("7C 8C 9C")
    defence = best_defence(hand, table)
    assert defence.count == 10
    assert written(defence.layoffs) == [("TC", 0), ("JC", 0)]
    assert set(defence.melds) == set(hands("TD TH TS", "2S 3S 4S"))
    assert min_deadwood(hand) == 20


def test_ec21_a_run_is_broken_for_a_set_and_two_layoffs() -> None:
    hand, table = parse_hand("8H 8D 8S 9H TH AS 2S 3S 4C 4D"), hands("JH QH KH")
    defence = best_defence(hand, table)
    assert defence.count == 8
    assert written(defence.layoffs) == [("TH", 0), ("9H", 0)]
    assert set(defence.melds) == set(hands("8H 8D 8S", "AS 2S 3S"))


def test_ec23_a_card_that_fits_two_melds_goes_where_another_can_follow() -> None:
    table = hands("7C 7D 7H", "4S 5S 6S")
    defence = best_defence(parse_hand("7S 8S"), table)
    assert (written(defence.layoffs), defence.count) == ([("7S", 1), ("8S", 1)], 0)
    on_the_set = best_defence_given(parse_hand("7S 8S"), table, layoffs(("7S", 0)))
    assert (on_the_set.count, on_the_set.fits) == (8, {})
    on_the_run = best_defence_given(parse_hand("7S 8S"), table, layoffs(("7S", 1)))
    assert (on_the_run.count, on_the_run.fits) == (8, {parse_card("8S"): (1,)})


def test_ec24_what_the_knocker_shows_decides_what_can_be_laid_off() -> None:
    defender = parse_hand("4S 3S KC KD KH 9C 9D 9H 8C 2H")
    assert best_defence(defender, hands("5S 5H 5D 5C", "6S 7S 8S")).count == 17
    assert best_defence(defender, hands("5H 5D 5C", "5S 6S 7S 8S")).count == 10


def test_ec33_the_defender_may_break_an_own_meld() -> None:
    # the run 5-6-7 gives its five to the set of fives, and two sixes then join the six
    given = best_defence_given(parse_hand("5S 6S 7S"), hands("5H 5D 5C"), layoffs(("5S", 0)))
    assert (given.melds, given.count) == ((), 13)
    assert best_defence(parse_hand("5S 6S 7S"), hands("5H 5D 5C")).layoffs == ()


def test_ec38_a_defender_can_reach_nothing_by_layoffs_alone() -> None:
    assert best_defence(parse_hand("2S 6S 7S"), hands("7C 7D 7H", "3S 4S 5S")).count == 0


def test_of_equal_defences_the_one_with_fewest_layoffs_is_chosen() -> None:
    defence = best_defence(parse_hand("6S 7S 8S KD"), hands("3S 4S 5S"))
    assert (defence.melds, defence.layoffs, defence.count) == (hands("6S 7S 8S"), (), 10)


def test_cards_between_two_runs_of_a_suit_are_laid_once() -> None:
    table = hands("4S 5S 6S", "9S TS JS")
    defence = best_defence(parse_hand("7S 8S 3S QS"), table)
    assert defence.count == 0
    assert sorted(card for card, _ in defence.layoffs) == sorted(
        card for card, _ in layoffs(("7S", 0), ("8S", 0), ("3S", 0), ("QS", 0))
    )
    lay_off(table, defence.layoffs)


def test_loose_cards_all_go_where_they_leave_room_for_the_others() -> None:
    table = hands("7C 7D 7H", "4S 5S 6S", "9H TH JH")
    made = all_layoffs(parse_hand("8S 7S 3S AS QH 8H KC 6H"), table)
    assert sorted(written(made)) == [("3S", 1), ("7S", 1), ("8H", 2), ("8S", 1), ("QH", 2)]
    lay_off(table, made)


def test_chains_stop_at_the_ends_of_a_suit() -> None:
    # the king of spades and the ace of hearts are neighbours as numbers only
    assert best_defence(parse_hand("KS AH"), hands("2H 3H 4H", "TS JS QS")).layoffs == layoffs(("AH", 0), ("KS", 1))
    assert best_defence(parse_hand("KS"), hands("AH 2H 3H")).layoffs == ()
    assert best_defence(parse_hand("AH"), hands("JS QS KS")).layoffs == ()
    assert best_defence(parse_hand("KD AC"), hands("TD JD QD")).layoffs == layoffs(("KD", 0))


@pytest.mark.parametrize("missing", ["AS", "KS", "AC", "KC", "9D"])
def test_a_set_waits_for_its_fourth_card_alone(missing: str) -> None:
    rank = missing[0]
    three = parse_hand(" ".join(rank + suit for suit in "SHDC")) & ~parse_hand(missing)
    others = FULL_DECK & ~three & ~parse_hand(missing)
    assert all_layoffs(FULL_DECK & ~three, (three,)) == layoffs((missing, 0))
    assert all_layoffs(others, (three,)) == ()


def test_the_cards_that_fit_after_some_layoffs_include_melded_ones() -> None:
    given = best_defence_given(parse_hand("2S 6S 7S 7D 7H KC"), hands("3S 4S 5S", "8H 8D 8C"), layoffs(("6S", 0)))
    assert given.fits == {parse_card("2S"): (0,), parse_card("7S"): (0,)}
    assert (given.melds, given.count) == (hands("7S 7H 7D"), 12)


@pytest.mark.parametrize(
    ("made", "code"),
    [
        pytest.param([("9S", 0)], Code.NOT_IN_HAND, id="not-held"),
        pytest.param([("6S", 0), ("6S", 0)], Code.NOT_IN_HAND, id="twice"),
        pytest.param([("7S", 0)], Code.LAYOFF_DOES_NOT_FIT, id="W25-seven-before-six"),
    ],
)
def test_fixed_layoffs_are_refused_with_their_reason(made: list[tuple[str, int]], code: Code) -> None:
    with pytest.raises(RuleViolation) as refusal:
        best_defence_given(parse_hand("6S 7S"), hands("3S 4S 5S"), layoffs(*made))
    assert refusal.value.code == code


def test_ec25_the_knocker_shows_what_offers_fewest_unseen_cards() -> None:
    holding = parse_hand("5S 5H 5D 5C 6S 7S 8S AH 2D 3C")
    unseen = FULL_DECK & ~holding
    shown = knock_arrangement(holding, unseen)
    assert set(shown.melds) == set(hands("5S 5H 5D 5C", "6S 7S 8S")), "4S 3S 2S AS are denied"
    assert shown == arrange(holding, shown.melds)


RUN_OR_SET = parse_hand("AS 2S 3S 2H 2D TD JD QD KD 5H")
"""Ace to three or three twos: four points stay loose either way."""


@pytest.mark.parametrize(
    ("placed", "shown"),
    [
        pytest.param("", ("2S 2H 2D", "TD JD QD KD"), id="the-run-would-offer-ten-cards-and-the-set-one"),
        pytest.param("4S", ("AS 2S 3S", "TD JD QD KD"), id="the-run-offers-nothing-and-the-set-one"),
        pytest.param("4S 2C", ("AS 2S 3S", "TD JD QD KD"), id="neither-offers-anything-so-the-lowest-melds"),
    ],
)
def test_ec25_only_cards_not_yet_placed_count_as_chances(placed: str, shown: tuple[str, ...]) -> None:
    unseen = FULL_DECK & ~RUN_OR_SET & ~parse_hand(placed)
    assert knock_arrangement(RUN_OR_SET, unseen).melds == hands(*shown)


def test_ec25_the_count_comes_before_the_chances() -> None:
    holding = parse_hand("3S 4S 5S 6S KH KD KC AH AD 2C")
    assert knock_arrangement(holding, FULL_DECK & ~holding).count == min_deadwood(holding) == 4
