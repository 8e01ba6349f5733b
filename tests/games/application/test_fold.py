"""From the rows back to the match: the same to the last value, or a refusal."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from games.application import dealing, record
from games.application.chain import Row, check_chain, seal
from games.application.codec import canonical
from games.application.deals import LostKey
from games.application.fold import Diverged, fold, lose_hand, retell
from games.domain.actions import PassUpcard, Resign
from games.domain.match import must_act
from games.domain.numbers import changed
from games.domain.variants import get_variant
from games.domain.variants.presets import GIN_PRESETS
from tests.games.application.matches import CODE, NOON, dealt, move_on, play_out, play_until

pytestmark = pytest.mark.usefixtures("known_deals")


def _with_payload(rows: tuple[Row, ...], number: int, **changes: object) -> list[Row]:
    """The log with one row's payload changed."""
    row = rows[number - 1]
    payload = canonical(json.loads(row.payload) | changes)
    return [*rows[: number - 1], row._replace(payload=payload), *rows[number:]]


def _number(rows: tuple[Row, ...], kind: str) -> int:
    return next(row.number for row in rows if row.kind == kind)


@pytest.mark.parametrize("name", sorted(set(GIN_PRESETS) - {"he-spruce-3p", "cutthroat"}))
def test_a_fold_gives_the_live_match_to_the_last_value_under_every_preset(name: str) -> None:
    rules = dataclasses.replace(GIN_PRESETS[name], target=25)
    whole = play_out(dealt(rules), seed=len(name))

    folded = fold(1, CODE, whole.rows)

    assert folded == whole.live


@pytest.mark.parametrize(
    ("variant", "seats", "numbers"),
    [
        ("hollywood", 2, {"target": 25, "hollywood": "next_open"}),
        ("three-handed", 3, {"target": 25}),
        ("in-the-box", 3, {"target": 25}),
        ("partnership", 4, {"team_target": 25, "four_players": "net_per_hand"}),
        ("partnership", 4, {"target": 25, "four_players": "sum_of_games"}),
        ("rummy", 6, {"target": 25}),
        ("rummy", 2, {"target": 25, "reshuffle_limit": 1}),
    ],
)
def test_a_fold_gives_the_live_match_of_every_game(variant: str, seats: int, numbers: dict[str, Any]) -> None:
    """Two decks for two tables, and in rummy those that later refills will bring, come from the one seed."""
    rules = changed(get_variant(variant).rules, numbers)
    whole = play_out(dealt(rules, variant=variant, seats=seats), seed=seats)

    assert fold(1, CODE, whole.rows) == whole.live
    check_chain(CODE, whole.rows, (whole.live.version, whole.live.head_hash))
    assert not whole.live.sealed


def test_who_the_computer_plays_for_is_in_the_fold() -> None:
    whole = dealt(variant="three-handed", seats=3, computers=(1,))
    assert whole.live.game.computers == 0b010
    whole = play_until(whole, lambda live: bool(must_act(live.game)) and must_act(live.game)[0] == 0)
    left = whole.then(record.play(whole.live, 0, Resign(), NOON + 10**7))
    assert left.live.finish is not None, "one person is left, and wins (RULES 1.8)"
    assert fold(1, CODE, left.rows) == left.live


def test_a_fold_at_any_row_gives_the_match_as_it_was_then() -> None:
    rng, step = random.Random(5), dealt()
    lives = [step.live]
    for turn in range(90):
        step = step.then(move_on(step.live, rng, NOON + 1_000 * turn))
        lives.append(step.live)

    for live in lives:
        assert fold(1, CODE, step.rows[: live.version]) == live


def test_the_time_given_back_and_the_lag_are_in_the_fold() -> None:
    first = dealt()
    (seat,) = record.running(first.live)
    control = first.live.clock.control
    assert control.move_ms is not None
    returned = record.time_returned(CODE, (first.live.version, first.live.head_hash), 45_000, NOON + 45_000)
    rows = (*first.rows, returned)
    outage = fold(1, CODE, rows)
    late = NOON + 45_000 + control.move_ms + 10_000
    played = record.play(outage, seat, PassUpcard(), late, lag_ms=250)

    folded = fold(1, CODE, (*rows, *played.rows))

    assert folded.clock == played.live.clock
    assert folded.clock.seats[seat].bank_ms == control.bank_ms - 10_000 + 250


def test_a_retold_match_tells_what_was_told_live_with_the_row_that_brought_it() -> None:
    first = dealt()
    whole = play_until(first, lambda live: live.game.phase == "between")

    told = list(retell(1, CODE, whole.rows))
    assert tuple(event for _row, events in told for event in events) == whole.events
    late = list(retell(1, CODE, whole.rows, since=20))
    assert late == [(row, events) for row, events in told if row.number > 20]


def test_a_recorded_score_that_the_cards_do_not_bear_out_is_refused() -> None:
    rows = play_out(dealt()).rows
    number = _number(rows, "hand_scored")
    points = json.loads(rows[number - 1].payload)["points"]

    with pytest.raises(Diverged) as diverged:
        fold(1, CODE, _with_payload(rows, number, points=points + 1))

    assert diverged.value.number == number


def test_a_recorded_end_that_the_sheet_does_not_bear_out_is_refused() -> None:
    rows = play_out(dealt()).rows
    number = _number(rows, "match_ended")
    winner = json.loads(rows[number - 1].payload)["winner"]

    with pytest.raises(Diverged):
        fold(1, CODE, _with_payload(rows, number, winner=1 - winner))


def test_an_opened_seed_that_was_not_committed_is_refused() -> None:
    rows = dealt().rows

    with pytest.raises(Diverged, match="seed"):
        fold(1, CODE, _with_payload(rows, 4, seed="00" * 32))


def test_a_log_with_a_hole_without_a_beginning_or_of_another_schema_is_refused() -> None:
    rows = dealt().rows

    for broken in (rows[1:], (*rows[:3], *rows[4:]), (), tuple(_with_payload(rows, 1, schema=99))):
        with pytest.raises(Diverged):
            fold(1, CODE, broken)


def test_a_finished_match_is_folded_without_the_deal_key(settings: Settings, tmp_path: Path) -> None:
    whole = play_out(dealt())
    settings.DEAL_KEY_FILE = tmp_path / "another_key"

    assert fold(1, CODE, whole.rows).finish == whole.live.finish


def test_a_hand_in_play_is_not_folded_without_the_deal_key(settings: Settings, tmp_path: Path) -> None:
    rows = dealt().rows
    settings.DEAL_KEY_FILE = tmp_path / "another_key"

    with pytest.raises(LostKey):
        fold(1, CODE, rows)


def test_a_hand_whose_key_is_lost_is_given_up_and_dealt_anew(settings: Settings, tmp_path: Path) -> None:
    before = play_until(dealt(), lambda live: live.game.phase == "between" and live.game.hand_no == 2)
    begun = before.then(dealing.deal(before.live, before.live.at))
    played = play_until(begun, lambda live: live.version > begun.live.version + 3 or live.game.phase != "play")
    assert played.live.game.phase == "play"
    settings.DEAL_KEY_FILE = tmp_path / "another_key"

    lost = lose_hand(1, CODE, played.rows, LostKey(CODE, 3, "deadbeef"), played.live.at + 5)

    assert lost.live.game == before.live.game
    assert json.loads(lost.rows[0].payload) == {
        "hand": 3,
        "from": before.live.version + 2,  # the deal
        "until": played.live.version,
    }
    assert record.running(lost.live) == ()
    assert record.pause_until(lost.live) is not None
    dealt_anew = played.then(lost).then(dealing.deal(lost.live, lost.live.at))
    finished = play_out(dealt_anew)
    assert fold(1, CODE, finished.rows) == finished.live
    check_chain(CODE, finished.rows)


def test_a_row_that_no_page_could_have_sent_is_refused() -> None:
    first = dealt()
    row = seal(CODE, (first.live.version, first.live.head_hash), 0, "jump", "{}", NOON)

    with pytest.raises(ValueError, match="unknown kind"):
        fold(1, CODE, [*first.rows, row])
