"""Looking back on matches."""

from __future__ import annotations

import random

import pytest
from django.db import transaction

from games.application import lobby, record, store, stories
from games.application.deals import LostKey
from games.application.record import Step
from games.application.terms import Terms
from games.domain.cards import parse_card, parse_hand
from games.domain.events import CardDiscarded, Event, HandDealt, HandScored, PileTaken, StockDrawn
from games.domain.ruleset import RuleSet
from games.domain.scoring import score_hand
from games.models import Match
from ginsite.accounts.models import User
from tests.games.application.matches import move_on

pytestmark = pytest.mark.django_db


def play_on(match: Match) -> Match:
    """Play a match through its log to the end."""
    loaded = store.load(match.pk)
    assert loaded is not None
    live, rng = loaded.live, random.Random(11)
    whole: Step | None = None
    while live.finish is None:
        step = move_on(live, rng, live.at + 1_000)
        whole, live = (whole.then(step) if whole else step), step.live
    assert whole is not None
    with transaction.atomic():
        store.append(whole)
    match.refresh_from_db()
    return match


@pytest.fixture
def played(alice: User, bob: User) -> Match:
    """A whole match between Alice and Bob."""
    return play_on(lobby.join_table(bob, lobby.create_table(alice, Terms(clock="slow-1")).code))


def test_the_hands_of_a_match_add_up_to_its_score(played: Match) -> None:
    story = stories.story_of(played)
    assert story.end is not None
    assert [hand.number for hand in story.hands] == list(range(1, len(story.hands) + 1))
    points = [0, 0]
    for hand in story.hands:
        assert (hand.result is None) == (hand.void is not None)
        if hand.result is not None:
            assert hand.knock is not None
            points[hand.result["winner"]] += hand.result["points"]
    assert next(line["amounts"] for line in story.end["lines"] if line["key"] == "hands") == points
    assert story.end["totals"] == stories.totals_of(played)


def test_a_story_shows_the_knocker_and_the_one_who_laid_off(played: Match) -> None:
    for hand in stories.story_of(played).hands:
        if hand.result is None:
            continue
        assert hand.knock is not None
        assert hand.knock["seat"] == hand.result["knocker"]
        if hand.result["kind"] in ("knock", "undercut"):
            assert hand.defence is not None
            assert hand.defence["count"] == hand.result["defender_count"]


def test_after_gin_the_beaten_hand_is_laid_out_as_well_as_it_can_be() -> None:
    knocker, beaten = parse_hand("AS 2S 3S 4S 5S 6S 7S 8S 9S KD"), parse_hand("4H 4D 4C 8H 9H JH QC 2D 6D AC")
    score = score_hand(0, 18, RuleSet(), gin=True)
    events: list[Event] = [
        HandDealt(3, 0, 1, (0, 1), (beaten, knocker), parse_card("KS"), 10),
        PileTaken(0, parse_card("KS")),
        CardDiscarded(0, parse_card("AC")),
        StockDrawn(1, parse_card("TS"), 30),
        CardDiscarded(1, parse_card("KD")),
        StockDrawn(0, parse_card("TH"), 29),
        CardDiscarded(0, parse_card("KS")),
        HandScored(3, 0, "gin", 1, 1, 0, 18, score.points, 1, score.lines),
    ]
    assert list(stories.beaten_by_gin(events)) == [
        (
            3,
            {
                "seat": 0,
                "melds": ["8H 9H TH JH", "4H 4D 4C"],
                "deadwood": "2D 6D QC",
                "count": 18,
                "layoffs": [],
            },
        )
    ]


def test_a_hand_that_was_knocked_shows_what_its_players_showed() -> None:
    events: list[Event] = [HandDealt(1, 0, 0, (0, 1), (1, 2), 5, 10), HandScored(1, 0, "knock", 0, 0, 3, 9, 6, 1, ())]
    assert list(stories.beaten_by_gin(events)) == []


def test_finished_matches_are_listed_for_their_players_only(played: Match, alice: User, charlie: User) -> None:
    assert list(stories.finished_matches(alice)) == [played]
    assert list(stories.finished_matches(charlie)) == []


def test_it_is_known_whose_move_a_match_waits_for(alice: User, bob: User) -> None:
    match = lobby.join_table(bob, lobby.create_table(alice, Terms()).code)
    loaded = store.load(match.pk)
    assert loaded is not None
    assert stories.must_move(match) == record.running(loaded.live)
    assert len(stories.must_move(match)) == 1


def test_a_table_that_has_not_begun_waits_for_nobody(alice: User) -> None:
    assert stories.must_move(lobby.create_table(alice, Terms())) == ()


def test_a_match_that_cannot_be_folded_spoils_no_list(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = lobby.join_table(bob, lobby.create_table(alice, Terms()).code)

    def lost(match_id: int) -> None:
        raise LostKey(match.code, 1, "gone")

    monkeypatch.setattr(store, "load", lost)
    assert stories.must_move(match) == ()
    assert stories.story_of(match).hands == []
