"""Matches of three seats and more on the server: who leaves and comes back, whose clock runs, which command is late."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from games.application import clocks, play, record, store
from games.application.fold import fold
from games.application.house import House
from games.application.live import Held
from games.application.messages import Claim
from games.bots.registry import get_bot
from games.domain.actions import ComeBack, Discard, DrawStock, PassUpcard, PlayerAction, Ready, Resign
from games.domain.events import HandScored, HandVoided
from games.domain.match import must_act
from games.domain.perspective import View
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.seated import good_move, seat_all, seat_of_turn
from tests.games.conftest import member

pytestmark = pytest.mark.django_db(transaction=True)

Travel = Callable[[int], None]


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Travel:
    """Let so many seconds pass at once."""
    real = time.time_ns

    def pass_by(seconds: int) -> None:
        monkeypatch.setattr(time, "time_ns", lambda: real() + seconds * 10**9)

    return pass_by


@pytest.fixture
def asked(house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int | None]]:
    """The computer players that were asked for a move, with their seats; they think here and at once."""
    settings.BOT_DELAY_MS = 0
    calls: list[tuple[str, int | None]] = []

    async def think(name: str, view: View) -> PlayerAction:
        calls.append((name, view.seat))
        return get_bot(name, view.game).choose(view, random.Random(len(calls)), 100)

    monkeypatch.setattr(house.bots, "think", think)
    return calls


async def sit_down(house: House, variant: str, *people: User | str, clock: str = "standard", **numbers: object) -> Held:
    table = await sync_to_async(seat_all)(variant, *people, clock=clock, **numbers)
    held = await house.live.get(table.pk)
    assert held is not None
    return held


def live_of(held: Held) -> record.LiveMatch:
    assert held.committed is not None
    return held.committed


async def do(house: House, held: Held, seat: int, action: PlayerAction) -> str | None:
    """A seat's wish, seen from now; the code of a refusal."""
    outcome = await house.door.play(held.id, seat, action, held.version, uuid4())
    await house.writer.flush()
    return outcome.code


async def play_on(house: House, held: Held, until: Callable[[record.LiveMatch], bool]) -> None:
    """People move as they would, the server does its errands."""
    for _step in range(1_000):
        await house.writer.flush()
        live = live_of(held)
        if until(live):
            return
        if record.played_by_the_server(live, held.bots):
            await house.errands._attend(held)
        elif live.game.phase == "between":
            for number in range(live.game.seats):
                if not (live.game.ready | live.game.away) >> number & 1:
                    await do(house, held, number, Ready())
        else:
            assert await do(house, held, seat_of_turn(held), good_move(held)) is None
    raise AssertionError("it never came to that")


def kinds(held: Held) -> list[str]:
    return [row.kind for row in store.read_since(held.id, 0)]


async def test_the_computer_plays_on_for_whoever_resigned_who_may_come_back_between_hands(
    house: House, alice: User, bob: User, charlie: User, asked: list[tuple[str, int | None]]
) -> None:
    held = await sit_down(house, "rummy", alice, bob, charlie)
    (first,) = must_act(live_of(held).game)
    assert await do(house, held, first, Resign()) is None
    live = live_of(held)
    assert (live.game.away, live.finish) == (1 << first, None)
    assert record.running(live) == (), "nobody loses by the time of who is away"
    assert await do(house, held, first, ComeBack()) == "WRONG_PHASE"
    for action in (DrawStock(), Resign(), Claim()):  # by hand, from the page of who has left
        assert (await play.play(held.id, first, action, held.version, uuid4())).code == "AWAY"

    await play_on(house, held, lambda live: live.game.phase == "between")
    assert asked
    assert set(asked) == {("casual", first)}
    assert (await play.play(held.id, first, ComeBack(), held.version, uuid4())).code is None
    assert live_of(held).game.away == 0

    rows = await sync_to_async(store.read_since)(held.id, 0)
    assert fold(held.id, held.table.code, rows).game == live_of(held).game


async def test_the_pause_does_not_wait_for_who_is_away(
    house: House, alice: User, bob: User, charlie: User, asked: list[tuple[str, int | None]]
) -> None:
    held = await sit_down(house, "three-handed", alice, bob, charlie)
    assert await do(house, held, 0, Resign()) is None
    await play_on(house, held, lambda live: live.game.hand_no == 2)
    assert live_of(held).game.away == 1


async def test_time_that_runs_out_in_a_draw_hands_the_seat_to_the_computer(
    house: House, alice: User, bob: User, charlie: User, travel: Travel
) -> None:
    held = await sit_down(house, "rummy", alice, bob, charlie, clock="slow-1")
    (first,) = record.running(live_of(held))
    travel(24 * 3600 + 4)
    await house.errands.sweep()
    await house.errands.done()
    assert live_of(held).game.away == 1 << first
    assert live_of(held).finish is None
    assert live_of(held).clock.seats[first].running_since is None


async def test_the_match_is_over_when_one_person_is_left(
    house: House, alice: User, bob: User, asked: list[tuple[str, int | None]]
) -> None:
    held = await sit_down(house, "in-the-box", alice, bob, "club")
    assert await do(house, held, 1, Resign()) is None
    finish = live_of(held).finish
    assert finish is not None
    assert (finish.reason, finish.winner, finish.away) == ("resigned", 0, 0b010)
    row = await Match.objects.aget(pk=held.id)
    assert (row.winner_seat, row.away_seats, row.status) == (0, 0b010, "finished")


async def test_a_claim_against_who_is_gone_hands_the_seat_to_the_computer(
    house: House, alice: User, bob: User, charlie: User, travel: Travel
) -> None:
    held = await sit_down(house, "rummy", alice, bob, charlie, clock="blitz")
    (absent,) = record.running(live_of(held))
    other = (absent + 1) % 3
    early = await play.play(held.id, other, Claim(), None, uuid4())
    assert early.code == "CLAIM_TOO_EARLY"
    travel(31)
    assert (await play.play(held.id, other, Claim(), None, uuid4())).code is None
    assert live_of(held).game.away == 1 << absent
    assert (await play.play(held.id, other, Claim(), None, uuid4())).code == "CLAIM_TOO_EARLY", "nobody is waited for"


async def test_the_computers_of_a_match_never_run_out_of_time(
    house: House, alice: User, asked: list[tuple[str, int | None]], travel: Travel
) -> None:
    held = await sit_down(house, "partnership", alice, "club", "casual", "beginner")
    live = live_of(held)
    assert live.game.computers == 0b1110
    assert set(record.running(live)) <= {0}
    assert held.due_at is not None, "a table at which a computer is in turn is attended to at once"
    await play_on(house, held, lambda live: live.game.phase == "between")
    assert {seat for _name, seat in asked} == {1, 2, 3}
    assert set(asked) >= {("club", 1), ("casual", 2)}


async def test_who_has_finished_waits_for_the_other_table_with_a_stopped_clock(
    house: House, alice: User, bob: User, charlie: User
) -> None:
    dave = await sync_to_async(member)("dave")
    held = await sit_down(house, "partnership", alice, bob, charlie, dave)
    await finish_table(house, held, 0)
    live = live_of(held)
    done, going_on = live.game.tables
    assert done.outcome is not None
    assert live.game.phase == "play"
    assert set(record.running(live)) <= set(going_on.players)
    assert [kind for kind in await sync_to_async(kinds)(held) if kind == "hand_opened"] == ["hand_opened"], "the draw's"
    await finish_table(house, held, 1)
    assert (await sync_to_async(kinds)(held)).count("hand_opened") == 2
    assert live_of(held).game.phase == "between"


async def finish_table(house: House, held: Held, table: int) -> None:
    while live_of(held).game.tables[table].outcome is None:
        hand = live_of(held).game.tables[table]
        number = next(seat for seat in must_act(live_of(held).game) if seat in hand.players)
        assert await do(house, held, number, good_move(held, number)) is None


async def test_a_move_is_late_by_its_own_tables_hand_alone(house: House, alice: User, bob: User, charlie: User) -> None:
    dave = await sync_to_async(member)("dave")
    held = await sit_down(house, "partnership", alice, bob, charlie, dave, upcard_offer="nondealer_then_dealer")
    seen = held.version
    here, there = must_act(live_of(held).game)
    assert await do(house, held, here, PassUpcard()) is None

    late = await house.door.play(held.id, there, PassUpcard(), seen, uuid4())
    assert late.code is None, "the other table's pass is nothing to this one"
    again = await house.door.play(held.id, there, PassUpcard(), seen, uuid4())
    assert again.code == "STALE"

    await finish_table(house, held, 0)
    outcome = held.told[-1].events[-1]
    assert isinstance(outcome, HandScored | HandVoided)
    mover = next(seat for seat in must_act(live_of(held).game))
    before_the_end = held.told[-2].number
    moved = await house.door.play(held.id, mover, good_move(held, mover), before_the_end, uuid4())
    assert moved.code is None, "nor is the end of its hand"


async def test_leaving_makes_nobodys_move_late(house: House, alice: User, bob: User, charlie: User) -> None:
    held = await sit_down(house, "rummy", alice, bob, charlie)
    (first,) = must_act(live_of(held).game)
    seen = held.version
    assert await do(house, held, (first + 1) % 3, Resign()) is None
    drawn = await house.door.play(held.id, first, DrawStock(), seen, uuid4())
    assert drawn.code is None
    shed = next(card for card in range(52) if live_of(held).game.tables[0].hands[0] >> card & 1)
    assert (await house.door.play(held.id, first, Discard(shed), seen, uuid4())).code == "STALE"


async def test_moves_of_one_table_put_off_no_computer_at_the_other(
    house: House, alice: User, bob: User, settings: Settings
) -> None:
    settings.BOT_DELAY_MS = 60_000
    held = await sit_down(house, "partnership", alice, bob, "casual", "casual")
    mover = next(seat for seat in must_act(live_of(held).game) if seat < 2)
    held.turn_at = due = clocks.now_ms() + 5_000
    assert await do(house, held, mover, PassUpcard() if can_pass(held) else DrawStock()) is None
    assert held.due_at == due


def can_pass(held: Held) -> bool:
    return live_of(held).game.rules.upcard_offer != "none"  # type: ignore[union-attr]
