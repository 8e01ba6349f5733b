"""Results of games flow in, each exactly once, wherever a server dies."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F

from games.application import projections
from games.models import Applied, Match
from tests.tournaments.application import tables
from tests.tournaments.application.conftest import Member
from tournaments.application import events, settle
from tournaments.domain.actions import ChangeResult, EnterResult
from tournaments.domain.values import DRAW, Result, won
from tournaments.models import LoggedAction, Pairing, Tournament

pytestmark = pytest.mark.django_db

Announced = Callable[..., Tournament]


@pytest.fixture
def played(announced: Announced) -> Pairing:
    """A match of the first round whose game has ended, and of which the tournament knows nothing."""
    tournament = announced("bob", "cleo", "dan", "eve", rounds=2)
    one, _other = tables.start(tournament)
    tables.sit_down(one)
    tables.end_game(one, winner=0)
    return one


def results(pairing: Pairing) -> tuple[Result | None, ...]:
    return events.load(Tournament.objects.get(pk=pairing.tournament_id)).rounds[0].results


def entered(pairing: Pairing) -> int:
    kinds = ("enter_result", "change_result")
    return LoggedAction.objects.filter(tournament=pairing.tournament_id, kind__in=kinds).count()


def test_a_result_is_entered_once_however_often_it_is_told(played: Pairing) -> None:
    for _time in range(3):
        projections.sweep()
        Match.objects.update(result_pending=True)
    assert results(played) == (won(0), None)
    assert entered(played) == 1


def test_a_server_that_dies_before_the_mark_is_made_up_for(played: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_args: object) -> None:
        raise RuntimeError("the plug was pulled")

    with monkeypatch.context() as patched:
        patched.setattr(settle, "enter", die)
        projections.sweep()
    assert results(played) == (None, None)
    assert not Applied.objects.filter(name="tournament").exists()
    projections.sweep()
    assert results(played) == (won(0), None)


def test_a_server_that_dies_after_the_result_leaves_the_rest_due(announced: Announced) -> None:
    tournament = announced("bob", "cleo", match_form="best_of", match_length=3)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    tables.end_game(pairing, winner=0)
    projections.sweep()  # on_commit never runs here: the process is gone
    assert pairing.games.count() == 1
    out = StringIO()
    call_command("settle_rounds", stdout=out)
    assert pairing.games.count() == 2
    assert "1 tournaments" in out.getvalue()


def test_the_command_finds_results_that_no_sweep_has_taken_in(played: Pairing) -> None:
    Match.objects.filter(tournament_game__pairing=played).update(result_pending=False)  # its marks were lost
    call_command("settle_rounds", stdout=StringIO())
    assert results(played) == (won(0), None)
    call_command("settle_rounds", stdout=StringIO())
    assert entered(played) == 1


def test_a_corrected_match_changes_the_result_by_the_same_path(played: Pairing) -> None:
    projections.sweep()
    Match.objects.filter(tournament_game__pairing=played).update(
        winner_seat=1 - F("winner_seat"), result_no=2, result_pending=True
    )
    projections.sweep()
    assert results(played) == (won(1), None)
    assert LoggedAction.objects.get(kind="change_result").reason == "ruling"


def test_what_the_desk_has_decided_stands(played: Pairing, member: Member) -> None:
    decided = EnterResult(1, played.board, won(1, kind="played"))
    events.act(Tournament.objects.get(), decided, actor=member("ann"), reason="cheated")
    projections.sweep()
    assert results(played) == (won(1), None)
    assert entered(played) == 1


def test_a_correction_after_the_end_changes_the_table(announced: Announced) -> None:
    tournament = announced("bob", "cleo", rounds=1)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    match = tables.end_game(pairing, winner=0)
    tables.tell(tournament)
    assert tournament.phase == "finished"
    Match.objects.filter(pk=match.pk).update(winner_seat=1 - F("winner_seat"), result_no=2, result_pending=True)
    tables.tell(tournament)
    assert events.format_of(tournament).standings(events.load(tournament))[0].entrant == pairing.second


def test_a_match_that_ends_level_goes_on_where_somebody_has_to_win(announced: Announced) -> None:
    tournament = announced("bob", "cleo", format="single-elimination", match_form="best_of", match_length=1)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    match = tables.end_game(pairing, winner=0)
    Match.objects.filter(pk=match.pk).update(winner_seat=None)
    tables.tell(tournament)
    assert results(pairing) == (None,)
    tables.end_game(pairing, winner=1)
    tables.tell(tournament)
    assert results(pairing)[0] is not None
    assert tournament.phase == "finished"


def test_a_qualifier_plays_all_games_of_a_match(announced: Announced) -> None:
    tournament = announced("bob", "cleo", format="qualifier", match_form="best_of", match_length=2)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    for winner in (0, 1):
        assert results(pairing) == (None,)
        tables.end_game(pairing, winner=winner)
        tables.tell(tournament)
    assert results(pairing)[0] == Result((DRAW, DRAW), games=(1, 1))


def test_a_changed_result_of_the_desk_is_not_overridden_by_a_correction(played: Pairing, member: Member) -> None:
    projections.sweep()
    change = ChangeResult(1, played.board, won(1))
    events.act(Tournament.objects.get(), change, actor=member("ann"), reason="cheated")
    Match.objects.filter(tournament_game__pairing=played).update(result_no=2, result_pending=True)
    projections.sweep()
    assert results(played) == (won(1), None)
