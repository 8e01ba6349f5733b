"""From the offer of seeds to the deal: rows, time, who owes a seed, and the way back from any row."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from games.application import dealing, judging, record
from games.application.chain import check_chain
from games.application.deals import LostKey
from games.application.fold import Diverged, fold, lose_hand
from games.application.record import LiveMatch, Step
from games.domain.actions import SERVER, AwardMatch, ComeBack, Flag, Ready, Resign, ReverseRuling, Rule
from games.domain.clock import CONTROLS
from games.domain.errors import Code, RuleViolation
from games.domain.events import HandVoided
from games.domain.numbers import changed
from games.domain.shuffle import commit, commit_player, decks
from games.domain.variants import get_variant
from tests.games.application.matches import CODE, NOON, any_move

pytestmark = pytest.mark.usefixtures("known_deals")

WAIT = 2_000


def begun(variant: str = "gin", seats: int = 2, computers: tuple[int, ...] = (), **numbers: Any) -> Step:
    """The first rows of a match whose people are waited for: the first hand's exchange is offered."""
    rules = changed(get_variant(variant).rules, numbers)
    step = record.begin(1, CODE, variant, rules, seats, CONTROLS["blitz"], NOON, rules_version=1, computers=computers)
    for _draw_then_offer in range(2):
        step = step.then(dealing.deal(step.live, NOON, WAIT))
    return step


def seed_of(seat: int, hand: int) -> bytes:
    """What this seat brings to that hand."""
    return f"seat {seat} in hand {hand} of its own".encode()


def promise(step: Step, *seats: int, later: int = 10) -> Step:
    """These seats commit themselves to their seeds for the next hand."""
    for seat in seats:
        live = step.live
        assert live.coming is not None
        hand = live.coming.hand_no
        commitment = commit_player(CODE, hand, seat, seed_of(seat, hand))
        step = step.then(dealing.commit_seed(live, seat, hand, commitment, live.at + later, None))
    return step


def show(step: Step, *seats: int, later: int = 10) -> Step:
    """These seats reveal their seeds."""
    for seat in seats:
        live = step.live
        assert live.coming is not None
        hand = live.coming.hand_no
        step = step.then(dealing.reveal_seed(live, seat, hand, seed_of(seat, hand), live.at + later, None))
    return step


def go_on(step: Step) -> Step:
    """What the server does at once when it can: as the door does after every command."""
    while dealing.can_go_on(step.live):
        step = step.then(dealing.deal(step.live, step.live.at, WAIT))
    return step


def dealt(variant: str = "gin", seats: int = 2, computers: tuple[int, ...] = (), **numbers: Any) -> Step:
    """The first hand, dealt from everybody's seeds."""
    people = [seat for seat in range(seats) if seat not in computers]
    return go_on(show(promise(begun(variant, seats, computers, **numbers), *people), *people))


def play_hand(step: Step, seed: int = 1) -> Step:
    """To the end of the hand in play."""
    rng = random.Random(seed)
    while step.live.game.phase == "play":
        step = step.then(record.play(step.live, *any_move(step.live, rng), step.live.at + 500))
    return step


def all_are_ready(step: Step) -> Step:
    """Everybody has seen the result."""
    for seat in range(step.live.game.seats):
        if not (step.live.game.ready | step.live.game.away) >> seat & 1:
            step = step.then(record.play(step.live, seat, Ready(), step.live.at + 100))
    return go_on(step)


def kinds(step: Step, since: int = 0) -> list[str]:
    return [row.kind for row in step.rows if row.number > since]


def payload(step: Step, kind: str) -> dict[str, Any]:
    """Of the last row of that kind."""
    found: dict[str, Any] = json.loads([row.payload for row in step.rows if row.kind == kind][-1])
    return found


# The way of a hand


def test_a_match_begins_with_the_draw_and_an_offer_for_the_first_hand() -> None:
    step = begun()

    assert kinds(step) == ["match_started", "seed_committed", "deal", "hand_opened", "seed_committed"]
    assert payload(step, "seed_committed")["until"] == NOON + WAIT
    assert dealing.due_at(step.live) == NOON + WAIT
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
        dealing.default_late(step.live, 1, NOON + WAIT - 1)

    step = step.then(dealing.default_late(step.live, 1, NOON + WAIT))

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


def owing(variant: str = "gin", seats: int = 2, **numbers: Any) -> Step:
    """All have committed, all but seat 0 have revealed, and the first hand waits for that seat alone."""
    step = promise(begun(variant, seats, **numbers), *range(seats))
    return show(go_on(step), *range(1, seats))


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


@pytest.mark.parametrize(("hand", "code"), [(0, Code.SEED_NOT_ASKED), (2, Code.SEED_NOT_ASKED)])
def test_seeds_are_taken_for_the_next_hand_alone(hand: int, code: Code) -> None:
    for act in (
        lambda: dealing.commit_seed(begun().live, 0, hand, "ab" * 32, NOON, None),
        lambda: dealing.reveal_seed(begun().live, 0, hand, b"x" * 16, NOON, None),
        lambda: dealing.default_late(begun().live, hand, NOON + 10**6),
    ):
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


# The way back


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
        for live in lives[::7]:
            assert fold(1, CODE, step.rows[: live.version]) == live
        for version in rng.sample(range(5, len(step.rows)), 8):  # in the middle of a step as well
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


def test_an_older_log_goes_on_with_an_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match begun when nobody was waited for: only who got cards brought seeds, and nothing was offered ahead."""
    step = record.begin(
        1, CODE, "three-handed", get_variant("three-handed").rules, 3, CONTROLS["blitz"], NOON, rules_version=1
    )
    for _draw_then_deal in range(2):
        step = step.then(dealing.deal(step.live, NOON))
    assert step.live.coming is None
    step = all_are_ready(play_hand(step))
    assert step.live.coming is not None
    assert step.live.coming.exchange.offered == (0, 1, 2)
    assert commit(f"{CODE}-2", step.live.coming.seed) == step.live.coming.commitment
