"""A series: points for places, the best few count, ties broken by the better places."""

from __future__ import annotations

from tournaments.domain.formats.series import PLACE_POINTS, series_table, worth


def test_those_who_share_a_place_share_its_points() -> None:
    assert worth({1: 1, 2: 2, 3: 2, 4: 4}) == {1: 250, 2: 165, 3: 165, 4: 120}
    assert worth(dict.fromkeys((1, 2, 3), 1), (10, 5)) == dict.fromkeys((1, 2, 3), 50)
    assert worth({1: 11}) == {1: 0}


def test_only_the_best_events_count_and_the_others_are_shown() -> None:
    (first, second) = series_table([{1: 1, 2: 2}, {1: 3, 2: 1}, {1: 2}, {1: 2}], best=2)
    assert (first.entrant, first.points, first.events, first.counted) == (
        1,
        430,
        (250, 150, 180, 180),
        (True, False, True, False),
    )
    assert (second.entrant, second.points, second.events) == (2, 430, (180, 250, None, None))
    assert (first.place, second.place) == (1, 2), "level on points and on first places: more second places"


def test_whoever_missed_an_event_gets_nothing_for_it_and_it_does_not_count() -> None:
    table = {line.entrant: line for line in series_table([{1: 1, 2: 2}, {2: 5}], best=3)}
    assert (table[1].points, table[1].events, table[1].counted) == (250, (250, None), (True, False))
    assert (table[2].points, table[2].counted) == (280, (True, True))


def test_an_empty_series_has_an_empty_table_and_equal_records_share_a_place() -> None:
    assert series_table([], best=3) == ()
    table = series_table([{1: 1, 2: 2}, {1: 2, 2: 1}], best=2)
    assert [line.place for line in table] == [1, 1]
    assert len(PLACE_POINTS) == 10
