"""The casual rummy player: what it takes, puts down and sheds, and that chance does not beat it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.bots.base import Bot
from games.bots.registry import get_bot
from games.bots.rummy.casual import Casual, companions
from games.domain.actions import SERVER, Deal, Discard, DrawStock, LayOff, Meld, PlayerAction, TakeDiscard
from games.domain.cards import parse_card, parse_hand
from games.domain.events import HandScored
from games.domain.match import apply, must_act
from games.domain.perspective import recall
from tests.games.bots.rummy.asking import choice, drawing, melding
from tests.games.domain.hands.rummy.table import RummyTable
from tests.properties.playing import deck_from

CASUAL = Casual()
PAIRS = "7S 7D 2H 3H JC QC 9S KD 5D"


@pytest.mark.parametrize("top", ["7H", "4H", "AH", "KC", "TC"])
def test_it_takes_a_discard_into_a_meld(top: str) -> None:
    assert choice(CASUAL, drawing(PAIRS, pile=top)) == "take-discard"


@pytest.mark.parametrize("top", ["6C", "TH"])
def test_it_takes_a_discard_that_fits_on_the_table(top: str) -> None:
    assert choice(CASUAL, drawing(PAIRS, pile=top, melds=("7H 8H 9H", "6S 6D 6H"))) == "take-discard"


@pytest.mark.parametrize("top", ["AS", "5C", "JD"])
def test_it_takes_no_other(top: str) -> None:
    assert choice(CASUAL, drawing(PAIRS, pile=top)) == "draw-stock"


def test_it_melds_all_it_has_and_then_lays_off_what_is_left() -> None:
    lying = ("TC TD TH",)
    assert choice(CASUAL, melding("7S 7D 7C 2H 3H 4H JD QS TS 9C", melds=lying)).startswith("meld ")
    assert choice(CASUAL, melding("7S 7D 2H JD QS TS 9C", melds=lying)) == "lay-off TS@0"


def test_it_does_not_lay_off_what_its_own_meld_needs() -> None:
    assert choice(CASUAL, melding("7S 8S TS 2H JD QC 9S", melds=("TC TD TH",))) == "meld 7S8S9STS"


def test_it_sheds_the_dearest_card_that_nothing_goes_with() -> None:
    assert choice(CASUAL, melding("7S 7D 2H 3H JC QC 9D 4S AD 5D KH")) == "discard KH"


def test_with_aces_at_fifteen_an_ace_is_the_dearest() -> None:
    hand = "7S 7D 2H 3H JC QC 9D 4C AS 6D"
    assert choice(CASUAL, melding(hand)) != "discard AS"
    assert choice(CASUAL, melding(hand, numbers={"ace": "high_or_low"})) == "discard AS"


def test_companions_share_a_rank_or_lie_near_in_the_suit() -> None:
    hand = parse_hand("7S 7D 9S TS 6H")
    assert companions(hand, parse_card("7S")) == 2
    assert companions(hand, parse_card("9S")) == 2
    assert companions(hand, parse_card("6H")) == 0


class AnyMove:
    """Uniformly any move that is allowed."""

    def choose(self, view: Any, rng: random.Random, budget_ms: int) -> PlayerAction:
        can = view.can
        draws: list[PlayerAction] = [DrawStock(), TakeDiscard()] if can.draw_stock else []
        lays: list[PlayerAction] = [LayOff(card, meld) for card, melds in can.lay_off.items() for meld in melds]
        return rng.choice([*draws, *map(Meld, can.meld), *lays, *map(Discard, can.discard)])


def test_it_beats_chance_in_nine_hands_of_ten() -> None:
    bots: tuple[Bot, Bot] = (get_bot("casual", "rummy"), AnyMove())
    won = []
    for seed in range(24):
        dice = random.Random(seed)
        match = RummyTable().deal().match
        decks = tuple(deck_from(dice) for _ in range(match.variant.hands.decks(match.rules)))
        match = apply(match._replace(phase="between", tables=()), SERVER, Deal(decks)).match
        while match.phase == "play":
            (seat,) = must_act(match)
            bot = bots[(seat + seed) % 2]
            match = apply(match, seat, bot.choose(recall(match, seat), dice, 1_000)).match
        outcome = match.tables[0].outcome
        if isinstance(outcome, HandScored):
            won.append((outcome.winner + seed) % 2 == 0)
    assert len(won) > 18
    assert sum(won) >= 0.9 * len(won)
