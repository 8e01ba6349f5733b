"""The chain of hashes through a log."""

from __future__ import annotations

from hashlib import sha256
from uuid import UUID

import pytest

from games.application.chain import BrokenChain, Row, check_chain, seal

COMMAND = UUID("00112233-4455-6677-8899-aabbccddeeff")


def _log() -> list[Row]:
    first = seal("abcdefghjk", (0, ""), -1, "match_started", '{"seats":2}', 1000)
    second = seal("abcdefghjk", (1, first.hash), 0, "draw_stock", "{}", 2000, COMMAND)
    third = seal("abcdefghjk", (2, second.hash), 0, "discard", '{"card":"7H"}', 3000)
    return [first, second, third]


def test_a_hash_is_taken_over_everything_a_row_says_as_lines_of_text() -> None:
    first, second, _third = _log()

    said = f"{first.hash}\nabcdefghjk\n2\n0\ndraw_stock\n2000\n00112233-4455-6677-8899-aabbccddeeff\n{{}}"
    assert second.hash == sha256(said.encode()).hexdigest()


def test_a_whole_log_checks_out() -> None:
    rows = _log()

    check_chain("abcdefghjk", rows, (3, rows[-1].hash))


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 1},
        {"kind": "knock"},
        {"payload": '{"card":"8H"}'},
        {"at": 2001},
        {"command_id": None},
        {"prev_hash": ""},
        {"hash": "0" * 64},
        {"number": 7},
    ],
    ids=lambda change: next(iter(change)),
)
def test_any_change_to_a_row_shows(change: dict[str, object]) -> None:
    first, second, third = _log()

    with pytest.raises(BrokenChain) as broken:
        check_chain("abcdefghjk", [first, second._replace(**change), third])  # type: ignore[arg-type]

    assert broken.value.number in (2, 3)


def test_a_dropped_a_doubled_and_a_swapped_row_show() -> None:
    first, second, third = _log()

    for forged in ([first, third], [second, third], [first, second, second, third], [first, third, second]):
        with pytest.raises(BrokenChain):
            check_chain("abcdefghjk", forged)


def test_a_row_made_up_anew_is_named_by_the_next_one() -> None:
    first, second, third = _log()
    forged = seal("abcdefghjk", (1, first.hash), 0, "take_discard", "{}", second.at, COMMAND)

    with pytest.raises(BrokenChain) as broken:
        check_chain("abcdefghjk", [first, forged, third])

    assert broken.value.number == 2


def test_a_cut_tail_shows_against_the_match_row() -> None:
    rows = _log()

    check_chain("abcdefghjk", rows[:2])
    with pytest.raises(BrokenChain):
        check_chain("abcdefghjk", rows[:2], (3, rows[-1].hash))


def test_the_rows_of_one_match_do_not_pass_for_anothers() -> None:
    with pytest.raises(BrokenChain):
        check_chain("zyxwvutsrq", _log())
