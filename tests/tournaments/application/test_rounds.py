"""Running the rounds online: calls, arrivals, no-shows, deadlines, and going on by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.application import appointed
from tests.tournaments.application import tables
from tests.tournaments.application.conftest import Member
from tournaments.application import events, organising, registration, rounds
from tournaments.application.organising import Plan
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import ChangeResult, EnterResult, KeepApart, LetMeet, Pause, Resume, Swap, UndoRound
from tournaments.domain.errors import Refusal
from tournaments.domain.settings import Settings
from tournaments.domain.values import DOUBLE_FORFEIT, won
from tournaments.models import Entry, Pairing, Tournament

pytestmark = pytest.mark.django_db

Announced = Callable[..., Tournament]


def result_of(pairing: Pairing) -> object:
    event = events.load(Tournament.objects.get(pk=pairing.tournament_id))
    return event.round(pairing.round).results[event.place(pairing.round, pairing.board)]


def test_a_match_begins_once_both_are_at_the_table(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo")
    (pairing,) = tables.start(tournament)
    first, second = tables.players(pairing)
    assert pairing.called_at is not None
    with pytest.raises(NotAllowed, match="NOT_YOURS"):
        rounds.arrive(pairing, member("stranger"))
    rounds.arrive(pairing, first)
    assert not pairing.games.exists()
    rounds.arrive(pairing, second)
    rounds.arrive(pairing, second)
    (game,) = pairing.games.all()
    assert [seat.user for seat in game.match.seats.order_by("seat")] == [first, second]
    assert game.match.rated


def test_who_does_not_come_within_the_window_loses(announced: Announced) -> None:
    tournament = announced("bob", "cleo", arrival_minutes=5)
    (pairing,) = tables.start(tournament)
    rounds.arrive(pairing, tables.players(pairing)[1])
    tables.look_again(tournament, minutes=4)
    assert result_of(pairing) is None
    assert pairing.called_at is not None
    assert tournament.due_at == pairing.called_at + timedelta(minutes=5)
    tables.look_again(tournament, minutes=6)
    assert result_of(pairing) == won(1, kind="forfeit")


def test_nobody_comes_and_both_lose(announced: Announced) -> None:
    tournament = announced("bob", "cleo")
    (pairing,) = tables.start(tournament)
    tables.look_again(tournament, minutes=11)
    assert result_of(pairing) == DOUBLE_FORFEIT


def test_lateness_costs_hand_points_a_minute(announced: Announced) -> None:
    tournament = announced("bob", "cleo", late_penalty=3)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    pairing.refresh_from_db()
    assert pairing.first_came_at is not None
    Pairing.objects.filter(pk=pairing.pk).update(second_came_at=pairing.first_came_at + timedelta(minutes=4))
    tables.end_game(pairing, winner=1)
    tables.tell(tournament)
    result = events.load(tournament).rounds[0].results[0]
    assert result is not None
    assert (result.points, result.penalties) == ((0, 2), (0, 12))


def test_at_the_deadline_games_won_decide_and_the_game_under_way_counts_no_more(announced: Announced) -> None:
    tournament = announced("bob", "cleo", match_form="best_of", match_length=3, round_minutes=60)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    tables.end_game(pairing, winner=1)
    tables.tell(tournament)
    assert pairing.games.count() == 2, "the next game of a best-of begins by itself"
    tables.look_again(tournament, minutes=61)
    assert events.load(tournament).rounds[0].results[0] == won(1, kind="deadline", games=(0, 1))
    tables.end_game(pairing, winner=0)
    tables.tell(tournament)
    assert result_of(pairing) == won(1, kind="deadline", games=(0, 1))


def test_in_a_knockout_the_higher_seed_goes_on_at_the_deadline(announced: Announced) -> None:
    tournament = announced("bob", "cleo", format="single-elimination", round_minutes=60)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    (game,) = pairing.games.all()
    assert appointed.rules_from_text("gin", game.match.rules).must_decide
    tables.look_again(tournament, minutes=61)
    assert result_of(pairing) == won(0, kind="deadline")


def test_a_tournament_runs_to_its_end_by_itself(announced: Announced) -> None:
    tournament = announced("bob", "cleo", "dan", "eve", format="single-elimination", third_place=False)
    for pairing in tables.start(tournament):
        tables.sit_down(pairing)
        tables.end_game(pairing, winner=0)
        tables.tell(tournament)
    (final,) = tables.open_pairings(tournament)
    assert final.round == 2
    tables.sit_down(final)
    tables.end_game(final, winner=1)
    tables.tell(tournament)
    assert tournament.phase == "finished"
    assert events.format_of(tournament).standings(events.load(tournament))[0].entrant == final.second


def test_it_waits_for_the_organiser_who_wants_to_pair(announced: Announced) -> None:
    tournament = announced("bob", "cleo", "dan", rounds=2, runs_by_itself=False)
    for pairing in tables.start(tournament):
        events.act(tournament, EnterResult(1, pairing.board, won(0)))
    tables.look_again(tournament)
    assert tournament.round == 1
    rounds.pair(tournament)
    tournament.refresh_from_db()
    assert tournament.round == 2


def test_a_round_that_was_taken_back_is_not_paired_by_the_server(announced: Announced) -> None:
    tournament = announced("bob", "cleo")
    tables.start(tournament)
    events.act(tournament, UndoRound())
    tables.look_again(tournament)
    assert tournament.round == 0
    rounds.pair(tournament)
    tournament.refresh_from_db()
    assert tournament.round == 1


def test_it_starts_by_itself_and_gives_up_where_too_few_come(member: Member) -> None:
    soon = timezone.now() + timedelta(hours=1)
    plan = Plan("Evening", settings=Settings(rounds=1), starts_at=soon)
    full, empty = (organising.announce(member("ann"), organising.make(member("ann"), plan)) for _one in range(2))
    registration.enter(full, member("bob"))
    registration.enter(full, member("cleo"))
    tables.look_again(full)
    assert (full.phase, full.due_at) == ("entries", soon)
    for tournament in (full, empty):
        tables.look_again(tournament, minutes=61)
    assert (full.phase, empty.phase) == ("running", "entries")
    tables.look_again(empty, minutes=121)
    assert empty.phase == "cancelled"


def test_nobody_left_to_pair_is_an_end_and_no_error(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", rounds=3)
    tables.start(tournament)
    for entry in Entry.objects.filter(tournament=tournament):
        registration.withdraw(tournament, entry, member("ann"))
    tables.look_again(tournament)
    assert tournament.phase == "finished"
    assert tournament.due_at is None


def test_all_kept_apart_is_a_blocked_state_that_the_desk_sees(announced: Announced, member: Member) -> None:
    tournament = announced(keep_apart="always", place="over_the_board", rounds=2)
    for name in ("Fay", "Gus"):
        registration.enter_by_name(tournament, member("ann"), name=name, group="family")
    with pytest.raises(Refusal, match="KEPT_APART"):
        rounds.start(tournament)
    tournament.refresh_from_db()
    assert (tournament.phase, tournament.round) == ("entries", 0)


def test_what_is_refused_is_tried_again_a_minute_later(announced: Announced, member: Member) -> None:
    tournament = announced("bob", "cleo", "dan", "eve", keep_apart="always", rounds=2)
    for pairing in tables.start(tournament):
        events.act(tournament, EnterResult(1, pairing.board, won(0)))
    for first in range(1, 5):
        for second in range(first + 1, 5):
            events.act(tournament, KeepApart(first, second))
    tables.look_again(tournament)
    assert (tournament.phase, tournament.round) == ("running", 1)
    assert tournament.due_at is not None
    assert tournament.due_at > timezone.now() + timedelta(seconds=50)
    events.act(tournament, LetMeet(1, 2))
    events.act(tournament, LetMeet(3, 4))
    tables.look_again(tournament)
    assert tournament.round == 2


def test_a_pause_costs_nobody_the_time_to_come(announced: Announced) -> None:
    tournament = announced("bob", "cleo", arrival_minutes=10)
    (pairing,) = tables.start(tournament)
    events.act(tournament, Pause())
    tables.look_again(tournament, minutes=30)
    assert result_of(pairing) is None
    tournament.log.filter(kind="pause").update(at=timezone.now() - timedelta(minutes=30))
    called = pairing.called_at
    assert called is not None
    events.act(tournament, Resume())
    pairing.refresh_from_db()
    assert pairing.called_at is not None
    assert pairing.called_at >= called + timedelta(minutes=30)


def test_other_people_at_a_table_are_called_and_begin_anew(announced: Announced) -> None:
    tournament = announced("bob", "cleo", "dan", "eve")
    one, other = tables.start(tournament)
    tables.sit_down(one)
    events.act(tournament, Swap(1, one.first, other.first))
    one.refresh_from_db()
    assert (one.first, one.called_at, one.first_came_at) == (other.first, None, None)
    assert not one.games.exists()
    tables.look_again(tournament)
    one.refresh_from_db()
    assert one.called_at is not None


def test_a_result_that_is_taken_back_is_played_again(announced: Announced) -> None:
    tournament = announced("bob", "cleo", "dan", "eve")
    one, _other = tables.start(tournament)
    tables.sit_down(one)
    tables.end_game(one, winner=0)
    tables.tell(tournament)
    events.act(tournament, ChangeResult(1, one.board, None))
    tables.tell(tournament)
    assert result_of(one) is None
    one.refresh_from_db()
    assert not one.games.exists()


def test_a_team_match_is_played_on_all_boards_at_once(announced: Announced, member: Member) -> None:
    tournament = announced(format="team", boards=2, rounds=1)
    for team in (("bob", "cleo"), ("dan", "eve")):
        people = [registration.Player(name, member(name)) for name in team]
        registration.enter_by_name(tournament, member("ann"), name="-".join(team), team=people)
    (pairing,) = tables.start(tournament)
    rounds.arrive(pairing, member("cleo"))
    rounds.arrive(pairing, member("dan"))
    first, second = pairing.games.all()
    assert {seat.user for seat in first.match.seats.all()} == {member("bob"), member("dan")}
    tables.resign(first.match, 1)
    tables.tell(tournament)
    assert result_of(pairing) is None
    tables.resign(second.match, 0)
    tables.tell(tournament)
    result = events.load(tournament).rounds[0].results[0]
    assert result is not None
    assert result.games == (2, 0)


def test_an_arena_pairs_whoever_is_free_and_ends_when_its_time_is_up(announced: Announced) -> None:
    tournament = announced("bob", "cleo", "dan", format="arena", minutes=30)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    tables.end_game(pairing, winner=0)
    tables.tell(tournament)
    (following,) = tables.open_pairings(tournament)
    tables.sit_down(following)
    tables.look_again(tournament, minutes=31)
    assert tournament.phase == "running", "what is in play counts when it ends"
    tables.end_game(following, winner=0)
    rounds.attend(tournament.pk)
    tables.look_again(tournament, minutes=31)
    assert tournament.phase == "finished"
