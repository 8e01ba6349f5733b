"""Effects of results, exactly once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models import F
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.application import projections, record, store
from games.application.signals import match_finished
from games.application.start import first_step
from games.application.store import Pending
from games.domain.actions import Resign
from games.models import Applied, Match
from tests.games.application.matches import NOON, new_row

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished() -> Match:
    """A match that is over and whose result nobody has taken in."""
    match = new_row()
    dealt = first_step(match, NOON)
    store.commit_batch(connection, [Pending.of(dealt.then(record.play(dealt.live, 0, Resign(), NOON + 1)))])
    match.refresh_from_db()
    return match


@pytest.fixture
def effects(monkeypatch: pytest.MonkeyPatch) -> dict[str, projections.Effect]:
    """The registered effects, to be changed by a test."""
    copy = dict(projections._effects)
    monkeypatch.setattr(projections, "_effects", copy)
    return copy


@pytest.fixture
def heard() -> Iterator[list[dict[str, Any]]]:
    """What ``match_finished`` told."""
    told: list[dict[str, Any]] = []

    def listen(match_id: int, result_no: int, **_kwargs: Any) -> None:
        told.append({"match_id": match_id, "result_no": result_no})

    match_finished.connect(listen)
    yield told
    match_finished.disconnect(listen)


def test_a_finished_match_is_announced_once_on_commit(
    finished: Match, heard: list[dict[str, Any]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    assert finished.result_pending

    with django_capture_on_commit_callbacks(execute=True):
        assert projections.sweep() == 1
        assert heard == []
    with django_capture_on_commit_callbacks(execute=True):
        assert projections.sweep() == 0

    assert heard == [{"match_id": finished.pk, "result_no": 1}]
    finished.refresh_from_db()
    assert not finished.result_pending


def test_a_match_in_play_is_not_announced(
    heard: list[dict[str, Any]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    store.commit_batch(connection, [Pending.of(first_step(new_row(), NOON))])

    with django_capture_on_commit_callbacks(execute=True):
        assert projections.sweep() == 0

    assert heard == []


def test_an_effect_whose_mark_is_there_is_not_made_again(finished: Match) -> None:
    made: list[str] = []
    assert projections.apply_once(finished, "ratings", lambda match: made.append(match.code))
    assert not projections.apply_once(finished, "ratings", lambda match: made.append(match.code))

    assert made == [finished.code]


def test_an_effect_that_fails_leaves_no_mark_holds_up_no_other_and_is_tried_again(
    finished: Match, effects: dict[str, projections.Effect]
) -> None:
    made: list[str] = []

    def fails(match: Match) -> None:
        made.append("failed")
        Match.objects.filter(pk=match.pk).update(preset="half done")
        raise ZeroDivisionError

    effects.clear()
    effects["ratings"] = fails
    effects["notices"] = lambda _match: made.append("notices")

    assert projections.sweep() == 0
    assert made == ["failed", "notices"]
    assert list(Applied.objects.values_list("name", flat=True)) == ["notices"]
    finished.refresh_from_db()
    assert finished.preset != "half done"

    effects["ratings"] = lambda _match: made.append("ratings")
    assert projections.sweep() == 1
    assert made == ["failed", "notices", "ratings"]


def test_a_new_result_makes_the_effects_again(
    finished: Match,
    heard: list[dict[str, Any]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        projections.sweep()
    Match.objects.filter(pk=finished.pk).update(result_no=2, result_pending=True)  # what a ruling does

    with django_capture_on_commit_callbacks(execute=True):
        assert projections.sweep() == 1

    assert [told["result_no"] for told in heard] == [1, 2]


def test_a_result_that_changed_while_its_effects_were_made_stays_pending(
    finished: Match, effects: dict[str, projections.Effect]
) -> None:
    def overtaken(match: Match) -> None:
        Match.objects.filter(pk=match.pk).update(result_no=2)

    effects.clear()
    effects["ratings"] = overtaken

    assert projections.sweep() == 0

    finished.refresh_from_db()
    assert finished.result_pending


def test_two_effects_may_not_share_a_name(effects: dict[str, projections.Effect]) -> None:
    with pytest.raises(ValueError, match="announced"):
        projections.effect("announced")(lambda _match: None)


@pytest.mark.django_db(transaction=True)
def test_sweeps_that_run_at_once_make_an_effect_once(finished: Match, effects: dict[str, projections.Effect]) -> None:
    barrier = threading.Barrier(3)

    def count(match: Match) -> None:
        Match.objects.filter(pk=match.pk).update(increment_ms=F("increment_ms") + 1)

    def sweep(_number: int) -> None:
        try:
            barrier.wait(timeout=10)
            projections.sweep()
        finally:
            connections["default"].close()

    effects.clear()
    effects["ratings"] = count
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(sweep, range(3)))

    finished.refresh_from_db()
    assert finished.increment_ms == 1
    assert not finished.result_pending
    assert Applied.objects.count() == 1
