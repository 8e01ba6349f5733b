"""The list of moves: cut to its reader, buried discards without their cards."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

from games.application import record, store
from games.application.record import LiveMatch, Step
from games.domain.actions import BigGin, Knock
from games.domain.cards import format_card
from games.domain.match import legal_actions
from games.domain.variants import get_preset
from tests.games.application.matches import NOON, dealt, play_until

pytestmark = pytest.mark.usefixtures("known_deals")


def _discards(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [move for move in moves if move["kind"] == "card_discarded"]


def _played(turns: int, seed: int, history: str = "top_only") -> Step:
    rules = dataclasses.replace(get_preset("he-wikihow"), discard_history=history)
    rng, step = random.Random(seed), dealt(rules)
    for turn in range(turns):
        (seat,) = record.running(step.live)
        quiet = [a for a in legal_actions(step.live.game, seat) if not isinstance(a, Knock | BigGin)]
        step = step.then(record.play(step.live, seat, rng.choice(quiet), NOON + 1_000 * turn))  # type: ignore[arg-type]
    return step


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_buried_discard_is_told_without_its_card_and_a_taken_or_top_one_with_it(seed: int) -> None:
    step = _played(14, seed)
    pile = step.live.game.tables[0].pile
    moves = store.moves(step.live, step.rows, 0)

    told = [move for move in moves if move["kind"] in ("card_discarded", "pile_taken")]
    for move, after in zip(told, [*told[1:], None], strict=True):
        if move["kind"] == "pile_taken":
            assert move["card"] is not None
        elif after is None:
            assert move["card"] == format_card(pile[-1])
        else:
            assert (move["card"] is not None) == (after["kind"] == "pile_taken")
    if len(pile) > 2:
        assert any(move["card"] is None for move in _discards(moves))


def test_an_open_history_tells_every_discard() -> None:
    step = _played(14, 1, "open")

    assert all(move["card"] is not None for move in _discards(store.moves(step.live, step.rows, None)))


def test_a_hand_that_is_over_is_told_in_full() -> None:
    step = play_until(dealt(), lambda live: live.game.phase == "between")

    assert all(move["card"] is not None for move in _discards(store.moves(step.live, step.rows, None)))
    again = play_until(step, lambda live: live.game.phase == "play" and len(live.game.tables[0].pile) > 2)
    discards = _discards(store.moves(again.live, again.rows, None))
    assert all(move["card"] is not None for move in discards if move["v"] <= step.live.version)
    assert any(move["card"] is None for move in discards if move["v"] > step.live.version)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_each_reader_sees_own_draws_and_own_dealt_hand_alone(seat: int | None) -> None:
    step = _played(14, 3)
    moves = store.moves(step.live, step.rows, seat)

    drawn = [move for move in moves if move["kind"] == "stock_drawn"]
    assert drawn
    assert all((move["card"] is not None) == (move["seat"] == seat) for move in drawn)
    (deal,) = [move for move in moves if move["kind"] == "hand_dealt"]
    assert [hand is not None for hand in deal["hands"]] == [player == seat for player in deal["players"]]


def test_moves_carry_the_row_and_time_that_brought_them_and_can_begin_late() -> None:
    step = _played(10, 4)
    rows = {row.number: row for row in step.rows}
    moves = store.moves(step.live, step.rows, 1)

    assert all(rows[move["v"]].at == move["at"] for move in moves)
    assert store.moves(step.live, step.rows, 1, since=9) == [move for move in moves if move["v"] > 9]
    assert store.moves(step.live, step.rows, 1, since=step.live.version) == []


def test_an_outcome_is_told_with_the_row_of_the_action_that_brought_it() -> None:
    def over(live: LiveMatch) -> bool:
        return live.game.phase == "between"

    step = play_until(dealt(), over)
    last = store.moves(step.live, step.rows, 0)[-1]

    assert last["kind"] in ("hand_scored", "hand_voided")
    assert last["v"] == step.live.version - 2  # the action; its outcome and the opened seed stand beside it
