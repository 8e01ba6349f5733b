"""A match that rests while the referee is asked: clocks stand, nobody moves, and it goes on with what time was left."""

from __future__ import annotations

from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async

from games.application import clocks, dealing, pausing, play, record, store
from games.application.disputes import cases, pauses, rulings
from games.application.disputes.refusals import Refused
from games.application.fold import fold
from games.application.frames import public_plain
from games.application.house import House
from games.application.messages import OfferPause, Resume
from games.application.record import LiveMatch, Step
from games.domain import clock
from games.domain.actions import SERVER, PassUpcard
from games.domain.errors import RuleViolation
from games.models import Case, Match
from ginsite.accounts.models import User
from tests.games.application.matches import CODE, NOON, dealt, play_until
from tests.games.application.seated import seat, seat_of_turn

LATER = NOON + 5_000
AN_HOUR = 3_600_000


def rests(match: Match | None) -> bool:
    assert match is not None
    loaded = store.load(match.pk)
    return loaded is not None and loaded.live.paused


def agreed(step: Step, now: int = LATER) -> Step:
    """The match at rest, as its two people agreed."""
    for number in (0, 1):
        step = step.then(pausing.offer(step.live, number, now))
    return step


def check_every_prefix(whole: Step) -> None:
    """The log folds to what was written, from every row on."""
    for end in range(1, len(whole.rows) + 1):
        live = fold(1, CODE, whole.rows[:end])
        assert (live.version, live.head_hash) == (whole.rows[end - 1].number, whole.rows[end - 1].hash)
    assert fold(1, CODE, whole.rows) == whole.live


def refused(live: LiveMatch, number: int) -> str:
    with pytest.raises(RuleViolation) as violation:
        pausing.offer(live, number, LATER)
    return violation.value.code.value


def test_it_rests_when_both_agree_and_goes_on_with_the_time_that_was_left() -> None:
    step = dealt()
    runs = record.deadline(step.live)
    assert runs is not None
    one = pausing.offer(step.live, 0, LATER)
    assert not one.live.paused
    assert record.deadline(one.live) == runs
    rests = agreed(step)
    live = rests.live
    assert live.paused
    assert (record.running(live), record.deadline(live), dealing.due_at(live)) == ((), None, None)
    plain = public_plain(live)
    assert plain["pause"] == {"offers": [], "since": LATER, "by_referee": False}
    assert [one["deadline"] for one in plain["clocks"]] == [None, None]
    whole = rests.then(pausing.resume(live, 1, LATER + AN_HOUR))
    assert record.deadline(whole.live) == runs + AN_HOUR
    assert public_plain(whole.live)["pause"] is None
    check_every_prefix(whole)


def test_a_pause_is_for_people_who_are_there() -> None:
    live = dealt().live
    assert refused(pausing.offer(live, 0, LATER).live, 0) == "ALREADY_DONE"
    assert refused(dealt(computers=(1,)).live, 0) == "WRONG_PHASE"
    assert refused(agreed(dealt()).live, 0) == "WRONG_PHASE"


def test_what_the_referee_ordered_the_players_do_not_end() -> None:
    ordered = agreed(dealt())
    ordered = ordered.then(pausing.order(ordered.live, LATER + 1))
    with pytest.raises(RuleViolation, match="REFEREE_PAUSED"):
        pausing.resume(ordered.live, 0, LATER + 2)
    whole = ordered.then(pausing.resume(ordered.live, SERVER, LATER + 2))
    assert not whole.live.paused
    check_every_prefix(whole)


def test_between_hands_the_next_deal_waits_and_the_result_stands_as_much_longer() -> None:
    step = play_until(dealt(), lambda live: live.game.phase == "between")
    stands = record.pause_until(step.live)
    assert stands is not None
    rests = step.then(pausing.order(step.live, step.live.at + 1_000))
    assert (record.pause_until(rests.live), dealing.can_go_on(rests.live)) == (None, False)
    whole = rests.then(pausing.resume(rests.live, SERVER, rests.live.at + AN_HOUR))
    assert record.pause_until(whole.live) == stands + AN_HOUR
    check_every_prefix(whole)


def test_time_that_is_given_in_a_pause_is_kept() -> None:
    live = agreed(dealt()).live
    given = live._replace(clock=clock.give(live.clock, 0, 60_000))
    assert pausing.gone_on(given, LATER).clock.seats[0].bank_ms == live.clock.seats[0].bank_ms + 60_000


# Through the door

at_once = pytest.mark.django_db(transaction=True)


@at_once
async def test_nobody_moves_in_a_pause_and_the_row_is_due_for_nothing(house: House, alice: User, bob: User) -> None:
    match = await sync_to_async(seat)(alice, bob)
    assert (await play.play(match.pk, 0, OfferPause(), None, uuid4())).code == "NOTHING_ASKED"
    await sync_to_async(cases.raise_case)(alice, match, "deal")
    held = await house.live.get(match.pk)
    assert held is not None
    await house.live.refresh_seats(held)
    for number in (0, 1):
        assert (await play.play(match.pk, number, OfferPause(), None, uuid4())).code is None
    assert held.committed is not None
    turn = record.on_the_clock(held.committed._replace(pause=record.Pause()))[0]
    assert (await play.play(match.pk, turn, PassUpcard(), held.version, uuid4())).code == "PAUSED"
    await match.arefresh_from_db()
    assert (match.deadline, match.due_at, held.timer) == (None, None, None)
    assert await sync_to_async(clocks._due)(clocks.now_ms() + 10 * AN_HOUR) == []
    assert (await play.play(match.pk, 1 - turn, Resume(), None, uuid4())).code is None
    assert (await play.play(match.pk, seat_of_turn(held), PassUpcard(), held.version, uuid4())).code is None
    await match.arefresh_from_db()
    assert match.deadline is not None


@pytest.fixture
def case(alice: User, bob: User) -> Case:
    return cases.raise_case(alice, seat(alice, bob), "deal")


@pytest.mark.django_db
def test_a_referee_who_may_rule_pauses_and_resumes(case: Case, alice: User, rita: User) -> None:
    assert case.match is not None
    with pytest.raises(Refused, match="NOT_STAFF"):
        pauses.pause(alice, case)
    with pytest.raises(Refused, match="WRONG_PHASE"):
        pauses.resume(rita, case)
    pauses.pause(rita, case)
    assert rests(case.match)
    assert Match.objects.get().deadline is None
    with pytest.raises(Refused, match="NOT_STAFF"):
        pauses.resume(alice, case)
    pauses.resume(rita, case)
    assert not rests(case.match)
    assert Match.objects.get().deadline is not None


@pytest.mark.django_db
def test_it_goes_on_once_the_referee_has_ruled(
    case: Case, rita: User, django_capture_on_commit_callbacks: pytest.FixtureRequest
) -> None:
    pauses.pause(rita, case)
    assert case.match is not None
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        rulings.decide(rita, case, [{"kind": "void_hand", "hand": 1, "table": 0}], "Dealt anew.")
    assert not rests(case.match)
    match = Match.objects.get()
    assert match.status == Match.Status.PLAYING
    assert match.due_at is not None
