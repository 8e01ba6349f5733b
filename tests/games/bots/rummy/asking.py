"""What a computer player is asked in these tests: Alice's view of a hand laid out on purpose."""

from __future__ import annotations

import random
from typing import Any

from games.bots.base import Bot
from games.domain.actions import PlayerAction
from games.domain.notation import format_action
from games.domain.perspective import RummyView, recall
from tests.games.domain.hands.rummy.table import ALICE, RummyTable


def drawing(*hands: str, seats: int = 2, numbers: dict[str, Any] | None = None, **lying: Any) -> RummyView:
    """Alice before her draw."""
    return seen(RummyTable(seats, **(numbers or {})).lay(*hands, **lying))


def melding(hand: str, *others: str, seats: int = 2, numbers: dict[str, Any] | None = None, **lying: Any) -> RummyView:
    """Alice with the last card of ``hand`` just drawn from the stock."""
    *held, drawn = hand.split()
    stock = f"{drawn} {lying.pop('stock', 'QC JC TC')}"
    table = RummyTable(seats, **(numbers or {})).lay(" ".join(held), *others, stock=stock, **lying)
    return seen(table.play("0 draw-stock"))


def seen(table: RummyTable) -> RummyView:
    view = recall(table.match, ALICE)
    assert isinstance(view, RummyView)
    return view


def choice(bot: Bot, view: RummyView, seed: int = 0) -> str:
    action: PlayerAction = bot.choose(view, random.Random(seed), 1_000)
    return format_action(ALICE, action).removeprefix("0 ")
