"""What holds in every format, whatever people and organisers do."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.evening import Evening, by_chance, something
from tournaments.domain.actions import Cancel, Finish, PairRound, UndoRound, Withdraw
from tournaments.domain.bracket import bracket
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.formats import FORMATS
from tournaments.domain.preview import compare, preview
from tournaments.domain.settings import KNOCKOUTS, FormatName

EVERY = pytest.mark.parametrize("form", sorted(FORMATS))
SHORT: dict[str, Any] = {"rounds": 4, "wins_needed": 3, "losses_allowed": 2, "late_until": 3, "half_byes": 2}


def is_sound(evening: Evening) -> None:
    """What has to hold at any moment."""
    event = evening.event
    for round_ in event.rounds:
        assert len(round_.pairings) == len(round_.results)
        there = [number for pairing in round_.pairings for number in (pairing.first, pairing.second) if number]
        assert len(there) == len(set(there)), "somebody sits at two tables of one round"
        assert all(pairing.first != pairing.second for pairing in round_.pairings)
    table = evening.table()
    seeded = sorted(entrant.id for entrant in event.entrants if entrant.seed)
    assert sorted(line.entrant for line in table) == seeded, "the table has everybody once"
    for before, after in pairwise(table):
        assert after.place in (before.place, table.index(after) + 1)
    bracket(event, evening.form)


def adds_up(evening: Evening) -> None:
    """Every value of the table is the sum of the parts it is explained by."""
    for line in evening.table():
        for name, value in zip(evening.event.settings.tie_breaks, line.tie_breaks, strict=True):
            explained = evening.form.explain(evening.event, line.entrant, name)
            assert explained.total == value == sum(part.value for part in explained.parts if part.counted)


@EVERY
@settings(max_examples=8, deadline=None)
@given(players=st.integers(2, 9), seed=st.integers(0, 10**6))
def test_whatever_is_tried_is_done_or_refused_and_leaves_a_sound_event(
    form: FormatName, players: int, seed: int
) -> None:
    rng = random.Random(seed)
    evening = Evening(form, players, double_no_show=rng.choice(["nobody", "higher_seed"]), **SHORT)
    choose = by_chance(rng, draws=form not in KNOCKOUTS)
    for step in range(40):
        try:
            if step % 4 == 3 and not evening.form.is_over(evening.event):
                evening.do(PairRound(step))
            elif step % 4 == 0:
                may_draw = form != "groups-knockout"
                evening.enter(choose if may_draw else by_chance(rng, draws=False))
            else:
                evening.do(something(rng, evening))
        except Refusal:
            continue
        is_sound(evening)
    adds_up(evening)


@EVERY
@settings(max_examples=6, deadline=None)
@given(players=st.integers(2, 20), seed=st.integers(0, 10**6))
def test_every_format_comes_to_an_end_with_a_full_order(form: FormatName, players: int, seed: int) -> None:
    rng = random.Random(seed)
    evening = Evening(form, players, **SHORT)
    choose = by_chance(rng, draws=form not in (*KNOCKOUTS, "groups-knockout"))
    for number in range(60):
        if evening.form.is_over(evening.event) or (form == "arena" and number > 8):
            break
        if evening.refuses(PairRound(number)):
            break
        evening.do(PairRound(number))
        for entrant in evening.event.entrants:
            if entrant.status == "playing" and rng.random() < 0.05:
                evening.do(Withdraw(entrant.id, rng.choice(["now", "after_round"])))
        evening.enter(choose)
    else:
        pytest.fail("no end in sight")
    evening.do(Finish(early=not evening.form.is_over(evening.event)))
    is_sound(evening)
    assert evening.table()[0].place == 1


@EVERY
@settings(max_examples=5, deadline=None)
@given(players=st.integers(2, 12), rounds=st.integers(0, 3), seed=st.integers(0, 10**6))
def test_a_round_undone_and_drawn_again_is_the_same_round(
    form: FormatName, players: int, rounds: int, seed: int
) -> None:
    rng = random.Random(seed)
    evening = Evening(form, players, **SHORT)
    evening.play(by_chance(rng, draws=False), rounds)
    if evening.form.is_over(evening.event) or evening.refuses(PairRound(seed)):
        return
    before = evening.event
    after = evening.do(PairRound(seed)).event
    assert evening.do(UndoRound()).event == before
    assert evening.do(PairRound(seed)).event == after
    assert not compare(after, evening.event, evening.form).any


@EVERY
def test_all_may_leave_and_the_event_still_ends_in_a_clear_state(form: FormatName) -> None:
    for leave_after in (0, 1, 2):
        evening = Evening(form, 7, **SHORT).play(rounds=leave_after)
        if not evening.form.is_over(evening.event):
            evening.refuses(PairRound(1)) or evening.do(PairRound(1))
        for entrant in evening.event.entrants:
            evening.do(Withdraw(entrant.id))
        for _more in range(30):
            if evening.form.is_over(evening.event) or evening.refuses(PairRound(1)):
                break
            evening.do(PairRound(1))
        assert not any(evening.event.open_pairings())
        assert evening.form.is_over(evening.event) or evening.refuses(PairRound(1)) == "NOBODY_LEFT"
        is_sound(evening.do(Finish(early=True)))


@EVERY
def test_an_event_without_enough_people_does_not_start_and_can_be_cancelled(form: FormatName) -> None:
    for players in (0, 1):
        with pytest.raises(Refusal, match="TOO_FEW"):
            Evening(form, players)
    evening = Evening(form, 1, start=False).do(Cancel())
    assert evening.table() == ()
    assert evening.event.phase == "cancelled"


@EVERY
def test_a_preview_shows_what_then_happens_and_changes_nothing(form: FormatName) -> None:
    evening = Evening(form, 6, **SHORT).play(rounds=1)
    kept: Event = evening.event
    changes = preview(kept, Withdraw(1), evening.form)
    assert evening.event is kept
    assert changes.before == kept
    assert changes.after == evening.do(Withdraw(1)).event
    assert changes.any
