"""What may be done to an event, when, and what it refuses."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.evening import Evening
from tournaments.domain.actions import (
    Action,
    AddPairing,
    Cancel,
    ChangeResult,
    CheckIn,
    Enter,
    EnterResult,
    Finish,
    KeepApart,
    PairRound,
    Pause,
    PublishRound,
    Reinstate,
    RemovePairing,
    Resume,
    Start,
    Swap,
    UndoRound,
    Withdraw,
)
from tournaments.domain.event import Event
from tournaments.domain.formats import get_format
from tournaments.domain.settings import Settings
from tournaments.domain.steps import replay
from tournaments.domain.values import BYE, DOUBLE_FORFEIT, DRAW, HALF_BYE, Reason, Result, won


def test_a_log_of_actions_gives_the_event_again() -> None:
    log: list[Action] = [Enter(1500), Enter(1600), Enter(1400), Start(7), PairRound(3), PublishRound(1)]
    log += [EnterResult(1, 1, won(1)), Withdraw(3), UndoRound(), PairRound(3)]
    play = get_format("swiss").play
    event = replay(Settings(), log, play)
    assert replay(Settings(), log, play) == event
    assert [entrant.seed for entrant in event.entrants] == [2, 1, 3]


@pytest.mark.parametrize("seeding", ["rating", "hand", "draw"])
def test_the_field_is_seeded_by_rating_by_hand_or_by_a_draw_that_can_be_drawn_again(seeding: str) -> None:
    def seeds(order: tuple[int, ...], seed: int) -> list[int]:
        evening = Evening("swiss", 6, start=False, seeding=seeding).do(Start(seed, order=order))
        return [entrant.seed for entrant in evening.event.entrants]

    by_hand = (3, 1, 2, 6, 5, 4)
    assert seeds(by_hand, 5) == seeds(by_hand, 5)
    if seeding == "rating":
        assert seeds((), 1) == seeds((), 2) == [1, 2, 3, 4, 5, 6]
    elif seeding == "hand":
        assert seeds(by_hand, 1) == [2, 3, 1, 6, 5, 4]
        assert Evening("swiss", 3, start=False, seeding="hand").refuses(Start(1, order=(1, 2))) == "BAD_ORDER"
    else:
        assert len({tuple(seeds((), seed)) for seed in range(9)}) > 1


def test_only_those_who_checked_in_start_and_the_others_may_come_late_where_that_is_allowed() -> None:
    for late_until, code in ((0, "TOO_LATE"), (3, "")):
        evening = Evening("swiss", 5, start=False, late_until=late_until)
        evening.do(*(CheckIn(number) for number in (1, 2, 3, 4)), Start(1, only_checked_in=True)).play(rounds=1)
        assert {one for pair in evening.pairs() for one in pair} == {1, 2, 3, 4}
        assert evening.refuses(Reinstate(5)) == code
    evening.do(Reinstate(5))
    assert any(5 in pair for pair in evening.pair())


def test_who_leaves_at_once_gives_the_match_away_and_who_leaves_later_plays_it() -> None:
    for when, result in (("now", won(1, kind="forfeit")), ("after_round", None)):
        evening = Evening("swiss", 4, rounds=3)
        evening.pair()
        evening.do(Withdraw(1, when))  # type: ignore[arg-type]
        assert evening.event.round(1).results[0] == result
        evening.enter()
        assert not any(1 in pair for pair in evening.pair())
        assert evening.refuses(Withdraw(1)) == "ALREADY_DONE"


def test_a_round_drawn_again_leaves_out_who_left_at_once_and_keeps_who_wanted_to_play_it() -> None:
    for when, there in (("now", False), ("after_round", True)):
        evening = Evening("swiss", 6, rounds=3)
        evening.pair()
        evening.do(Withdraw(1, when), UndoRound())  # type: ignore[arg-type]
        assert any(1 in pair for pair in evening.pair()) == there


def test_somebody_who_left_comes_back_for_the_next_round() -> None:
    evening = Evening("swiss", 4, rounds=5).play(rounds=1).do(Withdraw(2)).play(rounds=1).do(Reinstate(2))
    assert any(2 in pair for pair in evening.pair())
    assert evening.refuses(Reinstate(2)) == "NOT_WITHDRAWN"


@pytest.mark.parametrize(
    "result",
    [
        Result((1, 0)),
        Result((3, -1)),
        Result((2, 2)),
        BYE,
        HALF_BYE,
        Result((DRAW, DRAW), "forfeit"),
        Result((2, 0), "double_forfeit"),
        Result((2, 0), "annulled"),
    ],
)
def test_a_result_has_to_add_up(result: Result) -> None:
    evening = Evening("swiss", 2)
    evening.pair()
    assert evening.refuses(EnterResult(1, 1, result)) in ("BAD_RESULT", "IS_BYE")


def test_a_result_is_entered_once_changed_and_taken_back() -> None:
    evening = Evening("swiss", 2)
    evening.pair()
    evening.do(EnterResult(1, 1, won(0)))
    assert evening.refuses(EnterResult(1, 1, won(1))) == "HAS_RESULT"
    assert evening.refuses(ChangeResult(1, 1, won(0))) == "ALREADY_DONE"
    evening.do(ChangeResult(1, 1, DOUBLE_FORFEIT), ChangeResult(1, 1, None))
    assert evening.refuses(PairRound(0)) == "ROUND_OPEN"


def test_a_bye_may_be_made_a_half_and_nothing_else() -> None:
    evening = Evening("swiss", 3)
    evening.pair()
    board = evening.event.round(1).pairings[-1].board
    assert evening.refuses(ChangeResult(1, board, won(0))) == "IS_BYE"
    assert evening.refuses(ChangeResult(1, board, None)) == "IS_BYE"
    evening.do(ChangeResult(1, board, HALF_BYE))
    assert {line.entrant: line.points for line in evening.table()}[3] == DRAW


def test_a_late_correction_keeps_later_pairings_or_takes_back_those_without_cards() -> None:
    evening = Evening("swiss", 4, rounds=3).play(rounds=1)
    evening.pair()
    later = evening.pairs()
    assert evening.do(ChangeResult(1, 1, won(1), "keep")).pairs() == later
    evening.do(ChangeResult(1, 1, won(0), "re_pair"))
    assert len(evening.event.rounds) == 1
    evening.play(rounds=1)
    assert evening.refuses(ChangeResult(1, 1, won(1), "re_pair")) == "LATER_RESULTS"


def test_a_correction_after_the_end_moves_the_table_and_opens_the_event_if_something_is_left_to_play() -> None:
    evening = Evening("double-elimination", 4).play().do(Finish())
    last = evening.event.rounds[-1]
    upset = won(int(last.pairings[0].first == evening.order()[0]))
    evening.do(ChangeResult(last.number, 1, upset))
    assert evening.event.phase == "running"
    assert set(evening.pair()[0]) == set(last.pairings[0][1:3])
    evening = Evening("swiss", 4, rounds=1).play().do(Finish(), ChangeResult(1, 1, won(1)))
    assert (evening.event.phase, evening.order()[0]) == ("finished", 2)
    evening.do(ChangeResult(1, 1, None))
    assert evening.event.phase == "running"


def test_two_are_swapped_only_while_neither_has_a_result() -> None:
    evening = Evening("swiss", 5)
    evening.pair()
    evening.do(Swap(1, 1, 5))  # the one who sits out takes a place at the table
    assert evening.pairs() == [(5, 3), (2, 4), (1, None)]
    assert evening.event.round(1).pairings[0].reasons == (Reason("by_hand"),)
    evening.do(EnterResult(1, 1, won(0)))
    assert evening.refuses(Swap(1, 5, 2)) == "HAS_RESULT"
    assert evening.refuses(Swap(1, 2, 2)) == "SAME_ENTRANT"
    assert evening.refuses(Swap(1, 2, 9)) == "NOT_PAIRED"


def test_a_pairing_is_added_for_those_who_play_and_have_none() -> None:
    evening = Evening("swiss", 4, late_until=9).do(Withdraw(4))
    evening.pair()
    assert evening.refuses(AddPairing(1, 4, None)) == "NOT_PLAYING"
    evening.do(Reinstate(4))
    assert evening.refuses(AddPairing(1, 4, 1)) == "PAIRED_ALREADY"
    evening.do(RemovePairing(1, 2), AddPairing(1, 4, 3))
    assert evening.pairs() == [(1, 2), (4, 3)]
    evening.enter()
    assert evening.refuses(RemovePairing(1, 2)) == "HAS_RESULT"
    evening = Evening("swiss", 2)
    evening.pair()
    assert evening.do(RemovePairing(1, 1)).event.rounds == (), "a round without pairings is none"


def test_nothing_is_paired_in_a_pause_and_nothing_is_done_to_a_cancelled_event() -> None:
    evening = Evening("swiss", 4).do(Pause())
    assert evening.refuses(PairRound(0)) == "NOT_WHILE_PAUSED"
    evening.do(Resume()).pair()
    evening.do(Cancel())
    for action in (PairRound(0), Enter(), Finish(early=True), Resume()):
        assert evening.refuses(action) == "NOT_WHILE_CANCELLED"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (CheckIn(9), "NO_ENTRANT"),
        (KeepApart(1, 1), "SAME_ENTRANT"),
        (KeepApart(1, 0), "NO_ENTRANT"),
        (PairRound(1), "NOT_WHILE_ENTRIES"),
        (UndoRound(), "NOT_WHILE_ENTRIES"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_code(action: Action, code: str) -> None:
    assert Evening("swiss", 3, start=False).refuses(action) == code


def test_an_event_ends_when_its_format_does_or_when_the_organiser_says_so() -> None:
    evening = Evening("swiss", 2, rounds=2).play(rounds=1)
    assert evening.refuses(Finish()) == "NOT_OVER"
    assert evening.refuses(UndoRound()) == ""
    assert evening.do(Finish(early=True)).event.phase == "finished"
    over = Evening("swiss", 2, rounds=1).play()
    assert over.refuses(PairRound(0)) == "OVER"
    assert isinstance(over.do(Finish()).event, Event)
