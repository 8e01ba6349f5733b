"""Real cards: two cards that say the same are the result; two that differ wait for the desk."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.application.by_hand import NotScored, PlayedHand
from tournaments.application import desk, events, registration, scorecards
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import Start
from tournaments.domain.errors import Refusal
from tournaments.domain.values import DRAW, Result, won
from tournaments.models import Pairing, Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}
MINE = won(0, hand_points=(104, 61), boxes=(5, 3))


@pytest.fixture
def table(announced: Any, member: Any) -> Pairing:
    """The one match of a knockout with real cards: Bob against a guest without an account."""
    tournament = announced("bob", format="single-elimination", **REAL)
    registration.enter_by_name(tournament, member("ann"), name="Gerda")
    desk.do(tournament, member("ann"), Start(1))
    return Pairing.objects.get(tournament=tournament)


def result_of(table: Pairing) -> Result | None:
    return events.load(Tournament.objects.get(pk=table.tournament_id)).round(1).results[0]


def test_the_second_card_that_says_the_same_is_the_result(table: Pairing, member: Any) -> None:
    assert scorecards.put_down(table, 0, MINE, by=member("bob")) is None
    assert result_of(table) is None
    assert scorecards.put_down(table, 1, MINE, by=AnonymousUser()) == MINE
    assert result_of(table) == MINE


def test_two_cards_that_differ_wait_until_one_is_put_right(table: Pairing, member: Any) -> None:
    scorecards.put_down(table, 0, MINE, by=member("bob"))
    scorecards.put_down(table, 1, won(1, hand_points=(61, 104)), by=AnonymousUser())
    table.refresh_from_db()
    assert table.under_review
    assert result_of(table) is None
    scorecards.agree(table, 1, by=AnonymousUser())
    table.refresh_from_db()
    assert not table.under_review
    assert result_of(table) == MINE


def test_a_guest_speaks_through_the_link_of_the_own_sheet_only(table: Pairing, member: Any) -> None:
    nobody = AnonymousUser()
    assert table.second is not None
    tokens = [scorecards.link_token(table.tournament, number) for number in (table.first, table.second)]
    assert [scorecards.side_for(table, nobody, token) for token in tokens] == [0, 1]
    assert scorecards.side_for(table, nobody, "made-up") is None
    assert scorecards.side_for(table, nobody) is None
    assert scorecards.side_for(table, member("eve")) is None
    assert scorecards.side_for(table, member("bob")) in (0, 1)


def test_a_knockout_takes_no_level_result_and_nothing_after_the_end(table: Pairing, member: Any) -> None:
    with pytest.raises(Refusal, match="MUST_BE_DECIDED"):
        scorecards.put_down(table, 0, Result((DRAW, DRAW)), by=member("bob"))
    scorecards.put_down(table, 0, MINE, by=member("bob"))
    scorecards.agree(table, 1, by=AnonymousUser())
    with pytest.raises(NotAllowed, match="NOT_NOW"):
        scorecards.put_down(table, 0, won(1), by=member("bob"))
    with pytest.raises(NotAllowed, match="NOT_NOW"):
        scorecards.keep_sheet(table, 0, (), by=member("bob"))


def test_there_is_nothing_to_agree_with_before_the_other_side_spoke(table: Pairing, member: Any) -> None:
    scorecards.keep_sheet(table, 1, (PlayedHand(0, 3, 20),), by=AnonymousUser())
    with pytest.raises(NotAllowed, match="NOTHING_TO_CONFIRM"):
        scorecards.agree(table, 0, by=member("bob"))


def test_a_running_sheet_is_kept_with_the_card(table: Pairing, member: Any) -> None:
    hands = (PlayedHand(0, 3, 20), PlayedHand(void=True), PlayedHand(1, 0, 31))
    scorecards.keep_sheet(table, 0, hands, by=member("bob"))
    scorecards.put_down(table, 0, MINE, by=member("bob"), hands=hands)
    assert scorecards.hands_on(table.cards.get(side=0)) == hands


def test_online_the_games_tell_their_results_themselves(announced: Any, member: Any) -> None:
    tournament = announced("bob", "cleo")
    desk.do(tournament, member("ann"), Start(1))
    with pytest.raises(NotAllowed, match="NOT_OVER_THE_BOARD"):
        scorecards.put_down(Pairing.objects.get(tournament=tournament), 0, won(0), by=member("bob"))


@pytest.mark.parametrize("plain", [{"knocker": "0"}, {"knocker_count": 1.5}, {"joker": 1}])
def test_a_hand_of_another_kind_is_not_read(plain: dict[str, Any]) -> None:
    with pytest.raises(NotScored):
        PlayedHand.from_plain(plain)
