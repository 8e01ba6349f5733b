"""Leaving with three seats or more: the computer plays on, until too few are left (RULES 1.8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.actions import SERVER, ComeBack, VoidDeal
from games.domain.errors import Code, RuleViolation
from games.domain.events import HandVoided, MatchEnded, SeatLeft, SeatReturned
from games.domain.match import DealNeeded, apply, legal_actions, must_act, next_deal, side_of, standing_actions, verify
from tests.games.domain.table import COUNT_53, GIN, Table

A, B, C, D = range(4)


def three(*, computers: int = 0, **numbers: Any) -> Table:
    """A deals and sits out, B acts first."""
    return Table(variant="three-handed", seats=3, computers=computers, **numbers).draw("AS 9H KD")


def four(*, computers: int = 0, **numbers: Any) -> Table:
    """B and D deal; A and C act first. A and C are side 0, B and D side 1."""
    numbers.setdefault("four_players", "net_per_hand")
    return Table(variant="partnership", seats=4, computers=computers, **numbers).draw("9S 2H KD 3C")


@pytest.mark.parametrize("seat", [A, B, C])
def test_the_hand_goes_on_without_the_person(seat: int) -> None:
    table = three().deal_gin().play(f"{seat} resign")
    assert table.events == (SeatLeft(seat, "resigned"),)
    assert table.match.phase == "play"
    assert table.match.away == 1 << seat
    assert must_act(table.match) == (B,)
    assert table.go_gin().match.phase == "between"


def test_one_may_leave_before_the_draw_and_between_hands() -> None:
    table = Table(variant="three-handed", seats=3).play("2 resign")
    assert (table.match.phase, table.match.away) == ("draw_for_deal", 1 << C)
    between = three(target=200).deal_gin().go_gin().play("0 resign")
    assert (between.match.phase, between.match.away) == ("between", 1 << A)


def test_time_that_would_lose_a_match_of_two_only_makes_the_seat_away() -> None:
    table = three().deal_gin().play("flag 1")
    assert [type(event).__name__ for event in table.events] == ["Flagged", "UpcardPassed"], "a pass loses nothing"
    table.play("2 pass-upcard", "1 draw-stock", "flag 1")
    assert table.events == (SeatLeft(B, "flagged"),)
    assert must_act(table.match) == (B,), "the computer has to play for it"
    table.play("1 knock 3D")
    assert table.scored() == ("gin", B, 78)


def test_a_seat_that_the_computer_holds_does_not_run_out_of_time_nor_leaves_again() -> None:
    three(computers=1 << B).deal_gin().refuses("flag 1", Code.ALREADY_DONE)
    table = three().deal_gin().play("1 resign")
    table.refuses("flag 1", Code.ALREADY_DONE)
    for move in ("resign", "offer-void", "decline-void"):
        table.refuses(f"1 {move}", Code.ALREADY_DONE)
    assert standing_actions(table.match, B) == ()


def test_an_away_seat_counts_as_ready() -> None:
    table = three(target=200).deal_gin().go_gin().play("0 resign")
    table.refuses("0 ready", Code.ALREADY_DONE)
    assert legal_actions(table.match, A) == ()
    table.play("1 ready")
    assert next_deal(table.match) is None
    assert next_deal(table.play("2 ready").match) == DealNeeded(2, 1)


def test_the_person_comes_back_between_hands() -> None:
    table = three(target=300).deal_gin()
    table.refuses("1 come-back", Code.NOT_AWAY)
    table.play("1 resign")
    table.refuses("1 come-back", Code.WRONG_PHASE)
    table.go_gin()
    assert standing_actions(table.match, B) == (ComeBack(),)
    table.play("1 come-back")
    assert table.events == (SeatReturned(B),)
    assert table.match.away == 0
    table.refuses("1 come-back", Code.NOT_AWAY)
    table.play("0 ready", "2 ready")
    assert next_deal(table.match) is None, "whoever is back has to say that all is seen"
    table.deal_gin().play("1 resign")
    assert table.match.away == 1 << B, "and may leave again"


def test_the_last_person_wins_at_once() -> None:
    """With the game bonus, the boxes as they stand, no shutout; the hand in play is void."""
    table = three(target=200).deal_gin().go_gin().deal_gin().play("0 resign", "1 resign")
    left, voided, end = table.events
    assert (left, voided) == (SeatLeft(B, "resigned"), HandVoided(2, 0, "left"))
    assert isinstance(end, MatchEnded)
    assert (end.reason, end.winner, end.away) == ("resigned", C, (A, B))
    assert end.totals == (0, 78 + 25, 100)


def test_a_person_among_computers_wins_when_the_only_other_one_leaves() -> None:
    table = three(computers=1 << A).deal_gin().play("1 resign")
    assert table.match.end is not None
    assert (table.match.end.winner, table.match.end.away) == (C, (B,))


def test_when_nobody_is_left_whoever_is_ahead_among_the_computers_wins() -> None:
    alone = three(computers=1 << B | 1 << C, target=200).deal_gin().go_gin().play("0 resign")
    assert alone.match.end is not None
    assert (alone.match.end.reason, alone.match.end.winner, alone.match.end.away) == ("resigned", B, (A,))
    level = three(computers=1 << B | 1 << C).deal_gin().play("0 resign")
    assert level.match.end is not None
    assert (level.match.end.winner, level.match.end.settlement) == (None, 0)


def test_a_person_who_leads_and_leaves_computers_behind_does_not_win() -> None:
    table = three(computers=1 << A | 1 << C, target=200).deal_gin().go_gin().play("1 resign")
    assert table.match.end is not None
    assert table.match.sheet.columns[0].totals == (0, 78, 0)
    assert table.match.end.winner is None, "A and C are level"


def test_whom_the_computer_still_plays_for_at_the_end_cannot_win() -> None:
    """The best other side does: B went away after a win and reaches the target, C has won a hand, A none."""
    table = three(target=150).deal_gin().go_gin().deal_gin().go_gin().play("1 resign")
    table.deal_hands(COUNT_53, GIN, "5D", "KD 3D").play("0 pass-upcard", "1 pass-upcard")
    table.play("0 draw-stock", "0 discard KD", "1 draw-stock", "1 knock 3D")
    end = table.match.end
    assert end is not None
    assert (end.reason, end.away) == ("target", (B,))
    assert end.totals == (0, 156 + 100 + 50 + 100, 78 + 25)
    assert (end.winner, end.settlement) == (C, 103 + 103 - 406)


def test_when_those_who_stayed_are_level_nobody_wins() -> None:
    end = three(target=75).deal_gin().play("1 resign").go_gin().match.end
    assert end is not None
    assert (end.reason, end.winner, end.settlement) == ("target", None, 0)


def test_whoever_came_back_in_time_wins_as_anybody() -> None:
    table = three(target=150).deal_gin().play("1 resign").go_gin().play("1 come-back").deal_gin().go_gin()
    table.deal_hands(COUNT_53, GIN, "5D", "KD 3D").play("0 pass-upcard", "1 pass-upcard")
    table.play("0 draw-stock", "0 discard KD", "1 draw-stock", "1 knock 3D")
    assert table.match.end is not None
    assert (table.match.end.winner, table.match.end.away) == (B, ())


def test_a_void_is_agreed_on_without_those_who_are_away() -> None:
    table = three().deal_gin().play("1 resign", "0 offer-void", "2 offer-void")
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("agreed", None)


def test_leaving_while_the_others_wish_to_call_it_off_lets_them() -> None:
    table = four().deal_gin().play("0 offer-void", "1 offer-void", "2 offer-void", "3 resign")
    assert [type(event).__name__ for event in table.events] == ["SeatLeft", "HandVoided", "HandVoided", "MatchEnded"]
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner, table.match.end.away) == ("agreed", None, (D,))


def test_a_partner_stays_for_both_until_the_partner_concedes_too() -> None:
    table = four().deal_gin().play("0 resign")
    assert table.match.end is None
    table.play("2 resign")
    assert table.match.end is not None
    assert (table.match.end.reason, table.match.end.winner) == ("resigned", 1)
    assert [side_of(table.match, seat) for seat in (A, B, C, D)] == [0, 1, 0, 1]


def test_a_team_with_one_person_left_can_win() -> None:
    table = four(team_target=75).deal_gin().play("0 resign").go_gin(0).go_gin(1)
    end = table.match.end
    assert end is not None
    assert (end.reason, end.winner, end.away) == ("target", 0, (A,))


def test_a_person_with_a_computer_for_a_partner_concedes_alone() -> None:
    table = four(computers=1 << C).deal_gin().play("0 resign")
    assert table.match.end is not None
    assert (table.match.end.winner, table.match.end.away) == (1, (A,))


def test_of_two_nothing_has_changed_even_against_the_computer() -> None:
    table = Table(computers=1 << B).draw("KS 2S").deal_gin().play("0 resign")
    assert [type(event).__name__ for event in table.events] == ["Resigned", "HandVoided", "MatchEnded"]
    assert table.match.end is not None
    assert (table.match.end.winner, table.match.end.away) == (B, ())


def test_a_hand_that_can_never_be_dealt_uses_up_its_number_and_nothing_else() -> None:
    """A seed that was promised is kept back by a seat that has left: the same two play the next hand."""
    table = three(target=200).deal_gin().go_gin()
    pairings = table.match.pairings
    after = apply(table.match, SERVER, VoidDeal(2))

    assert after.events == (HandVoided(2, 0, "undealt"),)
    assert after.match.sheet.hands[-1] == after.events[0]
    assert (after.match.phase, after.match.hand_no, after.match.pairings) == ("between", 2, pairings)
    assert next_deal(after.match, early=True) == DealNeeded(3, 1)
    assert after.match.sheet.columns == table.match.sheet.columns


def test_both_tables_of_a_partnership_are_void_undealt() -> None:
    table = four(team_target=500).deal_gin()
    table.go_gin(0).go_gin(1)
    assert [type(event) for event in apply(table.match, SERVER, VoidDeal(2)).events] == [HandVoided, HandVoided]


def test_only_the_server_voids_a_deal_and_only_the_next_between_hands() -> None:
    between, playing = three(target=200).deal_gin().go_gin().match, three().deal_gin().match
    for match, seat, number in ((between, A, 2), (between, SERVER, 1), (between, SERVER, 3), (playing, SERVER, 2)):
        with pytest.raises(RuleViolation):
            verify(match, seat, VoidDeal(number))
