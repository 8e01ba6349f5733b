"""The table over a season."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.application import tables
from tests.tournaments.application.conftest import Member
from tournaments.application import events, registration, rounds, series
from tournaments.domain.actions import Enter, EnterResult
from tournaments.domain.errors import Refusal
from tournaments.domain.values import won
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

Announced = Callable[..., Tournament]


def test_a_series_adds_the_best_results_of_each_person(announced: Announced, member: Member) -> None:
    season = announced(format="series", best_of_series=1)
    for winner in ("bob", "cleo", "bob"):
        evening = announced(series=season, rounds=1, place="over_the_board")
        registration.enter_by_name(evening, member("ann"), name=winner, user=member(winner), rating=0)
        registration.enter_by_name(evening, member("ann"), name="Grandma", rating=0)
        (pairing,) = tables.start(evening)
        events.act(evening, EnterResult(1, 1, won(int(pairing.first != 1))))
        tables.look_again(evening)
    found = series.table_of(season)
    assert len(found.tournaments) == 3
    assert [(line.place, line.name, line.points, line.events) for line in found.lines] == [
        (1, "bob", 250, (250, None, 250)),
        (2, "cleo", 250, (None, 250, None)),
        (3, "Grandma", 180, (180, 180, 180)),
    ]
    assert found.lines[0].counted == (True, False, False)


def test_a_series_is_no_event_of_its_own(announced: Announced, member: Member) -> None:
    season = announced(format="series")
    with pytest.raises(Refusal, match="IS_SERIES"):
        events.act(season, Enter())
    assert registration.why_not(season, member("bob")) == "IS_SERIES"
    rounds.attend(season.pk)
    season.refresh_from_db()
    assert season.due_at is None
