"""Thinking time, with every instant given."""

from __future__ import annotations

import pytest

from games.domain.clock import (
    CONTROLS,
    LAG_BANK_MS,
    LAG_PER_TURN_MS,
    LAG_REFILL_MS,
    Clock,
    TimeControl,
    advance,
    deadline,
    deadline_of,
    is_flagged,
    new_clock,
    running_seats,
    shift,
    stop,
)

ALICE, BOB = 0, 1
START = 1_764_560_000_000
BLITZ = CONTROLS["blitz"]


def alice_to_move(control: TimeControl = BLITZ) -> Clock:
    return advance(new_clock(control, 2), (), (ALICE,), START)


def test_the_controls_that_the_site_offers() -> None:
    day = 24 * 60 * 60 * 1_000
    assert {name: (control.move_ms, control.bank_ms) for name, control in CONTROLS.items()} == {
        "blitz": (10_000, 60_000),
        "standard": (30_000, 180_000),
        "slow-1": (day, 0),
        "slow-3": (3 * day, 0),
        "slow-7": (7 * day, 0),
        "none": (None, 0),
    }
    assert {name: control.claim_ms for name, control in CONTROLS.items() if control.claim_ms} == {
        "blitz": 30_000,
        "standard": 120_000,
    }
    assert {name: control.pause_ms for name, control in CONTROLS.items() if control.bank_ms} == {
        "blitz": 10_000,
        "standard": 20_000,
    }
    assert {control.pause_ms for control in CONTROLS.values() if not control.bank_ms} == {3_600_000}
    assert all(control.increment_ms == 0 for control in CONTROLS.values())


def test_a_turn_within_its_own_time_costs_nothing() -> None:
    clock = advance(alice_to_move(), (ALICE,), (BOB,), START + 10_000)
    assert clock.seats[ALICE].bank_ms == 60_000
    assert running_seats(clock) == (BOB,)
    assert clock.seats[BOB].running_since == START + 10_000


def test_what_goes_beyond_comes_out_of_the_bank() -> None:
    clock = advance(alice_to_move(), (ALICE,), (BOB,), START + 13_500)
    assert clock.seats[ALICE].bank_ms == 56_500
    assert clock.seats[BOB].bank_ms == 60_000


def test_drawing_and_shedding_are_one_turn() -> None:
    drawn = advance(alice_to_move(), (ALICE,), (ALICE,), START + 8_000)
    assert drawn == alice_to_move()
    assert advance(drawn, (ALICE,), (BOB,), START + 12_000).seats[ALICE].bank_ms == 58_000


def test_an_increment_is_added_after_each_turn() -> None:
    control = BLITZ._replace(increment_ms=2_000)
    clock = advance(alice_to_move(control), (ALICE,), (BOB,), START + 15_000)
    assert clock.seats[ALICE].bank_ms == 60_000 - 5_000 + 2_000


def test_a_bank_never_falls_below_nothing() -> None:
    clock = advance(alice_to_move(), (ALICE,), (BOB,), START + 100_000)
    assert clock.seats[ALICE].bank_ms == 0


def test_a_time_before_the_turn_began_costs_nothing() -> None:
    clock = advance(alice_to_move(), (ALICE,), (BOB,), START - 5)
    assert clock.seats[ALICE].bank_ms == 60_000


def test_the_deadline_is_the_turn_the_bank_and_the_lag_that_may_be_given_back() -> None:
    clock = alice_to_move()
    assert deadline_of(clock, ALICE) == deadline(clock) == START + 10_000 + 60_000 + LAG_PER_TURN_MS
    assert deadline_of(clock, BOB) is None


@pytest.mark.parametrize(("after_ms", "flagged"), [(70_299, False), (70_300, True), (90_000, True)])
def test_the_flag_falls_at_the_deadline(after_ms: int, flagged: bool) -> None:
    assert is_flagged(alice_to_move(), ALICE, START + after_ms) is flagged


def test_a_seat_that_need_not_act_never_flags() -> None:
    assert not is_flagged(alice_to_move(), BOB, START + 10**9)


def test_the_earliest_of_several_deadlines_counts() -> None:
    clock = advance(alice_to_move(), (ALICE,), (ALICE, BOB), START + 4_000)
    assert running_seats(clock) == (ALICE, BOB)
    assert deadline(clock) == deadline_of(clock, ALICE)
    assert deadline_of(clock, BOB) == START + 4_000 + 70_000 + LAG_PER_TURN_MS


def test_without_a_limit_there_is_no_deadline_and_no_flag() -> None:
    clock = alice_to_move(CONTROLS["none"])
    assert deadline(clock) is None
    assert not is_flagged(clock, ALICE, START + 10**12)
    clock = advance(clock, (ALICE,), (BOB,), START + 10**9)
    assert (clock.seats[ALICE].bank_ms, running_seats(clock)) == (0, (BOB,))


def test_a_slow_game_has_whole_days_and_no_bank() -> None:
    clock = alice_to_move(CONTROLS["slow-3"])
    assert deadline(clock) == START + 3 * 86_400_000 + LAG_PER_TURN_MS


def test_measured_lag_is_given_back() -> None:
    clock = advance(alice_to_move(), (ALICE,), (BOB,), START + 13_000, lag_ms=200)
    assert clock.seats[ALICE].bank_ms == 57_200


@pytest.mark.parametrize(("lag_ms", "credit"), [(-50, 0), (0, 0), (300, 300), (301, 300), (60_000, 300)])
def test_the_lag_given_back_is_bounded_for_each_turn(lag_ms: int, credit: int) -> None:
    clock = advance(alice_to_move(), (ALICE,), (BOB,), START + 13_000, lag_ms=lag_ms)
    assert clock.seats[ALICE].bank_ms == 57_000 + credit


def test_the_lag_bank_runs_dry_and_then_gives_what_flows_back() -> None:
    clock, now, given_back = alice_to_move(), START, []
    for _ in range(8):
        before = clock.seats[ALICE].bank_ms
        now += 11_000
        clock = advance(clock, (ALICE,), (BOB,), now, lag_ms=10_000)
        given_back.append(1_000 - (before - clock.seats[ALICE].bank_ms))
        clock = advance(clock, (BOB,), (ALICE,), now)
    assert given_back == [300, 300, 300, 300, 200, 100, 100, 100]
    assert clock.seats[ALICE].lag_bank_ms == LAG_REFILL_MS
    assert clock.seats[BOB].lag_bank_ms == LAG_BANK_MS


def test_the_time_of_an_outage_is_given_back_to_whoever_was_to_move() -> None:
    clock = shift(alice_to_move(), 45_000)
    assert deadline_of(clock, ALICE) == START + 45_000 + 70_000 + LAG_PER_TURN_MS
    assert clock.seats[BOB].running_since is None


def test_when_the_match_is_over_nothing_runs() -> None:
    clock = stop(alice_to_move(), START + 12_000)
    assert running_seats(clock) == ()
    assert (clock.seats[ALICE].bank_ms, deadline(clock)) == (58_000, None)


def test_a_fold_of_the_same_times_gives_the_same_clock() -> None:
    def fold() -> Clock:
        clock = new_clock(BLITZ, 2)
        moves = [((), (ALICE,), 0), ((ALICE,), (BOB,), 12_000), ((BOB,), (), 40_000), ((), (BOB,), 50_000)]
        for before, after, at in moves:
            clock = advance(clock, before, after, START + at, lag_ms=120)
        return clock

    assert fold() == fold()
    assert [seat.bank_ms for seat in fold().seats] == [58_120, 42_120]
