"""How a hand runs out: the wall, the last chance and the stall (RULES 1.4, EC-13, EC-46 to EC-51)."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import BigGinLast, KnockLast, PassLast
from games.domain.cards import format_card, parse_card
from games.domain.errors import Code
from games.domain.events import HandScored, HandVoided, Knocked, LastPassed, PileTaken
from games.domain.match import legal_actions, must_act
from games.domain.ruleset import STALL_LIMIT
from tests.games.domain.table import ALICE, BOB, PLAIN, Table

NEARLY = "7C 7D 7H 3S 4S 5S KC KD KS JH"
"""Three melds and a loose jack: anything to ten in the jack's place is a knock."""

WAITING = "AS 8S TS QS 2D 4D 6D AC 3H 9H"
"""Ten cards without a meld that leave NEARLY alone."""


def draw_down(table: Table, stock: int) -> Table:
    """Both draw from the stock and shed what they drew, until so many cards are left."""
    if table.hand.phase == "upcard_n":
        table.play("0 pass-upcard", "1 pass-upcard")
    while table.hand.stock > stock:
        (seat,) = must_act(table.match)
        table.play(f"{seat} draw-stock")
        table.play(f"{seat} discard {format_card(table.hand.drawn)}")
    return table


def fifty_cards(alice: str = PLAIN, bob: str | None = None, last: str | None = None, **numbers: Any) -> Table:
    """Alice has drawn card 50 of the pack; ``last`` is that card."""
    upcard = "QD" if "QD" not in f"{alice} {bob} {last}" else "6C"
    known = f"{alice} {bob or ''} {upcard} {last or ''}".split()
    filler = [card for card in map(format_card, range(51, -1, -1)) if card not in known]
    if bob is None:
        stock = ""
        assert last is None
    else:
        stock = " ".join([*filler[:28], *([last] if last else [])])
    table = draw_down(Table(**numbers).deal(alice, bob, upcard, stock), 3)
    return table.play("0 draw-stock")


def test_w17_the_third_last_card_drawn_and_shed_voids_the_hand() -> None:
    """W17, W32, EC-46."""
    table = fifty_cards()
    assert table.hand.stock == 2
    table.play(f"0 discard {format_card(table.hand.drawn)}")
    assert table.events[-1] == HandVoided(1, 0, "wall")
    assert table.phase == "done"
    assert must_act(table.match) == ()
    assert table.match.sheet.columns[0].totals == (0, 0)
    assert table.match.pairings[0].dealer == BOB


BOBS = "2S 4D 6D 8S TS QS 3H 5H 9H AD"


def test_ec46_the_drawer_of_card_fifty_may_knock() -> None:
    """EC-46."""
    table = fifty_cards(NEARLY, BOBS, "2H")
    assert table.hand.stock == 2
    table.play("0 knock JH", "1 defend * *")
    assert table.scored()[:2] == ("knock", ALICE)


def test_ec46_or_go_gin() -> None:
    """EC-46."""
    table = fifty_cards(NEARLY, BOBS, "6S").play("0 knock JH")
    assert table.scored()[:2] == ("gin", ALICE)


def test_ec47_when_it_is_dead_the_last_discard_may_not_be_taken() -> None:
    """EC-47."""
    table = fifty_cards(WAITING, NEARLY, "2C")
    table.play("0 discard 2C")
    table.refuses("1 knock-last JH", Code.WRONG_PHASE)
    table.refuses("1 take-discard", Code.WRONG_PHASE)
    assert table.voided() == "wall"


def test_ec48_taking_the_discard_leaves_three_cards_and_play_goes_on() -> None:
    """EC-48."""
    table = draw_down(Table().deal(PLAIN, None, "QD"), 3)
    table.play("0 take-discard", "0 discard AS", "1 draw-stock")
    assert table.hand.stock == 2


def test_ec49_who_draws_card_fifty() -> None:
    """EC-49: Alice after two refusals or if Bob takes the upcard; Bob if she takes it."""
    assert fifty_cards().hand.place == 0
    taken_by_bob = Table().deal(PLAIN, None, "QD").play("0 pass-upcard", "1 take-upcard")
    taken_by_bob.play(f"1 discard {taken_by_bob.held(BOB).split()[-1]}")
    assert draw_down(taken_by_bob, 3).hand.place == 0
    taken_by_alice = Table().deal(PLAIN, None, "QD").play("0 take-upcard", "0 discard AS")
    assert draw_down(taken_by_alice, 3).hand.place == 1


def last_chance(bob: str = NEARLY, shed: str = "2C", **numbers: Any) -> Table:
    """Alice has shed card 50 under ``knock_only``."""
    table = fifty_cards(WAITING, bob, shed, last_discard="knock_only", **numbers)
    return table.play(f"0 discard {shed}")


def test_ec47_the_last_discard_may_be_taken_to_knock_at_once() -> None:
    """EC-47."""
    table = last_chance()
    assert (table.phase, must_act(table.match)) == ("last_chance", (BOB,))
    assert set(legal_actions(table.match, BOB)) == {KnockLast(parse_card("JH")), PassLast()}
    table.play("1 knock-last JH")
    taken, knocked = table.events
    assert taken == PileTaken(BOB, parse_card("2C"))
    assert isinstance(knocked, Knocked)
    assert (knocked.kind, knocked.count, knocked.discard) == ("knock", 2, parse_card("JH"))
    table.play("0 defend * *")
    assert table.scored()[:2] == ("knock", BOB)


def test_ec47_or_for_gin() -> None:
    """EC-47."""
    table = last_chance(shed="6S")
    table.play("1 knock-last JH")
    assert table.scored()[:2] == ("gin", BOB)


def test_ec47_passing_the_last_discard_voids_the_hand() -> None:
    """EC-47."""
    table = last_chance()
    table.play("1 pass-last")
    assert table.events == (LastPassed(BOB), HandVoided(1, 0, "wall"))


def test_the_last_chance_times_out_as_a_pass() -> None:
    """RULES 1.8."""
    table = last_chance().play("flag 1")
    assert [type(event).__name__ for event in table.events] == ["Flagged", "LastPassed", "HandVoided"]
    assert table.match.phase == "between"


def test_ec47_the_card_cannot_be_taken_without_a_legal_knock() -> None:
    """EC-47: not shed again either, nor taken to play on; `expose` does not apply."""
    table = last_chance(bob="7C 7D 7H 3S 4S 6H KC KD QH JH", invalid_knock="expose")
    table.refuses("1 knock-last JH", Code.KNOCK_OVER_LIMIT)
    table.refuses("1 knock-last 2C", Code.TAKEN_CARD_RETURNED, card="2C")
    table.refuses("1 knock-last 8D", Code.NOT_IN_HAND)
    table.refuses("1 take-discard", Code.WRONG_PHASE)
    table.refuses("1 draw-stock", Code.WRONG_PHASE)
    table.refuses("1 big-gin-last", Code.BIG_GIN_OFF)
    table.refuses("0 pass-last", Code.NOT_YOUR_TURN)
    assert legal_actions(table.match, BOB) == (PassLast(),)


def test_big_gin_with_the_last_discard() -> None:
    table = last_chance("7C 7D 7H 3S 4S 5S 8D 9D TD JD", "2S", big_gin_bonus=31)
    assert BigGinLast() in legal_actions(table.match, BOB)
    table.refuses("1 big-gin-last 7H7D7C,3S4S5S,8D9DTDJD", Code.NOT_BIG_GIN, count=2)
    table.play("1 big-gin-last")
    assert table.scored()[:2] == ("big_gin", BOB)


def test_ec13_the_shed_after_the_twentieth_pile_draw_in_a_row_voids_the_hand() -> None:
    """EC-13: the taking of the upcard counts."""
    table = Table().deal(PLAIN, None, "QD").play("0 take-upcard")
    for _ in range(STALL_LIMIT - 1):
        (seat,) = must_act(table.match)
        shed = next(card for card in table.held(seat).split() if parse_card(card) != table.hand.drawn)
        table.play(f"{seat} discard {shed}")
        assert table.phase == "draw"
        table.play(f"{1 - seat} take-discard")
    assert table.hand.streak == STALL_LIMIT
    (seat,) = must_act(table.match)
    shed = next(card for card in table.held(seat).split() if parse_card(card) != table.hand.drawn)
    table.play(f"{seat} discard {shed}")
    assert table.voided() == "stall"


def test_ec13_a_draw_from_the_stock_begins_the_count_anew() -> None:
    """EC-13."""
    table = Table().deal(PLAIN, None, "QD").play("0 take-upcard", "0 discard AS", "1 take-discard")
    assert table.hand.streak == 2
    table.play(f"1 discard {table.held(BOB).split()[-1]}", "0 draw-stock")
    assert table.hand.streak == 0


@pytest.mark.parametrize("last_discard", ["dead", "knock_only"])
def test_ec13_a_stall_gives_no_last_chance(last_discard: str) -> None:
    """EC-13."""
    table = Table(last_discard=last_discard).deal(PLAIN, None, "QD").play("0 take-upcard")
    while table.match.phase == "play":
        (seat,) = must_act(table.match)
        if table.phase == "draw":
            table.play(f"{seat} take-discard")
        else:
            shed = next(card for card in table.held(seat).split() if parse_card(card) != table.hand.drawn)
            table.play(f"{seat} discard {shed}")
    assert table.voided() == "stall"


def test_ec51_a_void_hand_leaves_no_entry_and_the_same_dealer() -> None:
    """EC-50, EC-51, W32."""
    table = fifty_cards()
    table.play(f"0 discard {format_card(table.hand.drawn)}")
    assert table.match.sheet.columns[0].boxes == (0, 0)
    assert table.match.sheet.hands == (HandVoided(1, 0, "wall"),)
    assert not any(isinstance(ended, HandScored) for ended in table.match.sheet.hands)
    table.play("0 ready", "1 ready").deal(PLAIN, None, "QD")
    assert table.hand.dealt.dealer == BOB
    assert table.hand.dealt.hand_no == 2
