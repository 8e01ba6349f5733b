"""The referee's timeline: all in one order, time used and lag, words, visits, cases; no hidden card of a live hand."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection

from games.application import append_only, record, store
from games.application.codec import canonical
from games.application.codec.events import _SHAPES
from games.application.disputes.timeline import BESIDE, ROWS, UNHEARD, Moment, timeline_of
from games.application.record import LiveMatch
from games.application.sayings.timeline import ENTRIES, MOMENTS, say_moment
from games.application.start import first_step
from games.application.store import Pending
from games.domain.actions import Discard, PassUpcard, TakeUpcard
from games.domain.cards import format_hand
from games.domain.match import legal_actions, must_act
from games.domain.numbers import numbers_to_dict
from games.domain.variants import VARIANTS
from games.models import Case, CaseEntry, ChatLine, Match, MatchEvent, Visit
from ginsite.accounts.models import User
from tests.games.application.disputes.table import finished
from tests.games.application.matches import CODE, NOON, move_on, new_row

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("known_deals")]

NAMES = ["Ann", "Bob"]


def keep(*steps: record.Step) -> None:
    store.commit_batch(connection, [Pending.of(step) for step in steps])


def said(moments: list[Moment]) -> list[str]:
    return [say_moment(moment, NAMES, NAMES) for moment in moments]


def in_the_second_hand(moves: int = 8, **numbers: Any) -> tuple[Match, LiveMatch]:
    """A match some moves into its second hand."""
    match = new_row(code=CODE, **numbers)
    step, rng = first_step(match, NOON), random.Random(2)
    while step.live.game.hand_no < 2:
        step = step.then(move_on(step.live, rng, step.live.at + 1_000))
    for _move in range(moves):
        step = step.then(move_on(step.live, rng, step.live.at + 1_000))
    assert step.live.game.phase == "play"
    keep(step)
    return match, step.live


def test_a_finished_match_is_told_with_all_its_cards(alice: User, bob: User) -> None:
    match = finished(alice, bob)

    moments = timeline_of(match)

    assert [moment.at for moment in moments] == sorted(moment.at for moment in moments)
    deals = [moment for moment in moments if moment.kind == "hand_dealt"]
    assert [moment.hand for moment in deals] == [1, 2, 3]
    assert all(hand for moment in deals for hand in moment.plain["hands"])
    assert all(moment.plain["card"] for moment in moments if moment.kind == "stock_drawn")
    assert [moment.kind for moment in moments if moment.row == match.version] == ["hand_opened"]
    assert said(moments)[-2].startswith("The match is over.")


def test_the_cards_of_a_hand_in_play_are_not_told_and_those_of_the_hand_before_are() -> None:
    match, live = in_the_second_hand()

    moments = timeline_of(match)

    first, second = ([moment for moment in moments if moment.hand == number] for number in (1, 2))
    assert all(moment.plain["card"] for moment in first if moment.kind == "stock_drawn")
    told = json.dumps([(moment.plain, said([moment])) for moment in second])
    hand = live.game.tables[0]
    shown = {moment.plain["card"] for moment in second if moment.plain.get("card")}
    held = {card for cards in hand.hands for card in format_hand(cards).split()}
    assert held - shown
    assert not any(f'"{card}"' in told or f" {card}" in told for card in held - shown)
    assert any("draws from the stock" in line for line in said(second))


def test_where_only_the_top_of_the_pile_may_be_seen_buried_discards_are_not_told() -> None:
    rules = json.loads(new_row().rules) | {"discard_history": "top_only"}
    match, _live = in_the_second_hand(14, rules=json.dumps(rules))

    sheds = [moment for moment in timeline_of(match) if moment.kind == "card_discarded" and moment.hand == 2]

    buried = [moment for moment in sheds if moment.plain["card"] is None]
    assert buried
    assert said(buried)[0].endswith(" discards.")
    assert sheds[-1].plain["card"] is not None


def test_a_move_says_how_long_it_took_and_what_the_way_took() -> None:
    match = new_row(code=CODE)
    step = first_step(match, NOON)
    (seat,) = must_act(step.live.game)
    passed = record.play(step.live, seat, PassUpcard(), NOON + 2_000, lag_ms=50)
    (other,) = must_act(passed.live.game)
    away = record.time_returned(match.code, (passed.live.version, passed.live.head_hash), 60_000, NOON + 60_000)
    keep(step.then(passed))
    MatchEvent.objects.create(match=match, **away._asdict())
    Match.objects.filter(pk=match.pk).update(version=away.number, head_hash=away.hash)
    loaded = store.load(match.pk)
    assert loaded is not None
    taken = record.play(loaded.live, other, TakeUpcard(), NOON + 65_000)
    shed = next(action for action in legal_actions(taken.live.game, other) if isinstance(action, Discard))
    keep(taken.then(record.play(taken.live, other, shed, NOON + 66_500)))

    moments = [moment for moment in timeline_of(match) if moment.used_ms is not None]

    used = [(moment.seat, moment.used_ms, moment.lag_ms) for moment in moments]
    assert used == [(seat, 2_000, 50), (other, 3_000, 0), (other, 1_500, 0)]
    assert moments[0].banks == (180_000, 180_000)
    assert moments[0].running == (other,)


def test_words_are_told_with_who_could_hear_them_and_deleted_ones_leave_a_gap(alice: User) -> None:
    match = new_row()
    ChatLine.objects.create(match=match, number=1, seat=0, user=alice, text="Hello there", at=NOON)
    ChatLine.objects.create(match=match, number=4, seat=0, user=alice, phrase="thanks", audience=0b11, at=NOON + 1)

    moments = timeline_of(match)

    assert said(moments) == ["Ann: Hello there", "2 lines were deleted.", "Ann, heard by Bob alone: Thanks"]
    assert [moment.audience for moment in moments] == [None, None, (0, 1)]


def test_visits_and_cases_stand_between_the_moves_in_the_hand_in_which_they_happened(alice: User, rita: User) -> None:
    match, live = in_the_second_hand()
    Visit.objects.create(match=match, seat=0, user=alice, came_at=NOON - 1, went_at=live.at + 1)
    Visit.objects.create(match=match, seat=None, user=rita, came_at=live.at)
    case = Case.objects.create(match=match, hand=1, reason=Case.Reason.SCORING, opened_by=alice, opened_seat=0)
    CaseEntry.objects.create(case=case, kind=CaseEntry.Kind.QUESTION, by=rita, to=alice, text="Which card?")

    moments = timeline_of(match)

    assert said(moments)[0] == "Ann is at the table."
    assert said(moments)[-3:] == [
        "rita looks on.",
        "Ann’s page is closed.",
        f"rita asks alice (case {case.code}): Which card?",
    ]
    assert [moment.hand for moment in moments[-3:]] == [2, 2, 2]
    assert moments[0].hand == 0


def test_a_log_that_was_tampered_with_is_told_as_far_as_it_goes() -> None:
    match, _live = in_the_second_hand()
    connection.check_constraints()
    with append_only.lifted(connection):
        MatchEvent.objects.filter(match=match, number=12).delete()
        connection.check_constraints()

    moments = timeline_of(match)

    assert (moments[-1].kind, moments[-1].row) == ("unreadable", 12)
    assert said(moments)[-1].startswith("The log cannot be read from row 12 on")


def test_every_moment_that_can_be_has_a_sentence() -> None:
    events = {kind for kind, _fields in _SHAPES.values()}
    told = {key for key in MOMENTS if key in events | {*ROWS, *BESIDE}}
    assert told == events | {*ROWS, *BESIDE} - {"unsaid", "case"}
    assert ENTRIES.keys() == set(CaseEntry.Kind.values)
    entry = Moment(NOON, "case", by="Rita", text="Why?")
    for kind in CaseEntry.Kind.values:
        line = say_moment(replace(entry, plain={"case": "abc", "entry": kind, "to": "Ann"}), NAMES, NAMES)
        assert line.startswith("Rita ")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_can_be_told(variant: str) -> None:
    seats = VARIANTS[variant].seating.seats[-1]
    rules = canonical(numbers_to_dict(VARIANTS[variant].rules))
    match = new_row(code=CODE, variant=variant, seat_count=seats, rules=rules)
    step, rng = first_step(match, NOON), random.Random(3)
    for _move in range(120):
        if step.live.finish is None:
            step = step.then(move_on(step.live, rng, step.live.at + 1_000))
    keep(step)
    names = [f"Player {seat}" for seat in range(seats)]

    moments = timeline_of(match)

    assert not any(moment.kind == "unreadable" for moment in moments)
    lines = [say_moment(moment, names, names) for moment in moments]
    assert len(lines) > 100
    assert not any("%(" in line or "None" in line for line in lines)


def test_private_words_about_a_hand_in_play_are_not_told_before_it_is_over(alice: User) -> None:
    match, live = in_the_second_hand()
    rows = store.read_since(match.pk, 0)
    [first] = [row.at for row in rows if row.kind == "deal" and '"hand":1' in row.payload]
    for number, at in enumerate((first + 1, live.at), 1):
        secret = f"I hold king {number}"
        ChatLine.objects.create(match=match, number=number, seat=0, user=alice, text=secret, audience=0b11, at=at)
    ChatLine.objects.create(match=match, number=3, seat=0, user=alice, text="Hello there", at=live.at)

    assert [moment.text for moment in timeline_of(match) if moment.kind == "said"] == [
        "I hold king 1",
        UNHEARD,
        "Hello there",
    ]
