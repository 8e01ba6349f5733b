"""Looking back on matches."""

from __future__ import annotations

import random

import pytest
from django.db import transaction

from games.application import lobby, record, store, stories
from games.application.deals import LostKey
from games.application.record import Step
from games.application.sides import totals_of
from games.application.terms import Terms
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
    assert story.sheet is not None
    assert [hand.number for hand in story.hands] == list(range(1, len(story.hands) + 1))
    points = [0, 0]
    for hand in story.hands:
        if hand.result["kind"] != "void":
            points[hand.result["winner"]] += hand.result["points"]
    assert next(line["amounts"] for line in story.end["lines"] if line["key"] == "hands") == points
    assert list(story.sheet["columns"][0]["totals"]) == points
    assert list(story.end["totals"]) == totals_of(played)


def test_a_story_shows_what_both_had_and_what_was_laid_off(played: Match) -> None:
    for hand in stories.story_of(played).hands:
        cards = {shown["seat"]: shown for shown in hand.result["seats"]}
        assert set(cards) == {0, 1}
        if hand.result["kind"] in ("knock", "undercut"):
            assert not cards[hand.result["knocker"]]["layoffs"]
        for shown in cards.values():
            held = [card for text in (*shown["melds"], shown["deadwood"]) for card in text.split()]
            assert len(held) + len(shown["layoffs"]) in (10, 11)


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

    def lost(*_match: object) -> None:
        raise LostKey(match.code, 1, "gone")

    monkeypatch.setattr(store, "load", lost)
    monkeypatch.setattr(stories, "states", lost)
    assert stories.must_move(match) == ()
    assert stories.story_of(match).hands == []
