"""A pairing before the referee: cards that differ, words of a player or of the desk, the ruling and its reversal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.application.by_hand import PlayedHand
from games.application.disputes import cases, rulings
from games.application.disputes.refusals import Refused
from games.models import Case, Ruling
from ginsite.accounts.models import User
from tests.tournaments.application import tables
from tournaments.application import desk, events, questions, review, scorecards
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import ChangeResult, EnterResult, Start, UndoRound
from tournaments.domain.values import DRAW, LOSS, WIN, Result, won
from tournaments.models import Pairing, Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}
FIRST_SAYS = won(0, hand_points=(104, 61), boxes=(5, 3))
SECOND_SAYS = won(1, hand_points=(98, 102), boxes=(4, 4))


@pytest.fixture
def referee(member: Any) -> User:
    User.objects.filter(pk=member("rita").pk).update(is_staff=True)
    rita: User = member("rita")
    return rita


@pytest.fixture
def table(announced: Any, member: Any) -> Pairing:
    """Bob against Cleo with real cards in the first round; both have accounts."""
    return begun(announced, member, rounds=1)


@pytest.fixture
def differing(table: Pairing) -> Case:
    """What both put down is not the same."""
    put_down(table, FIRST_SAYS, SECOND_SAYS)
    return Case.objects.get(subject=table.subject)


def begun(announced: Any, member: Any, **settings: Any) -> Pairing:
    tournament = announced("bob", "cleo", **REAL, **settings)
    desk.do(tournament, member("ann"), Start(1))
    return Pairing.objects.select_related("tournament").get(tournament=tournament)


def put_down(table: Pairing, *results: Result) -> None:
    for side, result in enumerate(results):
        scorecards.put_down(table, side, result, by=tables.players(table)[side], hands=(PlayedHand(side, 3, 20),))


def result_of(table: Pairing) -> Result | None:
    event = events.load(Tournament.objects.get(pk=table.tournament_id))
    return event.round(table.round).results[event.place(table.round, table.board)]


def settle(referee: User, case: Case, first: int, second: int) -> Ruling:
    remedy = {"kind": "settle_subject", "first": first, "second": second}
    return rulings.decide(referee, case, [remedy], "I looked at both sheets.")


def reverse(referee: User, ruling: Ruling) -> Ruling:
    again = rulings.reopen(referee, ruling, "A mistake of mine.")
    return rulings.decide(referee, again, [{"kind": "reverse", "ruling": ruling.pk}], "I was wrong.")


def test_cards_that_differ_are_a_case_until_both_say_the_same(differing: Case, table: Pairing) -> None:
    assert (differing.urgent, differing.opened_by, differing.status) == (True, None, "open")
    assert differing.notices.count() == 2
    scorecards.agree(table, 1, by=tables.players(table)[1])
    differing.refresh_from_db()
    assert differing.status == Case.Status.WITHDRAWN
    assert result_of(table) == FIRST_SAYS


def test_the_desks_word_answers_what_the_site_asked_but_not_what_a_player_asked(
    differing: Case, table: Pairing, member: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        desk.do(table.tournament, member("ann"), EnterResult(1, table.board, SECOND_SAYS))
    differing.refresh_from_db()
    table.refresh_from_db()
    assert (differing.status, table.under_review) == (Case.Status.WITHDRAWN, False)
    with django_capture_on_commit_callbacks(execute=True):
        asked = questions.ask(table, tables.players(table)[0], "scoring", "She counts what was void.")
        other = ChangeResult(1, table.board, FIRST_SAYS)
        desk.do(table.tournament, member("ann"), other, reason="the sheet was found")
    table.refresh_from_db()
    asked.refresh_from_db()
    assert (asked.status, table.under_review) == (Case.Status.OPEN, True)


def test_the_referee_sees_both_sheets_hand_by_hand(differing: Case, table: Pairing) -> None:
    described = questions.describe(str(table.pk))
    first, second = described["sheets"]
    assert described["first"] == f"Hand points of {first['name']}"
    assert (first["result"], second["result"]) == (FIRST_SAYS, SECOND_SAYS)
    assert [hand.points for hand in first["paper"].hands] == [(17, 0)]
    assert [hand.points for hand in second["paper"].hands] == [(0, 17)]


def test_the_referees_word_is_the_result_and_its_reversal_opens_the_match_again(
    differing: Case, table: Pairing, referee: User
) -> None:
    ruling = settle(referee, differing, 98, 102)
    assert result_of(table) == SECOND_SAYS, "boxes are those of the card that says these points"
    reverse(referee, ruling)
    assert result_of(table) is None
    assert table.cards.count() == 2, "what was put down is not lost"


def test_a_reversed_ruling_leaves_the_one_before_it_in_force(differing: Case, table: Pairing, referee: User) -> None:
    first = settle(referee, differing, 98, 102)
    second = settle(referee, rulings.reopen(referee, first, "Once more."), 120, 0)
    assert result_of(table) == won(0, hand_points=(120, 0))
    reverse(referee, second)
    assert result_of(table) == SECOND_SAYS


def test_reversing_gives_back_what_stood_before_and_nothing_that_was_decided_since(
    table: Pairing, member: Any, referee: User
) -> None:
    desk.do(table.tournament, member("ann"), EnterResult(1, table.board, FIRST_SAYS))
    asked = questions.ask(table, tables.players(table)[1], "scoring", "The second hand was mine.")
    ruling = settle(referee, asked, 80, 90)
    assert result_of(table) == won(1, hand_points=(80, 90))
    taken_back = reverse(referee, ruling)
    assert result_of(table) == FIRST_SAYS
    desks = won(1, hand_points=(1, 2))
    desk.do(table.tournament, member("ann"), ChangeResult(1, table.board, desks), reason="they agreed")
    restored = reverse(referee, taken_back)  # the ruling is in force again, and that is a new word
    assert result_of(table) == won(1, hand_points=(80, 90))
    desk.do(table.tournament, member("ann"), ChangeResult(1, table.board, desks), reason="they agreed")
    reverse(referee, restored)
    assert result_of(table) == desks
    with pytest.raises(Refused, match="NO"):
        reverse(referee, ruling)  # what was reversed once is reversed through what put it back


@pytest.mark.parametrize(
    ("cards", "amounts", "result"),
    [
        ((), (50, 50), Result((DRAW, DRAW), hand_points=(50, 50))),
        ((won(1, hand_points=(70, 60), boxes=(1, 5)),), (70, 60), won(1, hand_points=(70, 60), boxes=(1, 5))),
        (
            (won(0, hand_points=(70, 60), boxes=(4, 3)), won(0, hand_points=(70, 60), boxes=(5, 2))),
            (70, 60),
            won(0, hand_points=(70, 60), boxes=(4, 2)),
        ),
        (
            (won(0, hand_points=(60, 60), boxes=(4, 3)), won(1, hand_points=(60, 60), boxes=(3, 4))),
            (60, 60),
            Result((DRAW, DRAW), hand_points=(60, 60), boxes=(3, 3)),
        ),
    ],
)
def test_what_two_amounts_mean_depends_on_the_cards_that_say_them(
    table: Pairing, referee: User, cards: tuple[Result, ...], amounts: tuple[int, int], result: Result
) -> None:
    put_down(table, *cards)
    case = questions.ask(table, tables.players(table)[0], "scoring", "Please look.")
    settle(referee, case, *amounts)
    assert result_of(table) == result


def test_of_several_games_the_amounts_are_games(announced: Any, member: Any, referee: User) -> None:
    table = begun(announced, member, format="single-elimination", match_form="best_of", match_length=3)
    case = questions.ask(table, tables.players(table)[0], "scoring", "He says we played two.")
    assert questions.describe(str(table.pk))["second"].startswith("Games won by")
    with pytest.raises(Refused, match="BAD_RULING"):
        settle(referee, case, 1, 1)
    with pytest.raises(Refused, match="BAD_RULING"):
        settle(referee, case, -1, 1)
    assert Case.objects.get(pk=case.pk).status == Case.Status.OPEN
    settle(referee, case, 2, 1)
    assert result_of(table) == Result((WIN, LOSS), games=(2, 1))


def test_a_pairing_that_is_taken_back_takes_its_question_along(
    differing: Case, table: Pairing, member: Any, referee: User
) -> None:
    desk.do(table.tournament, member("ann"), UndoRound(), reason="paired wrongly")
    differing.refresh_from_db()
    assert differing.status == Case.Status.WITHDRAWN
    assert questions.describe(str(table.pk))["title"]
    assert questions.people(str(table.pk)) == {}
    with pytest.raises(Refused, match="BAD_RULING"):
        questions.settle(str(table.pk), {"first": 1, "second": 0})


def test_players_and_the_desk_ask_nobody_else(table: Pairing, member: Any) -> None:
    with pytest.raises(NotAllowed, match="NOT_YOURS"):
        questions.ask(table, member("eve"), "scoring", "Hm.")
    with pytest.raises(NotAllowed, match="ORGANISERS_ONLY"):
        questions.put_before(table, member("bob"), "Hm.")
    with pytest.raises(Refused, match="NO_WORDS"):
        questions.put_before(table, member("ann"), " ")
    case = questions.put_before(table, member("ann"), "They shout.")
    assert questions.ask(table, member("bob"), "other", "She began.") == case
    assert [entry.text for entry in case.entries.order_by("pk")] == ["They shout.", "She began."]
    assert review.is_rival(member("bob"), table.tournament)


def test_the_desk_puts_a_live_match_before_the_referee_as_a_case_of_that_match(announced: Any, member: Any) -> None:
    (pairing,) = tables.start(announced("bob", "cleo", rounds=1))
    tables.sit_down(pairing)
    case = questions.put_before(pairing, member("ann"), "The clock looks odd.")
    assert (case.match, case.opened_by, case.opened_seat, case.urgent) == (
        pairing.games.get().match,
        member("ann"),
        None,
        True,
    )
    assert set(case.notices.values_list("user__username", flat=True)) == {"bob", "cleo"}


def test_a_question_about_conduct_marks_no_pairing(
    announced: Any, member: Any, django_capture_on_commit_callbacks: Any
) -> None:
    (pairing,) = tables.start(announced("bob", "cleo", rounds=1))
    tables.sit_down(pairing)
    match = pairing.games.get().match
    with django_capture_on_commit_callbacks(execute=True):
        cases.raise_case(member("bob"), match, "collusion", "He knows my cards.", about_seat=_other(match, "bob"))
    pairing.refresh_from_db()
    assert not pairing.under_review


def _other(match: Any, name: str) -> int:
    seat: int = match.seats.exclude(user__username=name).get().seat
    return seat


def test_the_log_of_the_tournament_names_the_ruling(differing: Case, table: Pairing, referee: User) -> None:
    settle(referee, differing, 98, 102)
    row = table.tournament.log.order_by("-number").first()
    assert row is not None
    assert (row.kind, row.reason, row.actor) == ("enter_result", "ruling", None)
    assert json.loads(row.payload)["board"] == table.board
