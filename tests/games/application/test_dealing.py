"""From the offer of seeds to the deal: rows, time, and what becomes of whoever owes a seed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from games.application import dealing, judging, record
from games.application.dealing import FIRST_HAND
from games.application.fold import fold
from games.application.record import Step
from games.domain.actions import SERVER, AwardMatch, ComeBack, Flag, Resign, ReverseRuling, Rule
from games.domain.errors import Code, RuleViolation
from games.domain.events import HandVoided
from games.domain.shuffle import decks
from tests.games.application.exchanging import (
    WAIT,
    all_are_ready,
    begun,
    dealt,
    go_on,
    kinds,
    owing,
    payload,
    play_hand,
    promise,
    seed_of,
    show,
)
from tests.games.application.matches import CODE, NOON

pytestmark = pytest.mark.usefixtures("known_deals")

# The way of a hand


def test_a_match_begins_with_the_draw_and_an_offer_for_the_first_hand() -> None:
    step = begun()

    assert kinds(step) == ["match_started", "seed_committed", "deal", "hand_opened", "seed_committed"]
    assert payload(step, "seed_committed")["until"] == NOON + FIRST_HAND * WAIT, "the pages have yet to come"
    assert dealing.due_at(step.live) == NOON + FIRST_HAND * WAIT
    assert not dealing.can_go_on(step.live)
    assert record.pause_until(step.live) is None, "nobody has a result to look at"
    assert record.running(step.live) == ()
    with pytest.raises(RuleViolation):
        dealing.deal(step.live, NOON + 10**6, WAIT)


def test_the_deck_is_what_anybody_computes_from_the_rows() -> None:
    step = play_hand(dealt())
    opened, seats = payload(step, "hand_opened"), json.loads(next(r.payload for r in step.rows[4:] if r.kind == "deal"))
    brought = [bytes.fromhex(own["seed"]) for own in seats["seats"]]

    assert brought == [seed_of(0, 1), seed_of(1, 1)]
    (deck,) = decks(CODE, 1, bytes.fromhex(opened["seed"]), brought)
    assert step.live.game.tables[0].dealt.deck == deck


def test_the_next_exchange_is_offered_with_the_deal_and_runs_during_the_hand() -> None:
    step = dealt()
    assert kinds(step)[-2:] == ["deal", "seed_committed"]
    assert step.live.coming is not None
    assert (step.live.coming.hand_no, step.live.game.hand_no) == (2, 1)
    assert step.live.coming.until == step.live.at + WAIT

    step = show(promise(step, 1, 0), 0, 1)
    version = step.live.version
    step = all_are_ready(play_hand(step))

    assert (step.live.game.phase, step.live.game.hand_no) == ("play", 2)
    after = kinds(step, version)
    assert after.count("hand_opened") == 1, "of the hand that is over; the next one's seed stays sealed"
    assert after[-3:] == ["ready", "deal", "seed_committed"]


def test_a_computer_and_who_is_away_are_defaulted_with_the_offer() -> None:
    step = begun("three-handed", 3, computers=(1,))
    assert kinds(step)[-2:] == ["seed_committed", "seat_defaulted"]
    assert payload(step, "seat_defaulted") == {"hand": 1, "seats": [1]}

    away = begun("rummy", 3)
    away = away.then(record.play(away.live, 2, Resign(), NOON + 50))
    assert kinds(away)[-2:] == ["resign", "seat_defaulted"], "in the very step"
    assert away.live.coming is not None
    assert away.live.coming.exchange.offered == (0, 1)
    back = away.then(record.play(away.live, 2, ComeBack(), NOON + 60))
    assert back.live.coming == away.live.coming, "the next exchange but this one asks it again"
    dealt_to = go_on(show(promise(back, 0, 1), 0, 1))
    assert dealt_to.live.coming is not None
    assert dealt_to.live.coming.exchange.offered == (0, 1, 2)


def test_where_no_person_is_left_to_wait_for_one_step_offers_and_deals() -> None:
    step = begun(computers=(0, 1))
    assert kinds(step) == ["match_started", "seed_committed", "deal", "hand_opened", "seed_committed", "deal"]


def test_who_has_not_committed_in_time_is_defaulted_and_no_sooner() -> None:
    step = promise(begun(), 1)
    with pytest.raises(RuleViolation):
        dealing.default_late(step.live, 1, NOON + FIRST_HAND * WAIT - 1)

    step = step.then(dealing.default_late(step.live, 1, NOON + FIRST_HAND * WAIT))

    assert payload(step, "seat_defaulted") == {"hand": 1, "seats": [0]}
    step = go_on(show(go_on(step), 1))
    assert [own["default"] for own in payload(step, "deal")["seats"]] == [True, False]
    assert step.live.game.phase == "play"


def test_no_row_holds_a_seed_of_the_servers_before_its_time() -> None:
    step = play_hand(show(promise(dealt(), 0), later=0), seed=3)
    sealed = [hand for hand in (begun().live.coming, dealt().live.in_play, step.live.coming) if hand is not None]
    assert len(sealed) == 3
    for one in (begun(), dealt(), step):
        texts = " ".join(row.payload for row in one.rows) + repr(one)
        for hand in one.live.sealed:
            assert hand.seed.hex() not in texts
            secret = hand.default_seeds if hand is one.live.coming else ()
            assert not any(seed.hex() in texts for seed in secret)


# Seeds that are owed


def test_whoever_owes_a_seed_has_its_clock_running_until_it_is_shown() -> None:
    step = owing()
    assert payload(step, "seeds_owed") == {"hand": 1, "seats": [0, 1]}
    assert record.running(step.live) == (0,)
    assert dealing.due_at(step.live) is None, "its clock is what happens next"
    control = step.live.clock.control
    assert control.move_ms is not None

    late = control.move_ms + 4_000
    step = go_on(show(step, 0, later=late - 10))

    assert step.live.game.phase == "play"
    assert step.live.clock.seats[0].bank_ms == control.bank_ms - 4_000
    assert fold(1, CODE, step.rows) == step.live


def test_out_of_time_for_a_seed_loses_a_match_of_two_and_opens_every_sealed_hand() -> None:
    """RULES 1.8: as in DRAW. The hand was never dealt; its seed is opened all the same."""
    step = owing()
    with pytest.raises(RuleViolation) as refusal:
        record.play(step.live, SERVER, Flag(1), step.live.at + 10**6)
    assert refusal.value.code is Code.NOT_YOUR_TURN, "that seat has shown its seed"

    step = step.then(record.play(step.live, SERVER, Flag(0), record.deadline(step.live) or 0))

    assert kinds(step)[-3:] == ["flag", "match_ended", "hand_opened"]
    assert step.live.finish is not None
    assert (step.live.finish.reason, step.live.finish.winner) == ("flagged", 1)
    assert (step.live.sealed, record.running(step.live)) == ((), ())
    assert fold(1, CODE, step.rows) == step.live


def test_at_a_table_of_many_the_hand_is_void_undealt_and_the_next_one_is_offered_without_that_seat() -> None:
    step = owing("three-handed", 3)
    pairings, version = step.live.game.pairings, step.live.version
    step = go_on(step.then(record.play(step.live, SERVER, Flag(0), record.deadline(step.live) or 0)))

    assert kinds(step, version) == [
        "flag",
        "void_deal",
        "hand_voided",
        "hand_opened",
        "seed_committed",
        "seat_defaulted",
    ]
    assert HandVoided(1, 0, "undealt") in step.events
    assert (step.live.game.pairings, step.live.game.away) == (pairings, 0b001)
    assert record.running(step.live) == ()
    assert step.live.coming is not None
    assert (step.live.coming.hand_no, step.live.coming.exchange.offered) == (2, (1, 2))
    step = go_on(show(promise(step, 1, 2), 1, 2))
    assert (step.live.game.phase, step.live.game.hand_no) == ("play", 2)
    assert fold(1, CODE, step.rows) == step.live


def test_who_leaves_after_a_promise_may_keep_it_until_the_deal() -> None:
    """Without the seed the deal is void; with it nobody has lost anything."""
    step = promise(dealt("rummy", 3), 0, 1, 2)
    step = step.then(record.play(step.live, 2, Resign(), step.live.at + 10))
    assert "seat_defaulted" not in kinds(step), "a default would be a choice of two decks"

    kept = all_are_ready(play_hand(show(step, 0, 1, 2)))
    assert (kept.live.game.phase, kept.live.game.hand_no) == ("play", 2)
    broken = all_are_ready(play_hand(show(step, 0, 1)))
    assert "void_deal" in kinds(broken)
    assert broken.live.game.hand_no == 2
    assert broken.live.coming is not None
    assert broken.live.coming.exchange.offered == (0, 1)


def test_the_pause_runs_out_and_then_the_seed_is_owed() -> None:
    step = play_hand(promise(dealt(), 0, 1))
    until = record.pause_until(step.live)
    assert until is not None
    assert (record.running(step.live), dealing.due_at(step.live)) == ((), until)

    step = step.then(dealing.deal(step.live, until, WAIT))

    assert kinds(step)[-1] == "seeds_owed"
    assert record.running(step.live) == (0, 1)
    assert dealing.due_at(step.live) is None
    step = go_on(show(step, 1, 0))
    assert (step.live.game.phase, step.live.game.hand_no) == ("play", 2)


def test_a_slow_game_gives_days_for_a_seed_and_never_a_default_for_one_that_was_promised() -> None:
    step = promise(begun(), 0)
    with pytest.raises(RuleViolation) as refusal:
        show(step, 0)
    assert refusal.value.code is Code.SEED_TOO_EARLY
    step = step.then(dealing.default_late(step.live, 1, NOON + 10**9))
    with pytest.raises(RuleViolation):
        dealing.default_late(step.live, 1, NOON + 10**9)
    assert go_on(step).live.held_up


@pytest.mark.parametrize(("hand", "code"), [(0, Code.SEED_TOO_LATE), (2, Code.SEED_NOT_ASKED)])
def test_seeds_are_taken_for_the_next_hand_alone(hand: int, code: Code) -> None:
    acts: tuple[Callable[[], Step], ...] = (
        lambda: dealing.commit_seed(begun().live, 0, hand, "ab" * 32, NOON, None),
        lambda: dealing.reveal_seed(begun().live, 0, hand, b"x" * 16, NOON, None),
        lambda: dealing.default_late(begun().live, hand, NOON + 10**6),
    )
    for act in acts:
        with pytest.raises(RuleViolation) as refusal:
            act()
        assert refusal.value.code is code


def test_after_the_match_no_seeds_are_exchanged() -> None:
    step = dealt()
    step = step.then(record.play(step.live, 0, Resign(), step.live.at))
    assert kinds(step)[-4:] == ["hand_voided", "match_ended", "hand_opened", "hand_opened"]
    with pytest.raises(RuleViolation) as refusal:
        dealing.commit_seed(step.live, 0, 2, "ab" * 32, step.live.at, None)
    assert refusal.value.code is Code.MATCH_OVER
    assert dealing.due_at(step.live) is None


def test_the_number_of_a_hand_whose_seed_was_opened_at_the_end_is_not_used_again() -> None:
    """A ruling lets a finished match go on: no hand may have two seeds, so the opened one is void undealt."""
    step = dealt()
    ended = step.then(judging.rule(step.live, Rule(1, (AwardMatch(0),)), step.live.at))
    assert ended.live.finish is not None
    assert kinds(ended).count("hand_opened") == 3
    resumed = ended.then(judging.rule(ended.live, Rule(2, (ReverseRuling(1),)), ended.live.at))
    assert resumed.live.finish is None
    on = all_are_ready(resumed)
    assert HandVoided(2, 0, "undealt") in on.events
    assert on.live.coming is not None
    assert on.live.coming.hand_no == 3
    on = go_on(show(promise(on, 0, 1), 0, 1))
    assert (on.live.game.phase, on.live.game.hand_no) == ("play", 3)
    assert fold(1, CODE, on.rows) == on.live
