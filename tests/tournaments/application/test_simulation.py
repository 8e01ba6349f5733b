"""Whole events of every format come to their end, whatever their people do."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from tournaments.application import events
from tournaments.application.codec import action_from_plain
from tournaments.application.simulation import simulate
from tournaments.domain.formats import FORMATS
from tournaments.domain.steps import replay
from tournaments.models import Entry, Pairing, Tournament

pytestmark = pytest.mark.django_db


def standing_places(tournament: Tournament) -> list[int]:
    return [line.place for line in events.format_of(tournament).standings(events.load(tournament))]


@pytest.mark.parametrize("name", [*FORMATS, "series"])
def test_an_event_with_unreliable_people_comes_to_its_end(name: str) -> None:
    figures = simulate(name, 7, rounds_no=None, seed=3, absences=0.4)
    assert figures.games > 0
    assert (figures.unfinished, figures.avoidable_rematches) == (0, 0)
    for tournament in Tournament.objects.filter(is_series=False):
        assert tournament.phase == "finished"
        places = standing_places(tournament)
        assert places == sorted(places)
        assert places[0] == 1


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", FORMATS)
def test_the_smallest_fields_come_to_an_end_too(name: str, players: int) -> None:
    assert simulate(name, players, rounds_no=None, seed=1, absences=0).unfinished == 0


def test_the_same_seed_is_the_same_event() -> None:
    first, again = (asdict(simulate("swiss", 8, rounds_no=4, seed=5, absences=0.5)) for _time in range(2))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    one, other = ([(row.kind, row.payload) for row in tournament.log.all()] for tournament in Tournament.objects.all())
    assert one == other


def test_rows_repeat_what_the_log_says() -> None:
    simulate("swiss", 9, rounds_no=5, seed=2, absences=0.6)
    tournament = Tournament.objects.get()
    rows = tournament.log.all()
    assert [row.number for row in rows] == list(range(1, tournament.version + 1))
    actions = [action_from_plain(row.kind, json.loads(row.payload)) for row in rows]
    event = replay(events.settings_of(tournament), actions, events.format_of(tournament).play)
    assert event == events.load(tournament)
    told = {
        (round_.number, pairing.board, pairing.first, pairing.second, result is None)
        for round_ in event.rounds
        for pairing, result in zip(round_.pairings, round_.results, strict=True)
    }
    shown = {(row.round, row.board, row.first, row.second, not row.result) for row in Pairing.objects.all()}
    assert told == shown
    gone = {entrant.id for entrant in event.entrants if entrant.status == "withdrawn"}
    assert gone == set(Entry.objects.filter(status="left").values_list("number", flat=True))


def test_one_alone_is_no_event() -> None:
    with pytest.raises(ValueError, match="two players"):
        simulate("swiss", 1, rounds_no=None, seed=1, absences=0)
