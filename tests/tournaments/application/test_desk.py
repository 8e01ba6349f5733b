"""The desk: what needs a hand, who may rule, and what follows at the tables."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ginsite.accounts.models import User
from tournaments.application import clubs, desk, events, orders, rounds, scorecards
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import (
    ChangeResult,
    EnterResult,
    Finish,
    PairRound,
    Pause,
    Start,
    Swap,
    UndoRound,
    Withdraw,
)
from tournaments.domain.errors import Refusal
from tournaments.domain.values import Result, won
from tournaments.models import Entry, Membership, Pairing, ScoreCard, Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}


def kinds(tournament: Tournament) -> list[str]:
    return [need.kind for need in desk.needs(tournament)]


@pytest.fixture
def evening(announced: Any, member: Any) -> Tournament:
    """Four people at two tables in the first round of a Swiss with real cards; Ann runs it and plays in none."""
    tournament: Tournament = announced("bob", "cleo", "dan", "eve", rounds=2, **REAL)
    desk.do(tournament, member("ann"), Start(1))
    return tournament


def enter(tournament: Tournament, by: User, board: int, side: int = 0, round_no: int = 1) -> None:
    desk.do(tournament, by, EnterResult(round_no, board, won(side, hand_points=(100, 40))))


def test_the_desk_says_what_comes_next_from_the_entries_to_the_end(announced: Any, member: Any) -> None:
    ann = member("ann")
    tournament = announced("bob", "cleo", "dan", "eve", rounds=1, **REAL)
    assert kinds(tournament) == ["start"]
    desk.do(tournament, ann, Start(1))
    assert kinds(tournament) == []
    assert Pairing.objects.filter(tournament=tournament, called_at__isnull=False).count() == 2
    enter(tournament, ann, 1)
    enter(tournament, ann, 2)
    assert kinds(tournament) == ["finish"]


def test_a_round_that_can_be_paired_and_a_pause_are_said(evening: Tournament, member: Any) -> None:
    enter(evening, member("ann"), 1)
    enter(evening, member("ann"), 2)
    assert kinds(evening) == ["pair"]
    desk.do(evening, member("ann"), Pause())
    assert kinds(evening) == ["paused"]


def test_when_everybody_has_left_the_desk_says_why_nothing_can_be_paired(evening: Tournament, member: Any) -> None:
    for number in (1, 2, 3, 4):
        desk.do(evening, member("ann"), Withdraw(number), reason="they went home")
    found = desk.needs(evening)
    assert [need.kind for need in found] == ["blocked"]
    assert found[0].code in {"NOBODY_LEFT", "TOO_FEW"}
    assert set(Entry.objects.filter(tournament=evening).values_list("status", flat=True)) == {"left"}


def test_two_cards_that_differ_and_a_deadline_that_is_over_come_first(evening: Tournament, member: Any) -> None:
    first, second = Pairing.objects.filter(tournament=evening).order_by("board")
    scorecards.put_down(first, 0, won(0), by=member("bob"))
    assert kinds(evening) == ["unconfirmed"]
    scorecards.put_down(first, 1, won(1), by=member("cleo"))
    Pairing.objects.filter(pk=second.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    assert kinds(evening) == ["conflict", "overdue"]


def test_whoever_is_not_at_the_table_online_is_named_after_two_minutes(announced: Any, member: Any) -> None:
    tournament = announced("bob", "cleo")
    desk.do(tournament, member("ann"), Start(1))
    assert kinds(tournament) == []
    Pairing.objects.filter(tournament=tournament).update(called_at=timezone.now() - timedelta(minutes=3))
    assert kinds(tournament) == ["late"]


def test_only_the_desk_does_anything(evening: Tournament, member: Any) -> None:
    with pytest.raises(NotAllowed, match="ORGANISERS_ONLY"):
        desk.do(evening, member("bob"), Pause())


def test_a_referee_rules_on_results_but_neither_starts_nor_ends_the_event(announced: Any, member: Any) -> None:
    club = clubs.found(member("ann"), name="Club")
    Membership.objects.create(club=club, user=member("rita"), role=Membership.Role.REFEREE)
    tournament = announced("bob", "cleo", club=club, rounds=1, **REAL)
    with pytest.raises(NotAllowed, match="ORGANISERS_ONLY"):
        desk.do(tournament, member("rita"), Start(1))
    desk.do(tournament, member("ann"), Start(1))
    enter(tournament, member("rita"), 1)
    with pytest.raises(NotAllowed, match="ORGANISERS_ONLY"):
        desk.do(tournament, member("rita"), Finish())


def test_nobody_judges_an_own_match_alone(announced: Any, member: Any) -> None:
    ann, bob = member("ann"), member("bob")
    club = clubs.found(ann, name="Club")
    Membership.objects.create(club=club, user=bob, role=Membership.Role.REFEREE)
    tournament = announced("ann", "cleo", club=club, rounds=1, **REAL)
    desk.do(tournament, ann, Start(1))
    mine = won(0, hand_points=(100, 3))
    assert desk.do(tournament, ann, EnterResult(1, 1, mine)) is False
    assert events.load(tournament).round(1).results == (None,)
    assert kinds(tournament) == ["ruling"]
    assert desk.do(tournament, bob, EnterResult(1, 1, mine)) is True
    assert events.load(tournament).round(1).results == (mine,)
    with pytest.raises(NotAllowed, match="OWN_MATCH"):
        desk.do(tournament, ann, ChangeResult(1, 1, None), reason="I want to play again")


def test_a_look_shows_what_a_correction_changes_and_does_nothing(evening: Tournament, member: Any) -> None:
    ann = member("ann")
    enter(evening, ann, 1)
    enter(evening, ann, 2)
    desk.do(evening, ann, PairRound(5))
    version = evening.version
    event = events.load(evening)
    other = won(1, hand_points=(40, 100))
    kept = desk.look(evening, ChangeResult(1, 1, other, "keep"))
    paired_again = desk.look(evening, ChangeResult(1, 1, other, "re_pair"))
    assert kept.standings
    assert not kept.pairings
    assert paired_again.pairings
    evening.refresh_from_db()
    assert evening.version == version
    assert events.load(evening) == event


def test_people_who_change_places_are_called_anew_and_their_cards_are_blank(evening: Tournament, member: Any) -> None:
    first, second = Pairing.objects.filter(tournament=evening).order_by("board")
    scorecards.put_down(first, 0, won(0), by=member("bob"))
    called = first.called_at
    desk.do(evening, member("ann"), Swap(1, first.first, second.first), reason="they are sisters")
    row = Pairing.objects.get(tournament=evening, board=first.board)
    assert row.first == second.first
    assert row.called_at is not None
    assert called is not None
    assert row.called_at > called
    assert not ScoreCard.objects.exists()


def test_a_round_taken_back_and_paired_again_leaves_both_in_the_log(evening: Tournament, member: Any) -> None:
    ann = member("ann")
    before = events.load(evening)
    desk.do(evening, ann, UndoRound(), reason="wrong draw")
    assert kinds(evening) == ["pair"]
    desk.do(evening, ann, PairRound(before.rounds[0].seed))
    assert events.load(evening).rounds == before.rounds
    assert [row.reason for row in evening.log.all() if row.kind == "undo_round"] == ["wrong draw"]


@pytest.mark.parametrize(
    "result",
    [
        won(0, hand_points=(100, 20), boxes=(4, 1)),
        won(1, kind="forfeit"),
        Result((1, 1), "played", (50, 50)),
        Result((0, 0), "annulled"),
        Result((0, 0), "double_forfeit"),
    ],
)
def test_a_form_gives_the_result_that_it_was_made_from(result: Result) -> None:
    assert orders.read_result(orders.result_fields(result)) == result


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "abdicate"},
        {"do": "result", "round": "1", "board": "1", "outcome": "mine"},
        {"do": "result", "round": "one", "board": "1", "outcome": "first"},
        {"do": "result", "round": "1", "board": "1", "outcome": "first", "hand_points_first": "-3"},
        {"do": "swap", "round": "1", "first": "²"},
    ],
)
def test_a_form_that_asks_for_nothing_possible_is_refused(fields: dict[str, str], evening: Tournament) -> None:
    with pytest.raises(NotAllowed, match="BAD_FORM"):
        orders.read_order(fields, events.load(evening))


def test_what_the_event_refuses_leaves_everything_as_it_was(evening: Tournament, member: Any) -> None:
    version = evening.version
    with pytest.raises(Refusal):
        desk.do(evening, member("ann"), PairRound(1))
    evening.refresh_from_db()
    assert evening.version == version
    assert rounds.undone(evening)
