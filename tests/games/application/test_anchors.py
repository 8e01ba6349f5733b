"""The daily anchors: what they cover, when they are made, and that anybody can reckon one up again."""

from __future__ import annotations

import random
from datetime import date
from hashlib import sha256
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from games.application import anchors, store
from games.application.record import LiveMatch, Step
from games.application.signals import looking_round
from games.application.start import first_step
from games.application.store import Pending
from games.models import Anchor
from tests.games.application.matches import NOON, move_on, new_row

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 3_600_000
MIDNIGHT = NOON + DAY_MS // 2
"""The end of the first day, in ms."""


def began(at: int) -> Step:
    step = first_step(new_row(), at)
    store.commit_batch(connection, [Pending.of(step)])
    return step


def went_on(live: LiveMatch, at: int) -> Step:
    step = move_on(live, random.Random(1), at)
    store.commit_batch(connection, [Pending.of(step)])
    return step


def line(step: Step, last: int = -1) -> str:
    return f"{step.live.code} {step.rows[last].number} {step.rows[last].hash}\n"


def test_an_anchor_is_the_hash_of_a_text_that_anybody_can_write_down() -> None:
    first, second = began(NOON), began(NOON)
    anchors.make_due(MIDNIGHT + DAY_MS + anchors.SETTLED_MS)

    one, two = Anchor.objects.order_by("day")

    lines = "".join(sorted([line(first), line(second)]))
    assert one.hash == sha256(f"ginrummy-anchor-v1\n2025-12-01\n\n{lines}".encode()).hexdigest()
    assert two.hash == sha256(f"ginrummy-anchor-v1\n2025-12-02\n{one.hash}\n".encode()).hexdigest()
    assert (one.prev_hash, two.prev_hash) == ("", one.hash)


def test_each_day_names_the_logs_that_grew_and_where_they_ended_before_midnight() -> None:
    grew, rested = began(NOON), began(NOON)
    before = went_on(grew.live, MIDNIGHT - 1)
    after = went_on(before.live, MIDNIGHT)
    anchors.make_due(MIDNIGHT + DAY_MS + anchors.SETTLED_MS)

    one, two = Anchor.objects.order_by("day")

    assert sorted(one.lines.splitlines(True)) == sorted([line(before), line(rested)])
    assert two.lines == line(after)


def test_the_first_anchor_takes_in_older_rows_than_its_own_days() -> None:
    old = first_step(new_row(), NOON - 5 * DAY_MS)
    began(NOON)
    store.commit_batch(connection, [Pending.of(old)])

    made = anchors.make_due(MIDNIGHT + anchors.SETTLED_MS)

    assert [anchor.day for anchor in made] == [date(2025, 12, 1)]
    assert line(old) in made[0].lines


def test_a_day_is_left_to_settle_and_days_that_were_missed_are_made_up_for() -> None:
    began(NOON)

    assert anchors.make_due(MIDNIGHT + anchors.SETTLED_MS - 1) == []
    assert len(anchors.make_due(MIDNIGHT + anchors.SETTLED_MS)) == 1
    assert len(anchors.make_due(MIDNIGHT + 3 * DAY_MS + anchors.SETTLED_MS)) == 3
    assert anchors.make_due(MIDNIGHT + 3 * DAY_MS + anchors.SETTLED_MS) == []
    assert anchors.verify() == []


def test_of_two_processes_one_makes_the_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    began(NOON)
    lines = anchors._lines

    def outrun(*span: Any) -> str:
        monkeypatch.setattr(anchors, "_lines", lines)
        assert len(anchors.make_due(MIDNIGHT + DAY_MS + anchors.SETTLED_MS)) == 2  # the other process
        return lines(*span)

    monkeypatch.setattr(anchors, "_lines", outrun)

    assert anchors.make_due(MIDNIGHT + DAY_MS + anchors.SETTLED_MS) == []
    assert Anchor.objects.count() == 2


def test_the_sweep_makes_what_is_due_and_does_not_look_every_second() -> None:
    looking_round.send(sender=None)
    began(NOON)  # long ago: its anchor is due
    looking_round.send(sender=None)
    assert not Anchor.objects.exists()

    cache.clear()
    looking_round.send(sender=None)
    assert Anchor.objects.filter(day=date(2025, 12, 1)).exists()


def test_the_command_makes_the_same_and_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    began(NOON)

    call_command("anchor")

    printed = capsys.readouterr().out.splitlines()
    assert printed == [f"{anchor.day} {anchor.hash}" for anchor in Anchor.objects.order_by("day")]
    assert printed[0].startswith("2025-12-01 ")
