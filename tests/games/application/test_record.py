"""What one action writes: rows, clocks, ends, and never a card that is not public."""

from __future__ import annotations

import json
import random
import re
from uuid import uuid4

import pytest

from games.application import dealing, deals, record
from games.application.chain import check_chain
from games.application.fold import fold
from games.application.record import LiveMatch, Step
from games.domain.actions import SERVER, Defend, Flag, Knock, OfferVoid, PassUpcard, Ready, Resign
from games.domain.cards import format_card, iter_cards, parse_card
from games.domain.errors import Code, RuleViolation
from games.domain.events import Defended, Knocked
from games.domain.match import legal_actions
from tests.games.application.matches import CODE, NOON, dealt, move_on, play_out, play_until

CARD_TEXT = re.compile(r"\b[A2-9TJQK][SHDC]\b")

pytestmark = pytest.mark.usefixtures("known_deals")


def _kinds(step: Step) -> list[str]:
    return [row.kind for row in step.rows]


def _payload(step: Step, kind: str) -> dict[str, object]:
    (payload,) = [json.loads(row.payload) for row in step.rows if row.kind == kind]
    assert isinstance(payload, dict)
    return payload


def test_a_match_begins_with_the_agreement_the_draw_and_the_first_deal() -> None:
    step = dealt()

    assert _kinds(step) == ["match_started", "seed_committed", "deal", "hand_opened", "seed_committed", "deal"]
    assert [row.number for row in step.rows] == [1, 2, 3, 4, 5, 6]
    assert {row.seat for row in step.rows} == {SERVER}
    check_chain(CODE, step.rows, (step.live.version, step.live.head_hash))
    assert step.live.game.phase == "play"
    assert [hand.hand_no for hand in step.live.sealed] == [1]


def test_an_action_is_one_row_that_carries_its_command() -> None:
    first, command = dealt(), uuid4()
    (seat,) = record.running(first.live)
    step = record.play(first.live, seat, PassUpcard(), NOON + 900, command_id=command, lag_ms=41)

    (row,) = step.rows
    assert (row.number, row.seat, row.kind, row.at, row.command_id) == (7, seat, "pass_upcard", NOON + 900, command)
    assert row.payload == '{"lag":41}'
    assert step.before == first.live.version
    assert step.live.version == 7


def test_a_refused_action_changes_nothing() -> None:
    first = dealt()
    (seat,) = record.running(first.live)

    with pytest.raises(RuleViolation) as refused:
        record.play(first.live, 1 - seat, PassUpcard(), NOON)

    assert refused.value.code is Code.NOT_YOUR_TURN


def test_the_clock_of_the_seat_in_turn_runs_and_is_charged_when_its_turn_ends() -> None:
    first = dealt()
    (seat,) = record.running(first.live)
    control = first.live.clock.control
    deadline = record.deadline(first.live)
    assert control.move_ms is not None
    assert deadline is not None
    assert deadline >= NOON + control.move_ms + control.bank_ms

    late = NOON + control.move_ms + 5_000
    step = record.play(first.live, seat, PassUpcard(), late)

    assert record.running(step.live) == (1 - seat,)
    assert step.live.clock.seats[seat].bank_ms == control.bank_ms - 5_000


def test_time_never_goes_back_in_a_log() -> None:
    first = dealt()
    (seat,) = record.running(first.live)

    step = record.play(first.live, seat, PassUpcard(), NOON - 5_000)

    assert step.rows[0].at == NOON


def test_lag_is_written_down_within_its_bound_so_that_a_fold_gives_it_back() -> None:
    first = dealt()
    (seat,) = record.running(first.live)

    assert record.play(first.live, seat, PassUpcard(), NOON, lag_ms=99_999).rows[0].payload == '{"lag":300}'
    assert record.play(first.live, seat, PassUpcard(), NOON, lag_ms=-5).rows[0].payload == "{}"


def test_time_that_the_server_was_down_is_given_back() -> None:
    first = dealt()
    before = record.deadline(first.live)
    assert before is not None

    head = (first.live.version, first.live.head_hash)
    row = record.time_returned(CODE, head, 60_000, NOON + 60_000)

    assert json.loads(row.payload) == {"ms": 60_000}
    assert record.deadline(fold(1, CODE, (*first.rows, row))) == before + 60_000


def test_a_flag_is_the_servers_even_when_a_seat_claimed_it() -> None:
    live = play_until(dealt(), lambda live: bool(live.game.tables) and live.game.tables[0].phase == "shed").live
    (gone,) = record.running(live)
    command = uuid4()

    step = record.play(live, SERVER, Flag(gone), NOON + 10**6, command_id=command, by=1 - gone)

    assert (step.rows[0].kind, step.rows[0].seat, step.rows[0].command_id) == ("flag", 1 - gone, command)
    assert step.live.finish is not None
    assert (step.live.finish.reason, step.live.finish.winner) == ("flagged", 1 - gone)


def test_a_knock_writes_the_arrangement_that_was_shown_and_veils_the_card_face_down() -> None:
    live = play_until(dealt(), _may_knock_with_deadwood).live
    (seat,) = record.running(live)
    knock = next(action for action in legal_actions(live.game, seat) if isinstance(action, Knock))

    step = record.play(live, seat, knock, live.at)

    (shown,) = [event for event in step.events if isinstance(event, Knocked)]
    payload = _payload(step, "knock")
    assert len(payload["melds"]) == len(shown.melds)  # type: ignore[arg-type]
    assert "card" not in payload
    assert not CARD_TEXT.search(step.rows[0].payload.replace(json.dumps(payload["melds"], separators=(",", ":")), ""))
    assert deals.unveil(CODE, step.rows[0].number, live.sealed[0], payload["veiled"]) == knock.card  # type: ignore[arg-type]


def _may_knock_with_deadwood(live: LiveMatch) -> bool:
    if live.game.phase != "play" or live.game.tables[0].phase != "shed":
        return False
    (seat,) = record.running(live)
    knocks = [action for action in legal_actions(live.game, seat) if isinstance(action, Knock)]
    return bool(knocks) and record.play(live, seat, knocks[0], live.at).live.game.phase == "play"


def test_a_defence_left_to_the_server_is_written_out() -> None:
    live = play_until(dealt(), lambda live: bool(live.game.tables) and live.game.tables[0].phase == "layoff").live
    (seat,) = record.running(live)

    step = record.play(live, seat, Defend(), live.at)

    (answer,) = [event for event in step.events if isinstance(event, Defended)]
    payload = _payload(step, "defend")
    assert len(payload["melds"]) == len(answer.melds)  # type: ignore[arg-type]
    assert payload["layoffs"] == [[format_card(card), number] for card, number in answer.layoffs]


def test_a_hand_that_ends_is_opened_with_the_committed_seed() -> None:
    whole = play_until(dealt(), lambda live: live.game.phase == "between")

    opened = [json.loads(row.payload) for row in whole.rows if row.kind == "hand_opened"]
    assert [hand["hand"] for hand in opened] == [0, 1]
    assert whole.live.sealed == ()
    assert _kinds(whole)[-2] in ("hand_scored", "hand_voided")
    assert whole.rows[-2].seat == SERVER


def test_between_hands_no_clock_runs_and_the_next_deal_has_its_time() -> None:
    whole = play_until(dealt(), lambda live: live.game.phase == "between")
    live = whole.live

    assert record.running(live) == ()
    assert record.deadline(live) is None
    assert record.pause_until(live) == live.at + live.clock.control.pause_ms
    ready = record.play(live, 0, Ready(), live.at + 1_000)
    assert record.pause_until(ready.live) == record.pause_until(live)
    again = dealing.deal(ready.live, live.at + 2_000)
    assert record.pause_until(again.live) is None
    assert _kinds(again) == ["seed_committed", "deal"]


def test_nothing_is_dealt_into_a_hand_in_play() -> None:
    with pytest.raises(ValueError, match="nothing to deal"):
        dealing.deal(dealt().live, NOON)


def test_a_match_that_ends_stops_its_clocks_and_says_how() -> None:
    step = record.play(dealt().live, 1, Resign(), NOON + 7)

    assert _kinds(step) == ["resign", "hand_voided", "match_ended", "hand_opened"]
    assert step.live.finish is not None
    assert (step.live.finish.at, step.live.finish.reason, step.live.finish.winner) == (NOON + 7, "resigned", 0)
    assert record.running(step.live) == ()
    assert (record.deadline(step.live), record.pause_until(step.live)) == (None, None)


def test_a_match_called_off_has_no_winner() -> None:
    once = record.play(dealt().live, 0, OfferVoid(), NOON)
    both = record.play(once.live, 1, OfferVoid(), NOON)

    assert both.live.finish is not None
    assert (both.live.finish.reason, both.live.finish.winner) == ("agreed", None)


def test_no_row_of_a_hand_in_play_names_a_card_that_is_not_public() -> None:
    """Played by seed 1 to 6: after each row every card named in the open hand's rows lies or lay open."""
    for seed in range(1, 7):
        rng, live, rows, now = random.Random(seed), dealt().live, list[tuple[str, str]](), NOON
        while live.game.hand_no < 3 and live.finish is None:
            now += 1_000
            step = move_on(live, rng, now)
            live = step.live
            if step.rows[0].kind == "seed_committed" or live.game.phase != "play":
                rows.clear()
            rows += [(row.kind, row.payload) for row in step.rows]
            if live.game.phase == "play":
                hand = live.game.tables[0]
                named = {parse_card(text) for _kind, payload in rows for text in CARD_TEXT.findall(payload)}
                open_cards = set(hand.pile) | {card for taken in hand.taken for card in taken} | {hand.dealt.upcard}
                if hand.showdown is not None:
                    open_cards |= set(iter_cards(hand.hands[hand.showdown.place]))
                assert named <= open_cards


def test_the_repr_of_a_match_and_of_its_steps_shows_neither_card_nor_seed() -> None:
    step = play_until(dealt(), lambda live: bool(live.game.tables) and live.game.tables[0].phase == "layoff")

    said = repr(step.live) + repr(step)
    assert step.live.sealed[0].seed.hex() not in said
    assert "deck" not in said
    assert "GinHand" not in said


def test_every_payload_is_canonical() -> None:
    for row in play_out(dealt()).rows:
        assert row.payload == json.dumps(json.loads(row.payload), sort_keys=True, separators=(",", ":"))
        assert "." not in re.sub(r'"[^"]*"', "", row.payload)
