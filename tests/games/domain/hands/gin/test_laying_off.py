"""The defender's answer to a knock (RULES 2a, 1.6): own melds and lay-offs, in one action."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import Defend
from games.domain.cards import parse_card
from games.domain.errors import Code
from games.domain.events import Defended, HandScored
from games.domain.match import legal_actions, must_act
from tests.games.domain.table import ALICE, BOB, Table, hand


def knocked(alice: str, shed: str, bob: str, **numbers: Any) -> Table:
    """Alice has drawn ``shed`` from the stock and knocked with it."""
    upcard = next(card for card in ("QC", "JC", "TC", "KC", "9C") if card not in f"{alice} {shed} {bob}".split())
    table = Table(**numbers).deal(alice, bob, upcard, shed)
    return table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", f"0 knock {shed}")


def counts(table: Table) -> tuple[int, int]:
    outcome = table.hand.outcome
    assert isinstance(outcome, HandScored)
    return outcome.knocker_count, outcome.defender_count


ALICES = "7C 7D 7H 3S 4S 5S KC KD KS AC"
"""Shown in this order: 3S 4S 5S, then 7H 7D 7C, then KS KD KC; the ace is loose."""


def test_after_a_knock_the_defender_acts() -> None:
    table = knocked(ALICES, "QD", "7S 2S 6S KH 2D 4D 6D 8D TD QH")
    assert must_act(table.match) == (BOB,)
    assert legal_actions(table.match, BOB) == (Defend(),)
    assert legal_actions(table.match, ALICE) == ()
    table.refuses("0 defend * *", Code.NOT_YOUR_TURN)
    table.refuses("1 draw-stock", Code.WRONG_PHASE)


def test_w25_all_of_two_six_and_seven_can_go() -> None:
    """W25, EC-22: with the six down the seven also fits the run."""
    table = knocked(ALICES, "QD", "7S 2S 6S 8H 2D 4D 6D 8D TD QH")
    table.play("1 defend - 2S@0,6S@0,7S@0")
    assert table.events[0] == Defended(
        BOB,
        (),
        ((parse_card("2S"), 0), (parse_card("6S"), 0), (parse_card("7S"), 0)),
        hand("8H 2D 4D 6D 8D TD QH"),
        48,
    )
    assert counts(table) == (1, 48)


def test_w04_the_fourth_card_goes_on_a_set() -> None:
    """W04, W05, W25."""
    table = knocked(ALICES, "QD", "7S 2S 6S 8H 2D 4D 6D 8D TD QH")
    table.play("1 defend - 7S@1,6S@0")
    assert counts(table) == (1, 50)


def test_ec22_a_card_fits_only_when_its_turn_comes() -> None:
    """EC-22."""
    table = knocked(ALICES, "QD", "7S 2S 6S 8H 2D 4D 6D 8D TD QH")
    table.refuses("1 defend - 7S@0", Code.LAYOFF_DOES_NOT_FIT, card="7S")
    table.refuses("1 defend - 7S@0,6S@0", Code.LAYOFF_DOES_NOT_FIT, card="7S")
    table.play("1 defend - 6S@0,7S@0")
    assert table.phase == "done"


def test_ec23_the_target_meld_is_named() -> None:
    """EC-23: 7 then 8 on the run leave nothing; the seven on the set keeps the eight in hand."""
    alice = "7C 7D 7H 4S 5S 6S KC KD KS AC"
    bob = "7S 8S QS QD QH 2D 2C 2S 3H 5C"
    table = knocked(alice, "TD", bob)
    table.refuses("1 defend * 7S@1,8S@0", Code.LAYOFF_DOES_NOT_FIT, card="8S")
    table.refuses("1 defend * 7S@1,8S@1", Code.LAYOFF_DOES_NOT_FIT, card="8S")
    table.refuses("1 defend * 7S@3", Code.LAYOFF_DOES_NOT_FIT)
    table.refuses("1 defend * 7S@-1", Code.LAYOFF_DOES_NOT_FIT)
    on_the_run = knocked(alice, "TD", bob).play("1 defend QSQHQD,2S2D2C 7S@0,8S@0")
    assert counts(on_the_run) == (1, 8)
    table.play("1 defend QSQHQD,2S2D2C 7S@1")
    assert counts(table) == (1, 16)


def test_ec20_the_best_defence_gives_up_its_fourth_ten() -> None:
    """EC-20, EC-33, EC-34: the joint optimum, which is also what the server plays when time is up."""
    alice, bob = "7C 8C 9C AS AH AD KC KD KS 4H", "TC TD TH TS JC 2S 3S 4S 5D 5H"
    table = knocked(alice, "QD", bob).play("1 defend * *")
    assert counts(table) == (4, 10)
    late = knocked(alice, "QD", bob).play("flag 1")
    assert counts(late) == (4, 10)
    assert [type(event).__name__ for event in late.events] == ["Flagged", "Defended", "HandScored"]
    own_first = knocked(alice, "QD", bob).play("1 defend TSTHTDTC,2S3S4S *")
    assert counts(own_first) == (4, 20)


def test_ec21_the_best_defence_breaks_its_run() -> None:
    """EC-21, EC-33."""
    table = knocked("JH QH KH 6S 6H 6D 3C 3D 3H AD", "QD", "8H 8D 8S 9H TH AS 2S 3S 4C 4D")
    table.play("1 defend * *")
    assert counts(table) == (1, 8)


def test_only_lay_offs_given_the_rest_is_melded_as_well_as_can_be() -> None:
    table = knocked("7C 8C 9C AS AH AD KC KD KS 4H", "QD", "TC TD TH TS JC 2S 3S 4S 5D 5H")
    index = table.sees(BOB).knock.melds.index(hand("7C 8C 9C"))  # type: ignore[union-attr]
    table.play(f"1 defend * TC@{index}")
    assert counts(table) == (4, 20)
    assert table.events[0] == Defended(
        BOB, (hand("2S 3S 4S"), hand("TS TH TD")), ((parse_card("TC"), index),), hand("JC 5D 5H"), 20
    )


def test_only_melds_given_the_loose_cards_are_laid_off_as_well_as_can_be() -> None:
    """EC-23: the seven opens the run for the eight, so that is where it goes."""
    table = knocked("7C 7D 7H 4S 5S 6S KC KD KS AC", "TD", "7S 8S QS QD QH 2D 2C 2S 3H 5C")
    table.play("1 defend QSQHQD,2S2D2C *")
    assert table.events[0] == Defended(
        BOB,
        (hand("QS QH QD"), hand("2S 2D 2C")),
        ((parse_card("7S"), 0), (parse_card("8S"), 0)),
        hand("3H 5C"),
        8,
    )


def test_ec34_the_defender_may_decline_everything() -> None:
    """EC-34."""
    table = knocked(ALICES, "QD", "7S 2S 6S 8H 2D 4D 6D 8D TD QH")
    table.play("1 defend - -")
    assert counts(table) == (1, 63)


def test_w06_nothing_goes_on_the_knockers_loose_cards() -> None:
    """W06, EC-29: only melds have an index, and a meld of both hands' cards is not one's own."""
    table = knocked("3C 3D KC KD KS KH 5S 6S 7S AC", "QD", "3H 2S 4D 8H 2D 4C 6D 8D TD QH")
    table.refuses("1 defend - 3H@2", Code.LAYOFF_DOES_NOT_FIT)
    table.refuses("1 defend 3H3D3C -", Code.NOT_IN_HAND)


@pytest.mark.parametrize("move", ["1 defend - KH@0", "1 defend - AS@0"])
def test_ec31_no_fifth_card_on_a_set_and_no_ace_above_a_king(move: str) -> None:
    """EC-31."""
    table = knocked("JS QS KS 4H 4D 4C 8H 8D 8C AC", "QD", "AS KH 4S 8S 2D 5D 7H 9D TD 6C")
    table.refuses(move, Code.LAYOFF_DOES_NOT_FIT)
    table.refuses("1 defend - 4S@0", Code.LAYOFF_DOES_NOT_FIT)


def test_ec32_an_ace_goes_under_a_two() -> None:
    """EC-32."""
    table = knocked("2S 3S 4S 8H 8D 8C KC KD KS AC", "QD", "AS 5H 9S 7S 2D 5D 7H 9D TD 6C")
    table.play("1 defend - AS@0")
    assert counts(table)[1] == 5 + 9 + 7 + 2 + 5 + 7 + 9 + 10 + 6


def test_a_card_is_used_once() -> None:
    """W58: neither in two melds, nor melded and laid off, nor laid off twice."""
    table = knocked(ALICES, "QD", "7S 6S 8S 6D 6H 4D 2D 8D TD QH")
    table.refuses("1 defend 6S7S8S,6S6H6D -", Code.MELDS_OVERLAP)
    table.refuses("1 defend 6S7S8S 7S@1", Code.NOT_IN_HAND)
    table.refuses("1 defend - 7S@1,7S@1", Code.NOT_IN_HAND)
    table.refuses("1 defend 6S7S -", Code.NOT_A_MELD)
    table.refuses("1 defend KSKDKC -", Code.NOT_IN_HAND)


def test_ec28_the_knocker_has_no_part_in_the_lay_off() -> None:
    """EC-27, EC-28: what is shown is final, and only the defender lays off."""
    table = knocked(ALICES, "QD", "7S 2S 6S 8H 2D 4D 6D 8D TD QH")
    table.refuses("0 defend - AC@0", Code.NOT_YOUR_TURN)
    table.refuses("0 knock QD", Code.NOT_YOUR_TURN)


def test_w07_the_knocker_gets_the_difference() -> None:
    """W07: two twos against two queens are 16."""
    table = knocked("KC KD KH KS 3C 4C 5C 6C 2H 2S", "TD", "8S 9S TS JS 5D 6D 7D 8D QH QD").play("1 defend * *")
    assert table.scored() == ("knock", ALICE, 16)


@pytest.mark.parametrize(
    ("preset", "loose", "bob", "kind", "points"),
    [
        ("he-wikihow", "9H", "8S 8H 8D TS JS QS AH AD AC 2D", "undercut", 32),  # W09: 9 against 2
        ("pagat", "9H", "8S 8H 8D TS JS QS AH AD AC 2D", "undercut", 17),
        ("he-wikihow", "9H", "8S 8H 8D TS JS QS TD AD AC JD", "knock", 13),  # W37's like: 9 against 22
        ("ar-cloudz", "9H", "8S 8H 8D TS JS QS TD TH AC QD", "knock", 22),  # W39's other side: 9 against 31
        ("pagat", "3H", "8S 8H 8D TS JS QS AD 2D AH 8C", "knock", 1),  # W28's like: 3 against 4
    ],
)
def test_w09_the_lower_count_wins_the_difference(preset: str, loose: str, bob: str, kind: str, points: int) -> None:
    """W09, W28, W37, W39."""
    table = knocked(f"7C 7D 7H 3S 4S 5S KC KD KS {loose}", "QC", bob, preset=preset).play("1 defend * *")
    assert table.scored()[::2] == (kind, points)


def test_ec37_a_defender_with_gin_undercuts_without_gin_bonus() -> None:
    """EC-37: 3 + 25."""
    gin_hand = "8S 8H 8D TS JS QS 6D 5D 4D 3D"
    table = knocked("7C 7D 7H 3S 4S 5S KC KD KS 3C", "QD", gin_hand).play("1 defend * *")
    assert table.scored() == ("undercut", BOB, 3 + 25)


def test_ec38_a_defender_who_lays_off_everything_undercuts() -> None:
    """W10, EC-38: 6 + 25."""
    table = knocked("7C 7D 7H 3S 4S 5S KC KD KS 6C", "QD", "8S 8H 8D TS JS QS 2S 6S 7S AS").play("1 defend * *")
    assert table.scored() == ("undercut", BOB, 6 + 25)


@pytest.mark.parametrize(
    ("preset", "points"), [("he-wikihow", 10), ("ar-cloudz", 25), ("pagat", 10), ("wikipedia", 25)]
)
def test_ec39_equal_counts_are_an_undercut(preset: str, points: int) -> None:
    """W11, W38, EC-39, EC-40, EC-41: and the hand is the defender's."""
    table = knocked("7C 7D 7H 3S 4S 5S KC KD KS 3C", "QD", "8S 8H 8D TS JS QS 6D 5D 4D 3H", preset=preset)
    table.play("1 defend * *")
    assert table.scored() == ("undercut", BOB, points)
    assert table.match.sheet.columns[0].boxes == (0, 1)
