"""The way back to an exchange of seeds: from any row of a log, from a forged one, from one whose key is lost."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pytest_django import Settings

from games.application import dealing, record
from games.application.chain import Row, check_chain
from games.application.deals import LostKey
from games.application.fold import Diverged, fold, lose_hand
from games.application.record import LiveMatch, Step
from games.domain.actions import SERVER, ComeBack, Flag, Ready, Resign
from games.domain.errors import RuleViolation
from games.domain.shuffle import commit_player
from tests.games.application.exchanging import (
    WAIT,
    all_are_ready,
    begun,
    dealt,
    go_on,
    kinds,
    payload,
    play_hand,
    promise,
    seed_of,
    show,
)
from tests.games.application.matches import CODE, any_move

pytestmark = pytest.mark.usefixtures("known_deals")


def anything(step: Step, rng: random.Random) -> Step:
    """What people, their pages, the clocks and the server do, in any order; the server at once where it can."""
    live, now = step.live, step.live.at + rng.randrange(1, 900)
    hand = live.coming
    seats = list(range(live.game.seats))
    acts: list[Any] = []
    if hand is not None:
        number, exchange = hand.hand_no, hand.exchange
        for seat in exchange.offered:
            commitment = commit_player(CODE, number, seat, seed_of(seat, number))
            acts.append(lambda s=seat, c=commitment: dealing.commit_seed(live, s, number, c, now, None))
        if exchange.offered and rng.random() < 0.3:
            acts = [lambda: dealing.default_late(live, number, max(now, hand.until or 0))]
        for seat in exchange.owing if not exchange.offered else ():
            acts.append(lambda s=seat: dealing.reveal_seed(live, s, number, seed_of(s, number), now, None, 40))
    if live.game.phase == "play":
        acts += [lambda: record.play(live, *any_move(live, rng), now)] * 3
    elif live.game.phase == "between":
        acts += [lambda s=seat: record.play(live, s, Ready(), now) for seat in seats if not live.game.ready >> seat & 1]
        due = dealing.due_at(live)
        if due is not None:
            acts.append(lambda: dealing.deal(live, max(now, due), WAIT))
    if live.held_up and rng.random() < 0.04 and record.running(live):
        flagged = record.running(live)[0]
        acts = [lambda: record.play(live, SERVER, Flag(flagged), max(now, record.deadline(live) or 0))]
    if len(seats) > 2 and rng.random() < 0.012:
        leaver = rng.choice(seats)
        acts = [lambda: record.play(live, leaver, ComeBack() if live.game.away >> leaver & 1 else Resign(), now)]
    try:
        return go_on(step.then(rng.choice(acts)()))
    except (RuleViolation, IndexError):
        return step


@pytest.mark.parametrize(("variant", "seats", "computers"), [("gin", 2, ()), ("rummy", 4, (3,)), ("in-the-box", 3, ())])
def test_a_restart_at_any_row_finds_the_exchange_as_it_was_and_can_go_on(
    variant: str, seats: int, computers: tuple[int, ...]
) -> None:
    seen: set[str] = set()
    for seed in range(3):
        rng = random.Random(seed)
        step, lives = begun(variant, seats, computers, target=60), list[LiveMatch]()
        for _act in range(200):
            step = anything(step, rng)
            lives.append(step.live)
        seen |= set(kinds(step))
        check_chain(CODE, step.rows, (step.live.version, step.live.head_hash))
        for live in lives[::20]:
            assert fold(1, CODE, step.rows[: live.version]) == live
        for version in rng.sample(range(5, len(step.rows)), 5):  # in the middle of a step as well
            _deals_in_the_end(fold(1, CODE, step.rows[:version]))
    assert {"player_committed", "player_revealed", "seat_defaulted", "seeds_owed", "hand_scored"} <= seen


def _deals_in_the_end(live: LiveMatch) -> None:
    """From here the next hand is reached by what the server does alone, once people have had their time."""
    step = Step(live.version, live, ())
    if live.game.phase == "play":
        step = play_hand(step)
    for _errand in range(12):
        live = step.live
        if live.finish is not None or live.game.phase == "play":
            return
        now, hand = live.at + 10**7, live.coming
        if hand is not None and dealing.waits_for_commitments(live):
            step = step.then(dealing.default_late(live, hand.hand_no, now))
        elif record.running(live):
            step = step.then(record.play(live, SERVER, Flag(record.running(live)[0]), now))
        else:
            assert dealing.due_at(live) is not None
            step = step.then(dealing.deal(live, now, WAIT))
    raise AssertionError("the next hand is never dealt")


def test_a_log_in_which_a_promise_was_not_kept_is_refused() -> None:
    step = dealt()
    number = next(row.number for row in step.rows if row.kind == "player_revealed")
    row = step.rows[number - 1]
    forged = row._replace(payload=row.payload.replace(seed_of(0, 1).hex(), seed_of(0, 2).hex()))
    assert forged != row
    with pytest.raises(Diverged, match="exchange"):
        fold(1, CODE, [*step.rows[: number - 1], forged, *step.rows[number:]])


def test_a_log_that_was_dealt_from_other_seeds_is_refused() -> None:
    step = dealt()
    row = next(row for row in reversed(step.rows) if row.kind == "deal")
    forged = row._replace(payload=row.payload.replace(seed_of(0, 1).hex(), seed_of(0, 2).hex()))
    assert forged != row
    with pytest.raises(Diverged, match="seeds"):
        fold(1, CODE, [*step.rows[: row.number - 1], forged, *step.rows[row.number :]])


def test_a_lost_key_gives_up_the_hand_in_play_and_the_exchange_for_the_next(settings: Settings, tmp_path: Path) -> None:
    before = play_hand(show(promise(dealt(), 0, 1), 0, 1))
    played = promise(all_are_ready(before), 1)
    assert [hand.hand_no for hand in played.live.sealed] == [2, 3]
    settings.DEAL_KEY_FILE = tmp_path / "another_key"
    with pytest.raises(LostKey) as missing:
        fold(1, CODE, played.rows)
    assert missing.value.hand_no == 2

    lost = played.then(lose_hand(1, CODE, played.rows, missing.value, played.live.at + 5))

    assert lost.live.sealed == ()
    assert (lost.live.game.hand_no, lost.live.game.sheet) == (1, before.live.game.sheet)
    again = all_are_ready(lost)
    assert again.live.coming is not None
    assert (again.live.coming.hand_no, again.live.coming.exchange.offered) == (2, (0, 1))
    assert fold(1, CODE, again.rows) == again.live


def test_a_key_lost_between_hands_costs_the_exchange_and_no_hand_that_was_played(
    settings: Settings, tmp_path: Path
) -> None:
    played = play_hand(promise(dealt(), 0))
    settings.DEAL_KEY_FILE = tmp_path / "another_key"
    with pytest.raises(LostKey) as missing:
        fold(1, CODE, played.rows)

    lost = played.then(lose_hand(1, CODE, played.rows, missing.value, played.live.at + 5))

    assert payload(lost, "hand_lost") == {"hand": 2, "until": played.live.version}
    assert (lost.live.game, lost.live.sealed) == (played.live.game, ())
    assert lost.live.seeds_version == lost.live.version, "pages are told"
    again = all_are_ready(lost)
    assert again.live.coming is not None
    assert again.live.coming.exchange.offered == (0, 1)


def test_a_log_from_before_the_exchange_is_read_as_ever_and_goes_on_with_one() -> None:
    """Frozen rows of three people: who sat out brought no seed, nothing was offered ahead, one hand's key was lost."""
    text = (Path(__file__).parent / "logs" / "before-seeds.jsonl").read_text()
    rows = [
        Row(number, seat, kind, payload, at, None if command is None else UUID(command), prev_hash, digest)
        for number, seat, kind, payload, at, command, prev_hash, digest in map(json.loads, text.splitlines())
    ]
    check_chain(CODE, rows)

    live = fold(1, CODE, rows)

    assert (live.game.hand_no, live.coming) == (2, None)
    assert live.in_play is not None
    assert [own.seat for own in live.in_play.exchange.seats] == [1, 2]
    step = all_are_ready(play_hand(Step(0, live, tuple(rows))))
    assert step.live.coming is not None
    assert step.live.coming.exchange.offered == (0, 1, 2)
    step = go_on(show(promise(step, 0, 1, 2), 0, 1, 2))
    assert (step.live.game.phase, step.live.game.hand_no) == ("play", 3)
    assert fold(1, CODE, step.rows) == step.live
