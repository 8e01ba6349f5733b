"""Playing records again, and refusing those that cannot have happened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.domain.actions import DrawStock, PassUpcard
from games.domain.events import HandScored, MatchEnded
from games.domain.match import new_match
from games.domain.notation import Played, Record
from games.domain.replay import RecordError, check, fold, record_match
from games.domain.variants import get_variant
from tests.games.domain.table import ALICE, BOB, Table


@pytest.fixture
def finished() -> Table:
    """A match of one hand: Alice knocks and reaches the target of 25."""
    table = Table(target=25).deal("7C 7D 7H 3S 4S 5S KC KD KS AC", "7S 2S 6S 8H 2D 4D 6D 8D TD QH", "QC", "QD")
    table.play("0 pass-upcard", "1 pass-upcard", "0 draw-stock", "0 knock QD", "1 defend * *")
    assert table.match.phase == "over"
    return table


def record_of(table: Table) -> Record:
    return record_match(get_variant("gin"), 2, table.match.rules, table.inputs)


def test_a_record_leads_to_the_match_that_was_played(finished: Table) -> None:
    assert check(record_of(finished)) == finished.match


def test_a_fold_leads_there_too(finished: Table) -> None:
    assert fold(new_match(get_variant("gin"), 2, finished.match.rules), finished.inputs) == finished.match


def test_outcomes_stand_behind_the_input_that_brought_them(finished: Table) -> None:
    lines = record_of(finished).lines
    assert [type(line).__name__ for line in lines[-3:]] == ["Played", "HandScored", "MatchEnded"]
    assert type(lines[1]).__name__ == "DealDrawn"


def test_a_match_in_play_can_be_checked_as_well(table: Table) -> None:
    assert check(record_of(table)) == table.match


def test_an_illegal_input_is_named(finished: Table) -> None:
    record = record_of(finished)
    lines = list(record.lines)
    lines[4] = Played(BOB, DrawStock())
    assert lines[3] == Played(ALICE, PassUpcard())
    with pytest.raises(RecordError, match="refused: WRONG_PHASE") as error:
        check(record._replace(lines=tuple(lines)))
    assert error.value.line == record.first_line + 4


def test_an_outcome_that_did_not_follow_is_named(finished: Table) -> None:
    record = record_of(finished)
    scored = record.lines[-2]
    assert isinstance(scored, HandScored)
    forged = (*record.lines[:-2], replace(scored, points=scored.points + 1), record.lines[-1])
    with pytest.raises(RecordError, match=r"did not follow; there should be: = hand 1\.0 knock") as error:
        check(record._replace(lines=forged))
    assert error.value.line == record.first_line + len(record.lines) - 2


def test_a_forged_end_is_named(finished: Table) -> None:
    record = record_of(finished)
    end = record.lines[-1]
    assert isinstance(end, MatchEnded)
    with pytest.raises(RecordError) as error:
        check(record._replace(lines=(*record.lines[:-1], replace(end, winner=BOB))))
    assert error.value.line == record.first_line + len(record.lines) - 1


def test_a_missing_outcome_is_noticed_where_it_should_be(finished: Table) -> None:
    record = record_of(finished)
    with pytest.raises(RecordError) as error:
        check(record._replace(lines=record.lines[:-1]))
    assert error.value.line == record.first_line + len(record.lines) - 1
    with pytest.raises(RecordError, match="there should be: = drawn") as error:
        check(record._replace(lines=(record.lines[0], *record.lines[2:])))
    assert error.value.line == record.first_line + 1


def test_an_outcome_out_of_nowhere_is_noticed(finished: Table) -> None:
    record = record_of(finished)
    with pytest.raises(RecordError, match="there should be an input") as error:
        check(record._replace(lines=(*record.lines, record.lines[-1])))
    assert error.value.line == record.first_line + len(record.lines)


@pytest.mark.parametrize(("change", "line"), [({"variant": "whist"}, 2), ({"rules_version": 0}, 3), ({"seats": 5}, 4)])
def test_a_header_that_cannot_be_is_named(finished: Table, change: dict[str, object], line: int) -> None:
    with pytest.raises(RecordError) as error:
        check(record_of(finished)._replace(**change))  # type: ignore[arg-type]
    assert error.value.line == line
