"""From logs to sums: what the sweep measures of a match that has just ended, and the command of a whole period."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from games.application import dealing, record, store
from games.application.record import Step
from games.application.start import first_step
from games.application.store import Pending
from games.application.suspicions import keeping, looking
from games.application.suspicions.amounts import giving_from_text
from games.application.suspicions.pace import Pace
from games.bots.simulation import cheats
from games.bots.simulation.players import Way
from games.domain.actions import Resign
from games.domain.match import must_act
from games.models import Applied, Match, MatchEvent, Measurement, Seat, Signal
from ginsite.accounts.models import User
from tests.games.application.matches import NOON, new_row
from tests.games.application.suspicions.rows import finished, think

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("known_deals")]

CASUAL = cheats.honest("casual", 0.1)
FEEDER = cheats.feeder(CASUAL, 1.0, to=1)


def on(match: Match, *people: User | str) -> Match:
    """The match with these on its chairs, computers by name."""
    for number, person in enumerate(people):
        user, bot = (None, person) if isinstance(person, str) else (person, "")
        Seat.objects.create(match=match, seat=number, user=user, bot=bot)
    return match


def play(match: Match, ways: Sequence[Way], *, hands: int = 99) -> Match:
    """Play it out, or so many hands of it, after which seat 0 resigns; it ended just now."""
    dice, now = random.Random(match.pk), NOON
    whole: Step = first_step(match, NOON, [seat.seat for seat in match.seats.all() if seat.bot])
    while whole.live.finish is None:
        now += dice.randrange(400, 4_000)
        game = whole.live.game
        if game.phase == "between":
            over = game.hand_no >= hands
            whole = whole.then(record.play(whole.live, 0, Resign(), now) if over else dealing.deal(whole.live, now))
        else:
            seat = must_act(game)[0]
            whole = whole.then(record.play(whole.live, seat, ways[seat](game, seat, dice), now))
    store.commit_batch(connection, [Pending.of(whole)])
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now())
    match.refresh_from_db()
    return match


def test_the_sweep_finds_a_feeder_from_the_logs_alone_and_looks_at_each_match_once(alice: User, bob: User) -> None:
    for _match in range(3):
        play(on(new_row(), alice, bob), [FEEDER, CASUAL])

    assert [looking.look_round() for _second in range(3)] == [2, 1, 0]

    signal = keeping.waiting().get()
    assert (signal.kind, signal.about, signal.other) == (Signal.Kind.FEEDING, alice, bob)
    assert Applied.objects.filter(name=looking.MARK).count() == 3
    shed = sum(json.loads(text)[0] for text in measured("giving", seat=0))
    assert shed == MatchEvent.objects.filter(kind="discard", seat=0).count()


def measured(kind: str, **where: int) -> list[str]:
    return list(Measurement.objects.filter(kind=kind, **where).order_by("pk").values_list("amounts", flat=True))


def test_the_command_looks_again_and_writes_the_same(alice: User, bob: User) -> None:
    match = play(on(new_row(), alice, bob), [CASUAL, CASUAL], hands=2)
    looking.look_round()
    before = list(Measurement.objects.order_by("pk").values())

    said = StringIO()
    call_command("look_for_signals", "--since", f"{timezone.now() - timedelta(days=1):%Y-%m-%d}", stdout=said)

    assert said.getvalue() == "1 match looked at; 0 signals wait for a referee\n"
    assert list(Measurement.objects.order_by("pk").values()) == before
    assert {(row["kind"], row["seat"]) for row in before} == {
        ("giving", 0),
        ("giving", 1),
        ("pace", 0),
        ("pace", 1),
        ("leaving", 0),
    }
    assert giving_from_text(measured("giving", seat=0)[0]).discards > 0
    assert match.end_reason == "resigned"


@pytest.mark.parametrize("word", ["yesterday", "2026-02-30"])
def test_the_command_refuses_what_is_no_day(word: str) -> None:
    with pytest.raises(CommandError, match="is no day"):
        call_command("look_for_signals", "--since", word)


def test_where_one_person_plays_computers_nothing_is_measured(alice: User) -> None:
    play(on(new_row(), alice, "casual"), [CASUAL, CASUAL], hands=1)
    assert looking.look_round() == 1
    assert not Measurement.objects.exists()


def test_what_was_given_to_a_computer_is_left_out_and_a_guest_is_judged_by_play_alone(alice: User, guest: User) -> None:
    match = new_row(variant="three-handed", seat_count=3)
    play(on(match, alice, "casual", guest), [CASUAL] * 3, hands=6)
    looking.look_round()
    pairs = set(Measurement.objects.filter(kind="giving").values_list("seat", "other"))
    assert pairs == {(0, 2), (2, 0)}
    played_by_scripts = finished(alice, guest)
    for number in (0, 1):
        think(played_by_scripts, Pace(5_000, 35_000.0, 245_000.0), seat=number)  # e**7 ms each time
    looking.look_at(match)
    assert {row.about for row in Signal.objects.all()} == {alice}


def test_a_match_that_cannot_be_folded_holds_up_no_other(
    alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken = on(new_row(status=Match.Status.FINISHED, finished_at=timezone.now(), result_no=1), alice, bob)
    play(on(new_row(), alice, bob), [CASUAL, CASUAL], hands=1)

    assert [looking.look_round(), looking.look_round()] == [2, 0]
    assert f"match {broken.code} cannot be folded" in caplog.text
    assert Measurement.objects.exists()
