"""The desk's pages: look before you do, say why, and nobody else gets in."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.application import desk, events, scorecards
from tournaments.domain.actions import EnterResult, PairRound, Start
from tournaments.domain.values import won
from tournaments.models import Pairing, Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}


@pytest.fixture
def evening(announced: Any, member: Any) -> Tournament:
    """The first round of a Swiss with real cards is played, the second is paired."""
    tournament: Tournament = announced("bob", "cleo", "dan", "eve", rounds=3, **REAL)
    for action in (Start(1), EnterResult(1, 1, won(0)), EnterResult(1, 2, won(1)), PairRound(2)):
        desk.do(tournament, member("ann"), action)
    return tournament


@pytest.fixture
def ann(client: Client, member: Any) -> Client:
    """The organiser's browser."""
    client.force_login(member("ann"))
    return client


def address(tournament: Tournament, name: str = "order") -> str:
    return reverse(f"tournaments:{name}", args=[tournament.code])


def result_of(tournament: Tournament, round_no: int, board: int) -> Any:
    event = events.load(Tournament.objects.get(pk=tournament.pk))
    return event.round(round_no).results[event.place(round_no, board)]


def correction(outcome: str = "second") -> dict[str, str]:
    return {"do": "result", "round": "1", "board": "1", "outcome": outcome}


def test_the_desk_opens_for_its_people_only(evening: Tournament, client: Client, member: Any) -> None:
    assert client.get(address(evening, "desk")).status_code == 302
    client.force_login(member("bob"))
    assert client.get(address(evening, "desk")).status_code == 403
    assert client.post(address(evening), {"do": "pause"}).status_code == 403
    client.force_login(member("ann"))
    page = client.get(address(evening, "desk")).content.decode()
    assert "Needs a hand now" in page
    assert "cleo" in page


def test_a_correction_is_shown_with_both_ways_of_going_on_and_not_done(evening: Tournament, ann: Client) -> None:
    page = ann.get(address(evening), correction()).content.decode()
    assert "Keep the pairings" in page
    assert "Pair again" in page
    assert "Standings" in page
    assert result_of(evening, 1, 1) == won(0)


def test_a_correction_without_a_look_leads_to_the_look(evening: Tournament, ann: Client) -> None:
    answer = ann.post(address(evening), correction() | {"reason": "typed wrong"})
    assert answer.status_code == 302
    assert "outcome=second" in answer["Location"]
    assert result_of(evening, 1, 1) == won(0)


def test_a_correction_that_was_looked_at_and_explained_is_done_and_logged(evening: Tournament, ann: Client) -> None:
    fields = correction() | {"looked": str(evening.version), "then": "re_pair", "reason": "typed wrong"}
    answer = ann.post(address(evening), fields)
    assert answer["Location"].startswith(address(evening, "desk"))
    assert result_of(evening, 1, 1) == won(1)
    assert evening.log.get(reason="typed wrong").kind == "change_result"


def test_no_correction_without_a_reason(evening: Tournament, ann: Client) -> None:
    ann.post(address(evening), correction() | {"looked": str(evening.version)})
    assert result_of(evening, 1, 1) == won(0)


def test_what_was_looked_at_before_something_else_happened_is_looked_at_again(evening: Tournament, ann: Client) -> None:
    fields = correction() | {"looked": str(evening.version - 1), "reason": "typed wrong"}
    assert "outcome=second" in ann.post(address(evening), fields)["Location"]
    assert result_of(evening, 1, 1) == won(0)


def test_first_results_are_typed_in_at_once(evening: Tournament, ann: Client) -> None:
    fields = {"do": "result", "round": "2", "board": "1", "outcome": "first", "hand_points_first": "100"}
    ann.post(address(evening), fields)
    assert result_of(evening, 2, 1) == won(0, hand_points=(100, 0))


def test_a_pairing_that_is_looked_at_is_the_one_that_is_made(announced: Any, ann: Client) -> None:
    tournament = announced("bob", "cleo", "dan", "eve", rounds=2, **REAL)
    page = ann.get(address(tournament), {"do": "start"})
    fields = page.context["fields"] | {"looked": page.context["tournament"].version}
    ann.post(address(tournament), fields)
    event = events.load(Tournament.objects.get(pk=tournament.pk))
    assert event.seed == int(fields["seed"])
    assert len(event.rounds) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "swap", "round": "9", "first": "1", "second": "2"},
        {"do": "remove_pairing", "round": "2", "board": "77"},
        {"do": "nothing"},
        {"do": "finish"},
    ],
)
def test_what_cannot_be_is_answered_with_a_sentence(evening: Tournament, ann: Client, fields: dict[str, str]) -> None:
    page = ann.get(address(evening), fields, follow=True)
    assert page.status_code == 200
    assert page.redirect_chain
    assert "notice--error" in page.content.decode()


def test_the_desk_enters_people_and_lets_them_leave(announced: Any, ann: Client) -> None:
    tournament = announced("bob", **REAL)
    ann.post(address(tournament, "desk-enter"), {"name": "Gerda", "rating": "1700"})
    ann.post(address(tournament, "desk-enter"), {"name": "BOB"})  # is entered already
    tournament.refresh_from_db()
    assert [entrant.rating for entrant in events.load(tournament).entrants][1:] == [1700]
    looked = str(tournament.version)
    ann.post(address(tournament), {"do": "withdraw", "entrant": "2", "looked": looked, "reason": "ill"})
    tournament.refresh_from_db()
    assert events.load(tournament).entrant(2).status == "withdrawn"


def test_cards_that_differ_are_ruled_on_with_one_press(evening: Tournament, ann: Client, member: Any) -> None:
    row = Pairing.objects.filter(tournament=evening, round=2).order_by("board")[0]
    scorecards.put_down(row, 0, won(0, hand_points=(100, 20)), by=member("bob"))
    scorecards.put_down(row, 1, won(1, hand_points=(20, 100)), by=member("cleo"))
    need = ann.get(address(evening, "desk")).context["needs"][0]
    ann.post(address(evening), dict(need["fields"])["1"])
    assert result_of(evening, 2, row.board) == won(1, hand_points=(20, 100))
