"""The club player, one question at a time."""

from __future__ import annotations

import random

import pytest

from games.bots.club import Club, turn_of, weigh
from games.domain.actions import (
    SERVER,
    Action,
    Deal,
    Defend,
    Discard,
    DrawForDeal,
    DrawStock,
    Knock,
    PassUpcard,
    PlayerAction,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import hand_of, parse_card
from games.domain.events import HandScored
from games.domain.hands.gin import GinHand
from games.domain.match import legal_actions, must_act, new_match, next_deal, step, verify
from games.domain.perspective import Can
from games.domain.ruleset import RuleSet
from games.domain.variants import get_variant
from tests.games.bots.gin_views import recall
from tests.games.bots.test_casual import PAIRS, seen
from tests.games.domain.table import ALICE, BOB, PLAIN, Table
from tests.properties.playing import RULES
from tests.properties.test_redaction import Twins


def choice(table: Table, seat: int, seed: int = 0) -> PlayerAction:
    return Club().choose(recall(table.match, seat), random.Random(seed), 1_000)


def drawn(hand: str, stock: str = "QD") -> Table:
    """Alice has passed, and Bob, and Alice has drawn from the stock."""
    return Table().deal(hand, None, "KD", stock).play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_it_never_does_what_the_rules_do_not_allow(rules: RuleSet) -> None:
    """Against an opponent who plays at random it meets every phase."""
    rng = random.Random(4)
    phases = set()
    match = new_match(get_variant("gin"), 2, rules)
    hands = 0
    while hands < 12:
        if match.phase == "over":
            match = new_match(get_variant("gin"), 2, rules)
        needed = next_deal(match, early=True)
        if needed is not None:
            deck = tuple(rng.sample(range(52), 52))
            action: Action = Deal((deck,)) if needed.hand_no else DrawForDeal(deck)
            match = step(match, SERVER, action)
            hands += needed.hand_no > 0
            continue
        seat = must_act(match)[0]
        if seat == ALICE:
            shown = recall(match, seat)
            phases.add(shown.phase)
            action = Club().choose(shown, rng, 1_000)
            verify(match, seat, action)
        else:
            action = rng.choice(legal_actions(match, seat))
        match = step(match, seat, action)
    assert {"draw", "shed"} <= phases
    assert ("upcard" in phases) == (rules.upcard_offer != "none")


def test_it_knows_no_more_than_it_may() -> None:
    """Hidden cards change places; the view and the choice stay."""
    rng = random.Random(6)
    match = new_match(get_variant("gin"), 2, RULES["he-wikihow"])
    asked = 0
    while asked < 60:
        needed = next_deal(match, early=True)
        if needed is not None:
            deck = tuple(rng.sample(range(52), 52))
            match = step(match, SERVER, Deal((deck,)) if needed.hand_no else DrawForDeal(deck))
            continue
        if match.phase == "over":
            match = new_match(get_variant("gin"), 2, RULES["he-wikihow"])
            continue
        seat = must_act(match)[0]
        hand: GinHand = match.tables[0]
        if hand.phase in ("draw", "shed"):
            known = hand.hands[hand.place] | hand_of(hand.pile) | hand_of(hand.taken[0] + hand.taken[1])
            twin = Twins([known | 1 << hand.dealt.upcard], rng).match(match)
            one, other = (Club().choose(recall(one, seat), random.Random(asked), 1_000) for one in (match, twin))
            assert twin != match
            assert one == other
            asked += 1
        match = step(match, seat, Club().choose(recall(match, seat), rng, 1_000))


def test_it_takes_a_discard_only_into_a_meld() -> None:
    for top, takes in (("7H", True), ("TC", True), ("5S", True), ("AS", False), ("9D", False)):
        shown = seen(PAIRS, Can(draw_stock=True, take_discard=True), top=top)
        assert Club().choose(shown, random.Random(0), 1_000) == (TakeDiscard() if takes else DrawStock())
        shown = seen(PAIRS, Can(take_upcard=True, pass_upcard=True), top=top)
        assert Club().choose(shown, random.Random(0), 1_000) == (TakeUpcard() if takes else PassUpcard())


def test_it_knocks_early_when_gin_is_far() -> None:
    assert choice(drawn("7S 7H 7C JC JS JD AS 3D 2C 4H"), ALICE) == Knock(parse_card("QD"))


def test_late_in_the_hand_it_waits_for_gin_or_an_undercut() -> None:
    shown = recall(drawn("7S 7H 7C JC JS JD AS 3D 2C 4H").match, ALICE)
    assert shown.can.knock
    assert Club().choose(shown._replace(stock=20), random.Random(0), 1_000) == Discard(parse_card("QD"))


def test_with_many_cards_that_make_it_gin_it_waits() -> None:
    waits = drawn("5S 6S 7S 8H 9H TH JC QC KC AS", "QD")
    assert isinstance(choice(waits, ALICE), Discard)


def test_it_goes_gin_when_it_can() -> None:
    assert choice(drawn("7S 7H 7C 2H 3H 4H JC JS JD 9C", "5H"), ALICE) == Knock(parse_card("9C"))


def test_near_the_target_any_knock_will_do() -> None:
    waits = drawn("5S 6S 7S 8H 9H TH JC QC KC AS", "QD")
    shown = recall(waits.match, ALICE)
    for points, knocks in ((93, False), (94, True)):
        sheet = shown.sheet.enter_round((HandScored(1, 0, "knock", ALICE, ALICE, 0, points, points, 1, ()),))
        action = Club().choose(shown._replace(sheet=sheet), random.Random(0), 1_000)
        assert isinstance(action, Knock) == knocks


def test_it_keeps_back_what_the_opponent_could_use() -> None:
    """Bob holds two jacks for certain: the third one becomes dearer to shed than a king."""
    shown = recall(drawn(PLAIN).match, ALICE)
    bob = shown.seats[BOB]._replace(holds=(parse_card("JH"), parse_card("JD")))
    warned = shown._replace(seats=(shown.seats[ALICE], bob))
    jack, king = parse_card("JS"), parse_card("KS")
    assert weigh(warned)[king] - weigh(warned)[jack] > weigh(shown)[king] - weigh(shown)[jack] + 5


def test_turns_are_counted_from_what_lies_on_the_table() -> None:
    table = Table().deal(PLAIN, None, "KD", "QD JD TD").play("0 take-upcard")
    assert turn_of(recall(table.match, ALICE)) == 0
    table.play("0 discard KS", "1 draw-stock")
    assert turn_of(recall(table.match, BOB)) == 0
    table.play("1 discard QD", "0 take-discard")
    assert turn_of(recall(table.match, ALICE)) == 1


def test_it_defends_with_the_joint_optimum() -> None:
    assert Club().choose(seen(PAIRS, Can(defend=True)), random.Random(0), 1_000) == Defend()
