"""The tally of deals: every finished match once, a few at a time, and what it says beside chance."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache

from games.application import deal_statistics, store
from games.application.record import Step
from games.application.store.batch import moment
from games.models import DealTally, Match
from tests.games.application import matches

pytestmark = pytest.mark.django_db

HOUR_MS = 3_600_000


class Clubhouse:
    """Where matches are played out, one after the other, and the sweep looks round."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch
        self.now = matches.NOON
        monkeypatch.setattr(deal_statistics, "now_ms", lambda: self.now)

    def play(self, code: str, variant: str = "gin", seats: int = 2, seed: int = 1) -> Step:
        """A whole match under this code, over by now."""
        self.patch.setattr(matches, "CODE", code)
        step = matches.play_out(matches.dealt(variant=variant, seats=seats), seed)
        match = matches.new_row(code=code, variant=variant, seat_count=seats)
        store.append(Step(0, step.live._replace(id=match.pk), step.rows), finished_at=moment(self.now))
        return step

    def look(self, minutes: int = 1) -> deal_statistics.Statistics:
        """What the page tells once the sweep has looked round after so many minutes."""
        self.now += minutes * 60_000
        cache.clear()
        deal_statistics.look_round(sender=None)
        return deal_statistics.read()


@pytest.fixture
def clubhouse(monkeypatch: pytest.MonkeyPatch) -> Clubhouse:
    return Clubhouse(monkeypatch)


def deals_in(step: Step) -> int:
    return sum(row.kind == "deal" for row in step.rows) - 1  # but for the draw


def test_without_a_tally_nothing_has_been_counted() -> None:
    found = deal_statistics.read()
    assert (found.matches, found.hands, found.ended, found.counted_at) == (0, 0, 0, 0)
    assert {falling.p for falling in found.fallings} == {1.0}


def test_every_deal_of_every_game_is_counted_once(clubhouse: Clubhouse) -> None:
    gin, rummy = clubhouse.play("gggggggggg"), clubhouse.play("rrrrrrrrrr", "rummy", 4)
    for _again in range(2):
        found = clubhouse.look(minutes=61)
        assert (found.matches, found.hands) == (2, deals_in(gin) + deals_in(rummy))
        suits, ranks, turned_suits, turned_ranks = found.fallings
        cards = 20 * deals_in(gin) + 28 * deals_in(rummy)
        assert sum(n for _suit, n in suits.counts) == sum(n for _rank, n in ranks.counts) == cards
        assert sum(n for _suit, n in turned_suits.counts) == sum(n for _rank, n in turned_ranks.counts) == found.hands
        assert found.tens == 2 * deals_in(gin)
        assert found.ended == sum(row.kind in ("hand_scored", "hand_voided") for row in gin.rows)
        assert sum(ending.found for ending in found.endings) == found.ended
        assert (found.own, found.stood_in) == (0, 2 * deals_in(gin) + 4 * deals_in(rummy))


def test_the_tally_rests_for_an_hour_once_it_has_come_to_the_end(
    clubhouse: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_statistics, "AT_A_TIME", 1)
    clubhouse.play("aaaaaaaaaa")
    clubhouse.play("bbbbbbbbbb", seed=2)
    assert [clubhouse.look().matches for _minute in range(3)] == [1, 2, 2]
    clubhouse.play("cccccccccc", seed=3)
    assert clubhouse.look(minutes=50).matches == 2
    assert clubhouse.look(minutes=15).matches == 3


def test_of_two_processes_that_count_the_same_one_gets_it_in(
    clubhouse: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    clubhouse.play("aaaaaaaaaa")
    count = deal_statistics._count_match

    def slowly(counts: deal_statistics.Counts, match: Match) -> None:
        """While one process counts, the other counts the same and is done first."""
        monkeypatch.setattr(deal_statistics, "_count_match", count)
        clubhouse.look(minutes=0)
        count(counts, match)

    monkeypatch.setattr(deal_statistics, "_count_match", slowly)
    assert clubhouse.look().matches == 1


def test_a_match_that_was_resumed_is_counted_on_from_where_it_had_ended(clubhouse: Clubhouse) -> None:
    step = clubhouse.play("aaaaaaaaaa")
    half = next(row.number for row in step.rows if row.kind == "hand_opened" and row.number > 30)
    rows = [row._replace(kind="match_ended") if row.number == half else row for row in step.rows]
    assert deal_statistics._seen(rows) == half
    assert deal_statistics._seen(step.rows) == 0


def test_whose_seeds_they_were_is_counted_but_for_the_draw() -> None:
    counts = deal_statistics.no_counts()
    seats = [{"seat": 0, "default": False}, {"seat": 1, "default": True}, {"seat": 2, "default": True}]
    for hand in (0, 1):
        deal_statistics._count_seeds(counts, {"hand": hand, "seats": seats}, computers={2})
    assert (counts["own"], counts["stood_in"], counts["computers"]) == (1, 1, 1)


def test_the_counts_are_plain_numbers(clubhouse: Clubhouse) -> None:
    clubhouse.play("aaaaaaaaaa")
    clubhouse.look()
    assert set(json.loads(DealTally.objects.get().counts)) == set(deal_statistics.no_counts())
