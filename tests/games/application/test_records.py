"""From the log to the record: everything that was played and promised, in a text that plays again."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from games.application import dealing, judging, pausing, record
from games.application.chain import Row
from games.application.deals import LostKey
from games.application.fold import fold, inputs, lose_hand
from games.application.record import Step
from games.application.records import hands_of, record_of, record_of_log, turns_of
from games.application.replays import turns_of as logged
from games.domain.actions import SERVER, AwardMatch, Flag, PassUpcard, Resign, ReverseRuling, Rule, VoidDeal
from games.domain.clock import CONTROLS
from games.domain.events import HandVoided
from games.domain.match import must_act
from games.domain.notation import (
    HandLost,
    Played,
    PlayerSeed,
    Record,
    Rested,
    TimeGiven,
    TimeReturned,
    format_record,
    parse_record,
)
from games.domain.numbers import changed
from games.domain.replay import RecordError, check
from games.domain.shuffle import commit_player
from games.domain.variants import get_variant
from tests.games.application import exchanging
from tests.games.application.exchanging import WAIT, all_are_ready, go_on, promise, seed_of, show
from tests.games.application.matches import CODE, NOON, dealt, move_on, new_row, play_out


def reread(rows: Sequence[Row]) -> Record:
    """The record of a log, written down and read again."""
    made = record_of_log(1, CODE, rows)
    read = parse_record(format_record(made))
    assert read == made
    return read


@pytest.mark.parametrize(
    ("variant", "seats", "computers"),
    [("gin", 2, ()), ("three-handed", 3, (1,)), ("partnership", 4, ()), ("rummy", 5, ())],
)
def test_a_log_is_told_whole_and_plays_again(variant: str, seats: int, computers: tuple[int, ...]) -> None:
    rules = changed(get_variant(variant).rules, {"fixed_hands": 2})
    whole = play_out(dealt(rules, variant=variant, seats=seats, computers=computers))
    read = reread(whole.rows)
    assert check(read) == whole.live.game
    assert (read.code, read.clock, read.computers) == (CODE, CONTROLS["standard"], whole.live.game.computers)
    assert read.started is not None
    assert read.started.timestamp() * 1000 == NOON


def test_an_outage_and_a_flag_are_told_with_what_the_clock_said() -> None:
    begun = dealt()
    row = record.time_returned(CODE, (begun.live.version, begun.live.head_hash), 60_000, NOON + 70_000)
    live = fold(1, CODE, (*begun.rows, row))
    first = must_act(live.game)[0]
    played = record.play(live, first, PassUpcard(), NOON + 75_000, lag_ms=90)
    late = record.play(played.live, SERVER, Flag(1 - first), NOON + 400_000)
    ended = record.play(late.live, first, Resign(), NOON + 402_000)
    lines = reread((*begun.rows, row, *played.rows, *late.rows, *ended.rows)).lines
    assert TimeReturned(60_000) in lines
    assert Played(first, PassUpcard(), 15_000, 90) in lines
    assert Played(SERVER, Flag(1 - first), 325_000) in lines


def test_a_record_tells_the_clocks_as_the_log_does() -> None:
    """What a replay shows of time is the same from either."""
    rules = changed(get_variant("partnership").rules, {"fixed_hands": 2})
    whole = play_out(dealt(rules, "blitz", variant="partnership", seats=4))
    read = reread(whole.rows)
    for told, one in zip(turns_of(read), logged(inputs(1, CODE, whole.rows)), strict=True):
        assert told == one._replace(row=None)


def test_a_hand_given_up_is_told_without_its_cards() -> None:
    begun = dealt()
    lost = lose_hand(1, CODE, begun.rows, LostKey(CODE, 1, "0" * 8), NOON)
    again = lost.then(move_on(lost.live, random.Random(1), NOON))
    ended = again.then(record.play(again.live, 0, Resign(), NOON + 5_000))
    read = reread((*begun.rows, *ended.rows))
    assert check(read) == ended.live.game
    assert HandLost(1) in read.lines
    assert len([line for line in read.lines if isinstance(line, Played)]) == 3


def test_own_seeds_are_told_under_the_promises_that_were_made() -> None:
    step = promise(exchanging.begun(), 0)
    late = step.then(dealing.default_late(step.live, 1, step.live.at + dealing.FIRST_HAND * WAIT))
    step = go_on(show(late, 0))
    ended = step.then(record.play(step.live, 0, Resign(), step.live.at))
    lines = reread(ended.rows).lines
    own, default = [line for line in lines if isinstance(line, PlayerSeed)][2:]
    assert own == PlayerSeed(0, seed_of(0, 1), commit_player(CODE, 1, 0, seed_of(0, 1)))
    assert (default.seat, default.is_default) == (1, True)
    assert check(reread(ended.rows)) == ended.live.game


def test_a_ruling_a_rest_and_time_from_the_referee_are_told() -> None:
    """The match is awarded, the award is reversed, a hand whose seed lies open is void undealt, and play goes on."""
    step = exchanging.dealt(target=25)
    step = step.then(judging.give_time(step.live, 1, 30_000, step.live.at))
    step = step.then(pausing.order(step.live, step.live.at))
    step = step.then(pausing.resume(step.live, SERVER, step.live.at + 600_000))
    step = step.then(judging.rule(step.live, Rule(1, (AwardMatch(0),)), step.live.at))
    step = step.then(judging.rule(step.live, Rule(2, (ReverseRuling(1),)), step.live.at))
    step = all_are_ready(step)
    step = go_on(show(promise(step, 0, 1), 0, 1))
    step = step.then(record.play(step.live, 1, Resign(), step.live.at + 2_500))
    read = reread(step.rows)
    assert check(read) == step.live.game
    assert {TimeGiven(1, 30_000), Rested(600_000), Played(SERVER, VoidDeal(2)), HandVoided(2, 0, "undealt")} <= set(
        read.lines
    )
    assert hands_of(read) == (1, 3)


def short() -> tuple[Step, list[str]]:
    """A match that is resigned at once, and the lines of its record."""
    begun = dealt()
    whole = begun.then(record.play(begun.live, 0, Resign(), NOON + 5_000))
    return whole, format_record(reread(whole.rows)).splitlines()


def place_of(lines: Sequence[str], word: str) -> int:
    """Where the last line that begins with the word stands."""
    return max(at for at, line in enumerate(lines) if line.startswith(f"{word} "))


@pytest.mark.parametrize(
    ("word", "shown_at"),
    [("code", "player-seed"), ("commitment", "seed"), ("player-seed", "player-seed"), ("seed", "seed")],
)
def test_a_forged_seed_is_found_where_it_shows(word: str, shown_at: str) -> None:
    _whole, lines = short()
    at = place_of(lines, word)
    forged = lines[at].rindex(" ") + 1 if word != "player-seed" else len("player-seed 0 ")
    lines[at] = f"{lines[at][:forged]}{'1' if lines[at][forged] == '0' else '0'}{lines[at][forged + 1 :]}"
    with pytest.raises(RecordError, match="not the seed that") as error:
        check(parse_record("\n".join((*lines, ""))))
    shown = [number for number, line in enumerate(lines, 1) if line.startswith(f"{shown_at} ")]
    assert error.value.line in shown


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("code", "which the header does not say"),
        ("commitment", "there should be a commitment"),
        ("player-seed", "a deck takes the seeds of two"),
        ("seed", "there should be the server's seed"),
        ("deal", "there should be the deal of these seeds"),
    ],
)
def test_seeds_are_told_whole_or_not_at_all(word: str, reason: str) -> None:
    _whole, lines = short()
    del lines[place_of(lines, word)]
    with pytest.raises(RecordError, match=reason):
        check(parse_record("\n".join((*lines, ""))))


def test_another_deck_than_the_seeds_lead_to_is_refused() -> None:
    _whole, lines = short()
    at = place_of(lines, "deal")
    lines[at] = f"deal {lines[at][7:9]}{lines[at][5:7]}{lines[at][9:]}"
    with pytest.raises(RecordError, match="not the decks that follow") as error:
        check(parse_record("\n".join((*lines, ""))))
    assert error.value.line == at + 1


def test_a_time_stands_only_where_a_clock_ran() -> None:
    whole, lines = short()
    (sitting,) = {0, 1} - {whole.live.game.tables[0].players[0]}
    lines[-3] = f"{sitting} resign +5"
    with pytest.raises(RecordError, match="no clock ran"):
        check(parse_record("\n".join((*lines, ""))))


@pytest.mark.parametrize("remark", ["time-given 2 500", "hand-lost 3"])
def test_a_remark_about_what_is_not_there_is_refused(remark: str) -> None:
    _whole, lines = short()
    with pytest.raises(RecordError, match=r"no such seat|not to be dealt") as error:
        check(parse_record("\n".join((*lines[:-3], remark, *lines[-3:], ""))))
    assert error.value.line == len(lines) - 2


def test_without_seeds_a_record_is_as_good() -> None:
    whole, lines = short()
    bare = [line for line in lines if line.split(" ")[0] not in ("commitment", "player-seed", "seed", "code")]
    assert check(parse_record("\n".join((*bare, "")))) == whole.live.game


@pytest.mark.django_db
def test_a_match_in_play_has_no_record() -> None:
    match = new_row()
    assert record_of(match) is None
