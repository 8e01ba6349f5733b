"""The rummy beginner: a casual player with slips."""

from __future__ import annotations

from games.bots.rummy.beginner import OVERLOOKS, SLIPS, Beginner
from games.bots.rummy.casual import Casual
from tests.games.bots.rummy.asking import choice, melding

MANY = 400


def test_now_and_then_it_sheds_some_other_loose_card_but_never_one_of_a_meld() -> None:
    shown = melding("7S 7D 7C 2H 3H JC QC 9D 4S KH", played=(0,), numbers={"melds_per_turn": "one"})
    shown = shown._replace(can=shown.can._replace(meld=()))
    chosen = [choice(Beginner(), shown, seed) for seed in range(MANY)]
    usual = choice(Casual(), shown)
    other = sum(1 for action in chosen if action != usual) / MANY
    assert 0.5 * SLIPS < other < SLIPS
    assert not {"discard 7S", "discard 7D", "discard 7C"} & set(chosen)


def test_it_overlooks_some_lay_offs_but_no_meld() -> None:
    shown = melding("7S 7D 2H JD QS TS 9C", melds=("TC TD TH",))
    laid = sum(choice(Beginner(), shown, seed) == "lay-off TS@0" for seed in range(MANY)) / MANY
    assert abs(laid - (1 - OVERLOOKS)) < 0.1
    assert all(choice(Beginner(), melding("7S 7D 7C 2H JD QS 9C"), seed) == "meld 7S7D7C" for seed in range(20))
